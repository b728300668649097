import { afterAll, beforeAll, expect, it } from 'vitest';
import { changePassword, getKeyIv } from '@prdm/contract/identity';
import { sendVerify } from '@prdm/contract/identity/recovery';
import { ownSessions } from '@prdm/contract/identity/sessions';
import { download } from '@prdm/contract/files';
import { info, profile } from '@prdm/contract/me';
import { userDisable, userRestore } from '@prdm/contract/organisation';
import { resetPwd, userDel } from '@prdm/contract/staff';
import { ADMIN } from '../servers/start-app.ts';
import { callAt, signInAt } from '../servers/start-two.ts';
import { buildFile, buildPerson, buildProject, PASSWORD } from '../worlds/builders.ts';
import { encryptTransfer, sha256Hex } from '../worlds/calls.ts';
import { FRESH, guessOf, holding, startSafety, stray, type Safety } from './steps.ts';
import { rawCall, type RawAnswer } from './raw-call.ts';

let safety: Safety;
beforeAll(async () => {
  safety = await startSafety({ sso: true });
}, 120_000);
afterAll(() => safety.stop(), 60_000);

/** Ways in which the sessions of a person end. Each gets the person's token and returns the answer of the call. */
const WAYS: Readonly<Record<string, (person: Leaving) => Promise<RawAnswer | { code: number }>>> = {
  'a change of the own password': async ({ token }) => {
    const { data } = await callAt(safety.at(0), getKeyIv, {}, token);
    const hash = sha256Hex(FRESH);
    const input = {
      oldpassword: encryptTransfer(PASSWORD, data.key, data.iv),
      password: hash,
      repassword: hash,
      password_encode: encryptTransfer(FRESH, data.key, data.iv),
      kid: data.kid,
    };
    return callAt(safety.at(0), changePassword, input, token);
  },
  'a recovery by mail': ({ email, code }) => safety.setPassword(0, email, code, {}),
  'a reset by an administrator': async ({ id }) => byAdmin(resetPwd, id),
  'a disabling': async ({ id }) => byAdmin(userDisable, id),
  'a deletion': async ({ id }) => byAdmin(userDel, id),
};
const versionOf = async (id: number): Promise<number> =>
  (await safety.query('select version from staff where user_id = $1', [id])).rows[0].version;
const byAdmin = async (call: typeof userDisable | typeof resetPwd, id: number) =>
  callAt(safety.at(0), call as typeof userDisable, { id, version: await versionOf(id) }, await safety.admin());

interface Leaving {
  readonly id: number;
  readonly email: string;
  readonly token: string;
  /** The code for a forgotten password. */
  readonly code: string;
}

it.each(Object.entries(WAYS))(
  'S34: %s ends every session, address and code of the person on both processes',
  async (way, end) => {
    const { at, callback, codeFor, confirmed, fresh, link, query, two } = safety;
    const { email, from } = fresh();
    const { id, account } = await buildPerson(two, { email });
    const project = await buildProject(two, { members: [{ id, roles: ['designer'] }] });
    const file = await buildFile(two, { projectId: project.id, by: project.managerId });
    const tokens = [await signInAt(at(0), account, PASSWORD), await signInAt(at(1), account, PASSWORD)];
    const ticket = (await callback(0, await confirmed(`leaves by ${way}`))).data.link.ticket as string;
    tokens.push((await link(1, ticket, account)).data.token as string);
    const token = tokens[0] ?? '';
    const asked = { project_id: project.id, file_id: file.id };
    const { data } = await rawCall(at(0), download, asked, holding(token));
    expect((await fetch(`${at(1)}${data.url}`)).status).toBe(200);
    const later = `new-${email}`;
    const code = await codeFor(email, 'forget', { from: from(0) });
    const change = { email: later, code: await codeFor(later, 'change_email', holding(token)), type: 'change_email' };

    expect(await end({ id, email, token, code })).toMatchObject({ code: 0 });
    for (const turn of [0, 1]) {
      for (const ended of tokens)
        for (const call of [profile, ownSessions, info])
          expect((await rawCall(at(turn), call, {}, holding(ended))).code, call.path).toBe(5);
      const bytes = await fetch(`${at(turn)}${data.url}`);
      expect([bytes.status, ((await bytes.json()) as RawAnswer).code]).not.toContain(0);
      expect((await safety.setPassword(turn, email, code, { from: from(1) })).code).toBe(1004);
      expect((await rawCall(at(turn), sendVerify, change, holding(token))).code).toBe(5);
    }
    // A return of the person revives nothing.
    if (way === 'a disabling' || way === 'a deletion')
      expect(await byAdmin(userRestore, id)).toMatchObject({ code: 0 });
    const { rows } = await query('select 1 from session where user_id = $1 and ended_at is null', [id]);
    expect(rows).toEqual([]);
    for (const turn of [0, 1]) {
      for (const ended of tokens) expect((await rawCall(at(turn), profile, {}, holding(ended))).code).toBe(5);
      const verify = { email, code, type: 'forget' };
      expect((await rawCall(at(turn), sendVerify, verify, { from: from(2) })).code).toBe(1004);
      expect((await safety.setPassword(turn, email, code, { from: from(2) })).code).toBe(1004);
    }
    const restored = await query(`select used_at from verify_code where user_id = $1 and type = 'change_email'`, [id]);
    expect(restored.rows).toEqual([{ used_at: expect.any(Date) }]);
  },
  60_000,
);

