import { expect, test } from 'vitest';
import { nextPiece } from './home.logic.ts';

test.each([
  ['everything is shown', { shown: 50, total: 50, wanted: 50 }, null],
  ['there is more', { shown: 50, total: 120, wanted: 50 }, 100],
  ['the next piece is on its way', { shown: 50, total: 120, wanted: 100 }, 150],
  ['as much is shown as is ever given', { shown: 1000, total: 1001, wanted: 1000 }, null],
])('%s', (_name, list, next) => {
  expect(nextPiece(list)).toBe(next);
});
