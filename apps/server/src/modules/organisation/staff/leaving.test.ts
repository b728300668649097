import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { info as me } from '@prdm/contract/me';
import { departmentDel, departmentIndex, userDisable, userIndex, userRestore } from '@prdm/contract/organisation';
import { members } from '@prdm/contract/projects';
import { userDel } from '@prdm/contract/staff';
import { buildProcess } from '../../../testing/worlds/approvals.ts';
import { buildDepartment, buildPerson, buildProject, buildTask } from '../../../testing/worlds/builders.ts';
import { PASSWORD, theEnterprise, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
});
afterAll(() => app.stop());

const listed = async (status?: string): Promise<{ id: number; department_id: number | null; version: number }[]> =>
  (await app.call(userIndex, { ispage: 'not', status }, { token: admin })).data.list;
const idsOf = async (status?: string) => (await listed(status)).map(({ id }) => id);
const versionOf = async (id: number): Promise<number> =>
  (await app.platform.db.pool.query('select version from staff where user_id = $1', [id])).rows[0].version;
const act = async (call: typeof userDel, { id }: { id: number }, token = admin) =>
  app.call(call, { id, version: await versionOf(id) }, { token });
const entering = (person: BuiltPerson) => app.signIn(person.account, PASSWORD);

describe('members of the enterprise', () => {
  it('[ST-012] are disabled and cannot sign in, restored and can, deleted and leave the list', async () => {
    const person = await buildPerson(app);
    const token = await entering(person);
    expect(await act(userDisable, person)).toMatchObject({ code: 0 });
    await expect(entering(person)).rejects.toThrow('1012');
    expect(await act(userRestore, person)).toMatchObject({ code: 0 });
    const again = await entering(person);
    expect(await act(userDel, person)).toMatchObject({ code: 0 });
    expect(await idsOf()).not.toContain(person.id);
    for (const ended of [token, again]) expect(await app.call(me, {}, { token: ended })).toMatchObject({ code: 5 });
    await expect(entering(person)).rejects.toThrow('1012');
    expect(await act(userDel, person)).toMatchObject({ code: 1008 });
  });

  it('[ST-013] [BU-028] are former after a delete, and return to their department after a restore', async () => {
    const department = await buildDepartment(app, { name: '暖通所' });
    const person = await buildPerson(app, { departmentId: department.id });
    const working = await buildPerson(app);
    await act(userDel, person);
    expect(await idsOf('former')).toContain(person.id);
    expect(await idsOf('former')).not.toContain(working.id);
    expect(await idsOf()).not.toContain(person.id);
    expect(await idsOf()).toContain(working.id);
    expect(await act(userRestore, person)).toMatchObject({ code: 0 });
    expect(await idsOf('former')).not.toContain(person.id);
    const row = (await listed()).find(({ id }) => id === person.id);
    expect(row).toMatchObject({ department_id: department.id, status: 'active' });
    expect(await entering(person)).not.toBe('');
  });

  it('return to the nearest existing department when their own was removed', async () => {
    const above = await buildDepartment(app, { name: '机电院' });
    const own = await buildDepartment(app, { name: '智能化组', parentId: above.id });
    const person = await buildPerson(app, { departmentId: own.id });
    await act(userDel, person);
    expect(await app.call(departmentDel, { id: own.id, version: 1 }, { token: admin })).toMatchObject({ code: 0 });
    await act(userRestore, person);
    expect((await listed()).find(({ id }) => id === person.id)?.department_id).toBe(above.id);
  });
});

