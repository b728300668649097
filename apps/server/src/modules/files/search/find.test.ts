import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plansOf } from '../../../testing/recorded-plans.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { buildPerson, buildProject, principalFor, theEnterprise } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import type { FilesTables } from '../folders/folder.repo.ts';
import { askerOf } from '../asker.ts';
import { findRepo } from './find.repo.ts';
import type { Kysely } from 'kysely';
import type { Principal } from '@prdm/access';

/** More files than the first statement compares, in more projects than it reads one by one. */
const PROJECTS = 60;
const FILES = 400;
let app: TestApp;
let principal: Principal;
let others: readonly number[];
let own: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  const manager = await buildPerson(app);
  own = (await buildProject(app, { name: '甲项目', managerId: manager.id })).id;
  principal = await principalFor(app, (await buildPerson(app, { roles: ['leader'] })).id);
  const enterpriseId = await theEnterprise(app);
  const { pool } = app.platform.db;
  await pool.query(
    `insert into project (enterprise_id, name, short_name, item_number, type_id, stage_id, manager_id, land_area_unit,
       build_area, build_area_unit, bim_area, bim_area_unit, height_unit, created_by)
     select p.enterprise_id, '群' || i, '群' || i, 'Q-' || i, p.type_id, p.stage_id, p.manager_id, 'm2', 1, 'm2', 1, 'm2', 'm', p.created_by
     from project p, generate_series(1, $2) i where p.id = $1`,
    [own, PROJECTS],
  );
  others = (await pool.query(`select id from project where item_number like 'Q-%' order by id`)).rows.map(
    ({ id }) => id,
  );
  await pool.query(
    `with ids as (select nextval(pg_get_serial_sequence('folder', 'id')) as id, p.id as project from project p where item_number like 'Q-%')
     insert into folder (enterprise_id, id, project_id, name, name_key, sort_key, ancestors, path, depth)
     select $1, id, project, '根', '根', '根', array[id], '/' || id || '/', 0 from ids`,
    [enterpriseId],
  );
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`insert into blob (enterprise_id, sha256, size) values ($1, repeat('a', 64), 1)`, [
      enterpriseId,
    ]);
    // The names of each project: one 罕见, the rest 常见. The rare one is the oldest of its project.
    await client.query(
      `with made as (
         insert into file (enterprise_id, id, project_id, folder_id, name, name_key, sort_key, ext, size, version_no, version_id, updated_at)
         select f.enterprise_id, n, f.project_id, f.id, name, name, name, 'dwg', 1, 1, n, now() - $1 * interval '1 minute' * i
         from (select f.enterprise_id, f.project_id, f.id, i, nextval(pg_get_serial_sequence('file', 'id')) as n,
             case when i = $1 then '罕见' else '常见' end || i || '.dwg' as name
           from folder f join project p on p.id = f.project_id, generate_series(1, $1) i
           where p.item_number like 'Q-%' and f.parent_id is null) f
         returning enterprise_id, id, name)
       insert into file_version (enterprise_id, id, file_id, no, name, size, sha256)
       overriding system value select enterprise_id, id, id, 1, name, 1, repeat('a', 64) from made`,
      [FILES],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  await pool.query('analyze file');
  await pool.query('analyze folder');
}, 120_000);
afterAll(() => app.stop());

const find = (word: string, projectIds: readonly number[], limit = 6) =>
  app.modules.files.find(principal, { word, projectIds, limit });
const statements = async (word: string, projectIds: readonly number[]) =>
  (await statementsOf(() => find(word, projectIds))).length;

describe('a word over many files', () => {
  it.each([
    ['in many projects', () => others],
    ['in few projects', () => others.slice(0, 20)],
  ])('that is common is found among the newest files, %s', async (_where, ids) => {
    expect(await statements('常见', ids())).toBe(1);
    const found = await find('常见1.', ids(), 20);
    expect(found).toHaveLength(20);
    expect(new Set(found.map(({ name }) => name))).toEqual(new Set(['常见1.dwg']));
  });

  it.each([
    ['in many projects', () => others],
    ['in few projects', () => others.slice(0, 20)],
  ])('that only old files have is found by the word index, %s', async (_where, ids) => {
    expect(await statements('罕见', ids())).toBe(2);
    const found = await find('罕见', ids(), 20);
    expect(found.map(({ project_id: id }) => id).toSorted((a, b) => a - b)).toHaveLength(20);
    expect(found.every(({ project_id: id, name }) => ids().includes(id) && name.startsWith('罕见'))).toBe(true);
  });

  it('needs one statement when all files of the projects are compared', async () => {
    expect(await statements('罕见', others.slice(0, 2))).toBe(1);
    expect(await find('罕见', others.slice(0, 2))).toHaveLength(2);
    expect(await find('常见', [own])).toEqual([]);
  });

  it('reads files by an index only', async () => {
    for (const ids of [others, others.slice(0, 20)])
      for (const which of ['newest', 'indexed'] as const) {
        const plan = await plansOf(app, (db) =>
          findRepo(db as unknown as Kysely<FilesTables>, principal.enterpriseId)[which](askerOf(principal, ids), {
            word: '罕见',
            projectIds: ids,
            limit: 6,
          }),
        );
        expect(
          plan.filter((node) => /file/.test(node)),
          which,
        ).not.toContain('Seq Scan file');
      }
  });
});
