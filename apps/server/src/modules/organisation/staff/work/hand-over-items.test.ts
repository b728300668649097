import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { info as projectInfo } from '@prdm/contract/projects';
import { departmentEdit, departmentIndex } from '@prdm/contract/organisation';
import { userHandOver, userWork } from '@prdm/contract/organisation/work';
import { userDel, userInfo } from '@prdm/contract/staff';
import * as tasks from '@prdm/contract/tasks';
import { buildProcess, detailOf } from '../../../../testing/worlds/approvals.ts';
import {
  buildDepartment,
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

type Moves = readonly (readonly [item: string, to: BuiltPerson])[];
const move = (from: BuiltPerson, moves: Moves, token = admin) =>
  app.call(userHandOver, { id: from.id, moves: moves.map(([item, to]) => ({ item, to_id: to.id })) }, { token });
const workOf = async ({ id }: BuiltPerson, token = admin, page = {}) =>
  (await app.call(userWork, { id, ...page }, { token })).data;
const keysOf = (work: { list: { key: string }[] }): string[] => work.list.map(({ key }) => key);
const people = (count: number) => Promise.all(Array.from({ length: count }, () => buildPerson(app)));

/** A leaver with a project, two tasks, a review, a report and a department. */
async function busy() {
  const [leaver, starter, report] = (await people(3)) as [BuiltPerson, BuiltPerson, BuiltPerson];
  const led = await buildProject(app, { managerId: leaver.id, name: '牵头项目' });
  const project = await buildProject(app, { name: '参与项目', members: [{ id: leaver.id, roles: ['designer'] }] });
  const taskIn = () =>
    buildTask(app, {
      projectId: project.id,
      assignerId: project.managerId,
      executorIds: [leaver.id],
      state: 'in_progress',
    });
  const [first, second] = [await taskIn(), await taskIn()];
  const process = await buildProcess(app, { starter, projectId: project.id, stages: [{ by: [leaver] }] });
  const department = await buildDepartment(app);
  const listed = (await app.call(departmentIndex, {}, { token: admin })).data.list;
  const { version, name } = listed.find((each: { id: number }) => each.id === department.id);
  await app.call(departmentEdit, { id: department.id, version, name, leader_id: leaver.id }, { token: admin });
  await app.platform.db.pool.query('update staff set leader_id = $1 where user_id = $2', [leaver.id, report.id]);
  const keys = [
    `project:${led.id}`,
    `task:${first.id}`,
    `task:${second.id}`,
    `process:${process.id}`,
    `report:${report.id}`,
    `department:${department.id}`,
  ] as const;
  return { leaver, led, project, first, second, process, report, department, keys };
}

describe('the items of the work of a person', { timeout: 60_000 }, () => {
  it('are listed with names in pages, and each moves to a colleague of its own in one call', async () => {
    const { leaver, led, first, second, process, report, department, keys } = await busy();
    const work = await workOf(leaver, admin, { ispage: 'not' });
    expect(keysOf(work)).toEqual(keys);
    expect(work).toMatchObject({ total: 6, hidden: [] });
    expect(work.list[0]).toMatchObject({ kind: 'project', name: '牵头项目', project_name: '' });
    expect(work.list[1]).toMatchObject({ kind: 'task', project_name: '参与项目' });
    const page = await workOf(leaver, admin, { page: 2, size: 4 });
    expect([keysOf(page), page.total]).toEqual([keys.slice(4), 6]);

    const heirs = (await people(6)) as BuiltPerson[];
    const moves = keys.map((key, at) => [key, heirs[at] as BuiltPerson] as const);
    expect(await move(leaver, moves)).toMatchObject({ code: 0, data: { moved: 6, left: [] } });
    const at = (n: number): number => (heirs[n] as BuiltPerson).id;
    expect((await app.call(projectInfo, { project_id: led.id }, { token: admin })).data.manager_id).toBe(at(0));
    for (const [n, task] of [first, second].entries()) {
      const { data } = await app.call(tasks.info, { id: task.id }, { token: admin });
      expect(data.executors.map(({ id }: { id: number }) => id)).toEqual([at(n + 1)]);
    }
    expect((await detailOf(app, process)).stage.assignments.findLast(() => true)).toMatchObject({ userId: at(3) });
    expect((await app.call(userInfo, { id: report.id }, { token: admin })).data.leader_id).toBe(at(4));
    const listed = (await app.call(departmentIndex, {}, { token: admin })).data.list;
    expect(listed.find(({ id }: { id: number }) => id === department.id)).toMatchObject({ leader_id: at(5) });
    expect(await workOf(leaver)).toMatchObject({ open: [], list: [], total: 0 });
    const { rows } = await app.platform.db.pool.query('select version from staff where user_id = $1', [leaver.id]);
    expect(await app.call(userDel, { id: leaver.id, version: rows[0].version }, { token: admin })).toMatchObject({
      code: 0,
    });
  });

  it('that the person does not hold any more stay with the reason, and the others move', async () => {
    const { leaver, first, second } = await busy();
    const [heir, other] = (await people(2)) as [BuiltPerson, BuiltPerson];
    await move(leaver, [[`task:${first.id}`, other]]);
    const answer = await move(leaver, [
      [`task:${first.id}`, heir],
      [`task:${second.id}`, heir],
    ]);
    expect(answer.data).toEqual({
      moved: 1,
      left: [{ name: '', why: 'gone', key: `task:${first.id}` }],
    });
    const { data } = await app.call(tasks.info, { id: first.id }, { token: admin });
    expect(data.executors.map(({ id }: { id: number }) => id)).toEqual([other.id]);
  });

  it('of a hidden project are counted and not named, and their ids answer like missing ones', async () => {
    const { leaver, project, first, second, process, keys } = await busy();
    const caller = await buildPerson(app, { roles: ['administrator'] });
    const [heir] = (await people(1)) as [BuiltPerson];
    await app.platform.db.pool.query(`update project set secret_level = 'secret' where id = $1`, [project.id]);
    const token = await app.signIn(caller.account, PASSWORD);
    const work = await workOf(leaver, token, { ispage: 'not' });
    expect(keysOf(work)).toEqual([keys[0], keys[4], keys[5]]);
    expect(work).toMatchObject({
      total: 3,
      hidden: [
        { kind: 'task', count: 2 },
        { kind: 'process', count: 1 },
      ],
    });
    expect(JSON.stringify(work)).not.toContain('参与项目');
    const missing = await move(leaver, [['task:999999', heir]], token);
    expect(missing).toMatchObject({ code: 1006, data: { field: 'moves.0.item' } });
    for (const key of [`task:${first.id}`, `process:${process.id}`, `project:${project.id}`])
      expect(
        await move(
          leaver,
          [
            [keys[0], heir],
            [key, heir],
          ],
          token,
        ),
        key,
      ).toMatchObject({
        code: 1006,
        msg: missing.msg,
        data: { field: 'moves.1.item' },
      });
    // Nothing moved, because the call was refused as a whole.
    expect(keysOf(await workOf(leaver, admin, { ispage: 'not' }))).toEqual(keys);
    // The whole kind leaves them where they are.
    const whole = await app.call(userHandOver, { id: leaver.id, kind: 'task', to_id: heir.id }, { token });
    expect(whole.data.left).toEqual([first, second].map(() => ({ name: '***', why: 'barred', key: null })));
  });

  it('are refused as a whole for a bad colleague, a bad key and a mixed form', async () => {
    const { leaver, keys } = await busy();
    const [heir, partner] = (await people(2)) as [BuiltPerson, BuiltPerson];
    await app.platform.db.pool.query(`update staff set type = 'partner' where user_id = $1`, [partner.id]);
    const refusals: [Moves, object][] = [
      [
        [
          [keys[0], heir],
          [keys[1], leaver],
        ],
        { code: 1001, data: { field: 'moves.1.to_id' } },
      ],
      [[[keys[0], partner]], { code: 1001, data: { field: 'moves.0.to_id' } }],
      [[['folder:1', heir]], { code: 1001, data: { field: 'moves.0.item' } }],
      [[], { code: 1001, data: { field: 'moves' } }],
    ];
    for (const [moves, refusal] of refusals) expect(await move(leaver, moves)).toMatchObject(refusal);
    const both = { id: leaver.id, kind: 'task', to_id: heir.id, moves: [{ item: keys[0], to_id: heir.id }] };
    expect(await app.call(userHandOver, both, { token: admin })).toMatchObject({ code: 1001, data: { field: 'kind' } });
    expect(await app.call(userHandOver, { id: leaver.id }, { token: admin })).toMatchObject({
      data: { field: 'kind' },
    });
    const stranger = await app.signIn(heir.account, PASSWORD);
    expect((await move(leaver, [[keys[0], heir]], stranger)).code).toBe(1005);
    expect(keysOf(await workOf(leaver, admin, { ispage: 'not' }))).toEqual(keys);
  });

  it('of another enterprise answer like missing ones', async () => {
    const { leaver } = await busy();
    const [heir] = (await people(1)) as [BuiltPerson];
    const { enterpriseId } = await app.platform.db.transaction((trx) =>
      app.modules.organisation.found(trx, { name: '别家', roleName: (key) => key }),
    );
    const stranger = await buildPerson(app, { enterpriseId });
    expect(await move(leaver, [[`report:${stranger.id}`, heir]])).toMatchObject({
      code: 1006,
      data: { field: 'moves.0.item' },
    });
  });
});
