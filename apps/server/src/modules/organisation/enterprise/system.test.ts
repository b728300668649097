import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { getKeyIv } from '@prdm/contract/identity';
import { recoverPassword, sendCode } from '@prdm/contract/identity/recovery';
import { info, profile, userSetting } from '@prdm/contract/me';
import {
  enterpriseDisable,
  enterpriseEnable,
  enterpriseIndex,
  enterpriseLimits,
} from '@prdm/contract/organisation/system';
import { userIndex } from '@prdm/contract/organisation';
import { index as projectIndex } from '@prdm/contract/projects';
import { addEnterprise } from '../../../enterprise-add/add.ts';
import { startMailServer, type MailServer } from '../../../testing/servers/mail-server.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildPerson, buildProject, buildSystemAdministrator, PASSWORD } from '../../../testing/worlds/builders.ts';
import { encryptTransfer, sha256Hex } from '../../../testing/worlds/calls.ts';

let app: TestApp;
let smtp: MailServer;
let system: string;
let systemEnterprise: number;
let second: { enterpriseId: number; account: string };
beforeAll(async () => {
  smtp = await startMailServer();
  app = await startApp({ works: true, env: { SMTP_URL: smtp.url } });
  const built = await buildSystemAdministrator(app);
  systemEnterprise = built.enterpriseId;
  system = await app.signIn(built.account, PASSWORD);
  second = await addEnterprise(app.platform, app.modules, {
    kind: 'enterprise',
    name: '江北市政设计院',
    account: 'north.chief',
    person: '江北院长',
    password: PASSWORD,
  });
});
afterAll(async () => {
  await app.stop();
  await smtp.down();
});

const list = async (input: object = {}) => (await app.call(enterpriseIndex, input, { token: system })).data;
const row = async () => (await list()).list.find(({ id }: { id: number }) => id === second.enterpriseId);
const act = async (
  call: typeof enterpriseLimits | typeof enterpriseDisable | typeof enterpriseEnable,
  input: object,
  token = system,
) => app.call(call, { id: second.enterpriseId, version: (await row()).version, ...input }, { token });
const logOf = async (enterpriseId: number) =>
  (
    await app.platform.db.pool.query(
      `select user_id is null as nobody, user_name, event, target_name, before, after from action_log
       where enterprise_id = $1 and event like 'organisation.enterprise%' order by id`,
      [enterpriseId],
    )
  ).rows;

/** Signs in and answers the whole envelope. */
async function enter(account: string, password: string) {
  const { data } = await app.call(getKeyIv, {});
  const form = { account, password: encryptTransfer(password, data.key, data.iv), kid: data.kid };
  const response = await app.app.inject({
    method: 'POST',
    url: '/apis/pub/loginpwd',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'zh' },
    payload: new URLSearchParams(form).toString(),
  });
  return response.json<{ code: number; msg: string; data: { token: string } | null }>();
}

describe('a system administrator', () => {
  it('sees the enterprises with their use, and neither its own nor another system enterprise', async () => {
    await buildSystemAdministrator(app);
    const { total, list: rows } = await list();
    expect(total).toBe(2);
    expect(rows.map(({ name }: { name: string }) => name)).toContain('江北市政设计院');
    expect(await row()).toMatchObject({
      state: 'enabled',
      members: 1,
      member_limit: 200,
      projects: 0,
      project_limit: 500,
      last_active_at: null,
      disabled_at: null,
    });
    expect((await list({ word: '市政' })).total).toBe(1);
    expect((await list({ word: '%' })).total).toBe(0);
    expect((await list({ state: 'disabled' })).total).toBe(0);
  });

  it('reads the own person and settings, and no page of an enterprise', async () => {
    expect((await app.call(info, {}, { token: system })).data).toMatchObject({
      is_system: true,
      roles: { role: '', access: [] },
      project_access: {},
    });
    expect(await app.call(profile, {}, { token: system })).toMatchObject({ code: 0 });
    expect(await app.call(userSetting, { name: 'base_setting' }, { token: system })).toMatchObject({ code: 0 });
    for (const call of [userIndex, projectIndex])
      expect(await app.call(call, {}, { token: system })).toMatchObject({ code: 1005 });
  });

  it('stays one with a role: no stored right opens a record', async () => {
    const { enterpriseId, account } = await buildSystemAdministrator(app);
    await app.platform.db.pool.query(
      `with role as (insert into role (enterprise_id, key, name, kind, access, view_range, content_access, sort)
         values ($1, 'superAdmin', 'superAdmin', 'admin', '{home-Company-user}', 'enterprise', '{}', 1) returning id)
       insert into role_holder (enterprise_id, user_id, role_id)
       select $1, account.id, role.id from role, account where account.enterprise_id = $1`,
      [enterpriseId],
    );
    const token = await app.signIn(account, PASSWORD);
    expect(await app.call(userIndex, {}, { token })).toMatchObject({ code: 1005 });
  });

  it('is the only one to make these calls', async () => {
    const chief = await app.signIn(second.account, PASSWORD);
    for (const token of [chief, await app.admin()]) {
      expect(await app.call(enterpriseIndex, {}, { token })).toMatchObject({ code: 1005 });
      expect(await act(enterpriseDisable, { reason: '试试' }, token)).toMatchObject({ code: 1005 });
    }
  });
});

