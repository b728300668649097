import { describe, expect, it } from 'vitest';
import {
  decide,
  decideOpening,
  isNothing,
  NO_PLACE,
  opensRange,
  rangeOf,
  widestRange,
  type DataRange,
} from '../src/index.ts';
import type { Headship, Principal, RangeUse, Reason, RecordFacts } from '../src/index.ts';
import { entries, leaderRole, person, role, superAdminRole } from './people.ts';

const NODE = 'Company-user';
const FULL = 'home-Company-user';
const nothing: DataRange = {
  everything: false,
  userId: null,
  departments: [],
  companies: [],
  projects: [],
  hidden: new Set(),
};
const place = {
  ...NO_PLACE,
  departmentId: 3,
  companyId: 90,
  departmentAndBelow: [3, 4, 5],
  companyDepartments: [3, 8],
};
const heads = (id: number, ...below: number[]): Headship => ({
  via: { kind: 'department', id, name: `部门${id}` },
  as: 'head',
  departments: [id, ...below],
});
const via = (id: number, name: string) => ({ kind: 'role', id, name }) as const;
const holder = (viewRange: Parameters<typeof role>[3], more: Partial<Principal> = {}): Principal =>
  person({ roles: [role(5, '行政', [FULL], viewRange)], place, ...more });

describe('the range of a node', () => {
  it.each<{ title: string; who: Principal | null; use?: RangeUse; is: Partial<DataRange> }>([
    { title: 'without sign-in is empty', who: null, is: {} },
    {
      title: 'without roles is empty, also for a head',
      who: person({ place: { ...place, heads: [heads(3)] } }),
      is: {},
    },
    { title: 'of superAdmin is everything', who: person({ roles: [superAdminRole] }), is: { everything: true } },
    { title: 'without the node is empty', who: person({ roles: [role(5, '行政', ['home-Role-index'])] }), is: {} },
    { title: 'self', who: holder({ viewRange: 'self' }), is: { userId: 7 } },
    { title: 'without a view range is self', who: holder({}), is: { userId: 7 } },
    { title: 'department', who: holder({ viewRange: 'department' }), is: { departments: [3] } },
    {
      title: 'department and below',
      who: holder({ viewRange: 'department_and_below' }),
      is: { departments: [3, 4, 5] },
    },
    {
      title: 'company, with its departments',
      who: holder({ viewRange: 'company' }),
      is: { companies: [90], departments: [3, 8] },
    },
    {
      title: 'department of a person without one is empty',
      who: holder({ viewRange: 'department' }, { place: NO_PLACE }),
      is: {},
    },
    {
      title: 'company of a person without one is empty',
      who: holder({ viewRange: 'company' }, { place: NO_PLACE }),
      is: {},
    },
    { title: 'enterprise', who: holder({ viewRange: 'enterprise' }), is: { everything: true } },
    {
      title: 'of several roles is the union',
      who: person({
        roles: [role(5, 'a', [FULL], { viewRange: 'self' }), role(6, 'b', [FULL], { viewRange: 'department' })],
        place,
      }),
      is: { userId: 7, departments: [3] },
    },
    {
      title: 'ignores the range of roles without the node',
      who: person({
        roles: [role(5, 'a', [FULL], { viewRange: 'self' }), role(6, 'b', [], { viewRange: 'enterprise' })],
        place,
      }),
      is: { userId: 7 },
    },
    {
      title: 'of a head is the headed departments, without the node',
      who: person({ roles: [role(5, '员工')], place: { ...place, heads: [heads(8, 9), heads(9)] } }),
      is: { departments: [8, 9] },
    },
    {
      title: 'for writing is without the headed departments',
      who: person({ roles: [role(5, '员工')], place: { ...place, heads: [heads(8, 9)] } }),
      use: 'write',
      is: {},
    },
    {
      title: 'has the projects whose list holds the node',
      who: person({
        roles: [role(5, '员工')],
        projectAccess: { 11: entries(FULL), 12: entries('home-Task-add'), 13: entries('HOME-company-USER') },
      }),
      is: { projects: [11, 13] },
    },
    {
      title: 'of a leader with the node is every project',
      who: person({ roles: [leaderRole(FULL)], projectAccess: { 11: entries(FULL) } }),
      is: { userId: 7, projects: 'all' },
    },
    {
      title: 'of a leader without the node ignores the project lists, as decideNode does',
      who: person({ roles: [leaderRole()], projectAccess: { 11: entries(FULL) } }),
      is: {},
    },
  ])('$title', ({ who, use = 'read', is }) => {
    const range = rangeOf(who, NODE, use);
    expect(range).toEqual({ ...nothing, ...is });
    expect(isNothing(range)).toBe(Object.keys(is).length === 0);
  });
});

