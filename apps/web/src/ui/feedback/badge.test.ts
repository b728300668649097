import { expect, test } from 'vitest';
import { badgeText } from './badge.ts';

test('a badge shows 99 as it is and never a number above', () => {
  expect([1, 99, 100, 120, 5000].map(badgeText)).toEqual(['1', '99', '99+', '99+', '99+']);
});
