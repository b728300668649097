import { sql, type Kysely } from 'kysely';
import { countCapped } from '../../platform/statements/count-capped.ts';
import { swapRow } from '../../platform/statements/swap.ts';
import { anyKey, anyOf, nextIds, rightsOn, type FilesTables } from './folders/folder.repo.ts';
import type { Asker } from './asker.ts';

export interface FileRow {
  readonly id: number;
  readonly project_id: number;
  readonly folder_id: number;
  readonly name: string;
  readonly ext: string;
  readonly size: number;
  readonly version_no: number;
  readonly version_id: number;
  readonly owner_id: number | null;
  readonly valid_until: string | null;
  readonly expired: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
}

export interface VersionRow {
  readonly id: number;
  readonly file_id: number;
  readonly no: number;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly restored_from: number | null;
  readonly created_by: number | null;
  readonly created_at: Date;
}

/** A file is valid through its last day, in the time zone of the product's users. */
const EXPIRED = sql<boolean>`coalesce(valid_until < (now() at time zone 'Asia/Shanghai')::date, false)`;

const COLUMNS = [
  'id',
  'project_id',
  'folder_id',
  'name',
  'ext',
  'size',
  'version_no',
  'version_id',
  'owner_id',
  'valid_until',
  'created_at',
  'updated_at',
  'version',
] as const;
const FILE = COLUMNS.map((column) => `file.${column}` as const);
const VERSION = ['id', 'file_id', 'no', 'name', 'size', 'sha256', 'restored_from', 'created_by', 'created_at'] as const;

export type FileSort = 'name' | 'size' | 'time';
const SORT = { name: 'sort_key', size: 'size', time: 'updated_at' } as const;

export interface NewVersion {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly createdBy: number | null;
  readonly restoredFrom?: number;
}

export interface NewFile {
  readonly projectId: number;
  readonly folderId: number;
  readonly nameKey: string;
  readonly sortKey: string;
  readonly ext: string;
  readonly validUntil?: string | null;
  readonly version: NewVersion;
}

