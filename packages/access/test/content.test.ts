import { describe, expect, it } from 'vitest';
import { covers, decide, hidesProject, rangeOf, seesContent, seesProject } from '../src/index.ts';
import { leaderRole, person, role, superAdminRole } from './people.ts';

it('content is seen by a role that has its key, and by superAdmin', () => {
  const holder = (content: string[]) => person({ roles: [role(4, '资料员', [], { content })] });
  expect(seesContent(holder(['contact']), 'contact')).toBe(true);
  expect(seesContent(holder(['hours']), 'contact')).toBe(false);
  expect(seesContent(person({ roles: [role(4, '资料员')] }), 'contact')).toBe(false);
  expect(seesContent(person({ roles: [superAdminRole] }), 'contact')).toBe(true);
});

it('a project role shows content in its project only', () => {
  const member = person({ projectContent: { 7: ['opinions'] } });
  expect(seesContent(member, 'opinions', 7)).toBe(true);
  expect(seesContent(member, 'opinions', 8)).toBe(false);
  expect(seesContent(member, 'opinions')).toBe(false);
  expect(seesContent(member, 'hours', 7)).toBe(false);
  expect(seesContent(person({}), 'opinions', 7)).toBe(false);
});

describe('a project with a secrecy level', () => {
  const hiddenProjects = new Set([7]);
  const nodes = ['home-Task-all', 'home-File-admin'];
  const leader = person({ roles: [leaderRole(...nodes)], hiddenProjects });
  const wide = person({ roles: [role(4, '资料员', nodes, { viewRange: 'enterprise' })], hiddenProjects });

  it('is hidden from a leader as if the leader were a stranger', () => {
    expect([7, 8].map((id) => seesProject(leader, id))).toEqual([false, true]);
    const node = (projectId: number) =>
      decide(leader, { ask: 'node', scope: 'project', actions: 'Task-all', projectId });
    expect([7, 8].map((id) => node(id).allowed)).toEqual([false, true]);
    const folder = (projectId: number) => decide(leader, { ask: 'folder', right: 'view', path: [], projectId });
    expect([7, 8].map((id) => folder(id).allowed)).toEqual([false, true]);
    expect(folder(7).chain).toEqual([{ code: 'not-a-member', projectId: '7' }]);
  });

  it('is out of every range', () => {
    for (const reader of [leader, wide]) {
      const range = rangeOf(reader, 'Task-all', 'read');
      expect([7, 8].map((project) => covers(range, { project, department: 1 }))).toEqual([false, true]);
      const record = (project: number) =>
        decide(reader, { ask: 'record', node: 'Task-all', use: 'read', record: { project } });
      expect([7, 8].map((id) => record(id).allowed)).toEqual([false, true]);
    }
  });

  it('is shown to superAdmin, and nothing is hidden without the list', () => {
    expect(seesProject(person({ roles: [superAdminRole] }), 7)).toBe(true);
    expect(seesProject(person({}), 7)).toBe(false);
    expect([hidesProject(wide, '7'), hidesProject(wide, null), hidesProject(person({}), 7)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
