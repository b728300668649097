import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { buildServer } from './server.ts';

const SILENCE_MS = 400;
/** Neither a closing that is due nor one that is wrong stays away longer than this. */
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
  const heard = { text: '', closed: false };
  socket.on('data', (data: Buffer) => (heard.text += data.toString()));
  socket.on('error', () => undefined); // a reset is one way of being closed
  socket.on('close', () => (heard.closed = true));
  return { socket, heard, [Symbol.dispose]: () => socket.destroy() };
}

describe('a body that stops coming', () => {
  it.each(['/parsed', '/streamed'])('is not waited for: %s', async (path) => {
    using one = open(`${head(path, 100)}{`);
    await expect.poll(() => one.heard.closed, { timeout: SEEN_MS }).toBe(true);
  });

  it.each(['/parsed', '/streamed'])('is waited for as long as something of it comes: %s', async (path) => {
    const body = JSON.stringify('xxxx');
    using one = open(head(path, body.length));
    for (const byte of body) {
      await wait(SILENCE_MS / 2);
      one.socket.write(byte);
    }
    await expect.poll(() => one.heard.text, { timeout: SEEN_MS }).toMatch(/^HTTP\/1\.1 200 /);
  });
});

it('what the server does with a body that has come may take longer, and the connection serves on', async () => {
  using one = open(`${head('/slow', 2)}{}`);
  await expect.poll(() => one.heard.text, { timeout: 4 * SILENCE_MS }).toMatch(/"done":true/);
  await wait(2 * SILENCE_MS);
  expect(one.heard.closed).toBe(false);
  one.socket.write(`${head('/parsed', 2)}{}`);
  await expect.poll(() => one.heard.text, { timeout: SEEN_MS }).toMatch(/"got":\{\}/);
});
