import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_LANG } from '@prdm/locales';
import { foundEnterprise } from './first-start.ts';
import { translate } from './platform/translate.ts';
import { startApp, type TestApp } from './testing/servers/start-app.ts';
import { theEnterprise } from './testing/worlds/builders.ts';

/* The standard entries of a new enterprise, and the migration that fills the kinds which an older one has left empty. */
const MIGRATION = new URL('../migrations/20261124_0401_entities.sql', import.meta.url);
let app: TestApp;
let fresh: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  fresh = await theEnterprise(app);
});
afterAll(() => app.stop());

const query = async (text: string, values: unknown[]) => (await app.platform.db.pool.query(text, values)).rows;
/** Every entry with the codes of the entries that it names. */
const entriesOf = (enterpriseId: number) =>
  query(
    `select d.kind, d.sort, d.code, d.name, d.short_name, d.colour, d.level, d.standard_minutes, p.code as profession, g.code as label_group
     from dictionary_entry d
     left join dictionary_entry p on p.enterprise_id = d.enterprise_id and p.id = d.profession_id
     left join dictionary_entry g on g.enterprise_id = d.enterprise_id and g.id = d.label_group_id
     where d.enterprise_id = $1 and d.kind <> 'company' order by d.kind, d.sort`,
    [enterpriseId],
  );
const positionsOf = (enterpriseId: number) =>
  query(
    `select p.name, t.name as template from position p left join position_template t
     on t.enterprise_id = p.enterprise_id and t.id = p.position_template_id where p.enterprise_id = $1 order by p.sort`,
    [enterpriseId],
  );
const companiesOf = (enterpriseId: number) =>
  query(`select name from dictionary_entry where enterprise_id = $1 and kind = 'company'`, [enterpriseId]);

it('fills every dictionary, with a legal entity, colours of the disciplines and groups of the labels', async () => {
  const entries = await entriesOf(fresh);
  expect(Object.keys(Object.groupBy(entries, ({ kind }) => kind))).toHaveLength(13);
  expect(entries.filter(({ kind, colour }) => kind === 'profession' && colour === null)).toEqual([]);
  expect(entries.find(({ code }) => code === 'prefabricated')).toMatchObject({
    name: '装配式',
    label_group: 'feature',
  });
  expect(entries.find(({ code }) => code === 'arch_plan')).toMatchObject({ standard_minutes: 960, profession: 'arch' });
  expect(await companiesOf(fresh)).toEqual([{ name: translate(DEFAULT_LANG, 'seed.enterprise') }]);
  for (const { name, template } of await positionsOf(fresh)) expect(template).toBe(name);
});

it('the migration gives an older enterprise the same, and changes nothing that it has', async () => {
  const older = await app.platform.db.transaction(
    async (trx) => (await foundEnterprise(trx, app.modules, '老企业')).enterpriseId,
  );
  const before = await entriesOf(older);
  const kept = ['stage', 'project_type', 'profession'];
  await query(`update dictionary_entry set profession_id = null, label_group_id = null where enterprise_id = $1`, [
    older,
  ]);
  await query(`delete from dictionary_entry where enterprise_id = $1 and kind <> all ($2)`, [older, kept]);
  await query(
    `update dictionary_entry set short_name = '', colour = null where enterprise_id = $1 and kind = 'profession'`,
    [older],
  );
  await query(`update dictionary_entry set colour = '#123456' where enterprise_id = $1 and code = 'bim'`, [older]);
  await query(`update position set position_template_id = null where enterprise_id = $1`, [older]);
  await query(`delete from position_template where enterprise_id = $1`, [older]);
  await query(`insert into dictionary_entry (enterprise_id, kind, name, sort) values ($1, 'industry', '水利', 1024)`, [
    older,
  ]);

  const client = await app.platform.db.pool.connect();
  try {
    await client.query('begin');
    await client.query(await readFile(MIGRATION, 'utf8'));
    await client.query('commit');
  } finally {
    client.release();
  }

  const others = ({ kind, code }: { kind: string; code: string }) => kind !== 'industry' && code !== 'bim';
  const after = await entriesOf(older);
  expect(after.filter(others)).toEqual(before.filter(others));
  expect(after.filter(({ kind }) => kind === 'industry').map(({ name }) => name)).toEqual(['水利']);
  expect(after.find(({ kind, code }) => kind === 'profession' && code === 'bim')).toMatchObject({ colour: '#123456' });
  expect(await companiesOf(older)).toEqual([{ name: '老企业' }]);
  for (const { name, template } of await positionsOf(older)) expect(template).toBe(name);
  expect(await entriesOf(fresh)).toEqual(before);
});
