import { sql, type Kysely } from 'kysely';
import type { FilesTables } from './folder.repo.ts';

export const secretRepo = (db: Kysely<FilesTables>, enterpriseId: number) => ({
  /** The secret and the database's time, whose clock deadlines are counted by. */
  async get(): Promise<{ secret: Buffer; now: number } | null> {
    const row = await db
      .selectFrom('file_secret')
      .select(['value', sql<number>`extract(epoch from now())::bigint`.as('now')])
      .where('enterprise_id', '=', enterpriseId)
      .executeTakeFirst();
    return row ? { secret: row.value, now: row.now } : null;
  },

  /** Of several programs making one at the same moment the first stays. */
  async add(value: Buffer): Promise<void> {
    await db
      .insertInto('file_secret')
      .values({ enterprise_id: enterpriseId, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
});
