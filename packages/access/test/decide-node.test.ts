import { describe, expect, it } from 'vitest';
import { decide, permits } from '../src/index.ts';
import type { NodeQuestion, Principal, Question, Reason } from '../src/index.ts';
import { entries, leaderRole, leaderVia, person, role, superAdminRole } from './people.ts';

function node(question: Omit<NodeQuestion, 'ask'>): NodeQuestion {
  return { ask: 'node', ...question };
}

const inProject = (projectId: number | string | undefined, actions: string | string[] = 'Task-edit'): NodeQuestion =>
  node({ scope: 'project', actions, projectId });

const elsewhere = (actions: string | string[], more: Partial<NodeQuestion> = {}): NodeQuestion =>
  node({ scope: 'other', actions, ...more });

const noEntry = (projectId: string): Reason[] => [{ code: 'no-project-entry', projectId }];
const holds = (...actions: string[]): Principal => person({ roles: [role(5, '管理员', actions)] });

interface Case {
  title: string;
  who: Principal | null;
  asks: Question;
  allowed: boolean;
  chain: Reason[];
}

function table(cases: Case[]): void {
  it.each(cases)('$title', ({ who, asks, allowed, chain }) => {
    expect(decide(who, asks)).toEqual({ allowed, chain });
  });
}

const administrator = person({ roles: [role(5, '管理员', ['home-Role-index', 'home-User-setting'])] });
const adminVia = { kind: 'role', id: 5, name: '管理员' } as const;
const designer = person({
  roles: [role(9, '设计人', ['home-Vacate-index'])],
  projectAccess: { '3': entries('home-Task-edit', 'home-Task-publish') },
});

describe('the name of the node', () => {
  table([
    {
      title: '[PE-011] scope other and Role-index looks for home-Role-index',
      who: administrator,
      asks: elsewhere('Role-index'),
      allowed: true,
      chain: [{ code: 'own-list' }, { code: 'granted', action: 'home-Role-index', via: adminVia }],
    },
    {
      title: 'another prefix looks for another node',
      who: administrator,
      asks: elsewhere('Role-index', { prefix: 'mobile' }),
      allowed: false,
      chain: [{ code: 'own-list' }, { code: 'lacking', actions: ['mobile-Role-index'] }],
    },
    {
      title: 'an entry of another prefix is granted under that prefix',
      who: person({ roles: [role(5, '管理员', ['mobile-Role-index'])] }),
      asks: elsewhere('Role-index', { prefix: 'mobile' }),
      allowed: true,
      chain: [{ code: 'own-list' }, { code: 'granted', action: 'mobile-Role-index', via: adminVia }],
    },
  ]);
});

describe('checks before any list', () => {
  table([
    {
      title: 'nobody signed in is refused',
      who: null,
      asks: elsewhere('Role-index'),
      allowed: false,
      chain: [{ code: 'not-signed-in' }],
    },
    {
      title: 'flag false is no flag',
      who: null,
      asks: elsewhere('Role-index', { flag: false }),
      allowed: false,
      chain: [{ code: 'not-signed-in' }],
    },
    {
      title: 'no roles refuse even what the project list holds',
      who: person({ projectAccess: { '3': entries('home-Task-edit') } }),
      asks: inProject(3),
      allowed: false,
      chain: [{ code: 'no-roles' }],
    },
    {
      title: 'superAdmin needs neither project id nor entry',
      who: person({ roles: [leaderRole(), superAdminRole], projectAccess: [] }),
      asks: inProject(undefined),
      allowed: true,
      chain: [{ code: 'super-admin', via: { kind: 'role', id: 1, name: '超级管理员' } }],
    },
    {
      title: 'superAdmin through a group says so',
      who: person({ roles: [{ ...superAdminRole, via: { kind: 'group', id: 4, name: '信息中心' } }] }),
      asks: elsewhere('Role-index'),
      allowed: true,
      chain: [
        {
          code: 'super-admin',
          via: { kind: 'role', id: 1, name: '超级管理员' },
          through: { kind: 'group', id: 4, name: '信息中心' },
        },
      ],
    },
    {
      title: 'a role somebody named superAdmin is an ordinary role',
      who: person({ roles: [role(88, 'superAdmin')] }),
      asks: elsewhere('Role-index'),
      allowed: false,
      chain: [{ code: 'own-list' }, { code: 'lacking', actions: ['home-Role-index'] }],
    },
  ]);

  it('[PE-012] flag true allows all, no roles refuse, superAdmin with an empty list is allowed', () => {
    const nobody = person();
    const halfLoaded = { ...person(), roles: undefined } as unknown as Principal;
    const superAdmin = person({ roles: [superAdminRole] });

    expect(decide(nobody, elsewhere('Role-index', { flag: true }))).toEqual({
      allowed: true,
      chain: [{ code: 'flag' }],
    });
    expect(decide(null, inProject(3)).allowed).toBe(false);
    expect(permits(decide(null, { ...inProject(3), flag: true }))).toBe(true);
    expect(decide(nobody, elsewhere('Role-index'))).toEqual({ allowed: false, chain: [{ code: 'no-roles' }] });
    expect(decide(halfLoaded, elsewhere('Role-index'))).toEqual({ allowed: false, chain: [{ code: 'no-roles' }] });
    expect(permits(decide(superAdmin, elsewhere('Role-index')))).toBe(true);
    expect(permits(decide(superAdmin, inProject(404)))).toBe(true);
  });

  it('accepts only true for the flag, not other truthy values', () => {
    const fromForm = { ...elsewhere('Role-index'), flag: 'false' } as unknown as NodeQuestion;
    expect(permits(decide(administrator, { ...fromForm, actions: 'Contract-index' }))).toBe(false);
  });
});

