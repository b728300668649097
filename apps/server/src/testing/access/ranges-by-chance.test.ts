import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide, rangeOf, type RangeUse, type RecordFacts } from '@prdm/access';
import type { Node } from '@prdm/contract/nodes';
import { countWithin, pageWithin, withinRange } from '../../platform/range/within-range.ts';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { buildProject, principalFor } from '../worlds/builders.ts';
import { buildCompany } from '../worlds/ranges.ts';
import {
  buildGround,
  buildOrganisation,
  seeded,
  type Ground,
  type RandomDepartment,
  type RandomOrganisation,
  type RandomPerson,
} from '../worlds/random-organisation.ts';

/** 16 cases an organisation. RANGE_ORGANISATIONS=625 runs 10,000. */
const ORGANISATIONS = Number(process.env.RANGE_ORGANISATIONS ?? 25);
const NODE: Node = 'Task-all';
const ROWS = 60;
const SEED = 20_261_124;

interface Probe {
  id: number;
  place: number;
  user_id: number | null;
  department_id: number | null;
  company_id: number | null;
  project_id: number | null;
}

let app: TestApp;
let db: Kysely<{ probe: Probe }>;
let ground: Ground;
beforeAll(async () => {
  app = await startApp({ works: false });
  const projects = [];
  for (let at = 0; at < 4; at += 1) projects.push((await buildProject(app)).id);
  ground = await buildGround(app, NODE, { companies: [await buildCompany(app), await buildCompany(app)], projects });
  db = new Kysely<{ probe: Probe }>({ dialect: new PostgresDialect({ pool: app.platform.db.pool }) });
  await app.platform.db.pool.query(`create table probe (id bigint primary key, place int not null, user_id bigint,
    department_id bigint, company_id bigint, project_id bigint)`);
});
afterAll(() => app.stop());

/** The rules of docs/domains/access.md, "Data range", as sentences over the organisation. Shares nothing with rangeOf(). */
function reaches(
  person: RandomPerson,
  { departments }: RandomOrganisation,
  use: RangeUse,
  record: RecordFacts,
): boolean {
  if (person.roles.length === 0) return false;
  if (person.roles.some(({ key }) => key === 'superAdmin')) return true;
  const isLeader = person.roles.some(({ key }) => key === 'leader');
  const department = departments.find(({ id }) => id === record.department) ?? null;
  const path = pathOf(department);
  const company = person.companyId ?? companyOf(person.department);

  const byRole = person.roles.some(({ nodes, range }) => {
    if (!nodes.includes(NODE)) return false;
    if (isLeader && record.project !== null) return true;
    switch (range) {
      case 'self':
        return record.user === person.id;
      case 'department':
        return department !== null && department === person.department;
      case 'department_and_below':
        return person.department !== null && path.includes(person.department);
      case 'company':
        return (
          company !== null && (record.company === company || (department !== null && companyOf(department) === company))
        );
      default:
        return true;
    }
  });
  const byHeadship =
    use === 'read' &&
    (path.some(({ leaderId }) => leaderId === person.id) ||
      path.find(({ managerId }) => managerId !== null)?.managerId === person.id);
  const byProject =
    !isLeader && record.project !== null && person.projects.get(record.project ?? 0)?.includes(NODE) === true;
  return byRole || byHeadship || byProject;
}

/** The department and all above it, from below. */
const pathOf = (department: RandomDepartment | null): RandomDepartment[] =>
  department === null ? [] : [department, ...pathOf(department.parent)];
const companyOf = (department: RandomDepartment | null): number | null =>
  pathOf(department).find(({ companyId }) => companyId !== null)?.companyId ?? null;

async function fillProbe(organisation: RandomOrganisation, random: () => number): Promise<Probe[]> {
  const one = (ids: readonly number[]): number | null =>
    random() < 0.25 ? null : (ids[Math.floor(random() * ids.length)] ?? null);
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    id: at + 1,
    place: Math.floor(random() * 20),
    user_id: one(organisation.people.map(({ id }) => id)),
    department_id: one(organisation.departments.map(({ id }) => id)),
    company_id: one(ground.companies),
    project_id: one(ground.projects),
  }));
  await sql`truncate probe`.execute(db);
  await db.insertInto('probe').values(rows).execute();
  return rows;
}

const COLUMNS = { user: 'user_id', department: 'department_id', company: 'company_id', project: 'project_id' };
const factsOf = (row: Probe): RecordFacts => ({
  user: row.user_id,
  department: row.department_id,
  company: row.company_id,
  project: row.project_id,
});

describe('the data range of random organisations', () => {
  it(
    `list, page, count, export and record agree with a naive model in ${ORGANISATIONS * 16} cases`,
    { timeout: 600_000 },
    async () => {
      const random = seeded(SEED);
      let cases = 0;
      let within = 0;
      for (let round = 0; round < ORGANISATIONS; round += 1) {
        const organisation = await buildOrganisation(app, ground, random);
        const rows = await fillProbe(organisation, random);
        for (const person of organisation.people) {
          const principal = await principalFor(app, person.id);
          for (const use of ['read', 'write'] as const) {
            const expected = rows
              .filter((row) => reaches(person, organisation, use, factsOf(row)))
              .toSorted((a, b) => a.place - b.place || a.id - b.id)
              .map(({ id }) => id);
            const conditions = withinRange(rangeOf(principal, NODE, use), COLUMNS);
            const listed = {
              query: (condition: (typeof conditions)[number]) =>
                db.selectFrom('probe').selectAll().where(condition).orderBy('place').orderBy('id'),
              order: sql`place, id`,
            };
            const at = (offset: number, limit: number) => pageWithin(db, conditions, listed, { offset, limit });
            const about = `seed ${SEED}, round ${round}, person ${person.id}, ${use}`;
            const whole = (await at(0, 1000)).map(({ id }) => id);
            expect(whole, about).toEqual(expected);
            expect(
              (await at(3, 7)).map(({ id }) => id),
              about,
            ).toEqual(expected.slice(3, 10));
            expect(await countWithin(db, conditions, listed.query), about).toBe(expected.length);
            const allowed = rows.filter(
              (row) => decide(principal, { ask: 'record', node: NODE, use, record: factsOf(row) }).allowed,
            );
            expect(
              allowed.map(({ id }) => id),
              about,
            ).toEqual(expected.toSorted((a, b) => a - b));
            cases += 1;
            if (expected.length > 0 && expected.length < ROWS) within += 1;
          }
        }
      }
      expect(cases).toBe(ORGANISATIONS * 16);
      // Most cases have a real border: neither nothing nor everything.
      expect(within).toBeGreaterThan(cases / 3);
    },
  );
});
