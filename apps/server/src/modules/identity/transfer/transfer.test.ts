import { createCipheriv } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encryptTransfer as underDefault } from '@prdm/contract/kit/cipher';
import { changePassword, check, getKeyIv, loginPwd } from '@prdm/contract/identity';
import { LIMITS } from '@prdm/contract/limits';
import { enterpriseInfo } from '@prdm/contract/organisation/enterprise';
import { doSetting } from '@prdm/contract/staff';
import { buildPerson, PASSWORD, theEnterprise, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { encryptTransfer, sha256Hex } from '../../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

/**
 * `kid` is optional: a program that knows only the fields of the specification can sign in, change its password and
 * write settings.
 */
let app: TestApp;
let admin: string;
let enterpriseId: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  enterpriseId = await theEnterprise(app);
});
afterAll(() => app.stop());

interface Key {
  readonly key: string;
  readonly iv: string;
  readonly kid: string;
}
const keyFor = async (caller: { ip?: string; token?: string }): Promise<Key> =>
  (await app.call(getKeyIv, {}, caller)).data;
const signIn = (account: string, { key, iv }: Pick<Key, 'key' | 'iv'>, ip: string, password = PASSWORD) =>
  app.call(loginPwd, { account, password: encryptTransfer(password, key, iv) }, { ip });
const isSpent = async ({ kid }: Key): Promise<boolean> =>
  (await app.platform.db.pool.query('select used_at is not null as spent from transfer_key where kid = $1', [kid]))
    .rows[0].spent;
const triesOf = async (account: string): Promise<number> =>
  (
    await app.platform.db.pool.query(`select tries from failed_try where scope = 'login_account' and subject = $1`, [
      account,
    ])
  ).rows[0]?.tries;

let addresses = 0;
/** Each test has its own address, so the keys of other tests do not interfere. */
const anAddress = (): string => `198.51.100.${(addresses += 1)}`;

describe('a sign-in without kid', () => {
  it('uses and spends the key that its address requested, and leaves newer keys of colleagues unspent', async () => {
    const [person, ip] = [await buildPerson(app), anAddress()];
    const own = await keyFor({ ip });
    const later = [await keyFor({ ip }), await keyFor({ ip })];
    expect((await signIn(person.account, own, ip)).code).toBe(0);
    expect(await isSpent(own)).toBe(true);
    for (const key of later) expect(await isSpent(key)).toBe(false);
    expect((await signIn(person.account, own, ip)).code).toBe(1003);
  });

  it('finds no key of another address; with kid a key works from any address', async () => {
    const [person, ip] = [await buildPerson(app), anAddress()];
    const key = await keyFor({ ip });
    expect((await signIn(person.account, key, anAddress())).code).toBe(1003);
    expect(await isSpent(key)).toBe(false);
    const input = { account: person.account, password: encryptTransfer(PASSWORD, key.key, key.iv), kid: key.kid };
    expect((await app.call(loginPwd, input, { ip: anAddress() })).code).toBe(0);
  });

  it('finds no key that a session requested, unless the call carries that session', async () => {
    const [person, ip] = [await buildPerson(app), anAddress()];
    const token = await app.signIn(person.account, PASSWORD);
    const key = await keyFor({ ip, token });
    expect((await signIn(person.account, key, ip)).code).toBe(1003);
    const input = { account: person.account, password: encryptTransfer(PASSWORD, key.key, key.iv) };
    expect((await app.call(loginPwd, input, { ip, token })).code).toBe(0);
  });

  it('tries the eight newest keys and no older one', async () => {
    const [person, ip] = [await buildPerson(app), anAddress()];
    const [oldest, eighth] = [await keyFor({ ip }), await keyFor({ ip })];
    for (let n = 0; n < LIMITS.transferKeysTried - 1; n += 1) await keyFor({ ip });
    expect((await signIn(person.account, oldest, ip)).code).toBe(1003);
    expect((await signIn(person.account, eighth, ip)).code).toBe(0);
  });

  it('tries no expired key', async () => {
    const [person, ip] = [await buildPerson(app), anAddress()];
    const key = await keyFor({ ip });
    await app.platform.db.pool.query(
      `update transfer_key set expires_at = now() - interval '1 second' where kid = $1`,
      [key.kid],
    );
    expect((await signIn(person.account, key, ip)).code).toBe(1003);
  });

  it.each([
    ['no UTF-8', Buffer.from([0xff, 0xfe, 0xfd, 0xfc, 0xfb, 0xfa]).toString('latin1')],
    ['shorter than any password', 'abcde'],
    ['longer than any password', 'x'.repeat(LIMITS.passwordPolicyMax + 1)],
  ])('a key whose text is %s does not fit and is not spent', async (what, text) => {
    const [person, ip] = [await buildPerson(app), anAddress()];
    const key = await keyFor({ ip });
    const sealed =
      what === 'no UTF-8' ? encryptBytes(Buffer.from(text, 'latin1'), key) : encryptTransfer(text, key.key, key.iv);
    expect((await app.call(loginPwd, { account: person.account, password: sealed }, { ip })).code).toBe(1003);
    expect(await isSpent(key)).toBe(false);
  });

  it('counts as one attempt for any number of tried keys, and a wrong password spends its key', async () => {
    const [person, ip] = [await buildPerson(app), anAddress()];
    const keys = [];
    for (let n = 0; n < LIMITS.transferKeysTried; n += 1) keys.push(await keyFor({ ip }));
    expect((await signIn(person.account, keys[0] as Key, ip, 'wrong-one')).code).toBe(1003);
    expect(await triesOf(person.account)).toBe(1);
    expect(await isSpent(keys[0] as Key)).toBe(true);
    expect((await signIn(person.account, { key: 'k'.repeat(32), iv: 'i'.repeat(16) }, ip)).code).toBe(1003);
    expect(await triesOf(person.account)).toBe(2);
  });

  it('of 50 parallel calls with one text exactly one succeeds', async () => {
    const [person, ip] = [await buildPerson(app), anAddress()];
    const key = await keyFor({ ip });
    await keyFor({ ip });
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(person.account, key, ip)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.every(({ code }) => [0, 1003, 1007].includes(code))).toBe(true);
  });
});