describe('scope project: the list of that project, for everyone but a leader', () => {
  const listed: Reason = { code: 'project-list', projectId: '3' };
  const granted: Reason = { code: 'granted', action: 'home-Task-edit' };
  const viaProjectRole = { kind: 'project-role', id: 31, name: '设计' } as const;
  const explained = { ...designer, projectAccess: { '3': [{ action: 'home-Task-edit', via: viaProjectRole }] } };

  table([
    {
      title: '[PE-013] project 3 is in the map',
      who: designer,
      asks: inProject(3),
      allowed: true,
      chain: [listed, granted],
    },
    { title: 'its id may be text', who: designer, asks: inProject('3'), allowed: true, chain: [listed, granted] },
    { title: '[PE-013] project 4 is not', who: designer, asks: inProject(4), allowed: false, chain: noEntry('4') },
    {
      title: '[PE-013] an empty map refuses',
      who: { ...designer, projectAccess: {} },
      asks: inProject(3),
      allowed: false,
      chain: [{ code: 'no-project-access' }],
    },
    {
      title: 'an empty list stands for an empty map',
      who: { ...designer, projectAccess: [] },
      asks: inProject(3),
      allowed: false,
      chain: [{ code: 'no-project-access' }],
    },
    {
      title: 'a list never serves as a map',
      who: { ...designer, projectAccess: [entries('home-Task-edit')] as unknown as [] },
      asks: inProject(0),
      allowed: false,
      chain: noEntry('0'),
    },
    {
      title: 'a missing project id refuses',
      who: designer,
      asks: inProject(undefined),
      allowed: false,
      chain: [{ code: 'no-project-id' }],
    },
    {
      title: 'so does an empty one',
      who: designer,
      asks: inProject(''),
      allowed: false,
      chain: [{ code: 'no-project-id' }],
    },
    {
      title: 'what every object holds is no project',
      who: designer,
      asks: inProject('constructor'),
      allowed: false,
      chain: noEntry('constructor'),
    },
    {
      title: 'the own list does not count in a project',
      who: designer,
      asks: inProject(3, 'Vacate-index'),
      allowed: false,
      chain: [listed, { code: 'lacking', actions: ['home-Vacate-index'] }],
    },
    {
      title: 'a project list does not count outside it',
      who: designer,
      asks: elsewhere('Task-edit', { projectId: 3 }),
      allowed: false,
      chain: [{ code: 'own-list' }, { code: 'lacking', actions: ['home-Task-edit'] }],
    },
    {
      title: 'the project role that holds it is named',
      who: explained,
      asks: inProject(3),
      allowed: true,
      chain: [listed, { ...granted, via: viaProjectRole }],
    },
  ]);
});

describe('the own list', () => {
  const group = { kind: 'group', id: 6, name: 'BIM中心' } as const;
  const twoRoles = person({ roles: [role(9, '设计人'), role(5, '管理员', ['home-Role-index'], { via: group })] });

  it('[PE-014] decides for a leader in scope project and for everyone in scope other', () => {
    const leader = person({ roles: [leaderRole('home-Task-all')], projectAccess: { '3': entries('home-Task-edit') } });
    const steps: Reason[] = [{ code: 'leader', via: leaderVia }, { code: 'own-list' }];

    for (const projectId of [3, 4, undefined]) {
      expect(decide(leader, inProject(projectId, 'Task-all'))).toEqual({
        allowed: true,
        chain: [...steps, { code: 'granted', action: 'home-Task-all', via: leaderVia }],
      });
      expect(decide(leader, inProject(projectId, 'Task-edit'))).toEqual({
        allowed: false,
        chain: [...steps, { code: 'lacking', actions: ['home-Task-edit'] }],
      });
    }
    expect(decide(leader, elsewhere('Task-all')).chain[0]).toEqual({ code: 'own-list' });
    expect(permits(decide(leader, elsewhere('Task-all')))).toBe(true);
    expect(permits(decide(designer, elsewhere('Vacate-index')))).toBe(true);
    expect(permits(decide(designer, elsewhere('Task-edit')))).toBe(false);
  });

  table([
    {
      title: 'is that of all roles together, and names the role and the group it came through',
      who: twoRoles,
      asks: elsewhere('Role-index'),
      allowed: true,
      chain: [{ code: 'own-list' }, { code: 'granted', action: 'home-Role-index', via: adminVia, through: group }],
    },
    {
      title: 'one leader role among several makes a leader, by key and not by name',
      who: person({ roles: [role(5, '管理员', ['home-Task-edit']), leaderRole()] }),
      asks: inProject(3),
      allowed: true,
      chain: [
        { code: 'leader', via: leaderVia },
        { code: 'own-list' },
        { code: 'granted', action: 'home-Task-edit', via: adminVia },
      ],
    },
    {
      title: 'a role somebody named leader makes no leader',
      who: person({ roles: [role(5, 'leader', ['home-Task-edit'])] }),
      asks: inProject(3),
      allowed: false,
      chain: [{ code: 'no-project-access' }],
    },
  ]);
});

