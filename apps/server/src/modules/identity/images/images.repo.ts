import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import type { DB } from '../../../platform/db-types.ts';
import { deleteRow, swapRow } from '../../../platform/statements/swap.ts';

export type ImageTables = Pick<DB, 'image'>;

export interface StoredImage {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The decoding process writes every thumbnail as WebP. */
const THUMB_TYPE = 'image/webp';

/** A picture has two addresses, its own and that of its thumbnail. Both mean the row. */
const at = (key: string) => (eb: ExpressionBuilder<ImageTables, 'image'>) =>
  eb.or([eb('key', '=', key), eb('thumb_key', '=', key)]);

/** Queries without an enterprise: a picture by its key, before sign-in, and the timer for all enterprises. */
export const systemImagesRepo = (db: Kysely<ImageTables>) => ({
  /** The picture itself, or its thumbnail, depending on the key. */
  async byKey(key: string): Promise<StoredImage | undefined> {
    const row = await db
      .selectFrom('image')
      .select((eb) => [
        'type',
        eb('key', '=', key).as('whole'),
        eb.case().when('key', '=', key).then(eb.ref('bytes')).else(eb.ref('thumb')).end().as('shown'),
      ])
      .where(at(key))
      .executeTakeFirst();
    if (!row?.shown) return undefined;
    return { type: row.whole ? row.type : THUMB_TYPE, bytes: row.shown };
  },

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
  const own = (ownerId: number, key: string) => (eb: ExpressionBuilder<ImageTables, 'image'>) =>
    eb.and([eb('enterprise_id', '=', enterpriseId), eb('owner_id', '=', ownerId), at(key)(eb)]);
  return {
    async add(row: {
      key: string;
      thumb_key: string;
      owner_id: number;
      type: string;
      width: number;
      height: number;
      bytes: Buffer;
      thumb: Buffer;
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
      return swapRow(db.updateTable('image').set({ used: true }).where(own(ownerId, key)));
    },

    /** Like `use`, for a picture that no record uses yet. */
    async claim(ownerId: number, key: string): Promise<boolean> {
      return swapRow(db.updateTable('image').set({ used: true }).where(own(ownerId, key)).where('used', '=', false));
    },

    /** The picture of the owner at an address, locked, or undefined. */
    owned: (ownerId: number, key: string): Promise<{ id: number; used: boolean } | undefined> =>
      db.selectFrom('image').select(['id', 'used']).where(own(ownerId, key)).forUpdate().executeTakeFirst(),

    async removeById(id: number): Promise<void> {
      await db.deleteFrom('image').where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute();
    },

    async remove(ownerId: number, key: string): Promise<boolean> {
      return deleteRow(db.deleteFrom('image').where(own(ownerId, key)));
    },

    /** Removes the picture that a record showed, whoever sent it. */
    async removeUsed(key: string): Promise<void> {
      await db
        .deleteFrom('image')
        .where('enterprise_id', '=', enterpriseId)
        .where('used', '=', true)
        .where(at(key))
        .execute();
    },
  };
};
