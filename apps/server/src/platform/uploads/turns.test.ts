import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

/** The part of a request that Turns uses: it can be destroyed and emits an event. */
class Request extends EventEmitter {
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}
const request = () => new Request() as unknown as IncomingMessage & Request;

function counted() {
  let now = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    now += 1;
    most = Math.max(most, now);
    await wait(10);
    now -= 1;
  };
  return { work, most: () => most };
}

it('limits the parallel reads of one user and of all users, and every read gets its turn', async () => {
  const turns = new Turns({ ofOne: 2, inAll: 3, readMs: 10_000 });
  const one = counted();
  await Promise.all(Array.from({ length: 6 }, () => turns.read('a', request(), one.work)));
  expect(one.most()).toBe(2);
  const all = counted();
  await Promise.all(['a', 'b', 'c', 'a', 'b', 'c'].map((whose) => turns.read(whose, request(), all.work)));
  expect(all.most()).toBe(3);
});

it('a read that takes too long is destroyed, and a request that closed while waiting is not read', async () => {
  const turns = new Turns({ ofOne: 1, inAll: 1, readMs: 100 });
  const [slow, left] = [request(), request()];
  const ended = turns.read('a', slow, () => new Promise((resolve) => slow.once('close', () => resolve('closed'))));
  const refused = turns.read('a', left, () => Promise.reject(new Error('read after all')));
  left.destroy();
  await expect(ended).resolves.toBe('closed');
  await expect(refused).rejects.toMatchObject({ status: 400 });
});