describe('one record', () => {
  const asks = (who: Principal | null, record: RecordFacts, use: RangeUse = 'read') =>
    decide(who, { ask: 'record', node: NODE, use, record });

  it.each<{
    title: string;
    who: Principal | null;
    record: RecordFacts;
    use?: RangeUse;
    allowed: boolean;
    chain: Reason[];
  }>([
    {
      title: 'of the own department, by the role',
      who: holder({ viewRange: 'department' }),
      record: { user: 1, department: 3 },
      allowed: true,
      chain: [{ code: 'in-range', action: FULL, range: 'department', via: via(5, '行政') }],
    },
    {
      title: 'by a role that a group brings: the chain names the group',
      who: holder({ viewRange: 'enterprise', via: { kind: 'group', id: 2, name: '行政组' } }),
      record: {},
      allowed: true,
      chain: [
        {
          code: 'in-range',
          action: FULL,
          range: 'enterprise',
          via: via(5, '行政'),
          through: { kind: 'group', id: 2, name: '行政组' },
        },
      ],
    },
    {
      title: 'of a headed department, by the headship',
      who: person({ roles: [role(5, '员工')], place: { ...place, heads: [heads(8, 9)] } }),
      record: { user: 1, department: 9 },
      allowed: true,
      chain: [{ code: 'heads', via: { kind: 'department', id: 8, name: '部门8' }, as: 'head' }],
    },
    {
      title: 'of a headed department is not written',
      who: person({ roles: [role(5, '员工')], place: { ...place, heads: [heads(8, 9)] } }),
      record: { user: 1, department: 9 },
      use: 'write',
      allowed: false,
      chain: [{ code: 'lacking', actions: [FULL] }],
    },
    {
      title: 'of a project, by the project list',
      who: person({ roles: [role(5, '员工')], projectAccess: { 11: entries(FULL) } }),
      record: { project: 11 },
      allowed: true,
      chain: [
        { code: 'project-list', projectId: '11' },
        { code: 'granted', action: FULL, via: undefined },
      ],
    },
    {
      title: 'of any project, for a leader',
      who: person({ roles: [leaderRole(FULL)] }),
      record: { project: 99 },
      allowed: true,
      chain: [
        { code: 'leader', via: via(2, '分管领导') },
        { code: 'own-list' },
        { code: 'granted', action: FULL, via: via(2, '分管领导') },
      ],
    },
    {
      title: 'elsewhere is outside the range',
      who: holder({ viewRange: 'department' }),
      record: { user: 1, department: 4, project: null },
      allowed: false,
      chain: [{ code: 'outside-range', action: FULL }],
    },
    {
      title: 'without the node and without headship',
      who: person({ roles: [role(5, '员工')], place }),
      record: { user: 7, department: 3 },
      allowed: false,
      chain: [{ code: 'lacking', actions: [FULL] }],
    },
    { title: 'without roles', who: person({ place }), record: {}, allowed: false, chain: [{ code: 'no-roles' }] },
    { title: 'without sign-in', who: null, record: {}, allowed: false, chain: [{ code: 'not-signed-in' }] },
    {
      title: 'for superAdmin',
      who: person({ roles: [superAdminRole] }),
      record: {},
      allowed: true,
      chain: [{ code: 'super-admin', via: via(1, '超级管理员') }],
    },
  ])('$title', ({ who, record, use, allowed, chain }) => {
    expect(asks(who, record, use)).toEqual({ allowed, chain });
  });

  it('of a role with an unknown view range reaches nothing', () => {
    expect(asks(holder({ viewRange: 'everywhere' as never }), { user: 7, department: 3 }).allowed).toBe(false);
  });

  it('without facts matches nothing but everything', () => {
    expect(asks(holder({ viewRange: 'self' }), {}).allowed).toBe(false);
    expect(asks(holder({ viewRange: 'self' }), { user: 7 }).allowed).toBe(true);
    expect(asks(holder({ viewRange: 'company' }), { company: 90 }).allowed).toBe(true);
    expect(asks(holder({ viewRange: 'company' }), { company: 91, department: 8 }).allowed).toBe(true);
    expect(asks(person({ roles: [leaderRole(FULL)] }), { project: null }).allowed).toBe(false);
  });
});