it('S35: a token that was set before sign-in is not the one of the new session', async () => {
  const { at, enter, two } = safety;
  const [one, other] = [await buildPerson(two), await buildPerson(two)];
  const living = await signInAt(at(0), other.account, PASSWORD);
  for (const [turn, preset] of [stray(), living].entries()) {
    const headers = {
      'x-token': preset,
      authorization: `Bearer ${preset}`,
      cookie: `token=${preset}; X-token=${preset}`,
    };
    const { data, code } = await enter(turn, one.account, PASSWORD, { headers });
    expect(code).toBe(0);
    expect(data.token).not.toBe(preset);
    expect((await rawCall(at(turn + 1), info, {}, holding(data.token))).data.id).toBe(one.id);
    // The preset token gained nothing: a stray one is dead, and a living one is still the other person's.
    const { code: after, data: person } = await rawCall(at(turn), info, {}, { headers: { 'x-token': preset } });
    expect([after, person?.id]).toEqual(preset === living ? [0, other.id] : [5, undefined]);
  }
});

/** Six digits may also be part of a time or an id. */
const isIncidental = (line: string, secret: string) => /^\d{6}$/.test(secret) && !line.includes(`=${secret}`);

it('S38: a token in an address is taken by one call, yields to the header, and no secret is in the log', async () => {
  const { at, codeFor, fresh, two } = safety;
  const { email } = fresh();
  const [shown, sent] = [await buildPerson(two, { email }), await buildPerson(two)];
  const [inAddress, inHeader] = [
    await signInAt(at(0), shown.account, PASSWORD),
    await signInAt(at(1), sent.account, PASSWORD),
  ];
  for (const turn of [0, 1]) {
    expect((await rawCall(at(turn), info, { token: inAddress })).data.id).toBe(shown.id);
    expect((await rawCall(at(turn), info, { token: inAddress }, holding(inHeader))).data.id).toBe(sent.id);
    // A dead header is not replaced by the address.
    expect((await rawCall(at(turn), info, { token: inAddress }, holding(stray()))).code).toBe(5);
    for (const call of [profile, ownSessions])
      expect((await rawCall(at(turn), call, { token: inAddress })).code, call.path).toBe(5);
  }
  const code = await codeFor(email, 'forget');
  await rawCall(at(0), sendVerify, { email, code: guessOf(code, 0), type: 'forget' });
  await rawCall(at(1), profile, {}, { ...holding(inHeader), path: `${profile.path}?code=${code}&s=${inHeader}` });
  await expect
    .poll(() => two.said.filter((line) => line.includes(`${info.path}?token=***`)).length)
    .toBeGreaterThanOrEqual(6);
  await expect.poll(() => two.said.filter((line) => line.includes(`${profile.path}?code=***&s=***`)).length).toBe(1);
  for (const secret of [inAddress, inHeader, PASSWORD, FRESH, ADMIN.password, code])
    expect(two.said.filter((line) => line.includes(secret) && !isIncidental(line, secret))).toEqual([]);
});
