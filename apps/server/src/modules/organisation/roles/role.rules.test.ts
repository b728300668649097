import { describe, expect, it } from 'vitest';
import { NO_PROJECTS, VIEW_RANGES, type Principal } from '@prdm/access';
import { isReservedRoleName, ROLE_RANGES } from '@prdm/contract/organisation/roles';
import { copyName } from './role.service.ts';
import { lackOf, whyNotChanged, whyNotDeleted, type GrantingRole } from './role.rules.ts';

const caller = (over: Partial<Principal> = {}): Principal => ({
  userId: 1,
  enterpriseId: 1,
  roles: [
    {
      id: 1,
      name: '部门管理员',
      key: null,
      access: [{ action: 'home-Role-index' }, { action: 'home-Task-all' }],
      viewRange: 'department',
      content: ['contact'],
    },
  ],
  ...NO_PROJECTS,
  groupIds: [],
  place: { departmentId: null, companyId: null, departmentAndBelow: [], companyDepartments: [], heads: [] },
  levels: { contract: 1 },
  projectRoles: { 5: [9] },
  ...over,
});
const superAdmin = caller({ roles: [{ id: 2, name: '超级管理员', key: 'superAdmin', access: [] }] });
const role = (over: Partial<GrantingRole> = {}) => ({
  id: 3,
  is_system: false,
  key: null,
  kind: 'personnel',
  access: [],
  view_range: 'self',
  content_access: [],
  module_permission: {},
  ...over,
});

describe('what a caller lacks', () => {
  it.each([
    ['nothing', {}, null],
    ['an own node in the own range', { access: ['home-Task-all'], view_range: 'department' }, null],
    ['a wide range without a node', { view_range: 'enterprise' }, null],
    ['a node', { access: ['home-Task-all', 'home-Contract-add'] }, { part: 'access', key: 'home-Contract-add' }],
    ['a range', { access: ['home-Task-all'], view_range: 'company' }, { part: 'view_range', key: 'company' }],
    ['content', { content_access: ['contact', 'secret'] }, { part: 'content_access', key: 'secret' }],
    ['a level', { module_permission: { contract: 2 } }, { part: 'module_permission', key: 'contract' }],
    ['a project role counts as own', { kind: 'project', module_permission: { contract: 3 } }, null],
    [
      'the range of a project role is its project',
      { kind: 'project', access: ['home-Task-all'], view_range: 'enterprise' },
      null,
    ],
  ] as const)('%s', (_what, over, lack) => {
    expect(lackOf(caller(), role(over as Partial<GrantingRole>))).toEqual(lack);
    expect(lackOf(superAdmin, role(over as Partial<GrantingRole>))).toBeNull();
  });
});

describe('what a caller lacks to give a role in a project', () => {
  const lead = caller({
    projectLevels: { '7': { invoice: 1 } },
    projectAccess: { '7': [{ action: 'home-Contract-add' }] },
    projectContent: { '7': ['secret'] },
  });
  it.each([
    [
      'a node that is held there',
      { access: ['home-Contract-add'] },
      null,
      { part: 'access', key: 'home-Contract-add' },
    ],
    ['content that is shown there', { content_access: ['secret'] }, null, { part: 'content_access', key: 'secret' }],
    ['a wide range: the role reaches no further', { access: ['home-Task-all'], view_range: 'enterprise' }, null, null],
    ['a high level: it counts as own', { module_permission: { contract: 3 } }, null, null],
    [
      'a level of a project role held there',
      { module_permission: { invoice: 3 } },
      null,
      { part: 'module_permission', key: 'invoice' },
    ],
    [
      'a level without any',
      { module_permission: { cost: 1 } },
      { part: 'module_permission', key: 'cost' },
      { part: 'module_permission', key: 'cost' },
    ],
  ] as const)('%s', (_what, over, there, elsewhere) => {
    expect(lackOf(lead, role(over as Partial<GrantingRole>), 7)).toEqual(there);
    expect(lackOf(lead, role(over as Partial<GrantingRole>), 8)).toEqual(elsewhere);
  });
});

describe('a role that may not be changed', () => {
  it.each([
    ['superAdmin', role({ key: 'superAdmin' }), superAdmin, 'roles.why.superAdmin'],
    ['held by the caller', { ...role(), id: 1 }, caller(), 'roles.why.own'],
    ['held by the caller in a project', { ...role({ kind: 'project' }), id: 9 }, caller(), 'roles.why.own'],
    ['held by a superAdmin', { ...role(), id: 2 }, superAdmin, 'roles.why.own'],
    ['above the caller', role({ access: ['home-Contract-add'] }), caller(), 'roles.why.above'],
    ['leader, for others', role({ key: 'leader' }), caller(), 'roles.why.above'],
    ['ordinary', role(), caller(), null],
  ] as const)('%s', (_what, one, principal, why) => {
    expect(whyNotChanged(principal, one)).toBe(why);
  });

  it('everybody holds employee, so a superAdmin may change it', () => {
    const holder = { ...superAdmin, roles: [...superAdmin.roles, { id: 3, name: '员工', key: null, access: [] }] };
    expect(whyNotChanged(holder, role({ key: 'employee' }))).toBeNull();
    expect(whyNotChanged(holder, role())).toBe('roles.why.own');
  });

  it('a standard role stays', () => {
    expect(whyNotDeleted(superAdmin, { ...role(), is_system: true })).toBe('roles.why.standard');
    expect(whyNotDeleted(superAdmin, role())).toBeNull();
  });
});

describe('names', () => {
  it.each(['superAdmin', 'SUPERADMIN ', ' leader', 'ｌｅａｄｅｒ', 'ＬＥＡＤＥＲ ', 'ſuperAdmin'])(
    '%j is reserved',
    (name) => {
      expect(isReservedRoleName(name)).toBe(true);
    },
  );
  it.each(['team leader', '组长', 'super admin'])('%j is free', (name) => {
    expect(isReservedRoleName(name)).toBe(false);
  });

  it('a copy gets a free name of at most 25 characters', () => {
    expect(copyName('设计人', '副本', [])).toBe('设计人 副本');
    expect(copyName('设计人', '副本', ['设计人 副本', '设计人 副本 2'])).toBe('设计人 副本 3');
    const long = copyName('长'.repeat(25), '副本', []);
    expect(long).toHaveLength(25);
    expect(long.endsWith(' 副本')).toBe(true);
  });

  it('the ranges of the contract are those of the rule', () => {
    expect(ROLE_RANGES).toEqual(VIEW_RANGES);
  });
});
