import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '@prdm/contract/kit';
import { userDisable, userRestore } from '@prdm/contract/organisation';
import { userHandOver } from '@prdm/contract/organisation/work';
import { userDel } from '@prdm/contract/staff';
import { buildPerson, buildProject, PASSWORD, theEnterprise, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { buildRole } from '../../testing/worlds/ranges.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { whileLocked } from '../../testing/servers/while-locked.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

/** The answer to a call that waits for the lock of the enterprise after the first check. `meanwhile` is committed during the wait. */
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
  ['disabling a user', userDisable, 'active'],
  ['restoring a disabled user', userRestore, 'disabled'],
  ['restoring a former user', userRestore, 'former'],
  ['deleting a user', userDel, 'active'],
];

describe.each(CALLS)('%s', (_name, endpoint, status) => {
  it('is refused when the caller lost the role between the first check and the lock', async () => {
    const [caller, target] = [await buildPerson(app, { roles: ['administrator'] }), await buildPerson(app)];
    const token = await app.signIn(caller.account, PASSWORD);
    await set(target, status);
    const input = { id: target.id, version: 1 };
    expect(await overtaken(endpoint, input, token, loses(caller, 'administrator'))).toMatchObject({ code: 1005 });
    expect(await statusOf(target)).toBe(status);
  });

  it('with the superAdmin role fails when the caller is superAdmin no more', async () => {
    const caller = await buildPerson(app, { roles: ['administrator', 'superAdmin'] });
    const target = await buildPerson(app, { roles: ['superAdmin'] });
    const token = await app.signIn(caller.account, PASSWORD);
    await set(target, status);
    const input = { id: target.id, version: 1 };
    expect(await overtaken(endpoint, input, token, loses(caller, 'superAdmin'))).toMatchObject({ code: 1005 });
    expect(await statusOf(target)).toBe(status);
  });

  it('succeeds when the caller lost nothing', async () => {
    const [caller, target] = [await buildPerson(app, { roles: ['administrator'] }), await buildPerson(app)];
    const token = await app.signIn(caller.account, PASSWORD);
    await set(target, status);
    const input = { id: target.id, version: 1 };
    expect(await overtaken(endpoint, input, token, () => Promise.resolve())).toMatchObject({ code: 0 });
    expect(await statusOf(target)).not.toBe(status);
  });
});

it('a hand-over is refused when the caller was disabled between the first check and the lock', async () => {
  const caller = await buildPerson(app, { roles: ['administrator'] });
  const [from, to] = [await buildPerson(app), await buildPerson(app)];
  const token = await app.signIn(caller.account, PASSWORD);
  const input = { id: from.id, to_id: to.id, kind: 'task' };
  const disable = (client: PoolClient) =>
    client.query(`update staff set status = 'disabled' where user_id = $1`, [caller.id]);
  expect(await overtaken(userHandOver, input, token, disable)).toMatchObject({ code: 1005 });
});

it('a project that is hidden from the present caller stays where it is', async () => {
  const caller = await buildPerson(app, { roles: ['administrator'] });
  const [from, to] = [await buildPerson(app), await buildPerson(app)];
  const { id: projectId } = await buildProject(app, { managerId: from.id });
  await app.platform.db.pool.query(`update project set secret_level = 'secret' where id = $1`, [projectId]);
  const secret = await buildRole(app, { name: '保密项目' });
  await app.platform.db.pool.query(`update role set content_access = '{secret}' where id = $1`, [secret]);
  const { organisation } = app.modules;
  const enterpriseId = await theEnterprise(app);
  await app.platform.db.transaction((trx) => organisation.giveRoles(trx, enterpriseId, caller.id, [secret]));
  const token = await app.signIn(caller.account, PASSWORD);
  const input = { id: from.id, to_id: to.id, kind: 'project' };
  const loseSecret = (client: PoolClient) => client.query('delete from role_holder where role_id = $1', [secret]);
  expect(await overtaken(userHandOver, input, token, loseSecret)).toMatchObject({
    code: 0,
    data: { moved: 0, left: [{ name: '***', why: 'barred' }] },
  });
  expect((await organisation.principalsOf(enterpriseId, [to.id])).get(to.id)?.principal.projectRoles).toEqual({});
});
