import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import { countCapped } from '../../../platform/statements/count-capped.ts';
import { LIMITS } from '@prdm/contract/limits';
import { DELETE, type Asker } from '../asker.ts';
import { anyOf, rightsOn, type FilesTables } from '../folders/folder.repo.ts';
import { hasWord } from '../search/search.repo.ts';

export interface TrashRow {
  readonly id: number;
  readonly project_id: number;
  readonly folder_id: number | null;
  readonly file_id: number | null;
  readonly name: string;
  readonly place: string[];
  readonly parent_id: number;
  readonly file_count: number;
  readonly byte_count: number;
  readonly deleted_by: number | null;
  readonly deleted_at: Date;
  /** Seconds until the entry can no longer be restored, by the database's clock; negative after that. */
  readonly seconds_left: number;
}

const COLUMNS = [
  'id',
  'project_id',
  'folder_id',
  'file_id',
  'name',
  'place',
  'parent_id',
  'file_count',
  'byte_count',
  'deleted_by',
  'deleted_at',
] as const;
const TRASH = COLUMNS.map((column) => `trash.${column}` as const);
/** 30 times 24 hours, not 30 calendar days: a change of the clock does not shift it. */
const KEPT_HOURS = LIMITS.recycleDays * 24;
const END = sql<Date>`trash.deleted_at + make_interval(hours => ${KEPT_HOURS})`;
const SECONDS_LEFT = sql<number>`extract(epoch from ${END} - now())::float8`;

/** The folder that contained an entry, while it is live. */
const formerFolder = (eb: ExpressionBuilder<FilesTables, 'trash'>) =>
  eb
    .selectFrom('folder as former')
    .select(sql`1`.as('one'))
    .whereRef('former.enterprise_id', '=', 'trash.enterprise_id')
    .whereRef('former.id', '=', 'trash.parent_id')
    .where('former.trash_id', 'is', null);

