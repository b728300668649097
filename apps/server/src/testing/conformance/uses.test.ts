import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LANGS, localesDir } from '@prdm/locales';
import { startApp, type TestApp } from '../servers/start-app.ts';

/** Every reference to an entry is counted before the entry is deleted (docs/domains/entity-kit.md). */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
}, 120_000);
afterAll(() => app.stop(), 60_000);

/** Foreign keys that are no use of an entry. */
const NO_USE: Readonly<Record<string, string>> = {
  'user_group_person.group_id': 'the row belongs to the group',
  'folder_template_type.template_id': 'the row belongs to the template',
  'user_group_department.group_id': 'the row belongs to the group',
};

/** Columns with an index of another form. */
const OTHER_INDEX: Readonly<Record<string, string>> = {
  'folder_grant.to_id': 'the column names several kinds, so the index begins with to_kind',
};

interface Reference {
  readonly place: string;
  readonly target: string;
}

/** The columns of foreign keys to the tables, without the enterprise. */
async function referencesTo(tables: readonly string[]): Promise<Reference[]> {
  const { rows } = await app.platform.db.pool.query<Reference>(
    `select referring.relname || '.' || a.attname as place, target.relname as target
     from pg_constraint c join pg_class referring on referring.oid = c.conrelid
     join pg_class target on target.oid = c.confrelid
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.contype = 'f' and target.relname = any($1) and a.attname <> 'enterprise_id' order by 1`,
    [tables],
  );
  return rows;
}

/** The columns that an index names first after the enterprise. */
async function indexed(): Promise<ReadonlySet<string>> {
  const { rows } = await app.platform.db.pool.query<{ place: string }>(
    `select of.relname || '.' || second.attname as place from pg_index i join pg_class of on of.oid = i.indrelid
     join pg_attribute first on first.attrelid = i.indrelid and first.attnum = i.indkey[0]
     join pg_attribute second on second.attrelid = i.indrelid and second.attnum = i.indkey[1]
     where first.attname = 'enterprise_id'`,
  );
  return new Set(rows.map(({ place }) => place));
}

it('each foreign key to a table of entries has a registered use of a kind of that table, or a reason', async () => {
  const { uses } = app.platform;
  const tables = uses.kept();
  const found = await referencesTo([...new Set(tables.values())]);
  expect(found.length).toBeGreaterThan(15);
  const used = new Set(uses.registered().map(({ kind, use: { at } }) => `${at} of ${tables.get(kind)}`));
  expect(found.filter(({ place, target }) => !used.has(`${place} of ${target}`) && !(place in NO_USE))).toEqual([]);
  expect(Object.keys(NO_USE).filter((place) => !found.some((one) => one.place === place))).toEqual([]);
});

it('each column that refers to entries has an index that begins with the enterprise and the column', async () => {
  const { uses } = app.platform;
  const found = await referencesTo([...new Set(uses.kept().values())]);
  const places = [
    ...found.map(({ place }) => place),
    ...uses
      .registered()
      .filter(({ kind }) => uses.kept().has(kind))
      .map(({ use: { at } }) => at),
  ];
  const known = await indexed();
  expect([...new Set(places)].filter((place) => !known.has(place) && !(place in OTHER_INDEX))).toEqual([]);
});

it('each referring kind has a name in every language', () => {
  for (const lang of LANGS) {
    // `translate` shows the Chinese text in place of a missing one.
    const { uses } = JSON.parse(readFileSync(`${localesDir}/${lang}/records.json`, 'utf8')) as { uses: object };
    const missing = app.platform.uses.registered().filter(({ use: { by } }) => !(by in uses));
    expect({ lang, missing: missing.map(({ use: { by } }) => by) }).toEqual({ lang, missing: [] });
  }
});
