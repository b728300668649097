import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePassword, check, getKeyIv, loginPwd } from '@prdm/contract/identity';
import { recoverPassword, sendCode, sendVerify } from '@prdm/contract/identity/recovery';
import { ownSessions } from '@prdm/contract/identity/sessions';
import { info, profile, updateProfile } from '@prdm/contract/me';
import { departmentAdd, departmentDel } from '@prdm/contract/organisation';
import { startMailServer, type MailServer } from '../servers/mail-server.ts';
import { ADMIN } from '../servers/start-app.ts';
import { callAt, signInAt, startTwo, type TwoServers } from '../servers/start-two.ts';
import { buildDepartment, buildPerson, buildProject, PASSWORD, rootFolder } from '../worlds/builders.ts';
import { encryptTransfer, sha256Hex } from '../worlds/calls.ts';
import { send } from '../worlds/uploads.ts';
import { rawCall, type RawAnswer, type Wire } from './wire.ts';

/* Rows of the safety catalogue over real sockets on two processes. A comment above each test names its row. */
const PUBLIC_URL = 'http://prdm.institute.example';
const WRONG = 'wrong-one';
const FRESH = 'Neu-Wort-26';

let smtp: MailServer;
let two: TwoServers;
beforeAll(async () => {
  smtp = await startMailServer();
  two = await startTwo({ SMTP_URL: smtp.url, PUBLIC_URL, LOG_LEVEL: 'info' });
}, 120_000);
afterAll(async () => {
  await two.stop();
  await smtp.down();
}, 60_000);

/** The two processes in turn. */
const at = (turn: number): string => two.addresses[turn % 2] as string;
const query = (text: string, values: unknown[] = []) => two.platform.db.pool.query(text, values);
/** An arbitrary token or key of the usual form. */
const stray = (): string => randomBytes(32).toString('base64url');
const holding = (token: string): Wire => ({ headers: { 'x-token': token } });

let number = 0;
/** Each test has its own mail address and its own addresses of connections, so that no limit of another test matters. */
const fresh = () => {
  number += 1;
  const network = number;
  return { email: `person${number}@example.cn`, from: (n: number) => `127.1.${network}.${1 + (n % 250)}` };
};
async function sealed(turn: number, text: string): Promise<{ password: string; kid: string }> {
  const { data } = await callAt(at(turn), getKeyIv, {});
  return { password: encryptTransfer(text, data.key, data.iv), kid: data.kid };
}
const enter = async (turn: number, account: string, password: string, wire: Wire = {}): Promise<RawAnswer> =>
  rawCall(at(turn), loginPwd, { account, ...(await sealed(turn, password)) }, wire);
const enterUnder = (turn: number, account: string, kid: string): Promise<RawAnswer> =>
  rawCall(at(turn), loginPwd, {
    account,
    password: encryptTransfer(PASSWORD, stray().slice(0, 32), stray().slice(0, 16)),
    kid,
  });
async function codeFor(email: string, type: 'forget' | 'change_email', wire: Wire = {}): Promise<string> {
  const before = smtp.received.length;
  expect(await rawCall(at(number), sendCode, { email, type }, wire)).toMatchObject({ code: 0 });
  return /\b\d{6}\b/.exec((await smtp.arrived(email, before)).text)?.[0] ?? '';
}
async function setPassword(turn: number, email: string, code: string, wire: Wire): Promise<RawAnswer> {
  const { password: password_encode, kid } = await sealed(turn, FRESH);
  const hash = sha256Hex(FRESH);
  return rawCall(
    at(turn),
    recoverPassword,
    { email, code, password: hash, repassword: hash, password_encode, kid },
    wire,
  );
}
const guessOf = (code: string, n: number): string => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0');

