import { afterAll, beforeAll, expect, it } from 'vitest';
import { loseAnswers } from '../../testing/lost-answers.ts';
import { startTwo, type TwoServers } from '../../testing/servers/start-two.ts';

/* The short form of repeats.faults.ts. */
const N = 12;
let two: TwoServers;
beforeAll(async () => {
  two = await startTwo();
}, 90_000);
afterAll(() => two?.stop(), 60_000);

it('[R01] changes whose answers are lost and repeated on another server exist once', async () => {
  const { cut, codes, tasks, passes, logged } = await loseAnswers(two, N);
  const once = Array.from({ length: N }, () => 1);
  expect({ cut, tasks, passes, logged }).toEqual({ cut: 2 * N, tasks: once, passes: once, logged: 2 * N });
  expect(codes).toEqual(Array.from({ length: 2 * N }, () => 0));
}, 60_000);
