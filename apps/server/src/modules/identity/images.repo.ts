import { sql, type Kysely } from 'kysely';
import type { DB } from '../../platform/db-types.ts';

export type ImageTables = Pick<DB, 'image'>;

export interface StoredImage {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Queries without an enterprise: a picture by its key, before sign-in, and the timer for all enterprises. */
export const systemImagesRepo = (db: Kysely<ImageTables>) => ({
  byKey: (key: string): Promise<StoredImage | undefined> =>
    db.selectFrom('image').select(['enterprise_id', 'type', 'bytes']).where('key', '=', key).executeTakeFirst(),

  async forgetUnused(): Promise<void> {
    await db
      .deleteFrom('image')
      .where('used', '=', false)
      .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
      .execute();
  },
});

/** Pictures of one enterprise. Only the owner can change a picture. */
export const imagesRepo = (db: Kysely<ImageTables>, enterpriseId: number) => {
  const own = (ownerId: number, key: string) => ({ enterprise_id: enterpriseId, owner_id: ownerId, key });
  return {
    async add(row: {
      key: string;
      owner_id: number;
      type: string;
      width: number;
      height: number;
      bytes: Buffer;
    }): Promise<number> {
      const { id } = await db
        .insertInto('image')
        .values({ ...row, enterprise_id: enterpriseId })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async unusedOf(ownerId: number): Promise<number> {
      const { n } = await db
        .selectFrom('image')
        .select(sql<number>`count(*)::int`.as('n'))
        .where('enterprise_id', '=', enterpriseId)
        .where('owner_id', '=', ownerId)
        .where('used', '=', false)
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Returns false when the owner has no such picture. */
    async use(ownerId: number, key: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('image')
        .set({ used: true })
        .where((eb) => eb.and(own(ownerId, key)))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Like `use`, for a picture that no record uses yet. */
    async claim(ownerId: number, key: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('image')
        .set({ used: true })
        .where((eb) => eb.and(own(ownerId, key)))
        .where('used', '=', false)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Deletes a used picture, whoever uploaded it. */
    async release(key: string): Promise<void> {
      await db
        .deleteFrom('image')
        .where('enterprise_id', '=', enterpriseId)
        .where('key', '=', key)
        .where('used', '=', true)
        .execute();
    },

    async remove(ownerId: number, key: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('image')
        .where((eb) => eb.and(own(ownerId, key)))
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
  };
};
