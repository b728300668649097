import { afterAll, beforeAll, expect, it } from 'vitest';
import { loginHistory } from '@prdm/contract/identity';
import { buildPerson, PASSWORD, theEnterprise } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

it.each(['login_history', 'action_log'])(
  'rows of %s are immutable: no update, no delete, no truncate',
  async (table) => {
    await app.signIn((await buildPerson(app)).account, PASSWORD);
    const rows = async () => (await app.platform.db.pool.query(`select * from ${table} order by id`)).rows;
    const before = await rows();
    expect(before.length).toBeGreaterThan(0);
    for (const change of [`update ${table} set ip = 'x'`, `delete from ${table}`, `truncate ${table}`])
      await expect(app.platform.db.pool.query(change)).rejects.toThrow('written once');
    expect(await rows()).toEqual(before);
  },
);

it('[LI-004] the login history answers the twenty newest sign-in attempts of the user, newest first', async () => {
  const person = await buildPerson(app);
  const other = await buildPerson(app);
  const attempts = `
    insert into login_history (enterprise_id, user_id, ip, agent, way, result)
    select $2::bigint, $1::bigint, '10.0.0.' || n, 'Firefox', 'password', case n when 22 then 'wrong_password' else 'success' end
    from generate_series(1, 22) n order by n`;
  const enterprise = await theEnterprise(app);
  for (const { id } of [person, other]) await app.platform.db.pool.query(attempts, [id, enterprise]);
  const token = await app.signIn(person.account, PASSWORD);
  const { code, data } = await app.call(loginHistory, {}, { token });
  expect(code).toBe(0);
  const list: { id: number; at: string; ip: string; way: string; result: string }[] = data.list;
  expect(list.map(({ ip }) => ip)).toEqual([
    '127.0.0.1',
    ...Array.from({ length: 19 }, (_, at) => `10.0.0.${22 - at}`),
  ]);
  expect(list.slice(0, 3).map(({ way, result }) => [way, result])).toEqual([
    ['password', 'success'],
    ['password', 'wrong_password'],
    ['password', 'success'],
  ]);
  for (const { at } of list) expect(at).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d/);
});
