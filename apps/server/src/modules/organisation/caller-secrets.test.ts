import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '@prdm/contract/kit';
import { getKeyIv } from '@prdm/contract/identity';
import { updateField } from '@prdm/contract/me';
import { userAdd } from '@prdm/contract/organisation';
import { resetPwd } from '@prdm/contract/staff';
import {
  buildDepartment,
  buildPerson,
  PASSWORD,
  theEnterprise,
  type BuiltPerson,
} from '../../testing/worlds/builders.ts';
import { encryptTransfer, type Answer } from '../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { whileLocked } from '../../testing/servers/while-locked.ts';

/** Calls that create accounts and passwords check the caller after they have the lock of the enterprise; see caller.test.ts. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

const ENTERPRISE = 'select 1 from enterprise for update';
const overtaken = async (endpoint: Endpoint, input: object, token: string, meanwhile: Change): Promise<Answer> =>
  (await whileLocked(app, ENTERPRISE, [() => app.call(endpoint, input, { token })], meanwhile))[0];

type Change = (client: PoolClient) => Promise<unknown>;
const nothing: Change = () => Promise.resolve();
const takes =
  ({ id }: BuiltPerson, key: string): Change =>
  (client) =>
    client.query(
      'delete from role_holder h using role r where r.id = h.role_id and h.user_id = $1 and r.key = $2 returning 1',
      [id, key],
    );
const gives =
  ({ id }: BuiltPerson, key: string): Change =>
  (client) =>
    client.query(
      'insert into role_holder (enterprise_id, user_id, role_id) select enterprise_id, $1, id from role where key = $2',
      [id, key],
    );

const hashOf = async ({ id }: BuiltPerson): Promise<string> =>
  (await app.platform.db.pool.query('select password_hash from account where id = $1', [id])).rows[0].password_hash;
const exists = async (account: string): Promise<boolean> =>
  (await app.platform.db.pool.query('select 1 from account where account = $1', [account])).rowCount === 1;

describe('a password', () => {
  it('is not reset by a caller who lost the role meanwhile', async () => {
    const [caller, target] = [await buildPerson(app, { roles: ['administrator'] }), await buildPerson(app)];
    const token = await app.signIn(caller.account, PASSWORD);
    const before = await hashOf(target);
    const input = { id: target.id, version: 1 };
    expect(await overtaken(resetPwd, input, token, takes(caller, 'administrator'))).toMatchObject({ code: 1005 });
    expect(await hashOf(target)).toBe(before);
    expect(await overtaken(resetPwd, input, await app.admin(), nothing)).toMatchObject({ code: 0 });
    expect(await hashOf(target)).not.toBe(before);
  });

  it('of a superAdmin is not reset by an administrator, also when the user became superAdmin meanwhile', async () => {
    const [caller, target] = [await buildPerson(app, { roles: ['administrator'] }), await buildPerson(app)];
    const token = await app.signIn(caller.account, PASSWORD);
    const before = await hashOf(target);
    const input = { id: target.id, version: 1 };
    expect(await overtaken(resetPwd, input, token, gives(target, 'superAdmin'))).toMatchObject({ code: 1005 });
    expect(await hashOf(target)).toBe(before);
  });
});

const newcomer = async (account: string, roles: number[] = []) => ({
  account,
  name: '新人',
  department_id: (await buildDepartment(app)).id,
  role_ids: roles,
});
const roleId = async (key: string): Promise<number> => {
  const role = (await app.modules.organisation.roles(await theEnterprise(app))).find((one) => one.key === key);
  return role?.id ?? 0;
};

describe('an account', () => {
  it('is not added by a caller who lost the role meanwhile', async () => {
    const caller = await buildPerson(app, { roles: ['administrator'] });
    const token = await app.signIn(caller.account, PASSWORD);
    const input = await newcomer('late-one');
    expect(await overtaken(userAdd, input, token, takes(caller, 'administrator'))).toMatchObject({ code: 1005 });
    expect(await exists('late-one')).toBe(false);
    expect(await overtaken(userAdd, input, await app.admin(), nothing)).toMatchObject({ code: 0 });
    expect(await exists('late-one')).toBe(true);
  });

  it('gets no role that the caller may not give any more', async () => {
    const caller = await buildPerson(app, { roles: ['administrator', 'superAdmin'] });
    const token = await app.signIn(caller.account, PASSWORD);
    const input = await newcomer('above', [await roleId('superAdmin')]);
    expect(await overtaken(userAdd, input, token, takes(caller, 'superAdmin'))).toMatchObject({
      code: 1005,
      data: { field: 'role_ids' },
    });
    expect(await exists('above')).toBe(false);
  });
});

it('two concurrent writes of different fields of the own record are both stored', async () => {
  const person = await buildPerson(app);
  const token = await app.signIn(person.account, PASSWORD);
  const proof = async () => {
    const { key, iv, kid } = (await app.call(getKeyIv, {})).data;
    return { password: encryptTransfer(PASSWORD, key, iv), kid };
  };
  const proofs = [await proof(), await proof()];
  const write = (field: string, value: string) => () =>
    app.call(updateField, { field, value, ...proofs.pop() }, { token });
  const answers = await whileLocked<Answer, [Answer]>(
    app,
    `select 1 from staff where user_id = ${person.id} for update`,
    [write('phone', '13800000000'), write('email', 'a@b.cn')],
    nothing,
  );
  expect(answers.map(({ code }) => code)).toEqual([0, 0]);
  const { rows } = await app.platform.db.pool.query('select phone, email from staff where user_id = $1', [person.id]);
  expect(rows).toEqual([{ phone: '13800000000', email: 'a@b.cn' }]);
});
