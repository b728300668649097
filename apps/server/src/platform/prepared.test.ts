import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/servers/database.ts';
import type { DB } from './db-types.ts';
import { openDatabase, type Database } from './db.ts';
import { createLog } from './log.ts';
import { prepared } from './prepared.ts';

let home: TestDatabase;
beforeAll(async () => {
  home = await testDatabase();
});
afterAll(() => home.drop());

const settings = prepared('test_settings', (db: Kysely<DB>, names: readonly string[], unit: string) =>
  db
    .withSchema('pg_catalog')
    .selectFrom(sql<{ name: string; unit: string | null }>`pg_settings`.as('s'))
    .select(['s.name', sql<string>`${'always'}::text`.as('fixed')])
    .where('s.name', '=', sql<string>`any(${names})`)
    .where('s.unit', '=', unit)
    .orderBy('s.name'),
);

/** Names of the prepared statements on the only connection of this database. */
const held = async ({ kysely }: Database): Promise<string[]> =>
  (await sql<{ name: string }>`select name from pg_prepared_statements order by name`.execute(kysely)).rows.map(
    ({ name }) => name,
  );

const within = async (options: { prepare?: boolean }, work: (db: Database) => Promise<void>): Promise<void> => {
  const db = openDatabase(home.url, createLog('silent'), { max: 1, ...options });
  try {
    await work(db);
  } finally {
    await db.close();
  }
};

it('answers each call with its own arguments and plans once per connection, in and out of transactions', () =>
  within({}, async (db) => {
    expect(await settings(db.kysely, ['work_mem', 'port'], 'kB')).toEqual([{ name: 'work_mem', fixed: 'always' }]);
    expect(await settings(db.kysely, ['shared_buffers'], '8kB')).toEqual([{ name: 'shared_buffers', fixed: 'always' }]);
    expect(await settings(db.kysely, ['work_mem'], '8kB')).toEqual([]);
    await db.kysely.transaction().execute(async (trx) => {
      expect(await settings(trx, ['work_mem'], 'kB')).toHaveLength(1);
    });
    expect(await held(db)).toEqual(['test_settings']);
  }));

it('leaves no prepared statement on the connections of a pooler', () =>
  within({ prepare: false }, async (db) => {
    expect(await settings(db.kysely, ['work_mem'], 'kB')).toHaveLength(1);
    expect(await held(db)).toEqual([]);
  }));

it('throws for an argument that is not a parameter, and for a duplicate name', () =>
  within({}, async ({ kysely }) => {
    const unused = prepared('test_unused', (db: Kysely<DB>, _id: number) => db.selectFrom('enterprise').select('id'));
    await expect(unused(kysely, 1)).rejects.toThrow('prepared statement test_unused: argument 0 is no parameter of it');
    const twin = prepared('test_settings', (db: Kysely<DB>, id: number) =>
      db.selectFrom('enterprise').select('id').where('id', '=', id),
    );
    await settings(kysely, [], '');
    await expect(twin(kysely, 1)).rejects.toThrow('two prepared statements are called test_settings');
  }));
