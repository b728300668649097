import { expect, test } from 'vitest';
import { isKeyOf, matchText } from './match.ts';

const marked = (text: string, word: string, syllables = ''): string | null => {
  const match = matchText(text, word, syllables);
  if (match === null) return null;
  let shown = '';
  let at = 0;
  for (const [from, to] of match.spans) {
    shown += `${text.slice(at, from)}[${text.slice(from, to)}]`;
    at = to;
  }
  return shown + text.slice(at);
};
const score = (text: string, word: string, syllables = '') => matchText(text, word, syllables)?.score ?? 0;

test.each([
  ['滨江图书馆', '图书', '', '滨江[图书]馆'],
  ['Third floor plan', 'PLAN', '', 'Third floor [plan]'],
  ['滨江图书馆 结构图', '结构 滨江', '', '[滨江]图书馆 [结构]图'],
  ['aab', 'aa ab', '', '[aab]'],
  ['项目概况', 'xmgk', 'xiang mu gai kuang', '[项目概况]'],
  ['项目概况', 'gk', 'xiang mu gai kuang', '项目[概况]'],
  ['项目概况', 'xiangm', 'xiang mu gai kuang', '[项目]概况'],
  ['语言：English', 'yy', 'yu yan', '[语言]：English'],
  // The reader's text is English, so no letter is marked.
  ['Staff', 'yg', 'yuan gong', 'Staff'],
])('%s is found by %s', (text, word, syllables, shown) => {
  expect(marked(text, word, syllables)).toBe(shown);
});

test.each([
  ['滨江图书馆', '结构', ''],
  ['滨江图书馆', '图书 结构', ''],
  ['项目', 'xg', 'xiang mu'],
  ['项目', 'xmg', 'xiang mu'],
  ['项目', '', ''],
])('%s is not found by %j', (text, word, syllables) => {
  expect(matchText(text, word, syllables)).toBeNull();
});

test('a syllable that begins like the next one is read both ways', () => {
  expect(marked('西安案', 'xian', 'xi an an')).toBe('[西安]案');
  expect(marked('西安案', 'xaa', 'xi an an')).toBe('[西安案]');
});

test('the whole name is better than its beginning, a beginning better than a part', () => {
  const scores = [
    score('员工', '员工'),
    score('员工宿舍', '员工'),
    score('员工', 'yg', 'yuan gong'),
    score('员工宿舍', 'yg', 'yuan gong su she'),
    score('Third floor', 'floor'),
    score('全体员工', '员工'),
    score('全体员工', 'yg', 'quan ti yuan gong'),
  ];
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(new Set(scores).size).toBe(scores.length);
  expect(score('Block A', 'block a')).toBe(score('员工', '员工'));
});

test('a key is named with or without its space', () => {
  expect([isKeyOf('g t', 'gt'), isKeyOf('g t', 'G T'), isKeyOf('g t', 'g'), isKeyOf(undefined, '')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
