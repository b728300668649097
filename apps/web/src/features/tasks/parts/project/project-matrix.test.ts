import { describe, expect, test } from 'vitest';
import type { StatisticsCell } from '@prdm/contract/tasks/statistics';
import { listPath } from './project-links.ts';
import { matrixOf, stateOf } from './project-matrix.logic.ts';

const stages = [
  { id: 1, name: '方案设计', current: false },
  { id: 2, name: '初步设计', current: true },
  { id: 3, name: '施工图设计', current: false },
];
const arch = { id: 11, name: '建筑' };
const struct = { id: 12, name: '结构' };
const gone = { id: 19, name: '人防' };
const cell = (stage: number, profession: typeof arch | null, more: Partial<StatisticsCell> = {}): StatisticsCell => ({
  stage: { id: stage, name: stages.find(({ id }) => id === stage)?.name ?? '旧阶段' },
  profession,
  total: 4,
  finished: 1,
  under_review: 1,
  overdue: 1,
  ...more,
});

describe('professions by stages', () => {
  test('every participating profession has a row, every stage with tasks and the present one a column', () => {
    const { stages: shown, rows } = matrixOf([cell(1, arch)], stages, [struct, arch]);
    expect(shown.map(({ id }) => id)).toEqual([1, 2]);
    expect(rows.map(({ profession }) => profession?.name)).toEqual(['结构', '建筑']);
    expect(rows[0]).toMatchObject({ cells: [null, null], all: { total: 0 } });
    expect(rows[1]?.cells).toEqual([cell(1, arch), null]);
  });

  test('nothing that was counted is left out: other stages and professions, tasks of none last', () => {
    const cells = [cell(9, arch), cell(1, null), cell(1, gone, { total: 5, finished: 5 }), cell(1, arch)];
    const { stages: shown, rows } = matrixOf(cells, stages, [arch]);
    expect(shown.map(({ id }) => id)).toEqual([1, 2, 9]);
    expect(rows.map(({ profession }) => profession?.name ?? null)).toEqual(['建筑', '人防', null]);
    expect(rows.map(({ all }) => all.total)).toEqual([8, 5, 4]);
    const sum = rows.flatMap((row) => row.cells).reduce((all, one) => all + (one?.total ?? 0), 0);
    expect(sum).toBe(cells.reduce((all, { total }) => all + total, 0));
    expect(rows[0]?.all).toEqual({ total: 8, finished: 2, under_review: 2, overdue: 2 });
  });

  test('a cell is a word only where all of its tasks are in one state and none is late', () => {
    const of = (total: number, finished: number, under_review: number, overdue = 0) =>
      stateOf({ total, finished, under_review, overdue });
    expect(of(3, 3, 0)).toBe('finished');
    expect(of(3, 0, 3)).toBe('under_review');
    expect(of(3, 0, 3, 1)).toBeNull();
    expect(of(3, 2, 1)).toBeNull();
  });
});

test('a way into the list names the project and what the list is narrowed by', () => {
  expect(listPath(7)).toBe('/file/task/index?project_id=7');
  expect(listPath(7, { stage_id: 2, profession_id: 11 })).toBe(
    '/file/task/index?project_id=7&stage_id=2&profession_id=11',
  );
  expect(listPath(7, { status: 'finished', profession_id: undefined })).toBe(
    '/file/task/index?project_id=7&status=finished',
  );
});
