import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userSetting } from '@prdm/contract/me';
import { enterpriseSettings, enterpriseSettingsEdit } from '@prdm/contract/organisation/settings';
import { add as taskAdd, info as taskInfo } from '@prdm/contract/tasks';
import { userDel } from '@prdm/contract/staff';
import { userDisable, userIndex } from '@prdm/contract/organisation';
import { stages } from '@prdm/contract/config/dictionaries';
import { foundEnterprise } from '../../../first-start.ts';
import { buildPerson, buildProject, PASSWORD, theEnterprise } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;
let employee: string;
let enterprise: number;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  enterprise = await theEnterprise(app);
  employee = await app.signIn((await buildPerson(app)).account, PASSWORD);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.platform.db.pool.query(
    `update enterprise set fallback_approver_ids = '{}', skip_repeated = true, task_notify_way = '{in_app}'`,
  );
});

const read = async (token = admin) => (await app.call(enterpriseSettings, {}, { token })).data;
const edit = async (input: object, token = admin, version?: number) =>
  app.call(enterpriseSettingsEdit, { version: version ?? (await read()).version, ...input }, { token });
const fallback = () =>
  app.platform.db.transaction((trx) => app.modules.organisation.fallbackApprovers(trx, enterprise));
const idsOf = (people: { id: number }[]) => people.map(({ id }) => id);
const lastLog = async () =>
  (await app.platform.db.pool.query('select event, target_id, before, after from action_log order by id desc limit 1'))
    .rows[0];
const versionOf = async (id: number): Promise<number> => {
  const { list } = (await app.call(userIndex, { ispage: 'not' }, { token: admin })).data;
  return list.find((row: { id: number }) => row.id === id).version;
};

describe('reading and writing', () => {
  it('answers the settings of a new enterprise, with the super administrators as fallback', async () => {
    const settings = await read();
    expect(settings).toMatchObject({
      password_length_min: 6,
      password_length_max: 18,
      accept_default_key: false,
      skip_repeated: true,
      fallback_approvers: [],
      task_notify_way: ['in_app'],
    });
    expect(idsOf(settings.fallback_default)).toEqual(await fallback());
  });

  it('changes the given settings alone, raises the version and writes the log', async () => {
    const { version } = await read();
    expect(await edit({ skip_repeated: false })).toMatchObject({ code: 0 });
    expect(await read()).toMatchObject({ skip_repeated: false, task_notify_way: ['in_app'], version: version + 1 });
    expect(await lastLog()).toMatchObject({
      event: 'organisation.settingsChanged',
      target_id: enterprise,
      before: { skip_repeated: true },
      after: { skip_repeated: false },
    });
    expect((await edit({ task_notify_way: ['email', 'in_app'] })).code).toBe(0);
    expect(await read()).toMatchObject({ skip_repeated: false, task_notify_way: ['email', 'in_app'] });
  });

  it('answers 1009 to a stale version and to the second of two writers', async () => {
    const { version } = await read();
    const both = await Promise.all([true, false].map((skip_repeated) => edit({ skip_repeated }, admin, version)));
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1009]);
    expect((await edit({ task_notify_way: ['email'] }, admin, version)).code).toBe(1009);
    expect(await read()).toMatchObject({ task_notify_way: ['in_app'], version: version + 1 });
  });

  it.each([
    ['no way of notice', { task_notify_way: [] }, 'task_notify_way'],
    ['an unknown way', { task_notify_way: ['fax'] }, 'task_notify_way.0'],
    ['a flag that is none', { skip_repeated: 'perhaps' }, 'skip_repeated'],
    ['too many people', { fallback_approver_ids: Array.from({ length: 21 }, () => 1) }, 'fallback_approver_ids'],
    ['an id that is none', { fallback_approver_ids: ['x'] }, 'fallback_approver_ids.0'],
    ['an unknown field', { member_limit: 5 }, 'member_limit'],
  ])('refuses %s with its field', async (_what, input, field) => {
    expect(await edit(input)).toMatchObject({ code: 1001, data: { field } });
  });

  it('is refused to a person without the node, and knows no one of another enterprise', async () => {
    expect((await app.call(enterpriseSettings, {}, { token: employee })).code).toBe(1005);
    expect((await edit({ skip_repeated: false }, employee)).code).toBe(1005);
    expect((await app.call(enterpriseSettings, {})).code).toBe(5);
    const away = await app.platform.db.transaction((trx) => foundEnterprise(trx, app.modules, '别家'));
    const chief = await buildPerson(app, { enterpriseId: away.enterpriseId, roles: ['superAdmin'] });
    expect((await edit({ fallback_approver_ids: [chief.id] })).code).toBe(1013);
    const theirs = await read(await app.signIn(chief.account, PASSWORD));
    expect(idsOf(theirs.fallback_default)).toEqual([chief.id]);
  });
});

