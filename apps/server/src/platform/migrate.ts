import { readdir, readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import { stoodInLine } from './db.ts';
import type { DB } from './db-types.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);

/** Plain .sql files in the order of their names; each runs in one transaction and is never edited after a release. */
class SqlFiles implements MigrationProvider {
  async getMigrations(): Promise<Record<string, Migration>> {
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted();
    const migrations = names.map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8');
      const up = async (db: Kysely<unknown>): Promise<void> => {
        await sql`set local statement_timeout = 0`.execute(db); // a large table takes its time
        await sql`set local lock_timeout = 0`.execute(db);
        await sql.raw(text).execute(db);
      };
      return [name.replace(/\.sql$/, ''), { up }] as const;
    });
    return Object.fromEntries(await Promise.all(migrations));
  }
}

/** As long as the largest change of a schema may take. */
const WAIT_MS = 30 * 60_000;

/**
 * Brings the schema up to date, all or nothing. Any number of processes may call it at once: the migrator takes a lock, and who comes second
 * waits for as long as the first one needs, longer than a call of people may wait for a lock.
 */
export async function migrate(db: Kysely<DB>): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: new SqlFiles(),
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  });
  const deadline = Date.now() + WAIT_MS;
  let { error, results } = await migrator.migrateToLatest();
  while (stoodInLine(error) && Date.now() < deadline) ({ error, results } = await migrator.migrateToLatest());
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error');
    throw new Error(`migration ${failed?.migrationName ?? ''} failed: ${String(error)}`, { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}