describe('a user who leaves', () => {
  it('must hand over tasks and projects first', async () => {
    const manager = await buildPerson(app);
    const designer = await buildPerson(app);
    const project = await buildProject(app, {
      managerId: manager.id,
      members: [{ id: designer.id, roles: ['designer'] }],
    });
    await buildTask(app, { projectId: project.id, assignerId: manager.id, executorIds: [designer.id] });
    const msg = '请先移交此人未完成的任务、待办审核和负责的项目';
    expect(await act(userDel, designer)).toMatchObject({
      code: 1008,
      msg,
      data: { open: [{ kind: 'task', count: 1 }] },
    });
    expect(await act(userDel, manager)).toMatchObject({ code: 1008, data: { open: [{ kind: 'project', count: 1 }] } });
    const [starter, reviewer] = [await buildPerson(app), await buildPerson(app)];
    await buildProcess(app, { starter, stages: [{ by: [reviewer] }] });
    expect(await act(userDel, reviewer)).toMatchObject({ code: 1008, data: { open: [{ kind: 'process', count: 1 }] } });
    expect(await idsOf()).toEqual(expect.arrayContaining([manager.id, designer.id, reviewer.id]));
    expect(await entering(designer)).not.toBe('');
  });

  it('leaves every project, also archived ones, and heads no department', async () => {
    const person = await buildPerson(app);
    const department = await buildDepartment(app, { leaderId: person.id });
    const input = { members: [{ id: person.id, roles: ['designer' as const] }] };
    const [ongoing, archived] = [await buildProject(app, input), await buildProject(app, input)];
    await buildTask(app, { projectId: archived.id, assignerId: archived.managerId, executorIds: [person.id] });
    await app.platform.db.pool.query(`update project set status = 'archived' where id = $1`, [archived.id]);
    expect(await act(userDel, person)).toMatchObject({ code: 0 });
    const { data } = await app.call(members, { project_id: ongoing.id }, { token: admin });
    expect(data.list.map((member: { user_id: number }) => member.user_id)).not.toContain(person.id);
    const { rows } = await app.platform.db.pool.query(
      'select project_id from project_member where user_id = $1 and removed_at is null',
      [person.id],
    );
    expect(rows).toEqual([]);
    const { rows: roles } = await app.platform.db.pool.query('select 1 from project_member_role where user_id = $1', [
      person.id,
    ]);
    expect(roles).toEqual([]);
    const tree = (await app.call(departmentIndex, {}, { token: admin })).data.list;
    expect(tree.find((row: { id: number }) => row.id === department.id).leader_id).toBeNull();
    const frames = await app.platform.db.pool.query(
      `select 1 from live_message where user_ids = array[$1]::bigint[] and frame->>'type' = 'session'`,
      [person.id],
    );
    expect(frames.rows).toHaveLength(1);
    const trace = await app.platform.db.pool.query('select event from action_log where target_id = $1 order by id', [
      person.id,
    ]);
    expect(trace.rows.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['organisation.staffLeft', 'projects.memberRemoved']),
    );
  });

  it('cannot be oneself or the last superAdmin, and only a superAdmin can remove a superAdmin', async () => {
    const administrator = await buildPerson(app, { roles: ['administrator'] });
    const token = await entering(administrator);
    const [{ id }] = (await app.call(userIndex, { word: 'admin', status: 'active' }, { token: admin })).data.list;
    expect(await act(userDel, { id }, admin)).toMatchObject({ code: 1008 });
    expect(await act(userDel, { id }, token)).toMatchObject({ code: 1005 });
    const stale = await app.call(userDel, { id: administrator.id, version: 7 }, { token: admin });
    expect(stale).toMatchObject({ code: 1009 });
  });

  it('counts against the member limit again after a restore', async () => {
    const person = await buildPerson(app);
    await act(userDel, person);
    const enterpriseId = await theEnterprise(app);
    await app.platform.db.pool.query(
      `update enterprise set member_limit = (select count(*) from staff where status <> 'former' and enterprise_id = $1)
       where id = $1`,
      [enterpriseId],
    );
    expect(await act(userRestore, person)).toMatchObject({ code: 1010 });
    await app.platform.db.pool.query('update enterprise set member_limit = member_limit + 1 where id = $1', [
      enterpriseId,
    ]);
    const both = await Promise.all([act(userRestore, person), act(userRestore, person)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1008]);
  });
});
