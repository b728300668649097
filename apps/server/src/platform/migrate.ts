import { readdir, readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import { hasTimedOut } from './db.ts';
import type { DB } from './db-types.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);

/** Plain .sql files, sorted by name. Each runs in one transaction, and is never edited after a release. */
class SqlFiles implements MigrationProvider {
  async getMigrations(): Promise<Record<string, Migration>> {
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted();
    const migrations = names.map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8');
      const up = async (db: Kysely<unknown>): Promise<void> => {
        await sql`set local statement_timeout = 0`.execute(db); // a change of a large table may run long
        await sql`set local lock_timeout = 0`.execute(db);
        await sql.raw(text).execute(db);
      };
      return [name.replace(/\.sql$/, ''), { up }] as const;
    });
    return Object.fromEntries(await Promise.all(migrations));
  }
}

/** Upper limit for the wait for another process that migrates. */
const WAIT_MS = 30 * 60_000;

/**
 * Updates the schema, all or nothing. Several processes may call it at once. The migrator takes a lock, and the second process retries
 * after each lock timeout until the first one ends, at most for WAIT_MS.
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
  while (hasTimedOut(error) && Date.now() < deadline) ({ error, results } = await migrator.migrateToLatest());
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error');
    throw new Error(`migration ${failed?.migrationName ?? ''} failed: ${String(error)}`, { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}