describe('a call that asks for a range', () => {
  const use = 'write' as const;
  it('is open to any range that reaches something, or only to the whole enterprise', () => {
    const [some, all] = [holder({ viewRange: 'department' }), holder({ viewRange: 'enterprise' })];
    expect([some, all].map((who) => opensRange(who, { node: NODE, use }))).toEqual([true, true]);
    expect([some, all].map((who) => opensRange(who, { node: NODE, use, whole: true }))).toEqual([false, true]);
    expect(opensRange(person(), { node: NODE, use })).toBe(false);
    expect(opensRange(null, { node: NODE, use, whole: true })).toBe(false);
  });

  it('is open with the reasons of the part that opens it', () => {
    const at = holder({ viewRange: 'department' });
    expect(decideOpening(at, { node: NODE, use: 'write' })).toEqual({
      allowed: true,
      chain: [{ code: 'in-range', action: FULL, range: 'department', via: via(5, '行政') }],
    });
    expect(decideOpening(at, { node: NODE, use: 'write', whole: true })).toEqual({
      allowed: false,
      chain: [{ code: 'outside-range', action: FULL }],
    });
    const without = person({ roles: [role(5, '行政', ['home-Role-index'])] });
    expect(decideOpening(without, { node: NODE, use: 'read' })).toEqual({
      allowed: false,
      chain: [{ code: 'lacking', actions: [FULL] }],
    });
    expect(decideOpening(person({ roles: [] }), { node: NODE, use: 'read' }).chain).toEqual([{ code: 'no-roles' }]);
    expect(decideOpening(null, { node: NODE, use: 'read' }).chain).toEqual([{ code: 'not-signed-in' }]);
  });
});

describe('the widest view range of a node', () => {
  it('is that of the widest role which holds it, whatever the case of its letters', () => {
    const reader = person({
      roles: [
        role(4, '资料员', ['home-Task-all'], { viewRange: 'department' }),
        role(5, '统计员', ['HOME-TASK-ALL'], { viewRange: 'company' }),
        role(6, '管理员', ['home-Role-index'], { viewRange: 'enterprise' }),
        role(7, '员工', ['home-Task-add']),
      ],
    });
    const nodes = ['home-Task-all', 'home-Task-add', 'home-Contract-add'];
    expect(nodes.map((node) => widestRange(reader, node))).toEqual(['company', 'self', null]);
  });

  it('compares A to Z only, as every other rule', () => {
    // The Kelvin sign is a lower-case k for toLowerCase.
    const reader = person({ roles: [role(4, '资料员', ['home-Tas\u212A-all'], { viewRange: 'company' })] });
    expect(widestRange(reader, 'home-Task-all')).toBeNull();
  });

  it('is the enterprise for superAdmin', () => {
    expect(widestRange(person({ roles: [superAdminRole] }), 'home-Task-all')).toBe('enterprise');
  });
});
