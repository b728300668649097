import { describe, expect, test } from 'vitest';
import { add } from '@prdm/contract/projects';
import type { ProjectInfo, ProjectMember } from '@prdm/contract/projects';
import { fieldSchema } from '../../ui/form/rules.ts';
import { NEW_FIELDS } from './parts/sheet/sections.ts';
import {
  editableRoles,
  formOf,
  membersMatching,
  NEW_SHEET,
  openWorkIn,
  rolesOnWire,
  SHEET_FIELDS,
  sheetOf,
} from './projects.logic.ts';

describe('the sheet between form and wire', () => {
  test('the sheet has every field of the call but those of a new project alone', () => {
    for (const name of SHEET_FIELDS) expect(fieldSchema(add.input, name), name).not.toBeNull();
    const shape = Object.keys((add.input as unknown as { shape: object }).shape);
    expect([...SHEET_FIELDS, ...NEW_FIELDS].toSorted()).toEqual(shape.toSorted());
  });

  test('empty fields stay away from the wire, so that the server empties them', () => {
    expect(sheetOf({ name: '一号楼', client: '', director_id: null, manager_id: 7 })).toEqual({ name: '一号楼' });
  });

  test('a new sheet brings its units', () => {
    expect(sheetOf(NEW_SHEET)).toEqual(NEW_SHEET);
  });

  test('a saved project comes back as it was', () => {
    const info = {
      name: '图书馆',
      client: '',
      build_area: 1234.5,
      floors_above: 0,
      height: null,
      professions: [{ id: 4, name: '结构' }],
      service_contents: [{ id: 6, name: 'BIM' }],
      labels: [{ id: 8, name: '重点项目', colour: null }],
      grade: null,
      industry: { id: 5, name: '教育' },
      task_type: null,
      structure_type: null,
      director: { id: 9, name: '王工' },
      equipment_director: null,
      leading_manager: null,
      business_manager: null,
    } as unknown as ProjectInfo;
    const form = formOf(info);
    expect(form).toMatchObject({
      name: '图书馆',
      build_area: '1234.5',
      floors_above: '0',
      profession_ids: [4],
      service_content_ids: [6],
      label_ids: [8],
      industry_id: 5,
      director_id: 9,
    });
    expect(form.client).toBeUndefined();
    expect(sheetOf(form)).toEqual({
      name: '图书馆',
      build_area: '1234.5',
      floors_above: '0',
      profession_ids: [4],
      service_content_ids: [6],
      label_ids: [8],
      industry_id: 5,
      director_id: 9,
    });
  });
});

const member = (given: Partial<ProjectMember>): ProjectMember => ({
  user_id: 1,
  name: '李明',
  thumb: '',
  account: 'liming',
  department_name: '建筑所',
  position_name: '',
  status: 'active',
  is_manager: false,
  roles: [],
  joined_at: '2026-01-01 09:00:00',
  firm: '',
  ends_on: null,
  version: 1,
  ...given,
});
const role = (id: number, key: string | null, name: string, profession_id: number | null = null) => ({
  id,
  key,
  name,
  profession_id,
  profession_name: '',
});

describe('members and their roles', () => {
  const manager = member({
    is_manager: true,
    roles: [role(1, 'project_manager', '项目经理'), role(2, 'designer', '设计人', 5)],
  });

  test('the manager keeps the role that is not for the form to change', () => {
    expect(editableRoles(manager)).toEqual({
      kept: [{ role_id: 1, profession_id: null }],
      open: [{ role_id: 2, profession_id: 5 }],
    });
    expect(editableRoles(member({ roles: manager.roles })).kept).toEqual([]);
  });

  test('no role goes twice or half filled', () => {
    const given = [
      { role_id: 2, profession_id: 5 },
      { role_id: 2, profession_id: 5 },
      { role_id: 2, profession_id: null },
      {},
    ];
    expect(rolesOnWire(given)).toEqual([{ role_id: 2, profession_id: 5 }, { role_id: 2 }]);
  });

  test('members are found by name, account, department, partner company and role', () => {
    const all = [manager, member({ user_id: 2, name: '赵芳', account: 'zhaofang', department_name: '结构所' })];
    expect(membersMatching(all, '设计人').map(({ user_id }) => user_id)).toEqual([1]);
    expect(membersMatching(all, 'ZHAO').map(({ user_id }) => user_id)).toEqual([2]);
    expect(membersMatching(all, '')).toHaveLength(2);
    const partner = member({ user_id: 3, name: '韩工', firm: '华东勘察院' });
    expect(membersMatching([...all, partner], '华东勘察').map(({ user_id }) => user_id)).toEqual([3]);
  });
});

test('open work is read out of the refusal, and nothing else', () => {
  expect(openWorkIn({ open: [{ kind: 'task', count: 3 }, { kind: 4 }] })).toEqual([{ kind: 'task', count: 3 }]);
  expect(openWorkIn(null)).toEqual([]);
  expect(openWorkIn({ open: 'x' })).toEqual([]);
});