describe('guesses', () => {
  // S28: one limit for every call that compares a password.
  it('of a password share one budget over sign-in, change of the password and change of the phone', async () => {
    const { email } = fresh();
    const { account, name } = await buildPerson(two, { email });
    const token = await signInAt(at(0), account, PASSWORD);
    const { version } = (await callAt(at(0), profile, {}, token)).data;
    const hash = sha256Hex(FRESH);
    const ways: ((turn: number, password: string) => Promise<RawAnswer>)[] = [
      (turn, password) => enter(turn, account, password),
      async (turn, password) => {
        const { data } = await callAt(at(turn), getKeyIv, {}, token);
        const oldpassword = encryptTransfer(password, data.key, data.iv);
        const password_encode = encryptTransfer(FRESH, data.key, data.iv);
        const input = { oldpassword, password: hash, repassword: hash, password_encode, kid: data.kid };
        return rawCall(at(turn), changePassword, input, holding(token));
      },
      async (turn, password) => {
        const phones = { phone: '13900000002', rephone: '13900000002' };
        const input = { version, name, email, ...phones, ...(await sealed(turn, password)) };
        return rawCall(at(turn), updateProfile, input, holding(token));
      },
    ];
    const codes: number[] = [];
    for (let n = 0; n < 5; n += 1) codes.push((await ways[n % 3]?.(n, WRONG))?.code ?? -1);
    expect(codes).toEqual([1003, 1001, 1001, 1003, 1001]);
    for (const [n, way] of ways.entries()) expect(await way(n, PASSWORD)).toMatchObject({ code: 1007 });
    expect((await callAt(at(1), profile, {}, token)).data.phone).not.toBe('13900000002');
  });

  // S29: the limit follows the account and the connection, not the spelling of the call.
  it('get no new budget from the other process, another spelling, a forged address or a stray token', async () => {
    const { account } = await buildPerson(two);
    const disguise = (n: number): Wire => ({
      headers: { 'x-forwarded-for': `203.0.113.${n}`, 'x-real-ip': `203.0.113.${n}`, 'x-token': stray() },
    });
    const spellings = ['/apis/pub/LOGINPWD', '/apis/pub/loginpwd/', '/apis/pub/LOGINPWD/', '/apis//pub/loginpwd'];
    for (let n = 0; n < 5; n += 1)
      expect(await enter(n, account, n % 2 === 0 ? WRONG : `${WRONG}${n}`, disguise(n))).toMatchObject({ code: 1003 });
    for (let n = 5; n < 9; n += 1) expect(await enter(n, account, PASSWORD, disguise(n))).toMatchObject({ code: 1007 });
    for (const [n, path] of spellings.entries()) {
      const { code, data } = await enter(n, account, PASSWORD, { ...disguise(n), path });
      expect([404, 1007], path).toContain(code);
      expect(data?.token, path).toBeUndefined();
    }
  });

  // R19, S30: counted by the answers. 1004 is a compared code, 1007 one that was not.
  it('of a code: of 200 parallel ones on two processes at most five are compared', async () => {
    const { email, from } = fresh();
    await buildPerson(two, { email });
    const code = await codeFor(email, 'forget', { from: from(0) });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const guess = n === 100 ? code : guessOf(code, n);
        return rawCall(at(n), sendVerify, { email, code: guess, type: 'forget' }, { from: from(n) });
      }),
    );
    const counted = (wanted: number) => answers.filter((answer) => answer.code === wanted).length;
    console.log(
      `200 parallel codes: ${counted(1004)} wrong ones compared, ${counted(0)} right, ${counted(1007)} refused`,
    );
    expect(counted(1004)).toBe(5);
    expect(counted(0)).toBeLessThanOrEqual(1);
    expect(counted(0) + counted(1004) + counted(1007)).toBe(200);
    expect(await setPassword(1, email, code, { from: from(201) })).toMatchObject({ code: 1007 });
  }, 60_000);

  // R19, S32.
  it('of a code: 100 parallel right and 100 wrong ones on two processes set the password at most once', async () => {
    const { email, from } = fresh();
    const { account } = await buildPerson(two, { email });
    const code = await codeFor(email, 'forget', { from: from(0) });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        setPassword(n >> 1, email, n % 2 === 0 ? code : guessOf(code, n), { from: from(n) }),
      ),
    );
    const succeeded = answers.filter((answer) => answer.code === 0).length;
    expect(succeeded).toBeLessThanOrEqual(1);
    expect(answers.every((answer) => [0, 1004, 1007].includes(answer.code))).toBe(true);
    expect(await enter(0, account, succeeded === 1 ? FRESH : PASSWORD)).toMatchObject({ code: 0 });
    expect(await enter(1, account, succeeded === 1 ? PASSWORD : FRESH)).toMatchObject({ code: 1003 });
  }, 60_000);
});

/** Six digits may also be part of a time or an id. */
const isIncidental = (line: string, secret: string) => /^\d{6}$/.test(secret) && !line.includes(`=${secret}`);

