import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { theEnterprise } from '../../../testing/worlds/builders.ts';
import { STANDARD_ROLES } from './standard-roles.ts';

let app: TestApp;
let enterpriseId: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  enterpriseId = await theEnterprise(app);
});
afterAll(() => app.stop());

const rolesNow = async () => {
  const { rows } = await app.platform.db.pool.query(
    `select key, name, kind, view_range, module_permission as levels,
       array(select node from unnest(access) node order by 1) as access
     from role where enterprise_id = $1 and key is not null order by sort, id`,
    [enterpriseId],
  );
  return rows as { key: string; levels: Record<string, number>; access: string[] }[];
};

describe('the standard roles', () => {
  it('give amounts to the leaders and to finance, own amounts to managers, none to administrators', async () => {
    const levels = new Map((await rolesNow()).map((role) => [role.key, role.levels]));
    expect(levels.get('finance')).toEqual({ contract: 3, invoice: 3, output_value: 3, carry_capital: 3, cost: 3 });
    expect(levels.get('general_manager')).toMatchObject({ contract: 3 });
    expect(levels.get('project_manager')).toMatchObject({ contract: 1 });
    for (const key of ['administrator', 'hr', 'designer', 'partner', 'employee', 'coordinator'])
      expect(levels.get(key), key).toEqual({});
  });

  it('of an enterprise founded earlier become the same by the migration, and a second run changes nothing', async () => {
    const founded = await rolesNow();
    expect(founded.map(({ key }) => key)).toEqual(STANDARD_ROLES.map(({ key }) => key));
    const { pool } = app.platform.db;
    await pool.query(`delete from role where enterprise_id = $1 and key = 'hr'`, [enterpriseId]);
    await pool.query(`update role set module_permission = '{}' where enterprise_id = $1`, [enterpriseId]);
    await pool.query(
      `update role set access = '{home-Contract-index,home-Invoice-index,home-Invoice-issue,home-OutputValue-index,home-OutputValue-lock}'
       where enterprise_id = $1 and key = 'finance'`,
      [enterpriseId],
    );
    const fileOf = (name: string) => readFile(new URL(`../../../../migrations/${name}.sql`, import.meta.url), 'utf8');
    // A later migration adds nodes. Only its statement about roles can run again.
    const later = /with more \(key, access\)[^;]+;/.exec(await fileOf('20261127_0820_non_projects'))?.[0];
    const migration = `${await fileOf('20261124_0460_roles')};\n${later ?? ''}`;
    await pool.query(migration);
    expect(await rolesNow()).toEqual(founded);
    await pool.query(migration);
    expect(await rolesNow()).toEqual(founded);
  });
});
