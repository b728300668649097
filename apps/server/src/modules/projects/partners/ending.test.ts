import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as contract from '@prdm/contract/projects/partners';
import {
  index as projectIndex,
  info as projectInfo,
  memberAdd,
  members,
  transferManager,
} from '@prdm/contract/projects';
import { index as notices } from '@prdm/contract/notices';
import { userTree } from '@prdm/contract/organisation';
import { roleUsers } from '@prdm/contract/organisation/roles';
import { TaskExecutorLeft } from '../../tasks/task.events.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import {
  buildPerson,
  buildProject,
  buildTask,
  PASSWORD,
  theEnterprise,
  type BuiltPerson,
} from '../../../testing/worlds/builders.ts';

let at = new Date('2026-11-27T04:00:00Z');
let app: TestApp;
let manager: BuiltPerson;
let token: string;
let projectId: number;
let one: BuiltPerson & { token: string };

beforeAll(async () => {
  app = await startApp({ works: false, clock: { now: () => at } });
});
afterAll(() => app.stop());
/** A partner who is a member until the end of 2026-11-27. */
beforeEach(async () => {
  at = new Date('2026-11-27T04:00:00Z');
  manager = await buildPerson(app);
  const project = await buildProject(app, { managerId: manager.id });
  projectId = project.id;
  token = await app.signIn(manager.account, PASSWORD);
  const person = await buildPerson(app, { type: 'partner' });
  one = { ...person, token: await app.signIn(person.account, PASSWORD) };
  const input = { project_id: projectId, firm: '勘察院', account: one.account, ends_on: '2026-11-27' };
  const { data } = await app.call(contract.invite, input, { token });
  await app.call(contract.inviteAccept, { id: data.id, version: 1 }, { token: one.token });
});

const sql = (text: string, values: unknown[] = []) => app.platform.db.pool.query(text, values);
const memberIds = async (): Promise<number[]> =>
  (await app.call(members, { project_id: projectId }, { token })).data.list.map(
    ({ user_id: id }: { user_id: number }) => id,
  );
const opens = async () => (await app.call(projectInfo, { project_id: projectId }, { token: one.token })).code;
const row = async () =>
  (
    await sql('select removed_at is not null as removed from project_member where project_id = $1 and user_id = $2', [
      projectId,
      one.id,
    ])
  ).rows[0];
const removals = async () =>
  (
    await sql(`select count(*)::int as n from action_log where event = 'projects.memberRemoved' and project_id = $1`, [
      projectId,
    ])
  ).rows[0].n;
/** The last second of the day in Asia/Shanghai, and the next one. */
const LAST = new Date('2026-11-27T15:59:59Z');
const NEXT = new Date('2026-11-27T16:00:00Z');

