import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changePassword,
  check,
  getKeyIv,
  getUserSetting,
  loginHistory,
  loginPwd,
  logout,
} from '@prdm/contract/identity';
import { info, userSetting } from '@prdm/contract/me';
import { buildPerson, PASSWORD, theEnterprise, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { encryptTransfer, sha256Hex } from '../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
let person: BuiltPerson;

beforeAll(async () => {
  app = await startApp();
  person = await buildPerson(app, { name: '王工' });
});
afterAll(() => app.stop());

async function transfer(): Promise<{ key: string; iv: string; kid: string }> {
  return (await app.call(getKeyIv, {})).data;
}

async function tryToSignIn(
  account: string,
  password: string,
  change: { kid?: string; auto?: string; ip?: string } = {},
) {
  const { key, iv, kid } = await transfer();
  const input = {
    account,
    password: encryptTransfer(password, key, iv),
    kid: change.kid ?? kid,
    auto: change.auto ?? '0',
  };
  return app.call(loginPwd, input, { ip: change.ip });
}

describe('the key of a transfer', () => {
  it('[API-016] is 32 and 16 ASCII characters, new for each call, and decrypts the text of that transfer', async () => {
    const [first, second] = [await transfer(), await transfer()];
    expect(first.key).toMatch(/^[\x21-\x7e]{32}$/);
    expect(first.iv).toMatch(/^[\x21-\x7e]{16}$/);
    expect(second.kid).not.toBe(first.kid);
    expect(second.key).not.toBe(first.key);
    const { account } = await buildPerson(app);
    const password = encryptTransfer(PASSWORD, first.key, first.iv);
    expect((await app.call(loginPwd, { account, password, kid: second.kid })).code).toBe(1003);
    expect((await app.call(loginPwd, { account, password, kid: first.kid })).code).toBe(0);
  });

  it('works once: of 50 parallel sign-ins with one key exactly one succeeds', async () => {
    const own = await buildPerson(app);
    const { key, iv, kid } = await transfer();
    const password = encryptTransfer(PASSWORD, key, iv);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.call(loginPwd, { account: own.account, password, kid })),
    );
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    expect(answers.every((answer) => [0, 1003, 1007].includes(answer.code))).toBe(true);
  });

  it('answers like a wrong password when it is spent, expired or unknown', async () => {
    const own = await buildPerson(app);
    const { key, iv, kid } = await transfer();
    await app.platform.db.pool.query(
      `update transfer_key set expires_at = now() - interval '1 second' where kid = $1`,
      [kid],
    );
    const expired = await app.call(loginPwd, {
      account: own.account,
      password: encryptTransfer(PASSWORD, key, iv),
      kid,
    });
    const unknown = await tryToSignIn(own.account, PASSWORD, { kid: 'never-given' });
    const wrong = await tryToSignIn(own.account, 'wrong-one');
    for (const answer of [expired, unknown])
      expect({ code: answer.code, msg: answer.msg }).toEqual({ code: wrong.code, msg: wrong.msg });
    expect(wrong.code).toBe(1003);
  });
});

