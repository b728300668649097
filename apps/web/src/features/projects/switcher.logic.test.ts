import { afterEach, expect, test } from 'vitest';
import { dropRecentProject, recentProjects, rememberProject } from './recent-projects.ts';
import { switchGroups } from './switcher.logic.ts';

afterEach(() => localStorage.clear());

const project = (id: number) => ({ id, name: `项目${id}` });
const answer = (...ids: number[]) => ids.map((id) => ({ ...project(id), item_number: `2026-${id}` }));
const idsOf = (groups: ReturnType<typeof switchGroups>) =>
  groups.map(({ key, rows }) => [key, rows.map(({ id }) => id)]);

test('the last opened project comes first, once, and nine are stored', () => {
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 4]) rememberProject(5, project(id));
  expect(recentProjects(5).map(({ id }) => id)).toEqual([4, 10, 9, 8, 7, 6, 5, 3, 2]);
});

test('each person has recent projects of their own, and a new name replaces the old one', () => {
  rememberProject(5, project(1));
  rememberProject(6, project(2));
  rememberProject(5, { id: 1, name: '新名称' });
  expect(recentProjects(5)).toEqual([{ id: 1, name: '新名称' }]);
  expect(recentProjects(6)).toEqual([project(2)]);
});

test('a refused project is dropped, and a damaged store counts as empty', () => {
  for (const id of [1, 2]) rememberProject(5, project(id));
  dropRecentProject(5, 2);
  expect(recentProjects(5)).toEqual([project(1)]);
  for (const text of ['', '{', '7', 'null', '{"id":1}', '[1,null,{"id":"x","name":"y"},{"id":3,"name":""}]']) {
    localStorage.setItem('projects.recent.5', text);
    expect(recentProjects(5), text).toEqual([]);
  }
});

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

test('with a word the recent projects of that name come first, then what the server found, each once', () => {
  const recent = [project(1), { id: 2, name: 'Riverside Library' }];
  const groups = switchGroups({ word: 'RIVER', recent, answer: answer(3, 2), currentId: 1 });
  expect(idsOf(groups)).toEqual([
    ['recent', [2]],
    ['found', [3]],
  ]);
  expect(switchGroups({ word: 'x', recent, answer: [], currentId: 1 })).toEqual([]);
});
