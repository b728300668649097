import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { check, getUserSetting, loginHistory } from '@prdm/contract/identity';
import { ssoCallback, ssoUrl } from '@prdm/contract/identity/sso';
import { info } from '@prdm/contract/me';
import { userDisable, userIndex } from '@prdm/contract/organisation';
import { resetPwd, userInfo } from '@prdm/contract/staff';
import { buildApp } from '../../../app.ts';
import { readEnv } from '../../../env.ts';
import { createModules, limitsOf } from '../../../modules.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../../../testing/servers/identity-provider.ts';
import { ADMIN, startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { callAt, startTwo } from '../../../testing/servers/start-two.ts';
import { buildPerson, PASSWORD } from '../../../testing/worlds/builders.ts';
import { callOn } from '../../../testing/worlds/calls.ts';
import { SSO_BASE, ssoSteps } from '../../../testing/sso/sso.ts';

let app: TestApp;
let idp: TestIdentityProvider;
let sso: ReturnType<typeof ssoSteps>;
let serial = 0;
beforeAll(async () => {
  idp = await startIdentityProvider(SSO_BASE);
  app = await startApp({ works: false, env: idp.env(SSO_BASE) });
  sso = ssoSteps(app, idp);
});
beforeEach(() => {
  idp.isDown = false;
});
afterAll(async () => {
  await app.stop();
  await idp.stop();
});

/** A person of the provider and an account that nothing links yet. */
async function stranger(claims: Record<string, unknown> = { name: '张三' }) {
  serial += 1;
  const subject = `subject-${serial}`;
  idp.people.set(subject, claims);
  return { subject, ...(await buildPerson(app)) };
}
const rows = async (text: string, values: unknown[] = []) => (await app.platform.db.pool.query(text, values)).rows;

it('[BU-025] [API-003] the first sign-in links an account by one correct password; later ones open a session at once', async () => {
  const { subject, account, id } = await stranger();
  const first = await sso.callback(subject);
  expect(first).toMatchObject({ code: 0, data: { token: '', link: { name: '张三', expires_in: 600 } } });
  const { ticket } = first.data.link;
  expect(await sso.link(ticket, account, 'not-this-1')).toMatchObject({ code: 1003 });
  const linked = await sso.link(ticket, account, PASSWORD);
  expect(linked).toMatchObject({ code: 0, data: { token: expect.stringMatching(/^sso_[\w-]{43}$/) } });
  expect(await sso.link(ticket, account, PASSWORD)).toMatchObject({ code: 1008, data: { reason: 'ticket' } });
  const again = await sso.callback(subject);
  expect(again).toMatchObject({ code: 0, data: { token: expect.stringMatching(/^sso_/), link: null } });
  const { token } = again.data;
  expect(await app.call(info, {}, { bearer: token })).toMatchObject({ code: 0, data: { account } });
  expect(await app.call(info, {}, { token: await app.signIn(account, PASSWORD) })).toMatchObject({ code: 0 });
  const history = await app.call(loginHistory, {}, { bearer: token });
  expect(history.data.list.map(({ way }: { way: string }) => way)).toContain('sso');
  expect(
    await rows(`select event from action_log where event = 'identity.ssoLinked' and target_id = $1`, [id]),
  ).toHaveLength(1);
});

it('keeps the two kinds of tokens apart, and the bearer wins over X-token', async () => {
  const { subject, account } = await stranger();
  const bearer = await sso.linked(subject, account, PASSWORD);
  const plain = await app.signIn(account, PASSWORD);
  const codeOf = async (caller: { bearer?: string; plain?: string }) => (await app.call(info, {}, caller)).code;
  expect(await codeOf({ bearer })).toBe(0);
  expect(await codeOf({ plain })).toBe(0);
  expect(await codeOf({ plain: bearer })).toBe(5);
  expect(await codeOf({ bearer: plain })).toBe(5);
  expect(await codeOf({ bearer: 'sso_unknown', plain })).toBe(5);
  const inQuery = await app.app.inject({ method: 'POST', url: `${info.path}?token=${bearer}` });
  expect(inQuery.json()).toMatchObject({ code: 5 });
});

it('a replacement of an old token has the same kind and travels as bearer', async () => {
  const { subject, account } = await stranger();
  const bearer = await sso.linked(subject, account, PASSWORD);
  await rows(`update session set token_since = now() - interval '1 hour' where sso`);
  const { headers } = await app.call(info, {}, { bearer });
  expect(headers['authorization']).toMatch(/^Bearer sso_[\w-]{43}$/);
  expect(await app.call(info, {}, { bearer: String(headers['authorization']).slice(7) })).toMatchObject({ code: 0 });
});

it('state and code work once, for five minutes, and only together', async () => {
  const { subject, account } = await stranger();
  await sso.linked(subject, account, PASSWORD);
  const answer = await sso.authorized(subject);
  const refused = { code: 1008, data: { reason: 'state' } };
  expect(await app.call(ssoCallback, { ...answer, state: 'x'.repeat(43) })).toMatchObject(refused);
  const many = await Promise.all(Array.from({ length: 20 }, () => app.call(ssoCallback, answer)));
  expect(many.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(many.filter(({ code, data }) => code === 1008 && data.reason === 'state')).toHaveLength(19);
  const { state } = await sso.authorized(subject);
  expect(await app.call(ssoCallback, { ...answer, state })).toMatchObject({ code: 1, data: { reason: 'refused' } });
  const late = await sso.authorized(subject);
  await rows(`update sso_request set expires_at = now() - interval '1 second'`);
  expect(await app.call(ssoCallback, late)).toMatchObject(refused);
  const { data } = await app.call(ssoUrl, {});
  expect(data.expires_in).toBe(300);
  expect(new URL(data.url).searchParams.get('code_challenge_method')).toBe('S256');
});

it('neither an equal e-mail nor an equal account name opens an account', async () => {
  await rows(`update staff set email = 'boss@firm.cn' where account = 'admin'`).catch(() => []);
  const { subject } = await stranger({
    name: 'x',
    email: 'boss@firm.cn',
    email_verified: true,
    preferred_username: 'admin',
  });
  const before = await rows('select count(*)::int as n from session');
  expect(await sso.callback(subject)).toMatchObject({ code: 0, data: { token: '', link: { name: 'x' } } });
  expect(await rows('select count(*)::int as n from session')).toEqual(before);
});

it('one account and one person of the provider belong together, until an administrator sets a new password', async () => {
  const [one, other] = [await stranger(), await stranger()];
  await sso.linked(one.subject, one.account, PASSWORD);
  const { data } = await sso.callback(other.subject);
  expect(await sso.link(data.link.ticket, one.account, PASSWORD)).toMatchObject({
    code: 1008,
    data: { reason: 'linked' },
  });
  const admin = await app.admin();
  const { version } = (await app.call(userInfo, { id: one.id }, { token: admin })).data;
  await app.call(resetPwd, { id: one.id, version }, { token: admin });
  expect((await sso.callback(one.subject)).data).toMatchObject({ token: '', link: {} });
});

it('a disabled user is refused with the reason, and a disabling ends the session at once', async () => {
  const { subject, account, id } = await stranger();
  const bearer = await sso.linked(subject, account, PASSWORD);
  const admin = await app.admin();
  const { list } = (await app.call(userIndex, { word: account }, { token: admin })).data;
  const { version } = list[0];
  expect(await app.call(userDisable, { id, version }, { token: admin })).toMatchObject({ code: 0 });
  expect(await app.call(info, {}, { bearer })).toMatchObject({ code: 5 });
  const answer = await sso.callback(subject);
  expect(answer).toMatchObject({ code: 1012, msg: '登录失败 [账号已停用]', data: { reason: 'disabled' } });
  expect(
    await rows(`select result from login_history where user_id = $1 and way = 'sso' and result = 'disabled'`, [id]),
  ).toHaveLength(1);
});

it('a user of a disabled enterprise is refused, and signs in again after it is enabled', async () => {
  const { subject, account } = await stranger();
  await sso.linked(subject, account, PASSWORD);
  const { pool } = app.platform.db;
  await pool.query('update enterprise set disabled_at = now()');
  expect(await sso.callback(subject)).toMatchObject({ code: 1012 });
  await pool.query('update enterprise set disabled_at = null');
  expect((await sso.callback(subject)).code).toBe(0);
});

it('wrong passwords of the link count with those of sign-in', async () => {
  const { subject, account } = await stranger();
  const { data } = await sso.callback(subject);
  for (let n = 0; n < 5; n += 1) await sso.link(data.link.ticket, account, 'not-this-1');
  expect(await sso.link(data.link.ticket, account, PASSWORD)).toMatchObject({ code: 1007 });
  await expect(app.signIn(account, PASSWORD)).rejects.toThrow('1007');
});

it('with the provider down nothing but its sign-in is affected, and the reason is fixed', async () => {
  const { subject, account } = await stranger();
  const bearer = await sso.linked(subject, account, PASSWORD);
  const answer = await sso.authorized(subject);
  idp.isDown = true;
  expect(await app.call(ssoCallback, answer)).toMatchObject({
    code: 1,
    msg: '登录失败 [身份认证平台没有响应]',
    data: { reason: 'unreachable' },
  });
  const cold = createModules(app.platform, limitsOf(app.env));
  await expect(cold.identity.startSso('127.0.0.1')).rejects.toMatchObject({ details: { reason: 'unreachable' } });
  await app.modules.identity.askProvider();
  expect(await app.call(info, {}, { bearer })).toMatchObject({ code: 0 });
  expect(await app.signIn(account, PASSWORD)).toMatch(/.{20}/);
  idp.isDown = false;
  expect(await cold.identity.startSso('127.0.0.1')).toMatchObject({ state: expect.any(String) });
  expect(await sso.callback(subject)).toMatchObject({ code: 0 });
});

it('while it is off, no call begins it and no bearer is accepted', async () => {
  const { subject, account } = await stranger();
  const bearer = await sso.linked(subject, account, PASSWORD);
  expect((await app.call(getUserSetting, {})).data.sso).toEqual({ enabled: true, url: '/sso' });
  const off = readEnv({ DATA_DIR: app.env.DATA_DIR, LOG_LEVEL: 'silent' });
  const server = await buildApp(app.platform, createModules(app.platform, limitsOf(off)), off);
  try {
    expect(await callOn(server, ssoUrl, {})).toMatchObject({ code: 1008, data: { reason: 'off' } });
    expect((await callOn(server, getUserSetting, {})).data.sso).toEqual({ enabled: false, url: '' });
    expect(await callOn(server, info, {}, { bearer })).toMatchObject({ code: 5 });
    expect(await callOn(server, info, {}, { plain: bearer })).toMatchObject({ code: 5 });
    expect((await callOn(server, check, { token: bearer })).data).toEqual({ valid: false });
  } finally {
    await server.close();
  }
});

it('one server begins the sign-in and another ends it', { timeout: 120_000 }, async () => {
  const two = await startTwo(idp.env(SSO_BASE));
  try {
    const [first, second] = two.addresses;
    const { subject } = await stranger();
    const { data } = await callAt(first, ssoUrl, {});
    const answer = await idp.authorize(data.url, subject);
    expect(await callAt(second, ssoCallback, answer)).toMatchObject({
      code: 0,
      data: { token: '', link: { name: '张三' } },
    });
    expect(await callAt(first, ssoCallback, answer)).toMatchObject({ code: 1008, data: { reason: 'state' } });
  } finally {
    await two.stop();
  }
});

it('the administrator of the tests still signs in by password', async () => {
  expect(await app.signIn(ADMIN.account, ADMIN.password)).not.toMatch(/^sso_/);
});
