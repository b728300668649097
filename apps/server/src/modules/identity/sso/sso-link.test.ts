import { afterAll, beforeAll, expect, it } from 'vitest';
import { changePassword, getKeyIv } from '@prdm/contract/identity';
import { info } from '@prdm/contract/me';
import { resetPwd, userInfo } from '@prdm/contract/staff';
import { startIdentityProvider, type TestIdentityProvider } from '../../../testing/servers/identity-provider.ts';
import { startMailServer, type MailServer } from '../../../testing/servers/mail-server.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildPerson, PASSWORD } from '../../../testing/worlds/builders.ts';
import { encryptTransfer, sha256Hex } from '../../../testing/worlds/calls.ts';
import { SSO_BASE, ssoSteps } from '../../../testing/sso/sso.ts';

/* A link opens the account without its password. A person who knew the password once must not keep it. */
const OWN = 'Chosen-9c';
let app: TestApp;
let idp: TestIdentityProvider;
let smtp: MailServer;
let sso: ReturnType<typeof ssoSteps>;
let serial = 0;
beforeAll(async () => {
  [idp, smtp] = await Promise.all([startIdentityProvider(SSO_BASE), startMailServer()]);
  app = await startApp({ env: { ...idp.env(SSO_BASE), SMTP_URL: smtp.url } });
  sso = ssoSteps(app, idp);
}, 60_000);
afterAll(async () => {
  await app.stop();
  await Promise.all([idp.stop(), smtp.down()]);
});

/** A person of the provider and an account that nothing links yet. */
async function stranger() {
  serial += 1;
  const [subject, email] = [`subject-${serial}`, `person${serial}@example.cn`];
  idp.people.set(subject, { name: '张三' });
  return { subject, email, ...(await buildPerson(app, { email })) };
}
async function changeOwn(account: string, old: string) {
  const token = await app.signIn(account, old);
  const { data } = await app.call(getKeyIv, {}, { token });
  const sealed = (text: string) => encryptTransfer(text, data.key as string, data.iv as string);
  const hash = sha256Hex(OWN);
  const input = { oldpassword: sealed(old), password: hash, repassword: hash, password_encode: sealed(OWN) };
  return app.call(changePassword, { ...input, kid: data.kid }, { token });
}
async function resetBy(token: string, id: number): Promise<string> {
  const { version } = (await app.call(userInfo, { id }, { token })).data;
  return (await app.call(resetPwd, { id, version }, { token })).data.password as string;
}
const linksOf = async (id: number) =>
  (await app.platform.db.pool.query('select 1 from sso_identity where user_id = $1', [id])).rowCount;

it('a link ends when the owner changes the password', async () => {
  const { subject, account, id } = await stranger();
  const bearer = await sso.linked(subject, account, PASSWORD);
  expect(await changeOwn(account, PASSWORD)).toMatchObject({ code: 0 });
  expect(await app.call(info, {}, { bearer })).toMatchObject({ code: 5 });
  expect(await sso.callback(subject)).toMatchObject({ code: 0, data: { token: '', link: { name: '张三' } } });
  expect(await linksOf(id)).toBe(0);
});

it('a password that must be changed links nothing; the ticket stays usable for the own password', async () => {
  const { subject, account, id } = await stranger();
  const made = await resetBy(await app.admin(), id);
  const { ticket } = (await sso.callback(subject)).data.link;
  expect(await sso.link(ticket, account, made)).toMatchObject({
    code: 1008,
    msg: '登录失败 [请先用密码登录，并设置自己的密码]',
    data: { reason: 'password' },
  });
  expect(await linksOf(id)).toBe(0);
  expect(await changeOwn(account, made)).toMatchObject({ code: 0 });
  expect(await sso.link(ticket, account, OWN)).toMatchObject({ code: 0 });
});

it('the owner gets a mail about the link', async () => {
  const { subject, account, email } = await stranger();
  const from = smtp.received.length;
  await sso.linked(subject, account, PASSWORD);
  const { text } = await smtp.arrived(email, from);
  expect(text).toContain(account);
  expect(text).toContain('修改密码');
});