describe('comparing', () => {
  it('[PE-015] ignores letter case, and one match out of a list is enough', () => {
    expect(permits(decide(holds('HOME-role-INDEX'), elsewhere('Role-index')))).toBe(true);
    expect(permits(decide(holds('home-role-index'), elsewhere('ROLE-INDEX', { prefix: 'Home' })))).toBe(true);
    expect(permits(decide(holds('home-role-index'), elsewhere(['User-setting', 'Role-index'])))).toBe(true);
    expect(permits(decide(holds('home-role-index'), elsewhere(['User-setting', 'Company-user'])))).toBe(false);
    expect(permits(decide(holds('home-ABCDEFGHIJKLMNOPQRSTUVWXYZ'), elsewhere('abcdefghijklmnopqrstuvwxyz')))).toBe(
      true,
    );
  });

  it.each([
    { title: 'a longer name is another', held: 'home-Role-index-2', input: 'Role-index' },
    { title: 'a shorter name is another', held: 'home-Role', input: 'Role-index' },
    { title: 'a name without its prefix is another', held: 'Role-index', input: 'Role-index' },
    { title: 'the Kelvin sign is no k', held: 'home-Tas\u212A-edit', input: 'Task-edit' },
    { title: 'a dotted capital I is no i', held: 'home-Role-\u0130ndex', input: 'Role-index' },
    { title: 'a dotless small i is no i', held: 'home-Role-\u0131ndex', input: 'Role-index' },
    { title: 'full-width letters are others', held: 'home-\uFF32ole-index', input: 'Role-index' },
    { title: 'full-width letters are not folded among themselves', held: 'home-\uFF32ole', input: '\uFF52ole' },
  ])('$title', ({ held, input }) => {
    expect(permits(decide(holds(held), elsewhere(input)))).toBe(false);
  });
});

describe('several actions', () => {
  const both = ['Role-index', 'User-setting'];
  const one = ['Role-index', 'Company-user', 'Vacate-all'];
  const own: Reason = { code: 'own-list' };
  const grantedRole: Reason = { code: 'granted', action: 'home-Role-index', via: adminVia };
  const grantedUser: Reason = { code: 'granted', action: 'home-User-setting', via: adminVia };
  const lacking: Reason = { code: 'lacking', actions: ['home-Company-user', 'home-Vacate-all'] };

  table([
    {
      title: 'any is the default, and names only what is held',
      who: administrator,
      asks: elsewhere(one),
      allowed: true,
      chain: [own, grantedRole],
    },
    {
      title: 'any, written out',
      who: administrator,
      asks: elsewhere(one, { mode: 'anyOf' }),
      allowed: true,
      chain: [own, grantedRole],
    },
    {
      title: 'all of them held',
      who: administrator,
      asks: elsewhere(both, { mode: 'allOf' }),
      allowed: true,
      chain: [own, grantedRole, grantedUser],
    },
    {
      title: 'all of them required, some missing: names the missing ones',
      who: administrator,
      asks: elsewhere(one, { mode: 'allOf' }),
      allowed: false,
      chain: [own, lacking],
    },
    {
      title: 'none of none is refused',
      who: administrator,
      asks: elsewhere([]),
      allowed: false,
      chain: [{ code: 'no-actions' }],
    },
    {
      title: 'all of none is refused too',
      who: administrator,
      asks: elsewhere([], { mode: 'allOf' }),
      allowed: false,
      chain: [{ code: 'no-actions' }],
    },
    {
      title: 'superAdmin is allowed before actions are looked at, as specified',
      who: person({ roles: [superAdminRole] }),
      asks: elsewhere([]),
      allowed: true,
      chain: [{ code: 'super-admin', via: { kind: 'role', id: 1, name: '超级管理员' } }],
    },
  ]);
});

it('refuses a question of an unknown kind, even to superAdmin', () => {
  const unknown = { ask: 'model', right: 'view' } as unknown as Question;
  expect(decide(person({ roles: [superAdminRole] }), unknown)).toEqual({
    allowed: false,
    chain: [{ code: 'unknown-question' }],
  });
});
