import { expect, test } from 'vitest';
import { initialsOf, toneOf } from './avatar.tsx';

test.each([
  ['张三', '三', '张三'],
  ['欧阳修远', '远', '修远'],
  ['李四（外聘）', '四', '李四'],
  ['系统管理员', '系', '系统'],
  ['John Smith', 'J', 'JS'],
  ['anna', 'A', 'AN'],
  ['（外聘）', '聘', '外聘'],
  ['', '', ''],
])('the name %s shows as %s in a small circle, as %s in a big one', (name, small, big) => {
  expect([initialsOf(name, 1), initialsOf(name, 2)]).toEqual([small, big]);
});

test('one person has one tone, and ids use all tones', () => {
  expect(toneOf(7)).toBe(toneOf(7));
  expect(new Set(Array.from({ length: 64 }, (_, id) => toneOf(id))).size).toBe(8);
});
