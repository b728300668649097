import { sql, type Kysely } from 'kysely';
import type { FilesTables } from '../folders/folder.repo.ts';

/** A record of another module that keeps bytes. */
export interface Holder {
  readonly kind: string;
  readonly id: number;
}

/** The references of other modules to stored bytes. */
export const holdsRepo = (db: Kysely<FilesTables>, enterpriseId: number) => ({
  async add(sha256: string, holder: Holder): Promise<void> {
    await db
      .insertInto('blob_hold')
      .values({ enterprise_id: enterpriseId, sha256, holder_kind: holder.kind, holder_id: holder.id })
      .execute();
  },

  async remove(sha256: string, holder: Holder): Promise<void> {
    await db
      .deleteFrom('blob_hold')
      .where('enterprise_id', '=', enterpriseId)
      .where('sha256', '=', sha256)
      .where('holder_kind', '=', holder.kind)
      .where('holder_id', '=', holder.id)
      .execute();
  },
});

/** The bytes of all stored files of each enterprise. Equal contents count once. */
export async function storedBytes(db: Kysely<FilesTables>, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('blob')
    .select(['enterprise_id', sql<number>`sum(size)::bigint`.as('total')])
    .where('enterprise_id', '=', sql<number>`any(${ids as number[]})`)
    .groupBy('enterprise_id')
    .execute();
  return new Map(rows.map(({ enterprise_id, total }) => [enterprise_id, total]));
}