function encryptBytes(bytes: Buffer, { key, iv }: Key): string {
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(key, 'ascii'), Buffer.from(iv, 'ascii'));
  return Buffer.concat([cipher.update(bytes), cipher.final()]).toString('base64');
}

describe('pub/pwd as specified', () => {
  const form = (old: string, fresh: string, encrypt: (text: string) => string) => ({
    oldpassword: encrypt(old),
    password: sha256Hex(fresh),
    repassword: sha256Hex(fresh),
    password_encode: encrypt(fresh),
  });
  const under =
    ({ key, iv }: Key) =>
    (text: string) =>
      encryptTransfer(text, key, iv);

  it('[API-013] four fields: the right old password changes it, a wrong one gives its message and changes nothing', async () => {
    const person = await buildPerson(app);
    const token = await app.signIn(person.account, PASSWORD);
    const key = await keyFor({ token });
    const wrong = await app.call(changePassword, form('wrong-one', 'Fresh-2026', under(key)), { token });
    expect(wrong).toMatchObject({ code: 1001, msg: '原密码错误', data: { field: 'oldpassword' } });
    expect((await app.call(check, { token })).data.valid).toBe(true);
    const digits = await app.call(changePassword, form(PASSWORD, '1234567', under(await keyFor({ token }))), { token });
    expect(digits).toMatchObject({ code: 1001, data: { field: 'password' } });
    const right = await app.call(changePassword, form(PASSWORD, 'Fresh-2026', under(await keyFor({ token }))), {
      token,
    });
    expect(right.code).toBe(0);
    await expect(app.signIn(person.account, PASSWORD)).rejects.toThrow();
    await app.signIn(person.account, 'Fresh-2026');
  });

  it('finds no key of another session, and none that the same address requested before sign-in', async () => {
    const person = await buildPerson(app);
    const [token, other] = [await app.signIn(person.account, PASSWORD), await app.signIn(person.account, PASSWORD)];
    for (const key of [await keyFor({ token: other }), await keyFor({})]) {
      const answer = await app.call(changePassword, form(PASSWORD, 'Fresh-2026', under(key)), { token });
      expect(answer).toMatchObject({ code: 1001, data: { field: 'oldpassword' } });
      expect(await isSpent(key)).toBe(false);
    }
    await app.signIn(person.account, PASSWORD);
  });

  it('both encrypted texts need the same key, which is spent', async () => {
    const person = await buildPerson(app);
    const token = await app.signIn(person.account, PASSWORD);
    const [one, two] = [await keyFor({ token }), await keyFor({ token })];
    const mixed = {
      ...form(PASSWORD, 'Fresh-2026', under(one)),
      password_encode: encryptTransfer('Fresh-2026', two.key, two.iv),
    };
    expect((await app.call(changePassword, mixed, { token })).code).toBe(1001);
    expect((await app.call(changePassword, form(PASSWORD, 'Fresh-2026', under(one)), { token })).code).toBe(0);
    expect(await isSpent(one)).toBe(true);
  });
});

describe('user/dosetting as specified', () => {
  const bounds = (min: number, change: object = {}) =>
    JSON.stringify({ enterprise_id: enterpriseId, password_length_min: min, password_length_max: 24, ...change });
  const minNow = async () =>
    (
      await app.platform.db.pool.query('select password_length_min as min from enterprise where id = $1', [
        enterpriseId,
      ])
    ).rows[0].min;

  it('[API-036] the payload alone, encrypted with the enterprise in it, is stored for that enterprise only', async () => {
    const { rows } = await app.platform.db.pool.query(`insert into enterprise (name) values ('别家') returning id`);
    const key = await keyFor({ token: admin });
    const payload = encryptTransfer(bounds(9), key.key, key.iv);
    expect(await app.call(doSetting, { payload }, { token: admin })).toMatchObject({ code: 0 });
    expect(await minNow()).toBe(9);
    expect(await app.call(doSetting, { payload }, { token: admin })).toMatchObject({
      code: 1001,
      data: { field: 'payload' },
    });
    const foreign = await keyFor({ token: admin });
    const wrong = encryptTransfer(bounds(10, { enterprise_id: rows[0].id }), foreign.key, foreign.iv);
    expect(await app.call(doSetting, { payload: wrong }, { token: admin })).toMatchObject({
      data: { field: 'enterprise_id' },
    });
    expect(await minNow()).toBe(9);
    const all = await app.platform.db.pool.query('select password_length_min as min from enterprise where id = $1', [
      rows[0].id,
    ]);
    expect(all.rows).toEqual([{ min: 6 }]);
  });

  it('finds no key of another session', async () => {
    const other = await app.signIn((await buildPerson(app, { roles: ['administrator'] })).account, PASSWORD);
    const key = await keyFor({ token: other });
    const payload = encryptTransfer(bounds(11), key.key, key.iv);
    expect(await app.call(doSetting, { payload }, { token: admin })).toMatchObject({ code: 1001 });
    expect(await app.call(doSetting, { payload }, { token: other })).toMatchObject({ code: 0 });
  });
});

