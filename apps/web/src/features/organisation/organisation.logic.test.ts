import { describe, expect, test } from 'vitest';
import type { Department, StaffRow } from '@prdm/contract/organisation';
import {
  branchOf,
  departmentOptions,
  heightOf,
  idsAbove,
  inTreeOrder,
  memberOptions,
  namesAbove,
  narrowed,
  staffOptions,
  type StaffTree,
  unfolded,
  whyNotDisabled,
  withChosen,
} from './organisation.logic.ts';

const place = (id: number, parent_id: number | null, name: string, level: number) => ({ id, parent_id, name, level });
const firm = [
  place(1, null, '设计院', 1),
  place(2, null, '经营部', 1),
  place(3, 1, '建筑一所', 2),
  place(4, 1, '结构所', 2),
  place(5, 3, '方案组', 3),
];

describe('the tree of departments', () => {
  test('every department stands right behind its parent', () => {
    expect(inTreeOrder(firm).map(({ id }) => id)).toEqual([1, 3, 5, 4, 2]);
  });

  test('a department without its parent in the list becomes a top entry', () => {
    expect(inTreeOrder([place(9, 7, '孤立部门', 2), place(1, null, '设计院', 1)]).map(({ id }) => id)).toEqual([9, 1]);
  });

  test('the way up and the branch below', () => {
    expect(idsAbove(firm, 5)).toEqual([3, 1]);
    expect([...branchOf(firm, 1)].toSorted()).toEqual([1, 3, 4, 5]);
  });

  test('nothing below a folded department shows', () => {
    expect(unfolded(firm, new Set([3])).map(({ id }) => id)).toEqual([1, 3, 4, 2]);
    expect(unfolded(firm, new Set([1])).map(({ id }) => id)).toEqual([1, 2]);
  });

  test('a match keeps what is above it', () => {
    expect(narrowed(firm, ' 方案 ').map(({ id }) => id)).toEqual([1, 3, 5]);
    expect(narrowed(firm, '不存在')).toEqual([]);
    expect(narrowed(firm, '')).toHaveLength(5);
  });

  test('a department is offered neither below itself nor below the deepest level', () => {
    expect(departmentOptions(firm, { without: 3 }).map(({ value }) => value)).toEqual([1, 4, 2]);
    expect(departmentOptions(firm, { deepest: 2 }).find(({ value }) => value === 5)?.disabled).toBe(true);
    expect(departmentOptions(firm).find(({ value }) => value === 5)?.path).toBe('设计院 / 建筑一所 / 方案组');
  });

  test('height counts the department itself', () => {
    const full = firm as unknown as Department[];
    expect(heightOf(full, 1)).toBe(3);
    expect(heightOf(full, 2)).toBe(1);
  });
});

describe('people in pickers', () => {
  const tree: StaffTree = {
    departments: firm,
    people: [
      {
        id: 11,
        name: '单晓东',
        thumb: '',
        pinyin: 'shanxiaodong',
        initials: 'sxd',
        department_id: 3,
        position_name: '',
        profession_id: null,
      },
    ],
  };
  const member = {
    user_id: 11,
    name: '单晓东',
    thumb: '',
    account: 'shan',
    department_name: '建筑一所',
    position_name: '建筑师',
    status: 'disabled' as const,
    is_manager: false,
    roles: [],
    joined_at: '2026-01-01 08:00:00',
    firm: '',
    ends_on: null,
    version: 1,
  };

  test('staff is found by pinyin and initials, and the department separates equal names', () => {
    expect(staffOptions(tree)).toEqual([
      {
        id: 11,
        name: '单晓东',
        thumb: '',
        hint: '建筑一所',
        words: 'shanxiaodong sxd',
        exactly: ['shanxiaodong', 'sxd'],
        isMember: false,
      },
    ]);
    expect(staffOptions(tree, new Set([11]))).toMatchObject([{ id: 11, isMember: true }]);
  });

  test('a disabled member is shown and cannot be chosen', () => {
    const [option] = memberOptions([member], tree);
    expect(option).toMatchObject({ id: 11, disabled: true, words: 'shan shanxiaodong sxd' });
  });

  test('a chosen person can be removed, even one who cannot be chosen now', () => {
    const options = memberOptions([member], tree);
    expect(withChosen(options, [{ id: 11, name: '单晓东' }])).toMatchObject([{ id: 11, disabled: false }]);
    expect(withChosen(options, [])).toMatchObject([{ id: 11, disabled: true }]);
  });

  test('a chosen person is kept without a duplicate', () => {
    const left = { id: 12, name: '已离职' };
    expect(withChosen(staffOptions(tree), [left, { id: 11, name: '单晓东' }]).map(({ id }) => id)).toEqual([11, 12]);
  });
});

test('why somebody may not be disabled: oneself, the last superAdmin, more rights', () => {
  const person = (id: number, disable: boolean, can_give = true) =>
    ({ id, can: { disable }, roles: [{ id: 4, key: null, name: '院长', can_give }] }) as StaffRow;
  const me = { id: 1 };
  expect(whyNotDisabled(person(2, true), me)).toBeNull();
  expect(whyNotDisabled(person(1, false), me)).toBe('oneself');
  expect(whyNotDisabled(person(2, false), me)).toBe('last');
  expect(whyNotDisabled(person(2, false, false), me)).toBe('above');
  expect(namesAbove(person(2, false, false))).toEqual(['院长']);
  expect(namesAbove(person(2, false))).toEqual([]);
});
