import { expect, test } from 'vitest';
import { listedSyllables, syllablesOf } from './pinyin.ts';

test('each Chinese character has one syllable, other signs have none', () => {
  expect(syllablesOf('项目概况')).toEqual(['xiang', 'mu', 'gai', 'kuang']);
  expect(syllablesOf('绿色 BIM 图2')).toEqual(['lv', 'se', 'tu']);
  expect(syllablesOf('English')).toEqual([]);
});

test('titles of pages and actions are listed, other texts are not', () => {
  const listed = listedSyllables();
  expect(listed['organisation.titles.staff']).toBe('yuan gong');
  expect(listed['palette.actions.newTask']).toBe('xin jian ren wu');
  expect(listed['help.manual.title']).toBe('shi yong shou ce');
  expect(listed['palette.placeholder']).toBeUndefined();
});
