import { expect, it } from 'vitest';
import type { ProcessAction } from '@prdm/contract/processes/kinds';
import { timelineOf } from './timeline.ts';

const at = (ms: number) => new Date(1_763_000_000_000 + ms);
const own = (id: number, action: string, ms: number) => ({ id, action, at: at(ms) });
const review = (id: number, action: ProcessAction, ms: number) => ({ id, action, at_ms: at(ms).getTime() });

it.each([
  ['the last pass comes before its effect', [own(8, 'reviewPassed', 0)], [review(3, 'pass', 0)], ['p3', 't8']],
  ['one history keeps the order of its ids', [own(3, 'start', 0), own(2, 'publish', 0)], [], ['t2', 't3']],
  ['milliseconds count, not seconds', [own(1, 'pause', 900)], [review(9, 'pass', 100)], ['p9', 't1']],
  ['a task without a review', [own(1, 'add', 0), own(2, 'publish', 1)], [], ['t1', 't2']],
  ['a submission has one entry', [own(7, 'submit', 0)], [review(2, 'start', 3)], ['t7']],
  ['a repeated submission has one entry', [own(7, 'submit', 0)], [review(2, 'republish', 3)], ['t7']],
  ['a failed review shows the entry of the review', [own(8, 'reviewReturned', 5)], [review(3, 'not_pass', 3)], ['p3']],
  ['a withdrawal shows the entry of the review', [own(8, 'reviewReturned', 5)], [review(3, 'withdraw', 3)], ['p3']],
  ['a return to an earlier stage has no entry of the task', [], [review(3, 'not_pass', 3)], ['p3']],
  ['an unreadable review shows the entry of the task', [own(8, 'reviewReturned', 5)], [], ['t8']],
  [
    'a pause and a resumption have one entry each',
    [own(1, 'pause', 0), own(2, 'republish', 9)],
    [review(1, 'pause', 1), review(2, 'resume', 10)],
    ['t1', 't2'],
  ],
  [
    'a rejection during the review shows the entry of the task',
    [own(1, 'reject', 0)],
    [review(1, 'cancel', 1)],
    ['t1'],
  ],
])('%s', (_name, task, process, wanted) => {
  expect(timelineOf(task, process)).toEqual(wanted);
});
