import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '@prdm/contract/kit';
import { counts, home } from '@prdm/contract/home';
import { info } from '@prdm/contract/me';
import * as notices from '@prdm/contract/notices';
import { userAdd, userIndex, userRestore } from '@prdm/contract/organisation';
import { roleAdd, roleCopy, roleEdit, roleUserAdd, roleUserDel } from '@prdm/contract/organisation/roles';
import * as projects from '@prdm/contract/projects';
import { userDel, userModify } from '@prdm/contract/staff';
import * as tasks from '@prdm/contract/tasks';
import { callAt, signInAt } from '../servers/start-two.ts';
import { buildDepartment, buildPerson, buildProject, buildTask, PASSWORD } from '../worlds/builders.ts';
import { buildHolder, buildRole } from '../worlds/ranges.ts';
import { startSafety, type Safety } from './steps.ts';

let safety: Safety;
beforeAll(async () => {
  safety = await startSafety();
}, 120_000);
afterAll(() => safety.stop(), 60_000);

const roleOf = async (key: string): Promise<number> =>
  (await safety.query('select id from role where key = $1', [key])).rows[0].id;
const versionOf = async (id: number): Promise<number> =>
  (await safety.query('select version from staff where user_id = $1', [id])).rows[0].version;
/** Everything that grants a right. */
const grants = async () =>
  (
    await safety.query(`select
      (select md5(string_agg(r::text, '' order by id)) from role r) as roles,
      (select md5(string_agg(h::text, '' order by h::text)) from role_holder h) as holders,
      (select md5(string_agg(m::text, '' order by m::text)) from project_member_role m) as members,
      (select count(*) from staff) as people`)
  ).rows[0];

it('S08: an editor of roles grants nothing that the editor lacks, to no role and to no person', async () => {
  const { at, two } = safety;
  const { id: departmentId } = await buildDepartment(two);
  const nodes = ['Role-index', 'Company-user', 'Project-member', 'Project-add'] as const;
  const editor = await buildHolder(two, { nodes, viewRange: 'enterprise', departmentId });
  const friend = await buildPerson(two, { departmentId });
  const [own] = (
    await safety.query(
      `select role_id as id from role_holder h join role r on r.id = h.role_id and r.key is null
      where user_id = $1`,
      [editor.id],
    )
  ).rows as { id: number }[];
  const weak = await buildRole(two, { nodes: ['Company-user'], viewRange: 'department', name: '弱角色' });
  const strong = await buildRole(two, { nodes: ['Contract-add'], viewRange: 'enterprise', name: '强角色' });
  const superAdmin = await roleOf('superAdmin');
  const project = await buildProject(two, { managerId: editor.id, members: [{ id: friend.id, roles: ['designer'] }] });
  const token = await signInAt(at(1), editor.account, PASSWORD);
  const X = 'home-Contract-add';
  const form = { kind: 'personnel', view_range: 'self' };
  const edited = { version: 1, name: '弱角色', access: ['home-Company-user'], view_range: 'department' };
  const person = { version: await versionOf(friend.id), name: friend.name, department_id: departmentId };
  const self = { version: await versionOf(editor.id), name: editor.name, department_id: departmentId };
  const joining = { project_id: project.id, user_ids: [friend.id] };
  const attacks: [what: string, Endpoint, object, also?: number[]][] = [
    ['a new role with the right', roleAdd, { ...form, name: '新角色', access: [X] }],
    ['a new role with a wider content', roleAdd, { ...form, name: '新角色', content_access: ['secret'] }],
    ['a new role with a level', roleAdd, { ...form, name: '新角色', module_permission: { contract: 3 } }],
    ['the right in another role', roleEdit, { ...edited, id: weak, access: [...edited.access, X] }],
    ['the right in the own role', roleEdit, { ...edited, id: own?.id, name: '自己', access: [X] }],
    ['a part of a stronger role', roleEdit, { ...edited, id: strong, name: '强角色' }],
    ['the role superAdmin', roleEdit, { version: 1, id: superAdmin, name: '改名' }],
    ['a copy of a stronger role', roleCopy, { id: strong }],
    ['a copy of superAdmin', roleCopy, { id: superAdmin }],
    ['the stronger role for oneself', roleUserAdd, { id: strong, user_ids: [editor.id] }],
    ['the stronger role for a friend', roleUserAdd, { id: strong, user_ids: [friend.id] }],
    ['superAdmin for oneself', roleUserAdd, { id: superAdmin, user_ids: [editor.id] }],
    ['superAdmin for a friend', roleUserAdd, { id: superAdmin, user_ids: [friend.id] }],
    ['superAdmin taken from the administrator', roleUserDel, { id: superAdmin, user_ids: [await adminId()] }],
    ['the stronger role in the record of a friend', userModify, { ...person, id: friend.id, role_ids: [strong] }],
    ['superAdmin in the record of a friend', userModify, { ...person, id: friend.id, role_ids: [superAdmin] }],
    ['the stronger role in the own record', userModify, { ...self, id: editor.id, role_ids: [own?.id, strong] }],
    [
      'a new person with the stronger role',
      userAdd,
      { account: 'puppet', name: '傀儡', department_id: departmentId, role_ids: [strong] },
    ],
    [
      'an enterprise role in a project',
      projects.memberRole,
      { project_id: project.id, user_id: friend.id, version: 1, roles: [{ role_id: superAdmin }] },
      [1001],
    ],
    [
      'an enterprise role for a new member',
      projects.memberAdd,
      { ...joining, user_ids: [await adminId()], role_ids: [strong] },
      [1001],
    ],
  ];
  const before = await grants();
  for (const [turn, [what, call, input, also = []]] of attacks.entries())
    for (const process of [turn, turn + 1]) {
      const { code } = await callAt(at(process), call, input, token);
      expect([1005, ...also], `${what}: ${code}`).toContain(code);
    }
  expect(await grants()).toEqual(before);
  // The editor grants what the editor holds, so the refusals above come from the rule.
  const lawful = { ...form, name: '合法', access: ['home-Company-user'] };
  expect(await callAt(at(0), roleAdd, lawful, token)).toMatchObject({ code: 0 });
  expect(await callAt(at(1), roleUserAdd, { id: weak, user_ids: [friend.id] }, token)).toMatchObject({ code: 0 });
}, 60_000);

