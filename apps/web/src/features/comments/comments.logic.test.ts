import { expect, test } from 'vitest';
import { mentionAt, mentionedIn, partsOf, withMention } from './comments.logic.ts';

const PEOPLE = [
  { id: 1, name: '张三' },
  { id: 2, name: '张三丰' },
  { id: 3, name: 'John Smith' },
];

test('a mention is the longest name that fits', () => {
  expect(partsOf('请@张三丰看，@John Smith也看', PEOPLE)).toEqual([
    { text: '请', mention: false },
    { text: '@张三丰', mention: true },
    { text: '看，', mention: false },
    { text: '@John Smith', mention: true },
    { text: '也看', mention: false },
  ]);
  expect(mentionedIn('@张三丰 你好', PEOPLE)).toEqual([2]);
  expect(mentionedIn('@张三 @张三丰', PEOPLE)).toEqual([1, 2]);
  expect(mentionedIn('张三', PEOPLE)).toEqual([]);
});

test.each([
  ['@', 1, { from: 0, word: '' }],
  ['请@zs', 4, { from: 1, word: 'zs' }],
  ['请 @张', 4, { from: 2, word: '张' }],
  ['a@b.cn', 6, null],
  ['@张三 好', 5, null],
  ['没有', 2, null],
])('the caret in %j at %i is in %j', (text, caret, found) => {
  expect(mentionAt(text, caret)).toEqual(found);
});

test('a chosen name replaces the typed word', () => {
  expect(withMention('请@zs 看', { from: 1, word: 'zs' }, '张三')).toEqual({ text: '请@张三 看', caret: 5 });
  expect(withMention('@', { from: 0, word: '' }, '张三')).toEqual({ text: '@张三 ', caret: 4 });
});
