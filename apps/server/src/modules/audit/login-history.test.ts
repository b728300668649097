import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPerson, PASSWORD } from '../../testing/worlds/builders.ts';
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
