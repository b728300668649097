import { afterAll, beforeAll, expect, it } from 'vitest';
import { changePassword, getKeyIv } from '@prdm/contract/identity';
import { sendCode, sendVerify } from '@prdm/contract/identity/recovery';
import { profile, updateProfile } from '@prdm/contract/me';
import { callAt, signInAt } from '../servers/start-two.ts';
import { buildPerson, PASSWORD } from '../worlds/builders.ts';
import { encryptTransfer, sha256Hex } from '../worlds/calls.ts';
import { comparePairs, sayCompared } from '../timing.ts';
import { counted, FRESH, guessOf, holding, parallel, startSafety, stray, WRONG, type Safety } from './steps.ts';
import { rawCall, type RawAnswer, type Wire } from './raw-call.ts';

let safety: Safety;
beforeAll(async () => {
  safety = await startSafety();
}, 120_000);
afterAll(() => safety.stop(), 60_000);

it('S28: guesses of a password share one budget over sign-in, change of the password and change of the phone', async () => {
  const { at, enter, sealed, two, fresh } = safety;
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

it('S29: the other process, another spelling, a forged address and a stray token give no new budget', async () => {
  const { account } = await buildPerson(safety.two);
  const disguise = (n: number): Wire => ({
    headers: { 'x-forwarded-for': `203.0.113.${n}`, 'x-real-ip': `203.0.113.${n}`, 'x-token': stray() },
  });
  const spellings = ['/apis/pub/LOGINPWD', '/apis/pub/loginpwd/', '/apis/pub/LOGINPWD/', '/apis//pub/loginpwd'];
  const enter = (n: number, password: string, wire: Wire) => safety.enter(n, account, password, wire);
  for (let n = 0; n < 5; n += 1)
    expect(await enter(n, n % 2 === 0 ? WRONG : `${WRONG}${n}`, disguise(n))).toMatchObject({ code: 1003 });
  for (let n = 5; n < 9; n += 1) expect(await enter(n, PASSWORD, disguise(n))).toMatchObject({ code: 1007 });
  for (const [n, path] of spellings.entries()) {
    const { code, data } = await enter(n, PASSWORD, { ...disguise(n), path });
    expect([404, 1007], path).toContain(code);
    expect(data?.token, path).toBeUndefined();
  }
});

it('S30: a code dies of five wrong tries, and belongs to its purpose, its address and its ten minutes', async () => {
  const { at, codeFor, fresh, query, setPassword, two } = safety;
  const check = (turn: number, email: string, code: string, type = 'forget', wire: Wire = {}) =>
    rawCall(at(turn), sendVerify, { email, code, type }, wire);
  const [guessed, lent, late] = [fresh(), fresh(), fresh()];
  const owner = await buildPerson(two, { email: lent.email });
  for (const { email } of [guessed, late]) await buildPerson(two, { email });

  const code = await codeFor(guessed.email, 'forget', { from: guessed.from(0) });
  for (let n = 0; n < 5; n += 1)
    expect(await check(n, guessed.email, guessOf(code, n), 'forget', { from: guessed.from(n) })).toMatchObject({
      code: 1004,
    });
  for (const turn of [0, 1]) {
    expect((await check(turn, guessed.email, code, 'forget', { from: guessed.from(9) })).code).toBe(1007);
    expect((await setPassword(turn, guessed.email, code, { from: guessed.from(9) })).code).toBe(1007);
  }

  const forget = await codeFor(lent.email, 'forget', { from: lent.from(0) });
  const token = await signInAt(at(0), owner.account, PASSWORD);
  for (const turn of [0, 1]) {
    expect((await check(turn, lent.email, forget, 'change_email', holding(token))).code).toBe(1004);
    expect((await check(turn, late.email, forget, 'forget', { from: lent.from(1) })).code).toBe(1004);
  }
  expect((await check(1, lent.email, forget)).code).toBe(0);
  // Another code within 60 s is refused on the other process too.
  const again = { email: lent.email, type: 'forget' };
  for (const turn of [0, 1]) expect((await rawCall(at(turn), sendCode, again)).code).toBe(1007);

  const expired = await codeFor(late.email, 'forget', { from: late.from(0) });
  await query(`update verify_code set expires_at = now() - interval '1 second' where address = $1`, [late.email]);
  for (const turn of [0, 1]) {
    expect((await check(turn, late.email, expired)).code).toBe(1004);
    expect((await setPassword(turn, late.email, expired, {})).code).toBe(1004);
  }
});

it('S31: a code goes to one stored address: two at once, a list, a comma and a line break send nothing', async () => {
  const { at, fresh, query, smtp, two } = safety;
  const { email } = fresh();
  const stored = email.replace('person', 'Person');
  await buildPerson(two, { email: stored });
  const mails = async () => Number((await query('select count(*) as n from mail')).rows[0].n);
  const [a, b] = [encodeURIComponent(email), encodeURIComponent('evil@example.com')];
  const before = await mails();
  const bodies = [
    `email=${a}&email=${b}`,
    `email%5B%5D=${a}&email%5B%5D=${b}`,
    `email%5B0%5D=${a}&email%5B1%5D=${b}`,
    `email%5Bx%5D=${a}`,
    `email=${a}%2C${b}`,
    `email=${a}%3B${b}`,
    `email=${a}%20${b}`,
    `email=${a}%0D%0ABcc%3A%20${b}`,
    `email=${a}%0A${b}`,
    `email=${a}%00${b}`,
    `email=%22x%22%20%3C${a}%3E`,
  ];
  for (const [n, body] of bodies.entries()) {
    const refused = await rawCall(at(n), sendCode, {}, { body: `${body}&type=forget` });
    expect(refused.code, body).toBe(1001);
    expect(refused.data.field, body).toMatch(/^email/);
  }
  const json = { 'content-type': 'application/json' };
  for (const [n, value] of [[email, 'evil@example.com'], [[email]], { x: email }].entries()) {
    const body = JSON.stringify({ email: value, type: 'forget' });
    expect((await rawCall(at(n), sendCode, {}, { body, headers: json })).code, body).toBe(1001);
  }
  expect(await mails()).toBe(before);
  // The mail goes to the stored spelling and not to that of the call.
  const received = smtp.received.length;
  expect(await rawCall(at(0), sendCode, { email, type: 'forget' })).toMatchObject({ code: 0 });
  expect((await smtp.arrived(stored, received)).to).toEqual([stored]);
});

/** An answer without its headers. */
const words = ({ status, code, msg, data }: RawAnswer) => ({ status, code, msg, data });

it('S33: sign-in and recovery answer a known and an unknown name with equal words in equal time', async () => {
  const { at, enter, fresh, query, two } = safety;
  const { account } = await buildPerson(two);
  const [known, unknown] = [fresh(), fresh()];
  await buildPerson(two, { email: known.email });
  for (const turn of [0, 1]) {
    const wire = { from: known.from(turn) };
    const refused = words(await enter(turn, account, WRONG, wire));
    expect(refused.code).toBe(1003);
    expect(words(await enter(turn, 'nobody-of-that-name', WRONG, wire))).toEqual(refused);
    const verify = (email: string) =>
      rawCall(at(turn), sendVerify, { email, code: '000000', type: 'forget' }, { from: known.from(10 + turn) });
    const send = (email: string) => rawCall(at(turn), sendCode, { email, type: 'forget' }, wire);
    expect(words(await send(unknown.email))).toEqual(words(await send(known.email)));
    expect(words(await verify(unknown.email))).toEqual(words(await verify(known.email)));
  }
  // No limit refuses an attempt, and both cases write the same rows.
  await query(`create function forget() returns trigger language plpgsql as $$ begin new.tries := 0; new.blocked_until := null; return new; end $$;
     create trigger forget before insert or update on failed_try for each row execute function forget()`);
  try {
    const timed = (name: string) => async (pair: number) => {
      expect((await enter(pair, name, WRONG, { from: known.from(0) })).code).toBe(1003);
    };
    const compared = await comparePairs(50, timed(account), timed('nobody-of-that-name'));
    sayCompared('S33: 50 pairs of sign-ins on two processes', compared);
    expect(compared.apart).toBeLessThanOrEqual(compared.fifth);
  } finally {
    await query('drop trigger forget on failed_try; drop function forget()');
  }
}, 60_000);

it('R19: of 200 parallel codes on two processes at most five are compared', async () => {
  const { at, codeFor, fresh, setPassword, two } = safety;
  const { email, from } = fresh();
  await buildPerson(two, { email });
  const code = await codeFor(email, 'forget', { from: from(0) });
  const answers = await parallel(200, (n) => {
    const guess = n === 100 ? code : guessOf(code, n);
    return rawCall(at(n), sendVerify, { email, code: guess, type: 'forget' }, { from: from(n) });
  });
  // 1004 is a compared code, 1007 one that was not.
  const [wrong, right, refused] = [1004, 0, 1007].map((wanted) => counted(answers, wanted));
  console.log(`200 parallel codes: ${wrong} wrong ones compared, ${right} right, ${refused} refused`);
  expect(wrong).toBe(5);
  expect(right).toBeLessThanOrEqual(1);
  expect((wrong ?? 0) + (right ?? 0) + (refused ?? 0)).toBe(200);
  expect(await setPassword(1, email, code, { from: from(201) })).toMatchObject({ code: 1007 });
}, 60_000);

it('R19: 100 parallel right and 100 wrong codes on two processes set the password at most once', async () => {
  const { codeFor, enter, fresh, setPassword, two } = safety;
  const { email, from } = fresh();
  const { account } = await buildPerson(two, { email });
  const code = await codeFor(email, 'forget', { from: from(0) });
  const answers = await parallel(200, (n) =>
    setPassword(n >> 1, email, n % 2 === 0 ? code : guessOf(code, n), { from: from(n) }),
  );
  const succeeded = counted(answers, 0);
  expect(succeeded).toBeLessThanOrEqual(1);
  expect(answers.every((answer) => [0, 1004, 1007].includes(answer.code))).toBe(true);
  expect(await enter(0, account, succeeded === 1 ? FRESH : PASSWORD)).toMatchObject({ code: 0 });
  expect(await enter(1, account, succeeded === 1 ? PASSWORD : FRESH)).toMatchObject({ code: 1003 });
}, 60_000);

it('R26: 200 parallel sign-ins of 40 people on two processes succeed with no 5xx', async () => {
  const { enter, fresh } = safety;
  const { from } = fresh();
  const people = await safety.people(40);
  const begun = performance.now();
  const answers = await parallel(200, (n) => enter(n, people[n % 40]?.account ?? '', PASSWORD, { from: from(n % 8) }));
  console.log(`200 parallel sign-ins: ${Math.round(performance.now() - begun)} ms`);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(counted(answers, 0)).toBe(200);
  expect(new Set(answers.map(({ data }) => data.token)).size).toBe(200);
}, 60_000);
