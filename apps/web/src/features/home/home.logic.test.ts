import { expect, test } from 'vitest';
import { workMatching } from './home.logic.ts';

const work = {
  reviews: [{ id: 1, name: '首层平面图', project_name: '滨江一期' }],
  today: [{ id: 2, title: '核心筒详图', project_name: '滨江一期' }],
  waiting: [{ id: 3, title: 'Stair details', project_name: 'Harbour' }],
  projects: [{ id: 4, name: '滨江一期' }],
};

const idsFor = (word: string): number[] => {
  const { reviews, today, waiting, projects } = workMatching(work, word);
  return [...reviews, ...today, ...waiting, ...projects].map(({ id }) => id);
};

test('work is found by its own name and by its project, whatever the capitals', () => {
  expect(idsFor('')).toEqual([1, 2, 3, 4]);
  expect(idsFor(' 滨江 ')).toEqual([1, 2, 4]);
  expect(idsFor('核心筒')).toEqual([2]);
  expect(idsFor('STAIR')).toEqual([3]);
  expect(idsFor('nothing')).toEqual([]);
});
