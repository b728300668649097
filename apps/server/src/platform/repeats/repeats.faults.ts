import { afterAll, beforeAll, expect, it } from 'vitest';
import { loseAnswers } from '../../testing/lost-answers.ts';
import { startTwo, type TwoServers } from '../../testing/servers/start-two.ts';

/* 200 creations and 200 approvals lose their answers after the commit. The client repeats them on two servers. */
const N = 200;
let two: TwoServers;
beforeAll(async () => {
  two = await startTwo();
}, 90_000);
afterAll(() => two?.stop(), 60_000);

it('[R01] exist exactly once each', async () => {
  const { cut, codes, tasks, passes, logged, seconds } = await loseAnswers(two, N);
  const once = Array.from({ length: N }, () => 1);
  expect({ cut, tasks, passes, logged }).toEqual({ cut: 2 * N, tasks: once, passes: once, logged: 2 * N });
  expect(codes).toEqual(Array.from({ length: 2 * N }, () => 0));
  process.stdout.write(`${cut} answers lost and repeated in ${seconds.toFixed(1)} s\n`);
}, 120_000);
