import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePassword, check, getKeyIv, loginPwd } from '@prdm/contract/identity';
import { resetPwd } from '@prdm/contract/staff';
import { recoverPassword, sendCode, sendVerify } from '@prdm/contract/identity/recovery';
import { buildPerson, PASSWORD, theEnterprise, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { encryptTransfer, sha256Hex, type Answer, type Caller } from '../../../testing/worlds/calls.ts';
import { startMailServer, type MailServer } from '../../../testing/servers/mail-server.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

/* The whole recovery, with a real mail server and the real worker. */
let smtp: MailServer;
let app: TestApp;
beforeAll(async () => {
  smtp = await startMailServer();
  app = await startApp({ env: { SMTP_URL: smtp.url, TITLE: '设计院平台' } });
}, 60_000);
afterAll(async () => {
  await app.stop();
  await smtp.down();
});

const FRESH = 'Neu-Wort-26';
let number = 0;
/** Each test has its own network address and mail address, so that no limit of another test matters. */
const fresh = () => {
  number += 1;
  return { email: `Person${number}@example.cn`, ip: `10.1.${number >> 8}.${number & 255}` };
};
const sql = (text: string, values: unknown[] = []) => app.platform.db.pool.query(text, values);
const mailed = async (email: string, from: number): Promise<string> => {
  const { text } = await smtp.arrived(email, from);
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
};
async function requested(email: string, caller: Caller = {}): Promise<string> {
  const from = smtp.received.length;
  expect(await app.call(sendCode, { email, type: 'forget' }, caller)).toMatchObject({
    code: 0,
    data: { resend_after: 60, expires_in: 600 },
  });
  return mailed(email, from);
}
const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
async function set(
  input: { email: string; code: string; account?: string; password?: string; again?: string },
  caller: Caller = {},
): Promise<Answer> {
  const { key, iv, kid } = (await app.call(getKeyIv, {}, caller)).data;
  const { password = FRESH, again = password, ...rest } = input;
  return app.call(
    recoverPassword,
    {
      ...rest,
      password: sha256Hex(password),
      repassword: sha256Hex(again),
      password_encode: encryptTransfer(password, key, iv),
      kid,
    },
    caller,
  );
}
async function signIn({ account }: BuiltPerson, password: string, caller: Caller = {}): Promise<Answer> {
  const { key, iv, kid } = (await app.call(getKeyIv, {}, caller)).data;
  return app.call(loginPwd, { account, password: encryptTransfer(password, key, iv), kid }, caller);
}
const pause = (email: string) =>
  sql(`update verify_code set created_at = created_at - interval '61 seconds' where address = lower($1)`, [email]);

describe('a forgotten password', () => {
  it('[BU-021] [API-010] [API-011] [API-014] is replaced with the code of a mail, and every session ends', async () => {
    const { email, ip } = fresh();
    const person = await buildPerson(app, { email });
    const tokens = [await app.signIn(person.account, PASSWORD), await app.signIn(person.account, PASSWORD)];
    const code = await requested(email, { ip });
    const letter = await smtp.arrived(email);
    expect(letter).toMatchObject({ from: 'prdm@institute.example', subject: '找回密码的验证码' });
    expect(letter.text).toContain('设计院平台');
    expect(letter.text).toContain(person.account);
    expect(letter.subject).not.toContain(code);
    expect(await app.call(sendVerify, { email, code }, { ip })).toMatchObject({
      code: 0,
      data: { accounts: [person.account] },
    });
    const from = smtp.received.length;
    expect(await set({ email: email.toUpperCase(), code }, { ip })).toMatchObject({ code: 0 });
    for (const token of tokens) expect((await app.call(check, { token })).data).toEqual({ valid: false });
    expect((await signIn(person, PASSWORD, { ip })).code).toBe(1003);
    expect((await signIn(person, FRESH, { ip })).code).toBe(0);
    expect((await smtp.arrived(email, from)).subject).toBe('密码已修改');
    const { rows } = await sql(
      `select event from action_log where target_id = $1 and event like 'identity.%' order by id`,
      [person.id],
    );
    expect(rows.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['identity.codeSent', 'identity.passwordRecovered']),
    );
    expect(await set({ email, code }, { ip })).toMatchObject({ code: 1004, data: { field: 'code' } });
  });

  it('[ER-022] [VA-016] a wrong code and no code are refused at their field in the language of the reader', async () => {
    const { email, ip } = fresh();
    await buildPerson(app, { email });
    const code = await requested(email, { ip });
    for (const [lang, msg] of [
      ['zh', '验证码错误'],
      ['en', 'Verification code wrong'],
    ] as const)
      expect(await app.call(sendVerify, { email, code: wrongOf(code) }, { ip, lang })).toMatchObject({
        code: 1004,
        msg,
        data: { field: 'code' },
      });
    expect(await app.call(sendVerify, { email, code: '' }, { ip })).toMatchObject({
      code: 1001,
      data: { field: 'code' },
    });
    expect((await app.call(sendVerify, { email, code: ` ${code.slice(0, 3)} ${code.slice(3)}` }, { ip })).code).toBe(0);
  });

  it('lets a locked user in with the new password', async () => {
    const { email, ip } = fresh();
    const person = await buildPerson(app, { email });
    for (let n = 0; n < 5; n += 1) await signIn(person, 'wrong-one', { ip });
    expect((await signIn(person, PASSWORD, { ip })).code).toBe(1007);
    expect((await set({ email, code: await requested(email, { ip }) }, { ip })).code).toBe(0);
    expect((await signIn(person, FRESH, { ip })).code).toBe(0);
  });

  it('of an address with several accounts asks for one of them', async () => {
    const { email, ip } = fresh();
    const people = [await buildPerson(app, { email }), await buildPerson(app, { email: email.toLowerCase() })];
    await buildPerson(app, { email, account: `gone${number}` });
    await sql(`update staff set status = 'disabled' where account = $1`, [`gone${number}`]);
    const code = await requested(email, { ip });
    const accounts = people.map(({ account }) => account).toSorted();
    const letter = await smtp.arrived(email);
    for (const account of accounts) expect(letter.text).toContain(`- ${account}（`);
    expect(letter.text).not.toContain(`gone${number}`);
    expect((await app.call(sendVerify, { email, code }, { ip })).data.accounts.toSorted()).toEqual(accounts);
    for (const account of [undefined, '', 'admin', `gone${number}`])
      expect(await set({ email, code, ...(account === undefined ? {} : { account }) }, { ip })).toMatchObject({
        code: 1001,
        data: { field: 'account' },
      });
    expect((await set({ email, code, account: accounts[1] ?? '' }, { ip })).code).toBe(0);
    const [chosen, other] = people.toSorted((a, b) => (a.account < b.account ? 1 : -1)) as [BuiltPerson, BuiltPerson];
    expect((await signIn(chosen, FRESH, { ip })).code).toBe(0);
    expect((await signIn(other, PASSWORD, { ip })).code).toBe(0);
  });

  it('keeps password and code when the new password breaks a rule', async () => {
    const { email, ip } = fresh();
    const person = await buildPerson(app, { email });
    const code = await requested(email, { ip });
    for (const [password, field, msg] of [
      ['12', 'password', '密码长度不能少于 6 位'],
      ['12345678', 'password', '密码不能全是数字'],
      ['Password1', 'password', '该密码过于常见，请更换'],
    ] as const)
      expect(await set({ email, code, password }, { ip })).toMatchObject({ code: 1001, msg, data: { field } });
    expect(await set({ email, code, again: 'Other-26' }, { ip })).toMatchObject({
      code: 1001,
      msg: '两次输入不一致',
      data: { field: 'repassword' },
    });
    expect((await signIn(person, PASSWORD, { ip })).code).toBe(0);
    expect((await set({ email, code }, { ip })).code).toBe(0);
  });

  it('follows the policy of the account, not the bounds of the sign-in page', async () => {
    const { email, ip } = fresh();
    await buildPerson(app, { email });
    const id = await theEnterprise(app);
    await sql('update enterprise set password_length_min = 10 where id = $1', [id]);
    try {
      const code = await requested(email, { ip });
      expect(await set({ email, code, password: 'Kurz-26' }, { ip })).toMatchObject({
        code: 1001,
        msg: '密码长度不能少于 10 位',
      });
    } finally {
      await sql('update enterprise set password_length_min = 6 where id = $1', [id]);
    }
  });

  it('of a person who left or lost the address meanwhile stays', async () => {
    const { email, ip } = fresh();
    const person = await buildPerson(app, { email });
    const code = await requested(email, { ip });
    await sql(`update staff set email = '' where user_id = $1`, [person.id]);
    expect(await set({ email, code }, { ip })).toMatchObject({ code: 1004 });
    expect((await signIn(person, PASSWORD, { ip })).code).toBe(0);
  });
});