/** Files and their versions of one enterprise. A file is live when neither it nor its folder is in the recycle bin. */
export const fileRepo = (db: Kysely<FilesTables>, enterpriseId: number) => {
  const everyRow = () =>
    db
      .selectFrom('file')
      .innerJoin('folder', (join) =>
        join.onRef('folder.enterprise_id', '=', 'file.enterprise_id').onRef('folder.id', '=', 'file.folder_id'),
      )
      .where('file.enterprise_id', '=', enterpriseId);
  const live = () => everyRow().where('file.trash_id', 'is', null).where('folder.trash_id', 'is', null);

  return {
    /** Includes the recycle bin: a user who could see a file gets the answer that it was deleted. */
    everKnown: (ids: readonly number[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : everyRow()
            .select([
              ...FILE,
              EXPIRED.as('expired'),
              sql<boolean>`(file.trash_id is not null or folder.trash_id is not null)`.as('binned'),
            ])
            .where('file.id', '=', anyOf(ids))
            .execute(),

    live: (ids: readonly number[]): Promise<FileRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : live()
            .select([...FILE, EXPIRED.as('expired')])
            .where('file.id', '=', anyOf(ids))
            .execute(),

    /** Live files with the user's rights on each; the rights come from its folder. */
    judged: (asker: Asker, ids: readonly number[]): Promise<(FileRow & { mask: number })[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : live()
            .select([...FILE, EXPIRED.as('expired'), rightsOn(asker, enterpriseId).as('mask')])
            .where('file.id', '=', anyOf(ids))
            .execute(),

    /** One page of a folder's files; `offset` counts only files. */
    page: (
      folderId: number,
      order: { sort: FileSort; desc: boolean },
      paging: { offset: number; limit: number },
    ): Promise<FileRow[]> =>
      db
        .selectFrom('file')
        .select([...FILE, EXPIRED.as('expired')])
        .where('enterprise_id', '=', enterpriseId)
        .where('folder_id', '=', folderId)
        .where('trash_id', 'is', null)
        .orderBy(SORT[order.sort], order.desc ? 'desc' : 'asc')
        .orderBy('id', order.desc ? 'desc' : 'asc')
        .offset(paging.offset)
        .limit(paging.limit)
        .execute(),

    count: (folderId: number): Promise<number> =>
      countCapped(
        db,
        db
          .selectFrom('file')
          .where('enterprise_id', '=', enterpriseId)
          .where('folder_id', '=', folderId)
          .where('trash_id', 'is', null),
      ),

    byKey: (folderId: number, nameKey: string): Promise<FileRow | undefined> =>
      db
        .selectFrom('file')
        .select([...FILE, EXPIRED.as('expired')])
        .where('enterprise_id', '=', enterpriseId)
        .where('folder_id', '=', folderId)
        .where('name_key', '=', nameKey)
        .where('trash_id', 'is', null)
        .executeTakeFirst(),

    /** Live files of these folders. */
    inFolders: (folderIds: readonly number[], limit: number): Promise<FileRow[]> =>
      folderIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('file')
            .select([...FILE, EXPIRED.as('expired')])
            .where('enterprise_id', '=', enterpriseId)
            .where('folder_id', '=', anyOf(folderIds))
            .where('trash_id', 'is', null)
            .orderBy('id')
            .limit(limit)
            .execute(),

    /** The subset of these names that a live file in the folder has. */
    async keysAmong(folderId: number, keys: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('file')
        .select('name_key')
        .where('enterprise_id', '=', enterpriseId)
        .where('folder_id', '=', folderId)
        .where('name_key', '=', anyKey(keys))
        .where('trash_id', 'is', null)
        .execute();
      return rows.map((row) => row.name_key);
    },

    /**
     * Adds files with their first versions and returns their ids in input order. The limit is about 4,000 files,
     * because a statement takes at most 65,535 values.
     */
    async add(wanted: readonly NewFile[]): Promise<{ fileId: number; versionId: number }[]> {
      if (wanted.length === 0) return [];
      const fileIds = await nextIds(db, 'file', wanted.length);
      const versionIds = await nextIds(db, 'file_version', wanted.length);
      const ids = fileIds.map((fileId, index) => ({ fileId, versionId: versionIds[index] as number }));
      const rows = wanted.map((file, index) => ({ ...file, ...(ids[index] as (typeof ids)[number]) }));
      await db
        .insertInto('file')
        .values(
          rows.map(({ fileId, versionId, version, ...file }) => ({
            enterprise_id: enterpriseId,
            id: fileId,
            project_id: file.projectId,
            folder_id: file.folderId,
            name: version.name,
            name_key: file.nameKey,
            sort_key: file.sortKey,
            ext: file.ext,
            size: version.size,
            version_no: 1,
            version_id: versionId,
            owner_id: version.createdBy,
            valid_until: file.validUntil ?? null,
            updated_by: version.createdBy,
          })),
        )
        .execute();
      await db
        .insertInto('file_version')
        .values(rows.map(({ fileId, versionId, version }) => versionRow(enterpriseId, fileId, versionId, 1, version)))
        .execute();
      return ids;
    },

    /** Adds the new current version. The caller holds the lock on the tree, so the number is free. */
    async addVersion(file: FileRow, version: NewVersion): Promise<{ versionId: number; no: number }> {
      const [versionId = 0] = await nextIds(db, 'file_version', 1);
      const no = file.version_no + 1;
      await db
        .insertInto('file_version')
        .values(versionRow(enterpriseId, file.id, versionId, no, version))
        .execute();
      await db
        .updateTable('file')
        .set({
          size: version.size,
          version_no: no,
          version_id: versionId,
          updated_at: sql`now()`,
          updated_by: version.createdBy,
          version: sql`version + 1`,
        })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', file.id)
        .execute();
      return { versionId, no };
    },

    /** Changes a live file if its version is still the one that the caller saw. */
    async change(
      id: number,
      seen: number,
      set: {
        name?: string;
        name_key?: string;
        sort_key?: string;
        ext?: string;
        valid_until?: string | null;
        updated_by: number | null;
      },
    ): Promise<boolean> {
      return swapRow(
        db
          .updateTable('file')
          .set({ ...set, updated_at: sql`now()`, version: sql`version + 1` })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', id)
          .where('version', '=', seen)
          .where('trash_id', 'is', null),
      );
    },

    async moveTo(id: number, folderId: number): Promise<void> {
      await db
        .updateTable('file')
        .set({ folder_id: folderId, version: sql`version + 1` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .execute();
    },

    versions: (ids: readonly number[]): Promise<VersionRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('file_version')
            .select(VERSION)
            .where('enterprise_id', '=', enterpriseId)
            .where('id', '=', anyOf(ids))
            .execute(),

    versionsOf: (fileId: number, paging: { offset: number; limit: number }): Promise<VersionRow[]> =>
      db
        .selectFrom('file_version')
        .select(VERSION)
        .where('enterprise_id', '=', enterpriseId)
        .where('file_id', '=', fileId)
        .orderBy('no', 'desc')
        .offset(paging.offset)
        .limit(paging.limit)
        .execute(),
  };
};

const versionRow = (enterpriseId: number, fileId: number, id: number, no: number, version: NewVersion) => ({
  enterprise_id: enterpriseId,
  id,
  file_id: fileId,
  no,
  name: version.name,
  size: version.size,
  sha256: version.sha256,
  restored_from: version.restoredFrom ?? null,
  created_by: version.createdBy,
});
