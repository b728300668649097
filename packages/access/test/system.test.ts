import { describe, expect, it } from 'vitest';
import {
  decide,
  decideEverywhere,
  decideOpening,
  effectiveFolderRights,
  FOLDER_RIGHTS,
  isNothing,
  rangeOf,
} from '../src/index.ts';
import { entries, leaderRole, person, role, superAdminRole } from './people.ts';

const REFUSED = { allowed: false, chain: [{ code: 'system-administrator' }] };
/** A system administrator for whom everything was stored and loaded by mistake. */
const system = person({
  isSystem: true,
  roles: [superAdminRole, leaderRole('home-Company-user'), role(9, '管理员', ['home-Company-user'])],
  projectAccess: { 3: entries('home-File-admin') },
  projectRoles: { 3: [4] },
  place: {
    departmentId: 1,
    companyId: 1,
    departmentAndBelow: [1],
    companyDepartments: [1],
    heads: [{ via: { kind: 'department', id: 1, name: '一所' }, as: 'head', departments: [1] }],
  },
});

describe('a system administrator', () => {
  it('is refused every question about a node, a folder and a record, whatever is loaded', () => {
    expect(decide(system, { ask: 'node', scope: 'other', actions: 'Company-user' })).toEqual(REFUSED);
    expect(decide(system, { ask: 'node', scope: 'project', projectId: 3, actions: 'File-admin' })).toEqual(REFUSED);
    for (const right of FOLDER_RIGHTS)
      expect(decide(system, { ask: 'folder', right, projectId: 3, path: [] })).toEqual(REFUSED);
    const record = { user: 7, department: 1, company: 1, project: 3 };
    expect(decide(system, { ask: 'record', node: 'Company-user', use: 'read', record })).toEqual(REFUSED);
  });

  it('has no range, opens none and enters no project', () => {
    for (const use of ['read', 'write'] as const) {
      expect(isNothing(rangeOf(system, 'Company-user', use))).toBe(true);
      expect(decideOpening(system, { node: 'Company-user', use })).toEqual(REFUSED);
    }
    expect(decideEverywhere(system).allowed).toBe(false);
    expect(effectiveFolderRights(person({ isSystem: true, roles: [superAdminRole] }), [], 3)).toEqual([]);
  });

  it('differs from another person by the mark alone', () => {
    const other = { ...system, isSystem: false };
    expect(decide(other, { ask: 'node', scope: 'other', actions: 'Company-user' }).allowed).toBe(true);
    expect(decide({ ...system, isSystem: undefined }, { ask: 'node', scope: 'other', actions: 'x' }).allowed).toBe(
      true,
    );
  });
});
