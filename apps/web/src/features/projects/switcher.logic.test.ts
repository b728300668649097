import { expect, test } from 'vitest';
import { switchGroups } from './switcher.logic.ts';

const project = (id: number) => ({ id, name: `项目${id}` });
const answer = (...ids: number[]) => ids.map((id) => ({ ...project(id), item_number: `2026-${id}` }));
const idsOf = (groups: ReturnType<typeof switchGroups>) =>
  groups.map(({ key, rows }) => [key, rows.map(({ id }) => id)]);

test('without a word the recent projects come first, filled up to eight rows, without the open one', () => {
  const recent = [1, 2, 3].map(project);
  expect(idsOf(switchGroups({ word: ' ', recent, answer: undefined, currentId: 1 }))).toEqual([['recent', [2, 3]]]);
  const groups = switchGroups({ word: '', recent, answer: answer(9, 3, 1, 8, 7, 6, 5, 4, 10), currentId: 1 });
  expect(idsOf(groups)).toEqual([
    ['recent', [2, 3]],
    ['others', [9, 8, 7, 6, 5, 4]],
  ]);
  const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(project);
  expect(idsOf(switchGroups({ word: '', recent: nine, answer: answer(20), currentId: 1 }))).toEqual([
    ['recent', [2, 3, 4, 5, 6, 7, 8, 9]],
  ]);
});

test('non-projects have a group of their own, also those opened recently', () => {
  const nonProjects = [11, 12].map((id) => ({ ...project(id), number: `F2026-${id}` }));
  const recent = [11, 2].map(project);
  expect(idsOf(switchGroups({ word: '', recent, answer: answer(3), nonProjects, currentId: 12 }))).toEqual([
    ['recent', [2]],
    ['others', [3]],
    ['nonProjects', [11]],
  ]);
  expect(idsOf(switchGroups({ word: '项目', recent, answer: [], nonProjects, currentId: 12 }))).toEqual([
    ['recent', [2]],
    ['nonProjects', [11, 12]],
  ]);
});

test('with a word the recent projects of that name come first, then what the server found, each once', () => {
  const recent = [project(1), { id: 2, name: 'Riverside Library' }];
  const groups = switchGroups({ word: 'RIVER', recent, answer: answer(3, 2), currentId: 1 });
  expect(idsOf(groups)).toEqual([
    ['recent', [2]],
    ['found', [3]],
  ]);
  expect(switchGroups({ word: 'x', recent, answer: [], currentId: 1 })).toEqual([]);
});
