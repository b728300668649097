import { once } from 'node:events';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { NO_PLACE, NO_PROJECTS } from '@prdm/access';
import { live as endpoint } from '@prdm/contract/me';
import { createLog } from '../log.ts';
import type { Session } from './call-context.ts';
import { serveLive } from './live-socket.ts';
import type { Gate } from './mount.ts';

/** The sign-in of a live socket, with a gate whose answer the test controls. */
const SESSION: Session = { id: 1, enterpriseId: 1, userId: 7, account: 'zhang', name: '张', mustChange: false };
type Known = Awaited<ReturnType<Gate['sessionOf']>>;

let app: FastifyInstance;
afterEach(() => app.close());

async function serve(
  sessionOf: () => Promise<Known>,
  signInMs?: number,
  places = 100,
): Promise<{ address: string; joined(): number }> {
  let joined = 0;
  const live = {
    join: () => {
      if (joined >= places) return null;
      joined += 1;
      return () => void (joined -= 1);
    },
  };
  app = fastify();
  const gate: Gate = { sessionOf, isAlive: () => Promise.resolve(true), principalNow: () => Promise.resolve(null) };
  await serveLive(app, endpoint, { gate, live, log: createLog('silent'), signInMs });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address: `${address.replace('http', 'ws')}${endpoint.path}`, joined: () => joined };
}

const known: Known = {
  session: SESSION,
  principal: {
    userId: 7,
    enterpriseId: 1,
    roles: [],
    groupIds: [],
    place: NO_PLACE,
    levels: {},
    ...NO_PROJECTS,
  },
  replacement: null,
};

async function opened(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  return socket;
}
const codeOf = async (socket: WebSocket): Promise<number> => ((await once(socket, 'close')) as [number])[0];

it('a socket that closes while its session is read is not registered', async () => {
  const { promise: looked, resolve: answer } = Promise.withResolvers<Known>();
  let lookups = 0;
  const server = await serve(() => {
    lookups += 1;
    return looked;
  });
  const sockets = await Promise.all(Array.from({ length: 20 }, () => opened(server.address)));
  const staying = await opened(server.address);
  for (const socket of [...sockets, staying]) socket.send('{"token":"T1"}');
  await vi.waitFor(() => expect(lookups).toBe(21));
  const gone = sockets.map((socket) => once(socket, 'close'));
  for (const socket of sockets) socket.close();
  await Promise.all(gone);
  answer(known);
  await once(staying, 'message');
  expect(server.joined()).toBe(1);
  const left = once(staying, 'close');
  staying.close();
  await left;
  await vi.waitFor(() => expect(server.joined()).toBe(0));
});

it('accepts one frame: a second frame closes it without a read of the session', async () => {
  let lookups = 0;
  const server = await serve(() => {
    lookups += 1;
    return Promise.resolve(known);
  });
  const socket = await opened(server.address);
  socket.send('{"token":"T1"}');
  await once(socket, 'message');
  for (let n = 0; n < 100; n += 1) socket.send('{"token":"T1"}');
  expect(await codeOf(socket)).toBe(1008);
  expect(lookups).toBe(1);
  await vi.waitFor(() => expect(server.joined()).toBe(0));
});

it('a socket above the limit gets "try again", and is not registered', async () => {
  const server = await serve(() => Promise.resolve(known), undefined, 1);
  const first = await opened(server.address);
  first.send('{"token":"T1"}');
  await once(first, 'message');
  const second = await opened(server.address);
  second.send('{"token":"T1"}');
  expect(await codeOf(second)).toBe(1013);
  expect(first.readyState).toBe(WebSocket.OPEN);
  expect(server.joined()).toBe(1);
  first.close();
});

it('a session that must change its password gets no messages', async () => {
  const session = { ...SESSION, mustChange: true };
  const server = await serve(() => Promise.resolve({ ...known, session }));
  const socket = await opened(server.address);
  const received: unknown[] = [];
  socket.on('message', (data) => received.push(data));
  socket.send('{"token":"T1"}');
  expect(await codeOf(socket)).toBe(1008);
  expect(received).toEqual([]);
  expect(server.joined()).toBe(0);
});

it('an overloaded server answers "try again"; only an invalid token ends the session', async () => {
  const busy = await serve(() => new Promise(() => undefined), 50);
  const socket = await opened(busy.address);
  socket.send('{"token":"T1"}');
  expect(await codeOf(socket)).toBe(1013);
  expect(await codeOf(await opened(busy.address))).toBe(1013); // no frame sent
  await app.close();
  const server = await serve(() => Promise.resolve(null));
  const unknown = await opened(server.address);
  unknown.send('{"token":"T1"}');
  expect(await codeOf(unknown)).toBe(4401);
  const garbled = await opened(server.address);
  garbled.send('no token');
  expect(await codeOf(garbled)).toBe(4401);
});