describe('limits', () => {
  it('below the use answer 1001 with the figure, others are stored and logged in both enterprises', async () => {
    const chief = await app.call(info, {}, { token: await app.signIn(second.account, PASSWORD) });
    await buildPerson(app, { enterpriseId: second.enterpriseId });
    await buildProject(app, { enterpriseId: second.enterpriseId, managerId: chief.data.id });
    const low = await act(enterpriseLimits, { member_limit: 1, project_limit: 5 });
    expect(low).toMatchObject({ code: 1001, data: { field: 'member_limit' } });
    expect(low.msg).toContain('2');
    const none = await act(enterpriseLimits, { member_limit: 2, project_limit: 0 });
    expect(none).toMatchObject({ code: 1001, data: { field: 'project_limit' } });
    expect(none.msg).toContain('1');
    expect(await row()).toMatchObject({ member_limit: 200, project_limit: 500 });
    const { version } = await row();
    expect(await act(enterpriseLimits, { member_limit: 2, project_limit: 1 })).toMatchObject({ code: 0 });
    expect(await act(enterpriseLimits, { version, member_limit: 3, project_limit: 3 })).toMatchObject({ code: 1009 });
    const entry = {
      event: 'organisation.enterpriseLimited',
      target_name: '江北市政设计院',
      before: { member_limit: 200, project_limit: 500 },
      after: { member_limit: 2, project_limit: 1 },
    };
    expect(await logOf(systemEnterprise)).toEqual([expect.objectContaining({ ...entry, nobody: false })]);
    expect(await logOf(second.enterpriseId)).toEqual([expect.objectContaining({ ...entry, nobody: true })]);
  });
});

describe('disabling', () => {
  it('needs a reason, ends all sessions and sockets, and sign-in answers 1012 by password and by code', async () => {
    const person = await buildPerson(app, { enterpriseId: second.enterpriseId, email: 'north@example.cn' });
    const tokens = [await app.signIn(second.account, PASSWORD), await app.signIn(person.account, PASSWORD)];
    const socket = new WebSocket(`${app.address.replace('http', 'ws')}/apis/live`);
    await once(socket, 'open');
    socket.send(JSON.stringify({ token: tokens[1] }));
    await once(socket, 'message');
    const closed = once(socket, 'close');
    expect(await act(enterpriseDisable, { reason: '' })).toMatchObject({ code: 1001, data: { field: 'reason' } });
    expect(await act(enterpriseDisable, { reason: '合同到期' })).toMatchObject({ code: 0 });
    for (const token of tokens) expect(await app.call(info, {}, { token })).toMatchObject({ code: 5 });
    expect((await closed)[0]).toBe(4401);
    const refused = await enter(second.account, PASSWORD);
    expect(refused).toMatchObject({ code: 1012, data: null });
    expect(refused.msg).toContain('企业已停用');
    expect(await enter(second.account, 'wrong-one')).toMatchObject({ code: 1003 });

    await app.call(sendCode, { email: 'north@example.cn', type: 'forget' });
    const code = /\b\d{6}\b/.exec((await smtp.arrived('north@example.cn', 0)).text)?.[0] ?? '';
    const { data } = await app.call(getKeyIv, {});
    const fresh = 'Neu-Wort-26';
    const hash = sha256Hex(fresh);
    const recovery = await app.call(recoverPassword, {
      email: 'north@example.cn',
      code,
      password: hash,
      repassword: hash,
      password_encode: encryptTransfer(fresh, data.key, data.iv),
      kid: data.kid,
    });
    expect(recovery).toMatchObject({ code: 1012 });
    expect(await row()).toMatchObject({ state: 'disabled', disabled_reason: '合同到期' });
    expect((await list({ state: 'disabled' })).total).toBe(1);
  });

  it('leaves the enterprise out of timers, and a session that outlived it opens nothing', async () => {
    expect(await app.modules.organisation.enterpriseIds()).not.toContain(second.enterpriseId);
    const [{ id }] = (
      await app.platform.db.pool.query('select id from account where enterprise_id = $1 limit 1', [second.enterpriseId])
    ).rows as [{ id: number }];
    expect(await app.modules.organisation.person(second.enterpriseId, Number(id))).toBeNull();
    await app.platform.db.pool.query('update session set ended_at = null where enterprise_id = $1', [
      second.enterpriseId,
    ]);
    const { rows } = await app.platform.db.pool.query(
      'select count(*)::int as n from session where enterprise_id = $1',
      [second.enterpriseId],
    );
    expect(rows[0].n).toBeGreaterThan(0);
  });

  it('is refused twice; enabling opens sign-in again and is logged in both enterprises', async () => {
    expect(await act(enterpriseDisable, { reason: '再次' })).toMatchObject({ code: 1008 });
    expect(await act(enterpriseEnable, {})).toMatchObject({ code: 0 });
    expect(await act(enterpriseEnable, {})).toMatchObject({ code: 1008 });
    expect((await enter(second.account, PASSWORD)).code).toBe(0);
    const events = (rows: { event: string }[]) => rows.map(({ event }) => event.replace('organisation.enterprise', ''));
    for (const enterprise of [systemEnterprise, second.enterpriseId])
      expect(events(await logOf(enterprise))).toEqual(['Limited', 'Disabled', 'Enabled']);
    expect((await logOf(second.enterpriseId))[1]).toMatchObject({ after: { reason: '合同到期' } });
  });
});
