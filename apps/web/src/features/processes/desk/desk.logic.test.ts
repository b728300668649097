import { expect, test } from 'vitest';
import { nextAfter, stepFrom } from './desk.logic.ts';

const rows = [1, 2, 3].map((process_id) => ({ process_id, project_archived: process_id === 2 }));
const idAfter = (decided: number) => nextAfter(rows, decided)?.process_id ?? null;

test('after a decision the review below opens, after the last one the review above', () => {
  expect([1, 3].map(idAfter)).toEqual([3, 1]);
  expect(nextAfter(rows.slice(0, 1), 1)).toBeNull();
  expect(nextAfter([], 1)).toBeNull();
});

test('a review that came by a link and is in no list leads to the first one', () => {
  expect(idAfter(99)).toBe(1);
});

test('a step stays in the list, and starts where the vanished row stood', () => {
  expect([stepFrom(0, 1, 3, 0), stepFrom(2, 1, 3, 2), stepFrom(0, -1, 3, 0)]).toEqual([1, 2, 0]);
  expect([stepFrom(-1, 1, 3, 1), stepFrom(-1, 1, 3, 7), stepFrom(-1, -1, 3, -1), stepFrom(-1, 1, 0, 0)]).toEqual([
    1, 2, 0, -1,
  ]);
});
