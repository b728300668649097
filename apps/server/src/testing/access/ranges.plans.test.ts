import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRange } from '@prdm/access';
import { staffRepo } from '../../modules/organisation/staff/staff.repo.ts';
import { projectListRepo } from '../../modules/projects/project-list.repo.ts';
import { withinRange } from '../../platform/range/within-range.ts';
import { plansOf } from '../recorded-plans.ts';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { buildDepartment, buildPerson, buildProject, theEnterprise } from '../worlds/builders.ts';
import { buildCompany } from '../worlds/ranges.ts';

/* A narrow range of very many rows. No list may read the whole table, so none has a sequential scan over it. */
const MANY = 6_000;
const NOTHING: DataRange = {
  everything: false,
  userId: null,
  departments: [],
  companies: [],
  projects: [],
  hidden: new Set(),
};
let app: TestApp;
let enterpriseId: number;
let ids: { person: number; department: number; company: number };

beforeAll(async () => {
  app = await startApp({ works: false });
  enterpriseId = await theEnterprise(app);
  const person = (await buildPerson(app)).id;
  const department = (await buildDepartment(app)).id;
  const crowd = (await buildDepartment(app)).id;
  ids = { person, department, company: await buildCompany(app) };
  const { id: project } = await buildProject(app, { managerId: person });
  const { pool } = app.platform.db;
  await pool.query(
    `with made as (
       insert into account (enterprise_id, account, account_key, password_hash)
       select $1, 'many' || n, 'many' || n, 'x' from generate_series(1, ${MANY}) n returning id, account)
     insert into staff (enterprise_id, user_id, account, name, department_id, company_id)
     select $1, id, account, account, case when id % 1000 = 0 then $2::bigint else $3::bigint end,
       case when id % 1000 = 1 then $4::bigint end from made`,
    [enterpriseId, department, crowd, ids.company],
  );
  const { rows } = await pool.query(
    `select string_agg(quote_ident(column_name), ',') as columns from information_schema.columns
     where table_name = 'project' and is_generated = 'NEVER' and is_identity = 'NO'
       and column_name not in ('item_number', 'department_id')`,
  );
  const columns = rows[0].columns as string;
  await pool.query(
    `insert into project (${columns}, item_number, department_id)
     select ${columns}, 'many-' || n, case when n % 1000 = 0 then $2::bigint else $3::bigint end
     from project cross join generate_series(1, ${MANY}) n where enterprise_id = $1 and id = $4`,
    [enterpriseId, department, crowd, project],
  );
  await pool.query('analyze');
}, 90_000);
afterAll(() => app.stop());

const scansOf = (nodes: readonly string[], table: string): string[] =>
  nodes.filter((node) => node.endsWith(` ${table}`) && node.startsWith('Seq Scan'));

describe('a list within a narrow range reads an index', () => {
  it.each<[string, () => Partial<DataRange>]>([
    ['the own record', () => ({ userId: ids.person })],
    ['departments', () => ({ departments: [ids.department] })],
    ['a company', () => ({ companies: [ids.company] })],
    ['all three', () => ({ userId: ids.person, departments: [ids.department], companies: [ids.company] })],
  ])('staff: %s', async (_title, range) => {
    const columns = { user: 's.user_id', department: 's.department_id', company: 's.company_id' };
    const within = withinRange({ ...NOTHING, ...range() }, columns);
    const filter = { statuses: ['active' as const], within };
    const nodes = await plansOf(app, async (db) => {
      await staffRepo(db, enterpriseId).page(filter, 0, 20);
      await staffRepo(db, enterpriseId).count(filter);
    });
    expect(scansOf(nodes, 'staff')).toEqual([]);
  });

  it.each<[string, () => Partial<DataRange>]>([
    ['memberships alone', () => ({})],
    ['memberships and departments', () => ({ departments: [ids.department] })],
  ])('projects: %s', async (_title, range) => {
    const filter = {
      today: '2026-11-27',
      memberId: ids.person,
      range: { ...NOTHING, ...range() },
      status: 'ongoing' as const,
    };
    const nodes = await plansOf(app, async (db) => {
      for (const sort of ['created', 'name', 'number', 'deadline'] as const)
        await projectListRepo(db, enterpriseId).page(filter, { sort, order: 'asc' }, 0, 20);
      await projectListRepo(db, enterpriseId).count(filter);
    });
    expect(scansOf(nodes, 'project')).toEqual([]);
  });
});
