import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kysely } from 'kysely';
import type { DB } from '../../../platform/db-types.ts';
import { sql } from 'kysely';
import { plansOf } from '../../../testing/recorded-plans.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildDepartment, theEnterprise } from '../../../testing/worlds/builders.ts';
import { departmentsRepo } from '../departments/departments.repo.ts';
import { recordsRepo } from './records/records.repo.ts';
import { staffRepo, type StaffFilter } from './staff.repo.ts';

/* 10,000 people in 500 departments. The statements are those of user/index, user/tree, searchDepartments and user/download. */
const STAFF = 10_000;
const DEPARTMENTS = 500;
let app: TestApp;
let enterpriseId: number;
let departmentIds: number[];

beforeAll(async () => {
  app = await startApp({ works: false });
  enterpriseId = await theEnterprise(app);
  const top = await buildDepartment(app);
  const { pool } = app.platform.db;
  const { rows } = await pool.query<{ id: number }>(
    `insert into department (enterprise_id, parent_id, name, level, sort)
     select $1, $2, 'many' || n, 2, n from generate_series(1, ${DEPARTMENTS}) n returning id`,
    [enterpriseId, top.id],
  );
  departmentIds = rows.map(({ id }) => id);
  await pool.query(
    `with made as (
       insert into account (enterprise_id, account, account_key, password_hash)
       select $1, 'many' || n, 'many' || n, 'x' from generate_series(1, ${STAFF}) n returning id, account)
     insert into staff (enterprise_id, user_id, account, name, pinyin, initials, department_id, phone, email)
     select $1, id, account, '员工' || id, 'yuangong' || id, 'yg' || id, ($2::bigint[])[1 + id % ${DEPARTMENTS}], '13800000000', account || '@ex.com'
     from made`,
    [enterpriseId, departmentIds],
  );
  // A row counts as visible to all only after its commit is on the disk.
  await pool.query('checkpoint');
  await pool.query('vacuum analyze staff');
  await pool.query('vacuum analyze account');
  await pool.query('analyze');
}, 120_000);
afterAll(() => app.stop());

const everyone: StaffFilter = { statuses: ['active', 'disabled'], within: [sql`true`] };
const scans = async (work: (db: Kysely<DB>) => Promise<unknown>): Promise<string[]> =>
  (await plansOf(app, work)).filter((node) => /^(?:Parallel )?Seq Scan staff$/.test(node));

describe('10,000 people in 500 departments: no statement reads the whole table of staff', () => {
  it.each<[string, (filter: StaffFilter) => StaffFilter]>([
    ['everybody', (filter) => filter],
    ['a department', (filter) => ({ ...filter, departmentIds: departmentIds.slice(0, 5) })],
    ['a word', (filter) => ({ ...filter, word: 'yuangong77', byPhone: true })],
    ['former people', (filter) => ({ ...filter, statuses: ['former'] })],
  ])('user/index: %s', async (_what, narrowed) => {
    const filter = narrowed(everyone);
    for (const offset of [0, 4000])
      expect(
        await scans(async (db) => {
          const repo = staffRepo(db, enterpriseId);
          const rows = await repo.page(filter, offset, 20);
          const ids = rows.map(({ user_id: id }) => id);
          await repo.count(filter);
          await repo.byIds(ids);
          await repo.rolesOf(ids);
          await repo.activeHolders('superAdmin');
        }),
        String(offset),
      ).toEqual([]);
  });

  it('user/tree', async () => {
    expect(await scans((db) => staffRepo(db, enterpriseId).pickable())).toEqual([]);
  });

  it('the numbers of the department tree', async () => {
    expect(await scans((db) => staffRepo(db, enterpriseId).counts([sql`true`]))).toEqual([]);
  });

  it('searchDepartments', async () => {
    const nodes = await plansOf(app, async (db) => {
      await departmentsRepo(db, enterpriseId).all();
      await staffRepo(db, enterpriseId).typeOf(1);
    });
    expect(nodes.filter((node) => node.endsWith('Seq Scan staff'))).toEqual([]);
  });

  it('user/download of a department, and its refusal of everybody', async () => {
    const filter = { ...everyone, departmentIds: departmentIds.slice(0, 5) };
    expect(
      await scans(async (db) => {
        const repo = staffRepo(db, enterpriseId);
        await repo.countAll(everyone);
        await repo.countAll(filter);
        const rows = await repo.page(filter, 0, 5000);
        await recordsRepo(db, enterpriseId).byIds(rows.slice(0, 5).map(({ user_id: id }) => id));
      }),
    ).toEqual([]);
  });
});