describe('fallback approvers', () => {
  it('are active colleagues, each once, in the chosen order', async () => {
    const [one, two] = [await buildPerson(app), await buildPerson(app)];
    expect((await edit({ fallback_approver_ids: [two.id, one.id, two.id] })).code).toBe(0);
    expect(idsOf((await read()).fallback_approvers)).toEqual([two.id, one.id]);
    expect(await fallback()).toEqual([two.id, one.id]);
    const partner = await buildPerson(app, { type: 'partner', name: '协作人' });
    expect(await edit({ fallback_approver_ids: [one.id, partner.id] })).toMatchObject({
      code: 1001,
      msg: '协作人是协作单位人员，不能作为兜底审批人',
      data: { field: 'fallback_approver_ids' },
    });
  });

  it('stay while disabled but do not decide, and cannot be newly named', async () => {
    const [one, two] = [await buildPerson(app), await buildPerson(app)];
    await edit({ fallback_approver_ids: [one.id] });
    expect((await app.call(userDisable, { id: one.id, version: await versionOf(one.id) }, { token: admin })).code).toBe(
      0,
    );
    expect((await read()).fallback_approvers).toMatchObject([{ id: one.id, status: 'disabled' }]);
    expect(await fallback()).toEqual(idsOf((await read()).fallback_default));
    expect((await edit({ fallback_approver_ids: [one.id, two.id] })).code).toBe(0);
    await edit({ fallback_approver_ids: [two.id] });
    expect(await edit({ fallback_approver_ids: [one.id] })).toMatchObject({
      code: 1012,
      data: { field: 'fallback_approver_ids' },
    });
  });

  it('are dropped in the transaction in which they leave, and the event says so', async () => {
    const [one, two] = [await buildPerson(app), await buildPerson(app)];
    await edit({ fallback_approver_ids: [one.id, two.id] });
    const { version } = await read();
    expect((await app.call(userDel, { id: one.id, version: await versionOf(one.id) }, { token: admin })).code).toBe(0);
    expect(await read()).toMatchObject({ fallback_approvers: [{ id: two.id }], version: version + 1 });
    expect(await lastLog()).toMatchObject({
      event: 'organisation.staffLeft',
      before: { fallback_approver: true },
      after: { status: 'former', fallback_approver: false },
    });
    const other = await buildPerson(app);
    await app.call(userDel, { id: other.id, version: await versionOf(other.id) }, { token: admin });
    expect((await lastLog()).after).toEqual({ status: 'former' });
    expect((await read()).version).toBe(version + 1);
  });
});

describe('notice of new tasks', () => {
  it('is the setting unless the task names its ways, and every user may read the default', async () => {
    const manager = await buildPerson(app);
    const { id: project_id } = await buildProject(app, { managerId: manager.id });
    const token = await app.signIn(manager.account, PASSWORD);
    const stage_id = (await app.call(stages.index, {}, { token })).data.list[0].id;
    await edit({ task_notify_way: ['email'] });
    const made = async (more: object): Promise<string[]> => {
      const stages = [{ name: '校对', executor_ids: [manager.id] }];
      const input = { project_id, title: '任务', stage_id, stages, ...more };
      const { data } = await app.call(taskAdd, input, { token });
      return (await app.call(taskInfo, { id: data.id }, { token })).data.notify_way;
    };
    expect(await made({})).toEqual(['email']);
    expect(await made({ notify_way: ['in_app'] })).toEqual(['in_app']);
    const { data } = await app.call(userSetting, { name: 'base_setting' }, { token });
    expect(data).toMatchObject({ task_notify_way: ['email'] });
  });
});