describe('a code', () => {
  it('is dead after five wrong tries, also for the right one', async () => {
    const { email, ip } = fresh();
    await buildPerson(app, { email });
    const code = await requested(email, { ip });
    for (let n = 0; n < 5; n += 1)
      expect((await app.call(sendVerify, { email, code: wrongOf(code) }, { ip })).code).toBe(1004);
    expect(await set({ email, code }, { ip })).toMatchObject({
      code: 1007,
      msg: '验证码错误次数过多，请重新发送',
      data: { field: 'code' },
    });
  });

  it('still works after four wrong tries and a check', async () => {
    const { email, ip } = fresh();
    await buildPerson(app, { email });
    const code = await requested(email, { ip });
    for (let n = 0; n < 4; n += 1) await app.call(sendVerify, { email, code: wrongOf(code) }, { ip });
    expect((await app.call(sendVerify, { email, code }, { ip })).code).toBe(0);
    expect((await set({ email, code }, { ip })).code).toBe(0);
  });

  it('is refused when it has expired, and the message says so', async () => {
    const { email, ip } = fresh();
    await buildPerson(app, { email });
    const code = await requested(email, { ip });
    await sql(`update verify_code set expires_at = now() - interval '1 second' where address = lower($1)`, [email]);
    for (const answer of [await app.call(sendVerify, { email, code }, { ip }), await set({ email, code }, { ip })])
      expect(answer).toMatchObject({ code: 1004, msg: '验证码已过期，请重新发送', data: { field: 'code' } });
  });

  it('belongs to its purpose and its address', async () => {
    const [one, two] = [fresh(), fresh()];
    const person = await buildPerson(app, { email: one.email });
    await buildPerson(app, { email: two.email });
    const code = await requested(one.email, { ip: one.ip });
    await requested(two.email, { ip: one.ip });
    const token = await app.signIn(person.account, PASSWORD);
    const change = { email: one.email, code, type: 'change_email' };
    expect((await app.call(sendVerify, change, { token, ip: one.ip })).code).toBe(1004);
    expect((await app.call(sendVerify, change, { ip: one.ip })).code).toBe(5);
    expect((await app.call(sendVerify, { email: two.email, code }, { ip: one.ip })).code).toBe(1004);
    expect((await app.call(sendVerify, { email: one.email, code }, { ip: one.ip })).code).toBe(0);
  });

  it('is replaced by the next one, which may be requested after 60 s, five times an hour', async () => {
    const { email, ip } = fresh();
    await buildPerson(app, { email });
    const first = await requested(email, { ip });
    const early = await app.call(sendCode, { email, type: 'forget' }, { ip, lang: 'en' });
    expect(early).toMatchObject({ code: 1007, data: { field: 'email' } });
    expect(early.data.retry_after).toBeGreaterThan(50);
    expect(early.msg).toMatch(/^Send again in \d+ s$/);
    await pause(email);
    await requested(email, { ip });
    expect((await app.call(sendVerify, { email, code: first }, { ip })).code).not.toBe(0);
    for (let n = 0; n < 3; n += 1) {
      await pause(email);
      await requested(email, { ip: `10.2.0.${n}` });
    }
    await pause(email);
    const sixth = await app.call(sendCode, { email, type: 'forget' }, { ip: '10.2.0.9' });
    expect(sixth).toMatchObject({ code: 1007 });
    expect(sixth.data.retry_after).toBeGreaterThan(3000);
  });

  // Safety S34.
  it.each(['a change of the own password', 'a reset by an administrator'] as const)('ends with %s', async (way) => {
    const { email, ip } = fresh();
    const person = await buildPerson(app, { email });
    const token = await app.signIn(person.account, PASSWORD);
    const code = await requested(email, { ip });
    const later = `new-${email}`;
    const from = smtp.received.length;
    expect((await app.call(sendCode, { email: later, type: 'change_email' }, { token, ip })).code).toBe(0);
    const change = { email: later, code: await mailed(later, from), type: 'change_email' };
    expect((await app.call(sendVerify, change, { token, ip })).code).toBe(0);
    const own = (await app.call(getKeyIv, {}, { token })).data;
    const answer = await (way === 'a reset by an administrator'
      ? app.call(resetPwd, { id: person.id, version: 1 }, { token: await app.admin() })
      : app.call(
          changePassword,
          {
            oldpassword: encryptTransfer(PASSWORD, own.key, own.iv),
            password: sha256Hex(FRESH),
            repassword: sha256Hex(FRESH),
            password_encode: encryptTransfer(FRESH, own.key, own.iv),
            kid: own.kid,
          },
          { token },
        ));
    expect(answer).toMatchObject({ code: 0 });
    const password = way === 'a reset by an administrator' ? answer.data.password : FRESH;
    for (const tried of [await app.call(sendVerify, { email, code }, { ip }), await set({ email, code }, { ip })])
      expect(tried).toMatchObject({ code: 1004, msg: '验证码错误', data: { field: 'code' } });
    const session = (await signIn(person, password, { ip })).data.token;
    expect((await app.call(sendVerify, change, { token: session, ip })).code).toBe(1004);
    // The pause between two codes stays.
    expect((await app.call(sendCode, { email, type: 'forget' }, { ip })).code).toBe(1007);
  });

  it('is stored as an HMAC, and its mail keeps no text after it was sent', async () => {
    const { email, ip } = fresh();
    await buildPerson(app, { email });
    const code = await requested(email, { ip });
    await expect
      .poll(async () => (await sql(`select body from mail where recipient = $1`, [email])).rows)
      .toEqual([{ body: '' }]);
    const { rows } = await sql('select * from verify_code where address = lower($1)', [email]);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('that is right in 50 parallel calls sets the password once', async () => {
    const { email } = fresh();
    await buildPerson(app, { email });
    const code = await requested(email);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => set({ email, code }, { ip: `10.4.0.${n}` })),
    );
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    expect(answers.every((answer) => [0, 1004].includes(answer.code))).toBe(true);
  }, 60_000);

  it('costs an address that guesses codes of many people its budget', async () => {
    const { ip } = fresh();
    await sql(
      `insert into failed_try (scope, subject, window_from, tries) values ('login_address', $1, now(), 99)
       on conflict (scope, subject) do update set tries = 99`,
      [ip],
    );
    const input = { email: 'nobody-here@example.cn', code: '123456' };
    expect((await app.call(sendVerify, input, { ip })).code).toBe(1004);
    expect((await app.call(sendVerify, input, { ip })).code).toBe(1007);
  });
});

