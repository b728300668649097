import { expect, it } from 'vitest';
import { timelineOf } from './tasks.timeline.ts';

const at = (ms: number) => new Date(1_763_000_000_000 + ms);
const own = (id: number, action: string, ms: number) => ({ id, action, at: at(ms) });
const review = (id: number, ms: number) => ({ id, at_ms: at(ms).getTime() });

it.each([
  ['handing in stands before the review it begins', [own(7, 'submit', 0)], [review(2, 0)], ['t7', 'p2']],
  ['the last pass stands before what it means', [own(8, 'reviewPassed', 0)], [review(3, 0)], ['p3', 't8']],
  ['so does a return', [own(8, 'reviewReturned', 5)], [review(3, 5)], ['p3', 't8']],
  ['one history keeps the order of its ids', [own(3, 'start', 0), own(2, 'publish', 0)], [], ['t2', 't3']],
  ['milliseconds count, not seconds', [own(1, 'pause', 900)], [review(9, 100)], ['p9', 't1']],
  ['a task without a review', [own(1, 'add', 0), own(2, 'publish', 1)], [], ['t1', 't2']],
])('%s', (_name, task, process, wanted) => {
  expect(timelineOf(task, process)).toEqual(wanted);
});
