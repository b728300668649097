import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePassword, check, getKeyIv, loginPwd } from '@prdm/contract/identity';
import { resetPwd } from '@prdm/contract/staff';
import { buildPerson, PASSWORD, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { encryptTransfer, sha256Hex, type Answer } from '../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { whileLocked } from '../../testing/servers/while-locked.ts';
import { hashPassword } from './passwords.ts';

/**
 * The account may change while a password is compared (safety R17, S32), and that change counts. The race itself runs
 * in overtaken.faults.ts.
 */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

const OTHER = 'Given-2026';
const FRESH = 'Thief-2026';

async function signIn({ account }: BuiltPerson, password = PASSWORD): Promise<Answer> {
  const { key, iv, kid } = (await app.call(getKeyIv, {})).data;
  return app.call(loginPwd, { account, password: encryptTransfer(password, key, iv), kid });
}

async function changeOwn(token: string): Promise<Answer> {
  const { key, iv, kid } = (await app.call(getKeyIv, {})).data;
  const input = {
    oldpassword: encryptTransfer(PASSWORD, key, iv),
    password: sha256Hex(FRESH),
    repassword: sha256Hex(FRESH),
    password_encode: encryptTransfer(FRESH, key, iv),
    kid,
  };
  return app.call(changePassword, input, { token });
}

const accountOf = ({ id }: BuiltPerson): string => `select 1 from account where id = ${id} for no key update`;
const sessionsOf = async ({ id }: BuiltPerson): Promise<number> =>
  (await app.platform.db.pool.query('select 1 from session where user_id = $1 and ended_at is null', [id])).rowCount ??
  0;

/** The statements of an administrator's reset, as in password-change.ts. */
const reset = (person: BuiltPerson) => async (client: PoolClient) => {
  const { hash } = await hashPassword(OTHER);
  await client.query('update account set password_hash = $2 where id = $1', [person.id, hash]);
  await client.query('update session set ended_at = now() where user_id = $1 and ended_at is null', [person.id]);
};

describe('a sign-in with a stale password', () => {
  it('is refused like a wrong password when a reset commits during the comparison', async () => {
    const person = await buildPerson(app);
    const [answer] = await whileLocked(app, accountOf(person), [() => signIn(person)], reset(person));
    const { code, msg, data } = await signIn(person, 'wrong-one');
    expect({ code: answer.code, msg: answer.msg, data: answer.data }).toEqual({ code, msg, data });
    expect(code).toBe(1003);
    expect(await sessionsOf(person)).toBe(0);
    const { rows } = await app.platform.db.pool.query('select result from login_history where user_id = $1', [
      person.id,
    ]);
    expect(rows).toEqual([{ result: 'wrong_password' }, { result: 'wrong_password' }]);
    const tries = await app.platform.db.pool.query('select tries from failed_try where subject = $1', [person.account]);
    expect(tries.rows).toEqual([{ tries: 2 }]);
    expect((await signIn(person, OTHER)).code).toBe(0);
  });

  it('answers 1012 when the account is disabled meanwhile, and leaves no session to restore', async () => {
    const person = await buildPerson(app);
    const disabled = (client: PoolClient) =>
      client.query('update account set enabled = false where id = $1', [person.id]);
    const [answer] = await whileLocked(app, accountOf(person), [() => signIn(person)], disabled);
    expect(answer.code).toBe(1012);
    expect(await sessionsOf(person)).toBe(0);
    const { rows } = await app.platform.db.pool.query(
      'select result, last_login_at from login_history h join account a on a.id = h.user_id where user_id = $1',
      [person.id],
    );
    expect(rows).toEqual([{ result: 'disabled', last_login_at: null }]);
  });

  it('that commits before the reset is ended by it', async () => {
    const person = await buildPerson(app);
    const admin = await app.admin();
    const [entered, reset] = await whileLocked<Answer, [Answer]>(
      app,
      accountOf(person),
      [() => signIn(person), () => app.call(resetPwd, { id: person.id, version: 1 }, { token: admin })],
      () => Promise.resolve(),
    );
    expect([entered.code, reset.code]).toEqual([0, 0]);
    expect((await app.call(check, { token: entered.data.token })).data).toEqual({ valid: false });
  });
});

describe('a change of the own password', () => {
  it('does not overwrite a password that an administrator sets meanwhile', async () => {
    const person = await buildPerson(app);
    const token = (await signIn(person)).data.token;
    const [answer] = await whileLocked(app, accountOf(person), [() => changeOwn(token)], reset(person));
    expect(answer.code).toBe(5);
    expect((await signIn(person, FRESH)).code).toBe(1003);
    expect((await signIn(person, OTHER)).code).toBe(0);
    const { rowCount } = await app.platform.db.pool.query(
      `select 1 from action_log where event = 'identity.passwordChanged' and target_id = $1`,
      [person.id],
    );
    expect(rowCount).toBe(0);
  });

  it('does nothing to an account that is disabled meanwhile', async () => {
    const person = await buildPerson(app);
    const token = (await signIn(person)).data.token;
    const disabled = (client: PoolClient) =>
      client.query('update account set enabled = false where id = $1', [person.id]);
    const [answer] = await whileLocked(app, accountOf(person), [() => changeOwn(token)], disabled);
    expect(answer.code).toBe(5);
    await app.platform.db.pool.query('update account set enabled = true where id = $1', [person.id]);
    expect((await signIn(person)).code).toBe(0);
  });
});
