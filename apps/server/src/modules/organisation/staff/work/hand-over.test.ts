import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { members, info as projectInfo } from '@prdm/contract/projects';
import { userDisable } from '@prdm/contract/organisation';
import { userHandOver } from '@prdm/contract/organisation/work';
import { userDel } from '@prdm/contract/staff';
import * as tasks from '@prdm/contract/tasks';
import { buildProcess, detailOf } from '../../../../testing/worlds/approvals.ts';
import {
  buildPerson,
  buildProject,
  buildTask,
  PASSWORD,
  type BuiltPerson,
} from '../../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
});
afterAll(() => app.stop());

const tokenOf = (person: BuiltPerson) => app.signIn(person.account, PASSWORD);
const handOver = (kind: string, from: BuiltPerson, to: BuiltPerson, token = admin) =>
  app.call(userHandOver, { id: from.id, kind, to_id: to.id }, { token });
async function leave({ id }: BuiltPerson) {
  const { rows } = await app.platform.db.pool.query('select version from staff where user_id = $1', [id]);
  return app.call(userDel, { id, version: rows[0].version }, { token: admin });
}
const rolesIn = async (projectId: number, { id }: BuiltPerson): Promise<string[] | undefined> => {
  const { data } = await app.call(members, { project_id: projectId }, { token: admin });
  return data.list
    .find((row: { user_id: number }) => row.user_id === id)
    ?.roles.map((role: { key: string }) => role.key);
};

describe('the work of a leaving user', () => {
  it('goes to colleagues kind by kind, and then the user can leave', async () => {
    const [leaver, heir, starter] = [await buildPerson(app), await buildPerson(app), await buildPerson(app)];
    const led = await buildProject(app, { managerId: leaver.id });
    const project = await buildProject(app, {
      members: [
        { id: leaver.id, roles: ['designer', 'proofreader'] },
        { id: starter.id, roles: ['designer'] },
      ],
    });
    const task = await buildTask(app, {
      projectId: project.id,
      assignerId: project.managerId,
      executorIds: [leaver.id],
      reviewers: [[starter.id], [leaver.id]],
      state: 'in_progress',
    });
    const process = await buildProcess(app, { starter, projectId: project.id, stages: [{ by: [leaver] }] });

    expect((await leave(leaver)).data.open).toEqual([
      { kind: 'project', count: 1 },
      { kind: 'process', count: 1 },
      { kind: 'task', count: 1 },
    ]);
    for (const kind of ['project', 'task', 'process'])
      expect(await handOver(kind, leaver, heir)).toMatchObject({ code: 0, data: { moved: 1, left: [] } });

    expect((await app.call(projectInfo, { project_id: led.id }, { token: admin })).data.manager_id).toBe(heir.id);
    expect(await rolesIn(project.id, heir)).toEqual(await rolesIn(project.id, leaver));
    const token = await tokenOf(heir);
    const { data } = await app.call(tasks.info, { id: task.id }, { token });
    expect(data.executors.map(({ id }: { id: number }) => id)).toEqual([heir.id]);
    expect(data.status).toBe('in_progress');
    expect(data.stages.map((stage: { executors: { id: number }[] }) => stage.executors.map(({ id }) => id))).toEqual([
      [starter.id],
      [heir.id],
    ]);
    expect((await detailOf(app, process)).stage.assignments.findLast(() => true)).toMatchObject({
      userId: heir.id,
      status: 'open',
    });
    expect(await leave(leaver)).toMatchObject({ code: 0 });
    const trace = await app.platform.db.pool.query(
      `select after->>'kind' as kind from action_log where event = 'organisation.staffHandedOver' and target_id = $1 order by id`,
      [leaver.id],
    );
    expect(trace.rows.map(({ kind }) => kind)).toEqual(['project', 'task', 'process']);
  });

  it('stays where the colleague may not take it, with the reason', async () => {
    const [leaver, sits] = [await buildPerson(app), await buildPerson(app)];
    const own = await buildProcess(app, { starter: sits, stages: [{ by: [leaver] }] });
    const both = await buildProcess(app, { starter: await buildPerson(app), stages: [{ by: [leaver, sits] }] });
    const { data } = await handOver('process', leaver, sits);
    expect(data).toEqual({
      moved: 0,
      left: [
        { name: own.name, why: 'own', key: `process:${own.id}` },
        { name: both.name, why: 'sits', key: `process:${both.id}` },
      ],
    });
    expect((await leave(leaver)).data.open).toEqual([{ kind: 'process', count: 2 }]);
  });

  it('keeps a pending transfer: its target gets the task from the new assignee', async () => {
    const [leaver, heir, target] = [await buildPerson(app), await buildPerson(app), await buildPerson(app)];
    const project = await buildProject(app, {
      members: [leaver, target].map(({ id }) => ({ id, roles: ['designer' as const] })),
    });
    const task = await buildTask(app, {
      projectId: project.id,
      assignerId: project.managerId,
      executorIds: [leaver.id],
    });
    const transfer = await app.call(
      tasks.transfer,
      { id: task.id, version: task.version, target_id: target.id },
      { token: await tokenOf(leaver) },
    );
    expect(transfer).toMatchObject({ code: 0 });
    expect(await handOver('task', leaver, heir)).toMatchObject({ code: 0, data: { moved: 1 } });
    const token = await tokenOf(target);
    const { data } = await app.call(tasks.info, { id: task.id }, { token });
    expect(data.status).toBe('transfer_awaiting');
    const done = await app.call(tasks.transferConfirm, { id: task.id, version: data.version }, { token });
    expect(done).toMatchObject({ code: 0, data: { status: 'unprocessed' } });
    const after = await app.call(tasks.info, { id: task.id }, { token });
    expect(after.data.executors.map(({ id }: { id: number }) => id)).toEqual([target.id]);
  });
});

