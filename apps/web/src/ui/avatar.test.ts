import { expect, test } from 'vitest';
import { initialsOf, toneOf } from './avatar.tsx';

test.each([
  ['张三', '张三'],
  ['欧阳修远', '修远'],
  ['李四（外聘）', '外聘'],
  ['John Smith', 'JS'],
  ['anna', 'AN'],
  ['', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('one person has one tone, and neighbours differ', () => {
  expect(toneOf(7)).toBe(toneOf(7));
  expect(new Set(Array.from({ length: 64 }, (_, id) => toneOf(id))).size).toBe(8);
});
