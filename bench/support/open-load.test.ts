import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openLoad, percentile, type Planned } from './open-load.ts';

const get = (kind: string, path: string): Planned => ({ kind, path, token: 'x' });

it('starts a call at its time even when no earlier call is answered, and measures from that time', async () => {
  const waiting: (() => void)[] = [];
  const server = createServer((_request, response) => {
    waiting.push(() => response.end('{"code":0,"data":null}'));
    if (waiting.length === 20) for (const answer of waiting) answer();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const { byKind, failed } = await openLoad(address, [get('a', '/a'), get('b', '/b')], {
    perSecond: 100,
    seconds: 0.2,
  });

  expect(failed).toBe(0);
  const [first, second] = [byKind.get('a') ?? [], byKind.get('b') ?? []];
  expect([first.length, second.length]).toEqual([10, 10]);
  // The first call waited for the twentieth, 190 ms later.
  expect(percentile(first, 1)).toBeGreaterThanOrEqual(185);
});

it('counts a refusal as failed', async () => {
  const server = createServer((_request, response) => void response.end('{"code":1005}')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { failed } = await openLoad(address, [get('a', '/a')], { perSecond: 100, seconds: 0.05 });
  expect(failed).toBe(5);
});

it('takes percentiles of unsorted samples', () => {
  expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
  expect(percentile([5, 1, 4, 2, 3], 0.95)).toBe(5);
  expect(percentile([], 0.5)).toBeNaN();
});