describe('sign-in', () => {
  it('[API-006] [API-004] returns a token that reads the own information, and stores no readable secret', async () => {
    const answer = await tryToSignIn(person.account, PASSWORD);
    expect(answer.code).toBe(0);
    const { token } = answer.data;
    expect((await app.call(info, {}, { token })).data).toMatchObject({
      id: person.id,
      username: '王工',
      account: person.account,
    });
    const { rows } = await app.platform.db.pool.query(`select encode(token_hash, 'escape') as hash from session`);
    expect(JSON.stringify(rows)).not.toContain(token);
    const { rows: accounts } = await app.platform.db.pool.query('select password_hash from account');
    for (const { password_hash } of accounts) expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('answers the same for an unknown account and a wrong password', async () => {
    const unknown = await tryToSignIn('nobody-of-that-name', 'whatever');
    const own = await buildPerson(app);
    const wrong = await tryToSignIn(own.account, 'whatever');
    expect(unknown.code).toBe(1003);
    expect([unknown.code, unknown.msg, unknown.data]).toEqual([wrong.code, wrong.msg, wrong.data]);
  });

  it('reports a disabled account only after the right password', async () => {
    const own = await buildPerson(app);
    const enterpriseId = await theEnterprise(app);
    await app.platform.db.transaction((trx) =>
      app.modules.identity.setEnabled(trx, enterpriseId, { id: own.id, email: '' }, false),
    );
    expect((await tryToSignIn(own.account, 'wrong-one')).code).toBe(1003);
    expect((await tryToSignIn(own.account, PASSWORD)).code).toBe(1012);
  });

  it('never accepts the hash of a password as the password', async () => {
    const own = await buildPerson(app);
    expect((await tryToSignIn(own.account, sha256Hex(PASSWORD))).code).toBe(1003);
  });

  it('stops comparing after 5 wrong passwords, even for the right one, and still accepts it from another address', async () => {
    const own = await buildPerson(app);
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await tryToSignIn(own.account, 'wrong-one')).code).toBe(1003);
    const blocked = await tryToSignIn(own.account, PASSWORD);
    expect(blocked.code).toBe(1007);
    expect(blocked.data.retry_after).toBeGreaterThan(800);
    await app.platform.db.pool.query(
      `update failed_try set blocked_until = now() - interval '1 second', window_from = now() - interval '16 minutes'`,
    );
    expect((await tryToSignIn(own.account, PASSWORD)).code).toBe(0);
  });

  it('compares at most 5 of 60 parallel guesses', async () => {
    const own = await buildPerson(app);
    const answers = await Promise.all(Array.from({ length: 60 }, () => tryToSignIn(own.account, 'wrong-one')));
    expect(answers.filter((answer) => answer.code === 1003).length).toBeLessThanOrEqual(5);
    expect(answers.filter((answer) => answer.code === 1007).length).toBeGreaterThanOrEqual(55);
  });

  it('accepts many parallel sign-ins from one address', async () => {
    const own = await buildPerson(app);
    const answers = await Promise.all(Array.from({ length: 25 }, () => tryToSignIn(own.account, PASSWORD)));
    expect(answers.map((answer) => answer.code)).toEqual(Array.from({ length: 25 }, () => 0));
  });

  it('[BU-026] returns the Chinese product title in every language', async () => {
    const titles = await Promise.all(
      ['zh-CN', 'en', 'zh-TW'].map(async (language) => {
        const headers = { 'accept-language': language };
        const answer = await app.app.inject({ method: 'GET', url: getUserSetting.path, headers });
        return answer.json<{ data: { title: string } }>().data.title;
      }),
    );
    expect(titles).toEqual(['设计院任务管理平台', '设计院任务管理平台', '设计院任务管理平台']);
  });

  it('[BU-039] writes every attempt into the login history, with time and address, and into the action log', async () => {
    const own = await buildPerson(app);
    const started = Date.now();
    await tryToSignIn(own.account, 'wrong-one');
    await tryToSignIn(own.account, PASSWORD);
    const token = (await tryToSignIn(own.account, PASSWORD, { ip: '10.1.2.3' })).data.token;
    const { data } = await app.call(loginHistory, {}, { token });
    const attempts: { result: string; way: string; ip: string; at: string }[] = data.list;
    expect(attempts.map(({ way, result, ip }) => [way, result, ip])).toEqual([
      ['password', 'success', '10.1.2.3'],
      ['password', 'success', '127.0.0.1'],
      ['password', 'wrong_password', '127.0.0.1'],
    ]);
    for (const { at } of attempts) {
      // The answer has whole seconds of the institute's clock, 8 hours ahead of UTC.
      const shown = Date.parse(`${at.replace(' ', 'T')}+08:00`);
      expect(shown).toBeGreaterThan(started - 2000);
      expect(shown).toBeLessThan(Date.now() + 2000);
    }
    const { rows } = await app.platform.db.pool.query('select event from action_log where target_id = $1 order by id', [
      own.id,
    ]);
    expect(rows.map(({ event }) => event)).toEqual([
      'identity.signInRefused',
      'identity.signedIn',
      'identity.signedIn',
    ]);
  });
});

