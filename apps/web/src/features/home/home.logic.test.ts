import { expect, test } from 'vitest';
import { nextPiece, reviewsMatching } from './home.logic.ts';

test('reviews are found by their own name and by their project, whatever the capitals', () => {
  const reviews = [
    { id: 1, name: '首层平面图', project_name: '滨江一期' },
    { id: 2, name: 'Stair details', project_name: 'Harbour' },
  ];
  const idsFor = (word: string) => reviewsMatching(reviews, word).map(({ id }) => id);
  expect(idsFor('')).toEqual([1, 2]);
  expect(idsFor('滨江')).toEqual([1]);
  expect(idsFor('STAIR')).toEqual([2]);
  expect(idsFor('nothing')).toEqual([]);
});

test.each([
  ['everything is shown', { shown: 50, total: 50, wanted: 50 }, null],
  ['there is more', { shown: 50, total: 120, wanted: 50 }, 100],
  ['the next piece is on its way', { shown: 50, total: 120, wanted: 100 }, 150],
  ['as much is shown as is ever given', { shown: 1000, total: 1001, wanted: 1000 }, null],
])('%s', (_name, list, next) => {
  expect(nextPiece(list)).toBe(next);
});