describe('a membership with an end date', () => {
  it('gives its rights until the last second of the day, and none at every call from the next day on', async () => {
    const enterprise = await theEnterprise(app);
    const { projects } = app.modules;
    at = LAST;
    expect(await opens()).toBe(0);
    expect(await memberIds()).toContain(one.id);
    at = NEXT;
    expect(await app.call(projectInfo, { project_id: projectId }, { token: one.token })).toMatchObject({
      code: 444,
      msg: '您已被移出该项目',
    });
    expect((await app.call(projectIndex, {}, { token: one.token })).data.total).toBe(0);
    expect(await memberIds()).not.toContain(one.id);
    expect(await projects.membersAmong(enterprise, projectId, [one.id])).toEqual([]);
    expect(await projects.audienceAmong(enterprise, projectId, [one.id])).toEqual([]);
    expect((await projects.membersOf(enterprise, projectId)).map(({ userId }) => userId)).toEqual([manager.id]);
    expect(await projects.coMembersAmong(enterprise, one.id, 'everybody')).toEqual([]);
    expect((await projects.callerNow(enterprise, one.id))?.principal.projectAccess).toEqual({});
    const tree = (await app.call(userTree, {}, { token: one.token })).data;
    expect(JSON.stringify(tree)).not.toContain(manager.name);
    const [page] = (await app.call(projectIndex, {}, { token })).data.list;
    expect(page.member_count).toBe(1);
    const role = (await sql(`select id from role where key = 'partner'`)).rows[0].id;
    const held = (await app.call(roleUsers, { id: role }, { token: await app.admin() })).data.list;
    expect(JSON.stringify(held)).not.toContain(one.name);
    expect(await row()).toEqual({ removed: false });
  });

  it('is removed by the worker once, with the event of a removal, although a task is open, of which the manager is told', async () => {
    const task = await buildTask(app, {
      projectId,
      assignerId: manager.id,
      executorIds: [one.id],
      state: 'in_progress',
    });
    at = LAST;
    await app.modules.projects.partners.end();
    expect(await row()).toEqual({ removed: false });
    at = NEXT;
    await Promise.all([app.modules.projects.partners.end(), app.modules.projects.partners.end()]);
    expect(await row()).toEqual({ removed: true });
    expect(await removals()).toBe(1);
    const { rows } = await sql('select 1 from project_member_role where project_id = $1 and user_id = $2', [
      projectId,
      one.id,
    ]);
    expect(rows).toEqual([]);
    expect(await opens()).toBe(444);
    // The manager is the assigner too, and gets one notice.
    const told = `${one.name}的成员期限已到，任务“${task.title}”需转交或更换执行人`;
    const { rows: sent } = await sql(
      `select happening from outbox where event = $1 and (happening ->> 'projectId')::bigint = $2`,
      [TaskExecutorLeft.name, projectId],
    );
    expect(sent).toHaveLength(1);
    const deliver = () =>
      app.platform.db.transaction((trx) => app.platform.bus.deliver(trx, TaskExecutorLeft.name, sent[0].happening));
    await deliver();
    await deliver();
    const { list } = (await app.call(notices, {}, { token })).data;
    expect(list.map(({ content }: { content: string }) => content)).toEqual([told]);
  });

  it('begins anew without the former roles, whether the worker was there or not', async () => {
    at = NEXT;
    const again = { project_id: projectId, user_ids: [one.id] };
    expect((await app.call(memberAdd, again, { token })).code).toBe(0);
    expect(await removals()).toBe(1);
    const [member] = (await app.call(members, { project_id: projectId }, { token })).data.list.filter(
      ({ user_id }: { user_id: number }) => user_id === one.id,
    );
    expect(member).toMatchObject({ roles: [], firm: '', ends_on: null });
    await app.modules.projects.partners.end();
    expect(await row()).toEqual({ removed: false });
  });

  it('leaves no grant to a member who comes back, also when it ended in an archived project', async () => {
    await sql(
      `insert into folder_grant (enterprise_id, project_id, folder_id, to_kind, to_id, rights, granted_by)
       select enterprise_id, project_id, id, 'person', $2, 3, $3 from folder where project_id = $1 limit 1`,
      [projectId, one.id, manager.id],
    );
    const status = (value: string) => sql('update project set status = $2 where id = $1', [projectId, value]);
    const grants = async () =>
      (
        await sql(`select 1 from folder_grant where project_id = $1 and to_kind = 'person' and to_id = $2`, [
          projectId,
          one.id,
        ])
      ).rowCount;
    await status('archived');
    at = NEXT;
    await app.modules.projects.partners.end();
    expect([await row(), await grants()]).toEqual([{ removed: true }, 1]);
    await status('ongoing');
    expect((await app.call(memberAdd, { project_id: projectId, user_ids: [one.id] }, { token })).code).toBe(0);
    expect(await grants()).toBe(0);
  });

  it('excludes the manager: the project always has one', async () => {
    const { version } = (await app.call(projectInfo, { project_id: projectId }, { token })).data;
    expect(
      await app.call(transferManager, { project_id: projectId, manager_id: one.id, version }, { token }),
    ).toMatchObject({ code: 1001, data: { field: 'manager_id' } });
  });
});

it('an expired invitation is marked by the worker, with its event', async () => {
  const input = { project_id: projectId, firm: '勘察院', email: 'late@example.cn' };
  const { data } = await app.call(contract.invite, input, { token });
  await sql(`update project_invitation set expires_at = now() - interval '1 minute' where id = $1`, [data.id]);
  await Promise.all([app.modules.projects.partners.end(), app.modules.projects.partners.end()]);
  expect((await sql('select state, token_hash from project_invitation where id = $1', [data.id])).rows).toEqual([
    { state: 'expired', token_hash: null },
  ]);
  const { rows } = await sql(`select count(*)::int as n from action_log where event = 'projects.invitationExpired'`);
  expect(rows).toEqual([{ n: 1 }]);
});
