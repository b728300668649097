import { afterAll, beforeAll, expect, it } from 'vitest';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '../testing/servers/database.ts';
import { isOutage, openDatabase, Trx, type Database } from './db.ts';
import type { DB } from './db-types.ts';
import { createLog } from './log.ts';
import { migrate } from './migrate.ts';

let home: TestDatabase;
let db: Database;
beforeAll(async () => {
  home = await testDatabase();
  db = openDatabase(home.url, createLog('silent'), { max: 4, lockMs: 300 });
  await sql`create table held (id int primary key)`.execute(db.kysely);
  await sql`insert into held values (1)`.execute(db.kysely);
});
afterAll(async () => {
  await db.close();
  await home.drop();
});

const failed = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it went through',
    (error: unknown) => error,
  );

it('a request that waits too long for a lock answers "try again", not "internal error"', async () => {
  let waited: unknown;
  await db.transaction(async (trx) => {
    await sql`select * from held for update`.execute(Trx.open(trx));
    waited = await failed(db.transaction((other) => sql`select * from held for update`.execute(Trx.open(other))));
  });
  expect(waited).toMatchObject({ code: '55P03' });
  expect(isOutage(waited)).toBe(true);
});

it('a statement timeout answers the same', async () => {
  const late = await failed(
    db.transaction(async (trx) => {
      await sql`set local statement_timeout = 100`.execute(Trx.open(trx));
      await sql`select pg_sleep(2)`.execute(Trx.open(trx));
    }),
  );
  expect(late).toMatchObject({ code: '57014' });
  expect(isOutage(late)).toBe(true);
});

it('the lock timeout is shorter than the statement timeout', async () => {
  const usual = openDatabase(home.url, createLog('silent'), { max: 1 });
  const { rows } = await sql<{ name: string; ms: number }>`
    select name, setting::int as ms from pg_settings where name in ('lock_timeout', 'statement_timeout') order by name`.execute(
    usual.kysely,
  );
  await usual.close();
  const [lock, statement] = rows.map(({ ms }) => ms);
  expect(lock).toBeGreaterThan(0);
  expect(lock).toBeLessThan(statement ?? 0);
});

it('a process that starts during a migration waits until the migration ends', async () => {
  const MIGRATOR = '3853314791062309107'; // the key of Kysely's migration lock
  const pool = new pg.Pool({ connectionString: home.url, max: 1, statement_timeout: 300 }); // shorter than the wait below
  const starting = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  let waited: Promise<string[]> = Promise.resolve(['not begun']);
  await db.transaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.raw(MIGRATOR)})`.execute(Trx.open(trx));
    waited = migrate(starting);
    waited.catch(() => undefined); // awaited below
    await new Promise((resolve) => setTimeout(resolve, 900));
  });
  await expect(waited).resolves.toEqual([]);
  await starting.destroy();
});