export const trashRepo = (db: Kysely<FilesTables>, enterpriseId: number) => {
  /** Entries with the folder whose grants apply: the deleted folder itself, or the folder of a deleted file. */
  const entries = () =>
    db
      .selectFrom('trash')
      .leftJoin('file', (join) =>
        join.onRef('file.enterprise_id', '=', 'trash.enterprise_id').onRef('file.id', '=', 'trash.file_id'),
      )
      .innerJoin('folder', (join) =>
        join
          .onRef('folder.enterprise_id', '=', 'trash.enterprise_id')
          .on('folder.id', '=', sql<number>`coalesce(trash.folder_id, file.folder_id)`),
      )
      .where('trash.enterprise_id', '=', enterpriseId)
      .where('trash.cleared_at', 'is', null);
  const judged = (asker: Asker) =>
    entries().where(sql<boolean>`${rightsOn(asker, enterpriseId)} & ${DELETE}::int <> 0`);

  return {
    async add(entry: {
      projectId: number;
      folderId?: number;
      fileId?: number;
      name: string;
      place: readonly string[];
      parentId: number;
      fileCount: number;
      byteCount: number;
      deletedBy: number | null;
    }): Promise<number> {
      const { id } = await db
        .insertInto('trash')
        .values({
          enterprise_id: enterpriseId,
          project_id: entry.projectId,
          folder_id: entry.folderId ?? null,
          file_id: entry.fileId ?? null,
          name: entry.name,
          place: [...entry.place],
          parent_id: entry.parentId,
          file_count: entry.fileCount,
          byte_count: entry.byteCount,
          deleted_by: entry.deletedBy,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Entries with the folder whose grants apply; entries without such a folder are left out. */
    byIds: (ids: readonly number[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : entries()
            .select([...TRASH, 'folder.id as judge_id'])
            .where('trash.id', '=', anyOf(ids))
            .execute(),

    /** The subset of these entries that the user may delete, with the user's rights on each. */
    judged: (asker: Asker, ids: readonly number[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : judged(asker)
            .select(['trash.id', rightsOn(asker, enterpriseId).as('mask')])
            .where('trash.id', '=', anyOf(ids))
            .execute(),

    /** The same entry with a row lock until the transaction ends. */
    lock: (id: number): Promise<TrashRow | undefined> =>
      db
        .selectFrom('trash')
        .select([...TRASH, SECONDS_LEFT.as('seconds_left')])
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .where('cleared_at', 'is', null)
        .forUpdate()
        .executeTakeFirst(),

    page(asker: Asker, wanted: { projectId: number; word?: string }, paging: { offset: number; limit: number }) {
      let query = judged(asker)
        .select((eb) => [
          ...TRASH,
          SECONDS_LEFT.as('seconds_left'),
          rightsOn(asker, enterpriseId).as('mask'),
          sql<boolean>`not ${eb.exists(formerFolder(eb))}`.as('place_gone'),
        ])
        .where('trash.project_id', '=', wanted.projectId)
        .where(sql<boolean>`${END} > now()`);
      if (wanted.word !== undefined) query = query.where(hasWord('trash', wanted.projectId, wanted.word));
      return query
        .orderBy('trash.deleted_at', 'desc')
        .orderBy('trash.id', 'desc')
        .offset(paging.offset)
        .limit(paging.limit)
        .execute();
    },

    count(asker: Asker, wanted: { projectId: number; word?: string }): Promise<number> {
      const { projectId, word } = wanted;
      const found = judged(asker)
        .where('trash.project_id', '=', projectId)
        .where(sql<boolean>`${END} > now()`);
      return countCapped(db, word === undefined ? found : found.where(hasWord('trash', projectId, word)));
    },

    /** Adds every live folder of the subtree to the entry; folders with an own earlier entry keep it. */
    async takeFolders(trashId: number, path: string): Promise<void> {
      await db
        .updateTable('folder')
        .set({ trash_id: trashId })
        .where('enterprise_id', '=', enterpriseId)
        .where('path', 'like', `${path}%`)
        .where('trash_id', 'is', null)
        .execute();
    },
    async takeFile(trashId: number, fileId: number): Promise<void> {
      await db
        .updateTable('file')
        .set({ trash_id: trashId })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', fileId)
        .where('trash_id', 'is', null)
        .execute();
    },

    /** Gives a folder or file its new name and place before it becomes live, because live names are unique. */
    async renameFolder(id: number, names: { name: string; nameKey: string; sortKey: string }): Promise<void> {
      await db
        .updateTable('folder')
        .set({ name: names.name, name_key: names.nameKey, sort_key: names.sortKey })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .execute();
    },
    async placeFile(
      id: number,
      folderId: number,
      names: { name: string; nameKey: string; sortKey: string },
    ): Promise<void> {
      await db
        .updateTable('file')
        .set({
          folder_id: folderId,
          name: names.name,
          name_key: names.nameKey,
          sort_key: names.sortKey,
          version: sql`version + 1`,
        })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .execute();
    },

    /** Makes everything of the entry live again. */
    async giveBack(trashId: number): Promise<void> {
      for (const table of ['folder', 'file'] as const) {
        await db
          .updateTable(table)
          .set({ trash_id: null })
          .where('enterprise_id', '=', enterpriseId)
          .where('trash_id', '=', trashId)
          .execute();
      }
    },
    async remove(trashId: number): Promise<void> {
      await db.deleteFrom('trash').where('enterprise_id', '=', enterpriseId).where('id', '=', trashId).execute();
    },

    /** Files that only this entry hides. */
    async fileIds(trashId: number): Promise<number[]> {
      const rows = await db
        .selectFrom('file')
        .leftJoin('folder', (join) =>
          join.onRef('folder.enterprise_id', '=', 'file.enterprise_id').onRef('folder.id', '=', 'file.folder_id'),
        )
        .select('file.id')
        .where('file.enterprise_id', '=', enterpriseId)
        .where((eb) =>
          eb.or([
            eb('file.trash_id', '=', trashId),
            eb.and([eb('file.trash_id', 'is', null), eb('folder.trash_id', '=', trashId)]),
          ]),
        )
        .orderBy('file.id')
        .execute();
      return rows.map((row) => row.id);
    },
  };
};
