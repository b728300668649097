import { sql, type Kysely } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
import { anyOf, type FilesTables } from '../folders/folder.repo.ts';
import { swapRow } from '../../../platform/statements/swap.ts';

/** The hourly sweep over all enterprises: entries to remove, and bytes without an owner. */
export const systemClearingRepo = (db: Kysely<FilesTables>) => ({
  /** Entries older than the retention of the recycle bin, and entries whose removal was interrupted. */
  due: (limit: number) =>
    db
      .selectFrom('trash')
      .select(['enterprise_id', 'id', 'project_id', sql<boolean>`cleared_at is not null`.as('begun')])
      .where((eb) =>
        eb.or([
          eb('cleared_at', 'is not', null),
          eb('deleted_at', '<=', sql<Date>`now() - make_interval(hours => ${LIMITS.recycleDays * 24})`),
        ]),
      )
      .orderBy('deleted_at')
      .limit(limit)
      .execute(),

  /**
   * Rows of `blob` that no version and no other record refers to. Recent ones are skipped, because their version may not be committed
   * yet.
   */
  strayBytes: (limit: number) =>
    db
      .selectFrom('blob as b')
      .select(['b.enterprise_id', 'b.sha256'])
      .where('b.created_at', '<', sql<Date>`now() - interval '1 hour'`)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('file_version as v')
              .select(sql`1`.as('one'))
              .whereRef('v.enterprise_id', '=', 'b.enterprise_id')
              .whereRef('v.sha256', '=', 'b.sha256'),
          ),
        ),
      )
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('blob_hold as h')
              .select(sql`1`.as('one'))
              .whereRef('h.enterprise_id', '=', 'b.enterprise_id')
              .whereRef('h.sha256', '=', 'b.sha256'),
          ),
        ),
      )
      .limit(limit)
      .execute(),

  /**
   * Serialises work on the same content, here and wherever bytes are put into the store. The lock ends with the
   * transaction.
   */
  async lockBytes(sha256: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 71))`.execute(db);
  },

  /**
   * Whether any enterprise keeps this content. An interrupted upload may also still need it after it put the bytes
   * into the store.
   */
  async bytesKnown(sha256: string): Promise<boolean> {
    const kept = await db.selectFrom('blob').select('sha256').where('sha256', '=', sha256).limit(1).executeTakeFirst();
    if (kept) return true;
    const coming = await db
      .selectFrom('upload')
      .select('id')
      .where('sha256', '=', sha256)
      .where('status', '=', 'receiving')
      .limit(1)
      .executeTakeFirst();
    return coming !== undefined;
  },
});

/** Permanent removal inside one enterprise. */
export const clearingRepo = (db: Kysely<FilesTables>, enterpriseId: number) => ({
  /**
   * Marks the entry; from then on it cannot be restored. Returns false when it was restored or cleared meanwhile, or
   * is not due.
   */
  async begin(trashId: number, options: { onlyDue: boolean }): Promise<boolean> {
    let query = db
      .updateTable('trash')
      .set({ cleared_at: sql`now()` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', trashId)
      .where('cleared_at', 'is', null);
    if (options.onlyDue)
      query = query.where('deleted_at', '<=', sql<Date>`now() - make_interval(hours => ${LIMITS.recycleDays * 24})`);
    return swapRow(query);
  },

  /** Folders with an own earlier entry directly below a folder of this entry. */
  nestedFolders: (trashId: number) =>
    db
      .selectFrom('folder as f')
      .innerJoin('folder as above', (join) =>
        join.onRef('above.enterprise_id', '=', 'f.enterprise_id').onRef('above.id', '=', 'f.parent_id'),
      )
      .select('f.id')
      .where('f.enterprise_id', '=', enterpriseId)
      .where('above.trash_id', '=', trashId)
      .where('f.trash_id', 'is not', null)
      .where('f.trash_id', '!=', trashId)
      .orderBy('f.id')
      .execute(),

  /** Moves files with an own earlier entry to another folder. */
  async rehouseFiles(trashId: number, folderId: number): Promise<void> {
    await db
      .updateTable('file')
      .set({ folder_id: folderId })
      .where('enterprise_id', '=', enterpriseId)
      .where('trash_id', 'is not', null)
      .where('trash_id', '!=', trashId)
      .where('folder_id', 'in', (eb) =>
        eb.selectFrom('folder').select('id').where('enterprise_id', '=', enterpriseId).where('trash_id', '=', trashId),
      )
      .execute();
  },

  /** Removes some files of the entry with their versions. Returns the hashes of bytes that may have no owner now. */
  async removeFiles(trashId: number, limit: number): Promise<{ removed: number; sha256: string[] }> {
    const files = await db
      .selectFrom('file')
      .select('id')
      .where('enterprise_id', '=', enterpriseId)
      .where((eb) =>
        eb.or([
          eb('trash_id', '=', trashId),
          eb.and([
            eb('trash_id', 'is', null),
            eb('folder_id', 'in', (inner) =>
              inner
                .selectFrom('folder')
                .select('id')
                .where('enterprise_id', '=', enterpriseId)
                .where('trash_id', '=', trashId),
            ),
          ]),
        ]),
      )
      .limit(limit)
      .execute();
    const ids = files.map((file) => file.id);
    if (ids.length === 0) return { removed: 0, sha256: [] };
    const versions = await db
      .deleteFrom('file_version')
      .where('enterprise_id', '=', enterpriseId)
      .where('file_id', '=', anyOf(ids))
      .returning('sha256')
      .execute();
    await db.deleteFrom('file').where('enterprise_id', '=', enterpriseId).where('id', '=', anyOf(ids)).execute();
    return { removed: ids.length, sha256: [...new Set(versions.map((version) => version.sha256))] };
  },

  /** Removes the folders of an empty entry in one statement, because their keys refer to each other. */
  async removeFolders(trashId: number): Promise<void> {
    await db.deleteFrom('folder').where('enterprise_id', '=', enterpriseId).where('trash_id', '=', trashId).execute();
  },

  /** Whether a version, or a record of another module, needs the bytes. */
  async bytesNeeded(sha256: string): Promise<boolean> {
    const version = await db
      .selectFrom('file_version')
      .select('id')
      .where('enterprise_id', '=', enterpriseId)
      .where('sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst();
    if (version) return true;
    const hold = await db
      .selectFrom('blob_hold')
      .select('holder_id')
      .where('enterprise_id', '=', enterpriseId)
      .where('sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst();
    return hold !== undefined;
  },
  async forgetBytes(sha256: string): Promise<void> {
    await db.deleteFrom('blob').where('enterprise_id', '=', enterpriseId).where('sha256', '=', sha256).execute();
  },
  async knowBytes(sha256: string, size: number): Promise<void> {
    await db
      .insertInto('blob')
      .values({ enterprise_id: enterpriseId, sha256, size })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
});