const adminId = async (): Promise<number> => (await callAt(safety.at(0), info, {}, await safety.admin())).data.id;

it('S09: no role takes the name of a built-in one, and a name that only looks like one grants nothing', async () => {
  const { at, admin, two } = safety;
  const token = await admin();
  const free = await buildRole(two, { name: '普通角色' });
  const reserved = [
    'superAdmin',
    'SUPERADMIN ',
    ' superadmin',
    'ＳｕｐｅｒＡｄｍｉｎ',
    'leader',
    ' leader',
    'LEADER',
    'ｌｅａｄｅｒ',
    'ＬＥＡＤＥＲ ',
    'leader\u00a0',
    '\u3000leader',
  ];
  for (const [turn, name] of reserved.entries()) {
    const refused = { code: 1001, data: { field: 'name' } };
    expect(await callAt(at(turn), roleAdd, { name, kind: 'personnel' }, token), name).toMatchObject(refused);
    expect(await callAt(at(turn), roleEdit, { id: free, version: 1, name }, token), name).toMatchObject(refused);
    expect(await callAt(at(turn), roleCopy, { id: free, name }, token), name).toMatchObject(refused);
  }
  for (const [turn, name] of ['super Admin', 'ѕuperAdmin', '超级管理员2', 'leaders'].entries()) {
    const person = await buildPerson(two);
    const added = await callAt(at(turn), roleAdd, { name, kind: 'personnel' }, token);
    expect(added, name).toMatchObject({ code: 0 });
    const people = { id: added.data.id, user_ids: [person.id] };
    expect(await callAt(at(turn), roleUserAdd, people, token)).toMatchObject({ code: 0 });
    const own = await signInAt(at(turn + 1), person.account, PASSWORD);
    const { roles } = (await callAt(at(turn + 1), info, {}, own)).data;
    expect(['superAdmin', 'leader'], name).not.toContain(roles.role);
    expect((await callAt(at(turn), userIndex, {}, own)).code, name).toBe(1005);
    expect((await callAt(at(turn), projects.index, {}, own)).data.total, name).toBe(0);
  }
});

it('S10: the account of a former person stays taken, a namesake starts clean, and a return restores the department', async () => {
  const { at, admin, two } = safety;
  const token = await admin();
  const { id: departmentId } = await buildDepartment(two, { name: '旧部门' });
  const old = await buildPerson(two, { account: 'namesake', name: '同名者', departmentId });
  const project = await buildProject(two, { members: [{ id: old.id, roles: ['designer'] }] });
  const given = {
    projectId: project.id,
    assignerId: project.managerId,
    executorIds: [old.id],
    state: 'finished' as const,
  };
  await buildTask(two, given);
  const before = await signInAt(at(0), old.account, PASSWORD);
  await expect.poll(async () => (await callAt(at(1), notices.index, {}, before)).data.total).toBeGreaterThan(0);
  const leaving = { id: old.id, version: await versionOf(old.id) };
  expect(await callAt(at(0), userDel, leaving, token)).toMatchObject({ code: 0 });

  const form = { name: '同名者', department_id: departmentId, role_ids: [] };
  for (const [turn, account] of ['namesake', 'NAMESAKE', 'ｎａｍｅｓａｋｅ', ' namesake '].entries())
    expect(await callAt(at(turn), userAdd, { ...form, account }, token), account).toMatchObject({
      code: 1018,
      data: { field: 'account' },
    });
  const fresh = await buildPerson(two, { account: 'namesake2', name: '同名者', departmentId });
  expect(fresh.id).toBeGreaterThan(old.id);
  const own = await signInAt(at(1), fresh.account, PASSWORD);
  for (const turn of [0, 1]) {
    expect((await callAt(at(turn), notices.index, {}, own)).data.total).toBe(0);
    expect((await callAt(at(turn), tasks.index, {}, own)).data.total).toBe(0);
    expect((await callAt(at(turn), projects.index, {}, own)).data.total).toBe(0);
    expect((await callAt(at(turn), home, {}, own)).data.totals).toEqual({ today: 0, waiting: 0, projects: 0 });
    expect(Object.values((await callAt(at(turn), counts, {}, own)).data).filter((count) => count !== 0)).toEqual([]);
  }
  const returning = { id: old.id, version: await versionOf(old.id) };
  expect(await callAt(at(1), userRestore, returning, token)).toMatchObject({ code: 0 });
  const { list } = (await callAt(at(0), userIndex, { word: '同名者', ispage: 'not' }, token)).data;
  expect(list.find(({ id }: { id: number }) => id === old.id)).toMatchObject({ department_id: departmentId });
  expect((await callAt(at(0), info, {}, await signInAt(at(1), old.account, PASSWORD))).data.id).toBe(old.id);
});