describe('sessions', () => {
  it('[API-007] check reports whether a token is valid, code 0 in both cases', async () => {
    const token = await app.signIn(person.account, PASSWORD);
    expect(await app.call(check, {}, { token })).toMatchObject({ code: 0, data: { valid: true } });
    expect(await app.call(check, { token })).toMatchObject({ code: 0, data: { valid: true } });
    expect(await app.call(check, { token: 'never-given' })).toMatchObject({ code: 0, data: { valid: false } });
    expect(await app.call(check, {})).toMatchObject({ code: 0, data: { valid: false } });
  });

  it('[API-009] sign-out ends this session and no other', async () => {
    const [one, two] = [await app.signIn(person.account, PASSWORD), await app.signIn(person.account, PASSWORD)];
    expect((await app.call(logout, {}, { token: one })).code).toBe(0);
    expect((await app.call(info, {}, { token: one })).code).toBe(5);
    expect((await app.call(info, {}, { token: two })).code).toBe(0);
  });

  it('[API-008] info accepts a token from the query for this call only, and the header takes precedence', async () => {
    const own = await buildPerson(app, { name: '表头' });
    const [header, query] = [await app.signIn(own.account, PASSWORD), await app.signIn(person.account, PASSWORD)];
    expect((await app.call(info, { token: query })).data.username).toBe('王工');
    expect((await app.call(info, { token: query }, { token: header })).data.username).toBe('表头');
    const elsewhere = await app.app.inject({ method: 'GET', url: `/apis/pub/loginHistory?token=${query}` });
    expect(elsewhere.json().code).toBe(5);
  });

  it('replaces a token after 30 minutes, once for any number of parallel calls, and accepts the old one for 60 s', async () => {
    const own = await buildPerson(app);
    const token = await app.signIn(own.account, PASSWORD);
    await app.platform.db.pool.query(
      `update session set token_since = now() - interval '31 minutes' where user_id = $1`,
      [own.id],
    );
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.call(info, {}, { token })));
    expect(answers.every((answer) => answer.code === 0)).toBe(true);
    const fresh = answers.map((answer) => answer.headers.authorization).filter((value) => value !== undefined);
    expect(fresh).toHaveLength(1);
    expect((await app.call(info, {}, { token: fresh[0] as string })).code).toBe(0);
  });

  it('ends the session when a replaced token is used after its grace', async () => {
    const own = await buildPerson(app);
    const token = await app.signIn(own.account, PASSWORD);
    await app.platform.db.pool.query(
      `update session set token_since = now() - interval '31 minutes' where user_id = $1`,
      [own.id],
    );
    const fresh = (await app.call(info, {}, { token })).headers.authorization as string;
    await app.platform.db.pool.query(
      `update session set previous_until = now() - interval '1 second' where user_id = $1`,
      [own.id],
    );
    expect((await app.call(info, {}, { token })).code).toBe(5);
    expect((await app.call(info, {}, { token: fresh })).code).toBe(5);
  });

  it.each([
    ['idle for 8 hours', '0', `idle_expires_at = now() - interval '1 second'`],
    ['24 hours old', '0', `expires_at = now() - interval '1 second'`],
  ])('ends when %s', async (_what, auto, change) => {
    const own = await buildPerson(app);
    const { token } = (await tryToSignIn(own.account, PASSWORD, { auto })).data;
    await app.platform.db.pool.query(`update session set ${change} where user_id = $1`, [own.id]);
    expect((await app.call(info, {}, { token })).code).toBe(5);
  });

  /** Shifts the session's times back, as if this much time had passed. */
  const later = (userId: number, time: string) =>
    app.platform.db.pool.query(
      `update session set created_at = created_at - $2::interval, last_seen_at = last_seen_at - $2::interval,
         token_since = token_since - $2::interval, previous_until = previous_until - $2::interval,
         idle_expires_at = idle_expires_at - $2::interval, expires_at = expires_at - $2::interval
       where user_id = $1`,
      [userId, time],
    );
  /** A client that always sends the token of the last answer. */
  async function visitor(auto: '0' | '1') {
    const own = await buildPerson(app);
    let { token } = (await tryToSignIn(own.account, PASSWORD, { auto })).data;
    return async (time: string): Promise<number> => {
      await later(own.id, time);
      const answer = await app.call(info, {}, { token });
      token = answer.headers.authorization ?? token;
      return answer.code;
    };
  }

  it('[LI-002] automatic sign-in lasts one week, idle or in use, and no longer', async () => {
    const leftAlone = await visitor('1');
    expect(await leftAlone('6 days')).toBe(0);
    expect(await leftAlone('1 day')).toBe(5);
    const usedOnce = await visitor('1');
    expect([await usedOnce('1 hour'), await usedOnce('5 days 23 hours'), await usedOnce('1 day')]).toEqual([0, 0, 5]);
    const idle = await visitor('1');
    expect(await idle('7 days')).toBe(5);
  });

  it('without automatic sign-in a session lasts 8 hours idle and a day in use', async () => {
    const leftAlone = await visitor('0');
    expect([await leftAlone('7 hours 59 minutes'), await leftAlone('8 hours')]).toEqual([0, 5]);
    const inUse = await visitor('0');
    for (const hours of [7, 7, 7]) expect(await inUse(`${hours} hours`)).toBe(0);
    expect(await inUse('3 hours')).toBe(5);
  });
});

