import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '@prdm/contract/kit';
import { userDisable, userRestore } from '@prdm/contract/organisation';
import { userDel, userHandOver } from '@prdm/contract/staff';
import { buildPerson, PASSWORD, type BuiltPerson } from '../../testing/builders.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { whileLocked } from '../../testing/while-locked.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

/** What a call is answered that has passed every gate and stands at the enterprise's lock, while behind it `meanwhile` comes true. */
const overtaken = async (
  endpoint: Endpoint,
  input: object,
  token: string,
  meanwhile: (client: PoolClient) => Promise<unknown>,
): Promise<{ code: number }> => {
  const lock = 'select 1 from enterprise for update';
  const [answer] = await whileLocked(app, lock, [() => app.call(endpoint, input, { token })], meanwhile);
  return answer;
};

const loses = (person: BuiltPerson, key: string) => (client: PoolClient) =>
  client.query(
    `delete from role_holder h using role r where r.id = h.role_id and h.user_id = $1 and r.key = $2 returning 1`,
    [person.id, key],
  );
const statusOf = async ({ id }: BuiltPerson): Promise<string> =>
  (await app.platform.db.pool.query('select status from staff where user_id = $1', [id])).rows[0].status;
const set = (person: BuiltPerson, status: string) =>
  app.platform.db.pool.query('update staff set status = $2 where user_id = $1', [person.id, status]);

const CALLS: [string, Endpoint, string][] = [
  ['disabling', userDisable, 'active'],
  ['restoring who is disabled', userRestore, 'disabled'],
  ['restoring who has left', userRestore, 'former'],
  ['deleting', userDel, 'active'],
];

describe.each(CALLS)('%s somebody', (_name, endpoint, status) => {
  it('is refused to whom the role was taken from between the gate and the lock', async () => {
    const [caller, target] = [await buildPerson(app, { roles: ['administrator'] }), await buildPerson(app)];
    const token = await app.signIn(caller.account, PASSWORD);
    await set(target, status);
    const input = { id: target.id, version: 1 };
    expect(await overtaken(endpoint, input, token, loses(caller, 'administrator'))).toMatchObject({ code: 1005 });
    expect(await statusOf(target)).toBe(status);
  });

  it('who is a superAdmin needs the caller to be one still', async () => {
    const caller = await buildPerson(app, { roles: ['administrator', 'superAdmin'] });
    const target = await buildPerson(app, { roles: ['superAdmin'] });
    const token = await app.signIn(caller.account, PASSWORD);
    await set(target, status);
    const input = { id: target.id, version: 1 };
    expect(await overtaken(endpoint, input, token, loses(caller, 'superAdmin'))).toMatchObject({ code: 1005 });
    expect(await statusOf(target)).toBe(status);
  });

  it('is done for whom nothing was taken from', async () => {
    const [caller, target] = [await buildPerson(app, { roles: ['administrator'] }), await buildPerson(app)];
    const token = await app.signIn(caller.account, PASSWORD);
    await set(target, status);
    const input = { id: target.id, version: 1 };
    expect(await overtaken(endpoint, input, token, () => Promise.resolve())).toMatchObject({ code: 0 });
    expect(await statusOf(target)).not.toBe(status);
  });
});

it('work is handed over by nobody who was disabled between the gate and the lock', async () => {
  const caller = await buildPerson(app, { roles: ['administrator'] });
  const [from, to] = [await buildPerson(app), await buildPerson(app)];
  const token = await app.signIn(caller.account, PASSWORD);
  const input = { id: from.id, to_id: to.id, kind: 'task' };
  const shut = (client: PoolClient) =>
    client.query(`update staff set status = 'disabled' where user_id = $1`, [caller.id]);
  expect(await overtaken(userHandOver, input, token, shut)).toMatchObject({ code: 1005 });
});