it('the mail has the title of the enterprise', async () => {
  const { email, ip } = fresh();
  await buildPerson(app, { email });
  await sql('update enterprise set title = $1', ['江城协同']);
  try {
    await requested(email, { ip });
    expect((await smtp.arrived(email)).text).toContain('江城协同');
  } finally {
    await sql(`update enterprise set title = ''`);
  }
});

describe('an address', () => {
  it.each([
    ['two at once', ['a@example.cn', 'b@example.cn']],
    ['two in one text', 'a@example.cn,b@example.cn'],
    ['a line break', 'a@example.cn\r\nBcc: b@example.cn'],
    ['no address', 'nobody'],
    ['nothing', ''],
  ])('%s is refused at its field and sends nothing', async (_what, email) => {
    const before = (await sql('select count(*)::int as n from mail')).rows[0].n;
    for (const json of [true, false])
      expect(await app.call(sendCode, { email, type: 'forget' }, { json })).toMatchObject({
        code: 1001,
        data: { field: 'email' },
      });
    expect((await sql('select count(*)::int as n from mail')).rows[0].n).toBe(before);
  });

  it('given twice in a form is refused', async () => {
    const response = await app.app.inject({
      method: 'POST',
      url: '/apis/pub/send',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a%40example.cn&email=b%40example.cn&type=forget',
    });
    expect(response.json()).toMatchObject({ code: 1001, data: { field: 'email' } });
  });

  it('without an account gets the words of a known one, and no mail', async () => {
    const [known, unknown] = [fresh(), fresh()];
    await buildPerson(app, { email: known.email });
    const shown = ({ code, msg, data, status }: Answer) => ({ code, msg, data, status });
    const talk = async ({ email, ip }: { email: string; ip: string }) => {
      const said: object[] = [];
      const say = async (answer: Promise<Answer>) => said.push(shown(await answer));
      await say(app.call(sendCode, { email, type: 'forget' }, { ip }));
      for (let n = 0; n < 6; n += 1) await say(app.call(sendVerify, { email, code: 'no' }, { ip }));
      await say(set({ email, code: '000000' }, { ip }));
      await sql(`update verify_code set expires_at = now(), tries = 0 where address = lower($1)`, [email]);
      await say(set({ email, code: '000000' }, { ip }));
      await pause(email);
      await say(app.call(sendCode, { email, type: 'forget' }, { ip }));
      return said;
    };
    expect(await talk(unknown)).toEqual(await talk(known));
    expect((await sql('select 1 from mail where recipient = $1', [unknown.email])).rowCount).toBe(0);
    expect((await sql('select 1 from mail where recipient = $1', [known.email])).rowCount).toBe(2);
  });
});