describe('a token', () => {
  // S35: no fixation.
  it('that was set before sign-in is not the one of the new session', async () => {
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
      const { code: after, data: person } = await rawCall(at(turn), info, {}, holding(preset));
      expect([after, person?.id]).toEqual(preset === living ? [0, other.id] : [5, undefined]);
    }
  });

  // S36: every kind of secret at every other entry.
  it('of another kind opens no entry', async () => {
    const { email } = fresh();
    const person = await buildPerson(two, { email });
    const project = await buildProject(two, { managerId: person.id });
    const token = await signInAt(at(0), person.account, PASSWORD);
    const pid = await rootFolder(two, project.id);
    const upload = await send({ address: at(0), token, pid, bytes: Buffer.from('a file') });
    const { data: transfer } = await callAt(at(0), getKeyIv, {});
    const [own] = (await callAt(at(0), ownSessions, {}, token)).data.list;
    const { rows } = await query('select token_hash from session where user_id = $1', [person.id]);
    const stored = (rows[0] as { token_hash: Buffer }).token_hash;
    const code = await codeFor(email, 'forget');
    const kinds: Record<string, string> = {
      'key id': transfer.kid,
      key: transfer.key,
      iv: transfer.iv,
      'mail code': code,
      'upload id': upload.id,
      'session key': own?.key ?? '',
      'stored hash': stored.toString('base64url'),
      'stored hash in hex': stored.toString('hex'),
      'password hash': sha256Hex(PASSWORD),
    };
    const opened: string[] = [];
    for (const [kind, secret] of Object.entries(kinds)) {
      expect(secret, kind).not.toBe('');
      for (const [turn, answer] of [
        await rawCall(at(0), profile, {}, holding(secret)),
        await rawCall(at(1), profile, {}, { headers: { authorization: `Bearer ${secret}` } }),
        await rawCall(at(0), profile, {}, { headers: { cookie: `token=${secret}; __Host-dl=${secret}` } }),
        await rawCall(at(1), info, { token: secret }),
      ].entries())
        if (answer.code !== 5) opened.push(`${kind} as entry ${turn}: ${answer.code}`);
      expect((await rawCall(at(0), check, { token: secret })).data, kind).toEqual({ valid: false });
    }
    for (const [kind, secret] of Object.entries({ ...kinds, token })) {
      const tried = await rawCall(at(1), sendVerify, { email, code: secret.slice(0, 20), type: 'forget' });
      if (kind !== 'mail code' && tried.code === 0) opened.push(`${kind} as mail code`);
    }
    for (const [turn, secret] of [token, code, upload.id, own?.key ?? ''].entries())
      if ((await enterUnder(turn, `${person.account}x`, secret)).code === 0) opened.push(`key id ${turn}`);
    expect((await rawCall(at(0), profile, {}, { headers: { cookie: `token=${token}` } })).code).toBe(5);
    expect(opened).toEqual([]);
  });

  // S38, S54: the address is the only other place of a token, and the log does not keep it.
  it('in an address is taken by one call, yields to the header, and no secret is in the log', async () => {
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
});

describe('a link in a mail', () => {
  // S41: from the setting, whatever the caller says.
  it('has the address of the installation, whatever host the call names', async () => {
    const { fresh: email, token } = {
      fresh: fresh().email,
      token: await signInAt(at(0), (await buildPerson(two)).account, PASSWORD),
    };
    for (const [turn, header] of ['host', 'x-forwarded-host', 'x-original-host', 'forwarded', 'origin'].entries()) {
      const value =
        header === 'forwarded' ? 'host=evil.example' : header === 'origin' ? 'http://evil.example' : 'evil.example';
      const to = `${turn}${email}`;
      const before = smtp.received.length;
      const headers = { 'x-token': token, [header]: value };
      expect(await rawCall(at(turn), sendCode, { email: to, type: 'change_email' }, { headers })).toMatchObject({
        code: 0,
      });
      const { text } = await smtp.arrived(to, before);
      expect(text).toContain(`${PUBLIC_URL}/email?code=`);
      expect(text).not.toContain('evil');
    }
  });
});

describe('parallel calls', () => {
  // S61.
  it('that add a child and delete its parent on two processes leave no orphan', async () => {
    const admin = await signInAt(at(0), ADMIN.account, ADMIN.password);
    const parents = await Promise.all(Array.from({ length: 50 }, () => buildDepartment(two)));
    const outcomes = await Promise.all(
      parents.map(async ({ id, name }, n) => {
        const adding = () => callAt(at(n), departmentAdd, { name: `${name}下`, parent_id: id }, admin);
        const deleting = () => callAt(at(n + 1), departmentDel, { id, version: 1 }, admin);
        const [one, other] = await Promise.all(n % 4 < 2 ? [adding(), deleting()] : [deleting(), adding()]);
        return n % 4 < 2 ? [one?.code, other?.code] : [other?.code, one?.code];
      }),
    );
    const [added, deleted] = [outcomes.filter(([add]) => add === 0), outcomes.filter(([, del]) => del === 0)];
    console.log(`50 x add a child against delete the parent: ${added.length} added, ${deleted.length} deleted`);
    expect(added.length + deleted.length).toBe(50);
    for (const outcome of outcomes) expect([`0 1019`, `1006 0`, `1008 0`, `1001 0`]).toContain(outcome.join(' '));
    const { rows } = await query(
      `select c.id from department c join department p on p.id = c.parent_id
       where c.deleted_at is null and (p.deleted_at is not null or c.level <> p.level + 1 or c.level > 5)`,
    );
    expect(rows).toEqual([]);
  }, 60_000);

  // R26, short form.
  it('that sign 200 people in on two processes fail with no 5xx', async () => {
    const { from } = fresh();
    const people = await Promise.all(Array.from({ length: 40 }, () => buildPerson(two)));
    const begun = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => enter(n, people[n % 40]?.account ?? '', PASSWORD, { from: from(n % 8) })),
    );
    console.log(`200 parallel sign-ins: ${Math.round(performance.now() - begun)} ms`);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0));
    expect(new Set(answers.map(({ data }) => data.token)).size).toBe(200);
  }, 60_000);
});
