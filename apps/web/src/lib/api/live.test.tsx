import { act, cleanup, render } from '@testing-library/react';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocketServer, type WebSocket as Socket } from 'ws';
import { goTo } from '../../testing/wire.ts';
import { startLive, useLive, type LiveFrame } from './live.ts';
import { queryClient } from './query-client.ts';
import { storeToken, useSession } from '../session/session.ts';

let http: Server;
let live: WebSocketServer;
let sockets: Socket[] = [];
let first: string[] = [];
let stop = (): void => undefined;

beforeEach(async () => {
  sockets = [];
  first = [];
  http = createServer();
  live = new WebSocketServer({ server: http, path: '/apis/live' });
  live.on('connection', (socket) => {
    sockets.push(socket);
    socket.once('message', (data: Buffer) => {
      first.push(data.toString('utf8'));
      socket.send(JSON.stringify({ type: 'ready' }));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  goTo(`http://127.0.0.1:${(http.address() as AddressInfo).port}/home`);
  storeToken('T1');
});

afterEach(async () => {
  stop();
  cleanup();
  vi.restoreAllMocks();
  useSession.setState({ token: null });
  for (const socket of sockets) socket.terminate();
  live.close();
  await new Promise((resolve) => http.close(resolve));
});

const connected = (count: number) => vi.waitFor(() => expect(first).toHaveLength(count), { timeout: 5000 });
const tell = (frame: LiveFrame) => sockets.at(-1)?.send(JSON.stringify(frame));

test('the first frame is the token; a frame makes the answers of its domain stale and reaches its listeners', async () => {
  const stale = vi.spyOn(queryClient, 'invalidateQueries');
  const heard: LiveFrame[] = [];
  function Listener() {
    useLive('task', (frame) => heard.push(frame));
    return null;
  }
  render(<Listener />);
  stop = startLive();
  await connected(1);
  expect(first).toEqual(['{"token":"T1"}']);
  tell({ type: 'task.changed', id: 7 });
  tell({ type: 'taskless.changed', id: 8 });
  sockets.at(-1)?.send('no json');
  tell({ type: 'notice.added' });
  await vi.waitFor(() => expect(stale).toHaveBeenCalledWith({ queryKey: ['notice'] }));
  expect(stale).toHaveBeenCalledWith({ queryKey: ['task'] });
  expect(heard).toEqual([{ type: 'task.changed', id: 7 }]);
});

test('a burst of 200 frames asks its domain twice: at once and for the changes after that; other domains do not wait', async () => {
  stop = startLive();
  await connected(1);
  const stale = vi.spyOn(queryClient, 'invalidateQueries');
  const asked = (domain: string) => stale.mock.calls.filter(([filters]) => filters?.queryKey?.[0] === domain).length;
  for (let n = 0; n < 200; n += 1) tell({ type: 'burst.changed', id: n });
  tell({ type: 'other.changed' });
  await vi.waitFor(() => expect(asked('other')).toBe(1));
  expect(asked('burst')).toBe(1);
  await vi.waitFor(() => expect(asked('burst')).toBe(2), { timeout: 5000 });
});

test('a connection that breaks comes back by itself, and everything is asked again', async () => {
  const stale = vi.spyOn(queryClient, 'invalidateQueries');
  stop = startLive();
  await connected(1);
  expect(stale).not.toHaveBeenCalled();
  sockets[0]?.terminate();
  await connected(2);
  await vi.waitFor(() => expect(stale).toHaveBeenCalledWith());
});

test('a line that is back is used at once, in place of a connection that only looks open, and everything is asked again', async () => {
  const stale = vi.spyOn(queryClient, 'invalidateQueries');
  stop = startLive();
  await connected(1);
  window.dispatchEvent(new Event('online'));
  await connected(2);
  await vi.waitFor(() => expect(stale).toHaveBeenCalledTimes(1));
  expect(stale).toHaveBeenCalledWith();
  sockets[1]?.terminate();
  await new Promise((resolve) => setTimeout(resolve, 100)); // the client waits for its retry when the network comes back
  window.dispatchEvent(new Event('online'));
  await connected(3);
  await vi.waitFor(() => expect(stale).toHaveBeenCalledTimes(2));
  await new Promise((resolve) => setTimeout(resolve, 1300));
  expect(first).toHaveLength(3);
});

test('a server that had no time to look at the token is tried again', async () => {
  stop = startLive();
  await connected(1);
  sockets[0]?.close(1013, 'not signed in in time');
  await connected(2);
});

test('a session that ended is not tried again', async () => {
  stop = startLive();
  await connected(1);
  sockets[0]?.close(4401, 'session ended');
  await new Promise((resolve) => setTimeout(resolve, 1300));
  expect(first).toHaveLength(1);
});

test('nothing is opened without a token', async () => {
  act(() => useSession.setState({ token: null }));
  stop = startLive();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(sockets).toHaveLength(0);
});
