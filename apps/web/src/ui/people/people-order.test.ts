import { expect, test } from 'vitest';
import { byNearness, matches } from './people-order.ts';
import type { PersonOption } from './people-picker.tsx';

const person = (id: number, name: string, initials: string, pinyin: string, isMember = false): PersonOption => ({
  id,
  name,
  words: `${pinyin} ${initials}`,
  exactly: [pinyin, initials],
  isMember,
});
const PEOPLE = [
  person(1, '系统管理员', 'xtgly', 'xitongguanliyuan'),
  person(2, '程文博', 'cwb', 'chengwenbo', true),
  person(3, '陈伟', 'cw', 'chenwei'),
  person(4, '陈伟明', 'cwm', 'chenweiming'),
  person(5, '李娜', 'ln', 'lina'),
];
const found = (word: string, me?: number): string[] =>
  PEOPLE.filter((one) => matches(one, word))
    .toSorted(byNearness(word, me))
    .map(({ name }) => name);

test.each([
  ['cw', '陈伟'],
  ['CW ', '陈伟'],
  ['cwb', '程文博'],
  ['陈伟', '陈伟'],
  ['chenwei', '陈伟'],
  ['chenweim', '陈伟明'],
])('%s finds %s first', (word, name) => {
  expect(found(word, 4)[0]).toBe(name);
});

test('exact initials or name come first, then the user, then members of the project, then everybody else', () => {
  expect(found('cw', 4)).toEqual(['陈伟', '陈伟明', '程文博']);
  expect(found('c', 4)).toEqual(['陈伟明', '程文博', '陈伟']);
  expect(found('c')).toEqual(['程文博', '陈伟', '陈伟明']);
});

test('without a word the user comes first, then members, and the others keep their order', () => {
  expect(found('', 5)).toEqual(['李娜', '程文博', '系统管理员', '陈伟', '陈伟明']);
});
