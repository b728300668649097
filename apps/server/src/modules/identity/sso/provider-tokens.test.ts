import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { logout } from '@prdm/contract/identity';
import { info } from '@prdm/contract/me';
import { startIdentityProvider, type TestIdentityProvider } from '../../../testing/servers/identity-provider.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildPerson, PASSWORD } from '../../../testing/worlds/builders.ts';
import { FORGERIES, forged, rs256 } from '../../../testing/sso/forged-tokens.ts';
import { SSO_BASE, ssoSteps } from '../../../testing/sso/sso.ts';
import { Seal } from './seal.ts';

let app: TestApp;
let idp: TestIdentityProvider;
let sso: ReturnType<typeof ssoSteps>;
let serial = 0;
beforeAll(async () => {
  idp = await startIdentityProvider(SSO_BASE);
  app = await startApp({ env: idp.env(SSO_BASE) });
  sso = ssoSteps(app, idp);
});
afterEach(() => {
  idp.cuts = 0;
  idp.forge = null;
  idp.isDown = false;
});
afterAll(async () => {
  await app.stop();
  await idp.stop();
});

/** A linked person with a session, and the tokens of the provider that the server keeps for it. */
async function linked() {
  serial += 1;
  const subject = `subject-${serial}`;
  idp.people.set(subject, { name: '李四' });
  const person = await buildPerson(app);
  const bearer = await sso.linked(subject, person.account, PASSWORD);
  return { ...person, subject, bearer };
}
const grantOf = async (userId: number) => {
  const { rows } = await app.platform.db.pool.query(
    `select g.session_id::int as session, g.tokens from sso_grant g join session s on s.id = g.session_id where s.user_id = $1`,
    [userId],
  );
  const [row] = rows as { session: number; tokens: Buffer }[];
  if (!row) return null;
  const text = new Seal(app.env.OIDC_CLIENT_SECRET ?? '').open(row.tokens) ?? '';
  return { ...row, ...(JSON.parse(text) as { refreshToken: string; idToken: string }) };
};
/** The grant is due since that many minutes: the longest one comes first. */
const makeDue = (userId: number, minutes = 0) =>
  app.platform.db.pool.query(
    `update sso_grant set due_at = now() - make_interval(mins => $2)
     where session_id in (select id from session where user_id = $1)`,
    [userId, minutes],
  );
const codeOf = async (bearer: string): Promise<number> => (await app.call(info, {}, { bearer })).code;

it.each(FORGERIES)(
  'an ID token with %s signs nobody in, neither at the callback nor as bearer',
  async (_what, forge) => {
    const { subject, id } = await linked();
    const bad = forge((await grantOf(id))?.idToken ?? '', idp);
    expect(await codeOf(bad)).toBe(5);
    idp.forge = (token) => forge(token, idp);
    expect(await sso.callback(subject)).toMatchObject({
      code: 1,
      msg: '登录失败 [身份认证平台的应答无效]',
      data: { reason: 'invalid' },
    });
  },
);

it('a token that is signed anew with the same claims signs in, so the refusals above come from the claims', async () => {
  const { subject } = await linked();
  idp.forge = (token) => forged(token, {}, rs256, idp.sign);
  expect(await sso.callback(subject)).toMatchObject({ code: 0, data: { token: expect.stringMatching(/^sso_/) } });
});

it('even a genuine token of the provider is no bearer, and the database holds none in clear', async () => {
  const { id } = await linked();
  const grant = await grantOf(id);
  expect(await codeOf(grant?.idToken ?? '')).toBe(5);
  expect(grant?.refreshToken).toMatch(/.{20}/);
  expect(grant?.tokens.includes(Buffer.from(grant.refreshToken))).toBe(false);
  expect(new Seal('another secret').open(grant?.tokens ?? Buffer.alloc(0))).toBeNull();
});

it('asks by the refresh token and stores the fresh one; two calls at once do not use it twice', async () => {
  const { id, bearer } = await linked();
  const before = await grantOf(id);
  await makeDue(id);
  const asked = idp.requests.filter((path) => path === '/token').length;
  await Promise.all([app.modules.identity.askProvider(), app.modules.identity.askProvider()]);
  expect(idp.requests.filter((path) => path === '/token')).toHaveLength(asked + 1);
  const after = await grantOf(id);
  expect(after?.session).toBe(before?.session);
  expect(await idp.isActive(after?.refreshToken ?? '')).toBe(true);
  expect(await codeOf(bearer)).toBe(0);
});

it('ends the session once the provider no longer knows the person, but not while it is down', async () => {
  const { id, subject, bearer } = await linked();
  await makeDue(id);
  idp.isDown = true;
  await app.modules.identity.askProvider();
  expect(await codeOf(bearer)).toBe(0);
  idp.isDown = false;
  idp.people.delete(subject);
  await makeDue(id);
  await app.modules.identity.askProvider();
  expect(await codeOf(bearer)).toBe(5);
  expect(await grantOf(id)).toBeNull();
});

it('one session without an answer does not keep the others from being asked', async () => {
  const [first, second] = [await linked(), await linked()];
  await makeDue(first.id, 2);
  await makeDue(second.id, 1);
  idp.people.delete(second.subject);
  idp.cuts = 1;
  await app.modules.identity.askProvider();
  expect(idp.cuts).toBe(0);
  expect(await codeOf(first.bearer)).toBe(0);
  expect(await codeOf(second.bearer)).toBe(5);
});

it('a turn ends after three sessions without an answer, and the rest stay due for the next one', async () => {
  const people = [await linked(), await linked(), await linked(), await linked()];
  for (const [index, { id }] of people.entries()) await makeDue(id, people.length - index);
  const last = people.at(-1) ?? people[0];
  idp.people.delete(last?.subject ?? '');
  idp.cuts = 10;
  await app.modules.identity.askProvider();
  expect(idp.cuts).toBe(7);
  idp.cuts = 0;
  await app.modules.identity.askProvider();
  expect(await codeOf(last?.bearer ?? '')).toBe(5);
  expect(await codeOf(people[0]?.bearer ?? '')).toBe(0);
});

it('signing out ends the session, revokes the refresh token and gives the sign-out address of the provider', async () => {
  const { id, bearer } = await linked();
  const grant = await grantOf(id);
  expect(await idp.isActive(grant?.refreshToken ?? '')).toBe(true);
  const { code, data } = await app.call(logout, {}, { bearer });
  expect(code).toBe(0);
  const url = new URL(data.sso_url as string);
  expect(url.origin).toBe(idp.issuer);
  expect(url.searchParams.get('id_token_hint')).toBe(grant?.idToken);
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${SSO_BASE}/login`);
  expect(await codeOf(bearer)).toBe(5);
  await expect.poll(() => idp.isActive(grant?.refreshToken ?? ''), { timeout: 20_000 }).toBe(false);
  await expect.poll(() => grantOf(id)).toBeNull();
});

it('signs out here also while the provider is down, and revokes later', async () => {
  const { id, bearer } = await linked();
  const grant = await grantOf(id);
  idp.isDown = true;
  expect(await app.call(logout, {}, { bearer })).toMatchObject({ code: 0 });
  expect(await codeOf(bearer)).toBe(5);
  idp.isDown = false;
  await makeDue(id);
  await app.modules.identity.askProvider();
  expect(await idp.isActive(grant?.refreshToken ?? '')).toBe(false);
  const plain = await app.signIn((await buildPerson(app)).account, PASSWORD);
  expect(await app.call(logout, {}, { token: plain })).toMatchObject({ code: 0, data: null });
});
