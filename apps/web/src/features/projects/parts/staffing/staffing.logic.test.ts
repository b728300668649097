import { expect, test } from 'vitest';
import type { Staffing } from '@prdm/contract/projects/staffing';
import {
  afterClash,
  beside,
  cellsOnWire,
  keyOf,
  peopleIn,
  shownRoles,
  staleIn,
  withPeople,
  type Changes,
} from './staffing.logic.ts';

const STAFFING: Staffing = {
  professions: [{ id: 1, name: '建筑' }],
  roles: [
    { id: 11, key: 'coordinator', name: '项目协调人' },
    { id: 12, key: 'designer', name: '设计人' },
    { id: 13, key: 'professional_leader', name: '专业负责人' },
    { id: 14, key: null, name: '驻场' },
  ],
  cells: [
    { profession_id: 1, role_id: 12, user_ids: [5, 6] },
    { profession_id: null, role_id: 11, user_ids: [7] },
  ],
  people: [],
  version: 1,
};
const ARCH = { professionId: 1, roleId: 12 };
const NONE: Changes = new Map();

test('the matrix shows the roles of production first, then held ones, then all', () => {
  expect(shownRoles(STAFFING, false).map(({ id }) => id)).toEqual([13, 12, 11]);
  expect(shownRoles(STAFFING, true).map(({ id }) => id)).toEqual([13, 12, 11, 14]);
});

test('a cell keeps the people of its first change as before, and is no change when they are back', () => {
  const one = withPeople(STAFFING, NONE, ARCH, [5, 6, 8]);
  const meanwhile = { ...STAFFING, cells: [{ profession_id: 1, role_id: 12, user_ids: [9] }] };
  const two = withPeople(meanwhile, one, ARCH, [8]);
  expect(peopleIn(meanwhile, two, ARCH)).toEqual([8]);
  expect(cellsOnWire(two)).toEqual([{ profession_id: 1, role_id: 12, before: [5, 6], user_ids: [8] }]);
  expect(withPeople(STAFFING, two, ARCH, [6, 5]).size).toBe(0);
});

test('a cell of every discipline has no discipline on the wire', () => {
  const changes = withPeople(STAFFING, NONE, { professionId: null, roleId: 11 }, []);
  expect(cellsOnWire(changes)).toEqual([{ role_id: 11, before: [7], user_ids: [] }]);
});

test('a refused cell takes the present people as before and keeps the wanted ones', () => {
  const changes = withPeople(STAFFING, NONE, ARCH, [8]);
  const stale = staleIn({ cells: [{ profession_id: 1, role_id: 12, user_ids: [9] }] });
  expect(afterClash(changes, stale).get(keyOf(ARCH))).toEqual({ before: [9], userIds: [8], clashed: true });
  expect(staleIn(null)).toEqual([]);
});

test('the arrow keys stay inside the matrix', () => {
  expect(beside([0, 0], 'ArrowUp', 2, 3)).toEqual([0, 0]);
  expect(beside([0, 2], 'ArrowRight', 2, 3)).toEqual([0, 2]);
  expect(beside([0, 1], 'ArrowDown', 2, 3)).toEqual([1, 1]);
  expect(beside([0, 1], 'Enter', 2, 3)).toBeNull();
});