describe('change of the own password', () => {
  const change = async (token: string, old: string, fresh: string, repeated = fresh) => {
    const { key, iv, kid } = await transfer();
    return app.call(
      changePassword,
      {
        oldpassword: encryptTransfer(old, key, iv),
        password: sha256Hex(fresh),
        repassword: sha256Hex(repeated),
        password_encode: encryptTransfer(fresh, key, iv),
        kid,
      },
      { token },
    );
  };

  it('[API-013] checks the old one, both entries and the policy, then ends every session', async () => {
    const own = await buildPerson(app);
    const [token, other] = [await app.signIn(own.account, PASSWORD), await app.signIn(own.account, PASSWORD)];
    expect(await change(token, 'wrong-one', 'Fresh-2026')).toMatchObject({
      code: 1001,
      data: { field: 'oldpassword' },
    });
    expect(await change(token, PASSWORD, 'Fresh-2026', 'Other-2026')).toMatchObject({
      code: 1001,
      data: { field: 'repassword' },
    });
    expect(await change(token, PASSWORD, '12345678')).toMatchObject({ code: 1001, data: { field: 'password' } });
    expect((await app.call(info, {}, { token })).code).toBe(0);
    expect((await change(token, PASSWORD, 'Fresh-2026')).code).toBe(0);
    for (const ended of [token, other]) expect((await app.call(info, {}, { token: ended })).code).toBe(5);
    expect((await tryToSignIn(own.account, PASSWORD)).code).toBe(1003);
    expect((await tryToSignIn(own.account, 'Fresh-2026')).code).toBe(0);
  });

  it('[API-035] [EN-025] the dialog reads the bounds from the settings, and the server applies them', async () => {
    const token = await app.signIn((await buildPerson(app)).account, PASSWORD);
    const bounds = async () => (await app.call(userSetting, { name: 'base_setting' }, { token })).data;
    const decree = (min: number, max: number) =>
      app.platform.db.pool.query('update enterprise set password_length_min = $1, password_length_max = $2', [
        min,
        max,
      ]);
    expect(await bounds()).toMatchObject({ password_length_min: 6, password_length_max: 18 });
    await decree(12, 30);
    try {
      expect(await bounds()).toMatchObject({ password_length_min: 12, password_length_max: 30 });
      expect(await change(token, PASSWORD, 'Fresh-2026')).toMatchObject({ code: 1001, data: { field: 'password' } });
      expect((await change(token, PASSWORD, 'Fresh-2026-and-much-longer')).code).toBe(0);
    } finally {
      await decree(6, 18);
    }
  });

  it('a session with a generated password may only change it', async () => {
    const own = await buildPerson(app);
    await app.platform.db.pool.query('update account set must_change = true where id = $1', [own.id]);
    const token = await app.signIn(own.account, PASSWORD);
    expect((await app.call(loginHistory, {}, { token })).code).toBe(1005);
    expect((await app.call(info, {}, { token })).data.must_change).toBe(true);
    expect((await change(token, PASSWORD, 'Fresh-2026')).code).toBe(0);
    const next = (await tryToSignIn(own.account, 'Fresh-2026')).data.token;
    expect((await app.call(loginHistory, {}, { token: next })).code).toBe(0);
  });
});
