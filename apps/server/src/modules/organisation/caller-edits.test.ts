import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getKeyIv } from '@prdm/contract/identity';
import type { Endpoint } from '@prdm/contract/kit';
import { departmentAdd, departmentDel, departmentEdit } from '@prdm/contract/organisation';
import { changePosition, changeProfessional, doSetting, userSort } from '@prdm/contract/staff';
import { professions as professionDictionary } from '@prdm/contract/config/dictionaries';
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

/**
 * Calls that edit departments, settings and several users check the caller after they have the lock of the enterprise; see caller.test.ts.
 */
let app: TestApp;
let enterpriseId: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  enterpriseId = await theEnterprise(app);
});
afterAll(() => app.stop());

type Change = (client: PoolClient) => Promise<unknown>;
const nothing: Change = () => Promise.resolve();
const removesRole =
  ({ id }: BuiltPerson, key: string): Change =>
  (client) =>
    client.query('delete from role_holder h using role r where r.id = h.role_id and h.user_id = $1 and r.key = $2', [
      id,
      key,
    ]);
const disables =
  ({ id }: BuiltPerson, status = 'disabled'): Change =>
  (client) =>
    client.query('update staff set status = $2 where user_id = $1', [id, status]);

const overtaken = async (endpoint: Endpoint, input: object, token: string, meanwhile: Change): Promise<Answer> => {
  const lock = 'select 1 from enterprise for update';
  return (await whileLocked(app, lock, [() => app.call(endpoint, input, { token })], meanwhile))[0];
};
const administrator = async (): Promise<[BuiltPerson, string]> => {
  const person = await buildPerson(app, { roles: ['administrator'] });
  return [person, await app.signIn(person.account, PASSWORD)];
};

/** All data that these calls may write, with the action log. */
async function stored(): Promise<unknown> {
  const { rows } = await app.platform.db.pool.query(
    `select (select json_agg(d order by id) from department d) as departments,
       (select json_agg(e) from (select password_length_min, password_length_max from enterprise) e) as settings,
       (select json_agg(s order by user_id) from (select user_id, position_id, profession_id, sort from staff) s) as staff,
       (select count(*) from action_log where event like 'organisation.%')::int as logged`,
  );
  return rows[0];
}

const unlike = (name: string) => `${name}${Math.random()}`;
const fields = (name: string) => ({ name: unlike(name), is_production: true, sort: 0 });
const setting = async (): Promise<object> => {
  const { key, iv, kid } = (await app.call(getKeyIv, {})).data;
  const setting = { enterprise_id: enterpriseId, password_length_min: 9, password_length_max: 27 };
  return { name: 'base_setting', kid, payload: encryptTransfer(JSON.stringify(setting), key, iv) };
};
const position = async (): Promise<number> =>
  (
    await app.platform.db.transaction((trx) =>
      app.modules.organisation.addPositions(trx, enterpriseId, [unlike('岗位')]),
    )
  )[0] ?? 0;
const profession = async (): Promise<number> =>
  (await app.call(professionDictionary.index, { ispage: 'not' }, { token: await app.admin() })).data.list[0].id;
const twoPeople = async (): Promise<number[]> => [(await buildPerson(app)).id, (await buildPerson(app)).id];

const CALLS: [string, Endpoint, () => Promise<object>][] = [
  ['adds a department', departmentAdd, () => Promise.resolve(fields('新'))],
  ['edits one', departmentEdit, async () => ({ ...fields('改'), id: (await buildDepartment(app)).id, version: 1 })],
  ['removes one', departmentDel, async () => ({ id: (await buildDepartment(app)).id, version: 1 })],
  ['writes settings', doSetting, setting],
  ['gives positions', changePosition, async () => ({ user_ids: await twoPeople(), position_id: await position() })],
  [
    'gives professions',
    changeProfessional,
    async () => ({ user_ids: await twoPeople(), profession_id: await profession() }),
  ],
  ['sorts people', userSort, async () => ({ ids: await twoPeople() })],
];

describe.each(CALLS)('a caller who %s', (_name, endpoint, inputOf) => {
  it('and loses the administrator role before the lock, changes nothing', async () => {
    const [caller, token] = await administrator();
    const input = await inputOf();
    const before = await stored();
    expect(await overtaken(endpoint, input, token, removesRole(caller, 'administrator'))).toMatchObject({ code: 1005 });
    expect(await stored()).toEqual(before);
  });

  it('and was disabled meanwhile, changes nothing', async () => {
    const [caller, token] = await administrator();
    const input = await inputOf();
    const before = await stored();
    expect(await overtaken(endpoint, input, token, disables(caller))).toMatchObject({ code: 1005 });
    expect(await stored()).toEqual(before);
  });

  it('and keeps the right, succeeds with a log row', async () => {
    const [, token] = await administrator();
    const input = await inputOf();
    const before = await stored();
    expect(await overtaken(endpoint, input, token, nothing)).toMatchObject({ code: 0 });
    const after = await stored();
    expect(after).not.toEqual(before);
    expect((after as { logged: number }).logged).toBeGreaterThan((before as { logged: number }).logged);
  });
});

it('no user gets the position when the caller may not change one of them any more', async () => {
  const caller = await buildPerson(app, { roles: ['administrator', 'superAdmin'] });
  const token = await app.signIn(caller.account, PASSWORD);
  const above = await buildPerson(app, { roles: ['superAdmin'] });
  const input = { user_ids: [(await buildPerson(app)).id, above.id], position_id: await position() };
  const before = await stored();
  expect(await overtaken(changePosition, input, token, removesRole(caller, 'superAdmin'))).toMatchObject({
    code: 1005,
  });
  expect(await stored()).toEqual(before);
});

it('a user who has left meanwhile cannot head a new department', async () => {
  const head = await buildPerson(app);
  const input = { ...fields('无'), leader_id: head.id };
  const answer = await overtaken(departmentAdd, input, await app.admin(), disables(head, 'former'));
  expect(answer).toMatchObject({ code: 1013, data: { field: 'leader_id' } });
});
