import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { buildServer } from './server.ts';

const SILENCE_MS = 400;
/** Upper limit for a close to arrive, whether it is correct or not. */
const SEEN_MS = 3 * SILENCE_MS;

let app: FastifyInstance;
beforeAll(async () => {
  app = buildServer({ log: createLog('silent'), https: false, trustProxy: false, bodySilenceMs: SILENCE_MS });
  app.servesFiles = true;
  app.post('/parsed', (request) => ({ got: request.body }));
  app.post('/slow', async () => {
    await wait(2 * SILENCE_MS);
    return { done: true };
  });
  await app.register((streaming) => {
    streaming.removeAllContentTypeParsers();
    streaming.addContentTypeParser('*', (_request, _payload, done) => done(null));
    streaming.post('/streamed', async (request) => ({ length: (await text(request.raw)).length }));
    return Promise.resolve();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const head = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

function open(bytes: string) {
  const { port } = app.server.address() as { port: number };
  const socket: Socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  const received = { text: '', closed: false };
  socket.on('data', (data: Buffer) => (received.text += data.toString()));
  socket.on('error', () => undefined); // a reset also counts as closed
  socket.on('close', () => (received.closed = true));
  return { socket, received, [Symbol.dispose]: () => socket.destroy() };
}

describe('a body that stops', () => {
  it.each(['/parsed', '/streamed'])('times out: %s', async (path) => {
    using one = open(`${head(path, 100)}{`);
    await expect.poll(() => one.received.closed, { timeout: SEEN_MS }).toBe(true);
  });

  it.each(['/parsed', '/streamed'])('does not time out while bytes arrive: %s', async (path) => {
    const body = JSON.stringify('xxxx');
    using one = open(head(path, body.length));
    for (const byte of body) {
      await wait(SILENCE_MS / 2);
      one.socket.write(byte);
    }
    await expect.poll(() => one.received.text, { timeout: SEEN_MS }).toMatch(/^HTTP\/1\.1 200 /);
  });
});

it('the handler may take longer after the body, and the connection stays usable', async () => {
  using one = open(`${head('/slow', 2)}{}`);
  await expect.poll(() => one.received.text, { timeout: 4 * SILENCE_MS }).toMatch(/"done":true/);
  await wait(2 * SILENCE_MS);
  expect(one.received.closed).toBe(false);
  one.socket.write(`${head('/parsed', 2)}{}`);
  await expect.poll(() => one.received.text, { timeout: SEEN_MS }).toMatch(/"got":\{\}/);
});
