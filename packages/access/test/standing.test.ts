import { describe, expect, it } from 'vitest';
import { decideEverywhere, isLeader, isSuperAdmin, seesAllProjects } from '../src/index.ts';
import { leaderRole, person, role, superAdminRole } from './people.ts';

const everything = role(5, '管理员', ['home-Role-index', 'home-File-admin', 'home-Task-all']);

describe('standing by a built-in role', () => {
  it.each([
    { title: 'nobody without a role', roles: [], is: [false, false, false] },
    { title: 'an ordinary role, however much it holds', roles: [everything], is: [false, false, false] },
    {
      title: 'roles that are only called so',
      roles: [role(6, 'superAdmin'), role(7, 'leader')],
      is: [false, false, false],
    },
    { title: 'superAdmin', roles: [superAdminRole], is: [true, false, true] },
    { title: 'a leader', roles: [leaderRole()], is: [false, true, true] },
    { title: 'both', roles: [leaderRole(), superAdminRole], is: [true, true, true] },
    { title: 'one role among several', roles: [everything, leaderRole(), role(8, '设计人')], is: [false, true, true] },
  ])('$title', ({ roles, is }) => {
    const who = person({ roles });
    expect([isSuperAdmin(who), isLeader(who), seesAllProjects(who)]).toEqual(is);
  });

  it('treats keys of the database that the rules do not know as ordinary', () => {
    const holder = { roles: [{ key: 'administrator' }, { key: 'employee' }, { key: null }] };
    expect([isSuperAdmin(holder), isLeader(holder), seesAllProjects(holder)]).toEqual([false, false, false]);
  });

  it('names the role that opens every project, superAdmin first', () => {
    const of = (...roles: ReturnType<typeof role>[]) => decideEverywhere(person({ roles }));
    const via = (id: number, name: string) => ({ kind: 'role', id, name });
    expect(of(leaderRole(), superAdminRole)).toEqual({
      allowed: true,
      chain: [{ code: 'super-admin', via: via(1, '超级管理员') }],
    });
    expect(of(everything, leaderRole())).toEqual({
      allowed: true,
      chain: [{ code: 'leader', via: via(2, '分管领导') }],
    });
    expect(of(everything)).toEqual({ allowed: false, chain: [{ code: 'no-project-access' }] });
  });
});