describe('work of a project that is hidden from the caller', () => {
  const hide = (projectId: number) =>
    app.platform.db.pool.query(`update project set secret_level = 'secret' where id = $1`, [projectId]);
  const KINDS = ['project', 'task', 'process'];

  it.each(['the caller', 'a colleague'])('stays where it is, so the project does not open to %s', async (receiver) => {
    const [leaver, caller, colleague, starter] = [
      await buildPerson(app),
      await buildPerson(app, { roles: ['administrator'] }),
      await buildPerson(app),
      await buildPerson(app),
    ];
    const to = receiver === 'the caller' ? caller : colleague;
    const { id: projectId, name } = await buildProject(app, { name: '密项', managerId: leaver.id });
    await buildTask(app, { projectId, assignerId: leaver.id, executorIds: [leaver.id], state: 'in_progress' });
    await buildProcess(app, { starter, projectId, stages: [{ by: [leaver] }] });
    await hide(projectId);
    const [token, receiving] = [await tokenOf(caller), await tokenOf(to)];
    const before = await rolesIn(projectId, to);
    expect(before).toBeUndefined();
    for (const kind of KINDS) {
      const answer = await handOver(kind, leaver, to, token);
      expect(answer, kind).toMatchObject({ code: 0, data: { moved: 0, left: [{ name: '***', why: 'barred' }] } });
      expect(JSON.stringify(answer)).not.toContain(name);
      expect(await app.call(projectInfo, { project_id: projectId }, { token: receiving }), kind).toMatchObject({
        code: 444,
      });
    }
    expect(await rolesIn(projectId, to)).toBeUndefined();
    // A superAdmin sees the project and hands it over.
    for (const kind of KINDS)
      expect(await handOver(kind, leaver, to), kind).toMatchObject({ code: 0, data: { moved: 1, left: [] } });
  });

  it('goes to a colleague who is a member already', async () => {
    const [leaver, caller, member, starter] = [
      await buildPerson(app),
      await buildPerson(app, { roles: ['administrator'] }),
      await buildPerson(app),
      await buildPerson(app),
    ];
    const project = { managerId: leaver.id, members: [{ id: member.id, roles: ['designer' as const] }] };
    const { id: projectId } = await buildProject(app, project);
    await buildTask(app, { projectId, assignerId: leaver.id, executorIds: [leaver.id], state: 'in_progress' });
    await buildProcess(app, { starter, projectId, stages: [{ by: [leaver] }] });
    await hide(projectId);
    const token = await tokenOf(caller);
    for (const kind of KINDS)
      expect(await handOver(kind, leaver, member, token), kind).toMatchObject({
        code: 0,
        data: { moved: 1, left: [] },
      });
  });
});

describe('a hand-over', () => {
  it('is refused for oneself, for disabled users and partners, and without the right to administer people', async () => {
    const [from, to] = [await buildPerson(app), await buildPerson(app)];
    expect(await handOver('task', from, from)).toMatchObject({ code: 1001, data: { field: 'to_id' } });
    expect(await handOver('task', from, to, await tokenOf(to))).toMatchObject({ code: 1005 });
    await app.platform.db.pool.query(`update staff set type = 'partner' where user_id = $1`, [to.id]);
    expect(await handOver('task', from, to)).toMatchObject({ code: 1001, data: { field: 'to_id' } });
    await app.platform.db.pool.query(`update staff set type = 'person' where user_id = $1`, [to.id]);
    await app.call(userDisable, { id: to.id, version: 1 }, { token: admin });
    expect(await handOver('task', from, to)).toMatchObject({ code: 1012 });
  });

  it("of a superAdmin's work needs a superAdmin", async () => {
    const [top, administrator, to] = [
      await buildPerson(app, { roles: ['superAdmin'] }),
      await buildPerson(app, { roles: ['administrator'] }),
      await buildPerson(app),
    ];
    expect(await handOver('task', top, to, await tokenOf(administrator))).toMatchObject({ code: 1005 });
    expect(await handOver('task', top, to)).toMatchObject({ code: 0, data: { moved: 0 } });
  });
});
