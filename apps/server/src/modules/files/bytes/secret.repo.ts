import { sql, type Kysely } from 'kysely';
import type { FilesTables } from '../folders/folder.repo.ts';

export const secretRepo = (db: Kysely<FilesTables>, enterpriseId: number) => ({
  /** The secret and the database's time; expiries use that clock. */
  async get(): Promise<{ secret: Buffer; now: number } | null> {
    const row = await db
      .selectFrom('file_secret')
      .select(['value', sql<number>`extract(epoch from now())::bigint`.as('now')])
      .where('enterprise_id', '=', enterpriseId)
      .executeTakeFirst();
    return row ? { secret: row.value, now: row.now } : null;
  },

  /** When several processes create a secret at the same time, the first one stays. */
  async add(value: Buffer): Promise<void> {
    await db
      .insertInto('file_secret')
      .values({ enterprise_id: enterpriseId, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
});