describe('text under the built-in key', () => {
  const accepts = async (accept_default_key: boolean) => {
    const { key, iv, kid } = await keyFor({ token: admin });
    const setting = {
      enterprise_id: enterpriseId,
      password_length_min: 6,
      password_length_max: 24,
      accept_default_key,
    };
    const input = { payload: encryptTransfer(JSON.stringify(setting), key, iv), kid };
    expect((await app.call(doSetting, input, { token: admin })).code).toBe(0);
    expect((await app.call(enterpriseInfo, {}, { token: admin })).data.accept_default_key).toBe(accept_default_key);
  };
  const enter = ({ account }: BuiltPerson, change: object = {}) =>
    app.call(loginPwd, { account, password: underDefault(PASSWORD), ...change }, { ip: anAddress() });

  it('is refused unless the enterprise has enabled it', async () => {
    const person = await buildPerson(app);
    const token = await app.signIn(person.account, PASSWORD);
    const change = {
      oldpassword: underDefault(PASSWORD),
      password: sha256Hex('Fresh-2026'),
      repassword: sha256Hex('Fresh-2026'),
      password_encode: underDefault('Fresh-2026'),
    };
    const setting = { enterprise_id: enterpriseId, password_length_min: 8, password_length_max: 24 };
    const write = () => app.call(doSetting, { payload: underDefault(JSON.stringify(setting)) }, { token: admin });
    expect((await enter(person)).code).toBe(1003);
    expect((await app.call(changePassword, change, { token })).code).toBe(1001);
    expect((await write()).code).toBe(1001);
    await accepts(true);
    expect((await enter(person)).code).toBe(0);
    expect((await enter(person, { kid: 'never-given' })).code).toBe(1003);
    expect((await enter({ ...person, account: 'nobody-of-that-name' })).code).toBe(1003);
    expect((await app.call(changePassword, change, { token })).code).toBe(0);
    expect((await write()).code).toBe(0);
    expect((await app.call(enterpriseInfo, {}, { token: admin })).data.accept_default_key).toBe(true);
    await accepts(false);
    const other = await buildPerson(app);
    expect((await enter(other)).code).toBe(1003);
  });

  it('depends on the setting of the account’s enterprise', async () => {
    const { rows } = await app.platform.db.pool.query(
      `insert into enterprise (name, accept_default_key) values ('旧程序所', true) returning id`,
    );
    const elsewhere = Number(rows[0].id);
    const account = 'of-elsewhere';
    await app.platform.db.transaction((trx) =>
      app.modules.organisation.addPerson(trx, elsewhere, {
        account,
        password: PASSWORD,
        mustChange: false,
        policy: { min: 6, max: 18 },
        name: '外人',
        roleIds: [],
      }),
    );
    expect((await enter({ id: 0, account, name: '' })).code).toBe(0);
    expect((await enter(await buildPerson(app))).code).toBe(1003);
  });
});

it('an address holds at most 2,000 unspent keys: the oldest are deleted, other addresses keep theirs, and no request is refused', async () => {
  const [ip, other] = [anAddress(), anAddress()];
  const kept = await keyFor({ ip: other });
  await app.platform.db.pool.query(
    `insert into transfer_key (kid, key, iv, ip, expires_at)
     select 'old-' || n, repeat('k', 32), repeat('i', 16), $1, now() + make_interval(secs => 60 + n / 100.0)
     from generate_series(1, $2::int) n`,
    [ip, LIMITS.transferKeysOfAddress],
  );
  const fresh = [await keyFor({ ip }), await keyFor({ ip }), await keyFor({ ip })];
  const { rows } = await app.platform.db.pool.query(
    `select count(*)::int as held, bool_or(kid = 'old-3') as third, bool_or(kid = 'old-4') as fourth
     from transfer_key where ip = $1 and used_at is null`,
    [ip],
  );
  expect(rows).toEqual([{ held: LIMITS.transferKeysOfAddress, third: false, fourth: true }]);
  const person = await buildPerson(app);
  expect((await signIn(person.account, fresh[0] as Key, ip)).code).toBe(0);
  expect(await isSpent(kept)).toBe(false);
});
