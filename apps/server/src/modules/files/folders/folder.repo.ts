import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import type { DB } from '../../../platform/db-types.ts';
import { swapRow } from '../../../platform/statements/swap.ts';
import type { Asker } from '../asker.ts';

export type FilesTables = Pick<
  DB,
  | 'folder'
  | 'file'
  | 'file_version'
  | 'blob'
  | 'blob_hold'
  | 'folder_grant'
  | 'trash'
  | 'upload'
  | 'file_secret'
  | 'folder_template'
  | 'folder_template_type'
>;

export interface FolderRow {
  readonly id: number;
  readonly project_id: number;
  readonly parent_id: number | null;
  readonly name: string;
  readonly ancestors: number[];
  readonly path: string;
  readonly depth: number;
  readonly trash_id: number | null;
  readonly file_total: number;
  readonly byte_total: number;
  readonly created_by: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
}

export const FOLDER = [
  'id',
  'project_id',
  'parent_id',
  'name',
  'ancestors',
  'path',
  'depth',
  'trash_id',
  'file_total',
  'byte_total',
  'created_by',
  'created_at',
  'updated_at',
  'version',
] as const;

/** The rights of a user on a folder, as a mask. `prefix` is the folder's table name in the statement. */
export const rightsOn = (asker: Asker, enterpriseId: number, prefix = 'folder') =>
  sql<number>`folder_rights(${JSON.stringify(asker)}::jsonb, ${enterpriseId}, ${sql.ref(`${prefix}.project_id`)}, ${sql.ref(`${prefix}.ancestors`)})`;

export const anyOf = (ids: readonly number[]) => sql<number>`any(${ids as number[]}::bigint[])`;
export const anyKey = (keys: readonly string[]) => sql<string>`any(${keys as string[]}::text[])`;

export interface NewFolder {
  readonly parent: FolderRow | null;
  readonly projectId: number;
  readonly name: string;
  readonly nameKey: string;
  readonly sortKey: string;
  readonly createdBy: number | null;
}

const hasOwnGrant = (eb: ExpressionBuilder<FilesTables, 'folder'>) =>
  eb.exists(
    eb
      .selectFrom('folder_grant as g')
      .select(sql`1`.as('one'))
      .whereRef('g.enterprise_id', '=', 'folder.enterprise_id')
      .whereRef('g.folder_id', '=', 'folder.id'),
  );

/** Folders of one enterprise. No query checks rights, except those that return a mask. */
export const folderRepo = (db: Kysely<FilesTables>, enterpriseId: number) => {
  const of = () => db.selectFrom('folder').where('folder.enterprise_id', '=', enterpriseId);
  return {
    root: (projectId: number): Promise<FolderRow | undefined> =>
      of().select(FOLDER).where('project_id', '=', projectId).where('parent_id', 'is', null).executeTakeFirst(),

    /**
     * Locks the root row of a project. Every change of the tree takes this lock, so there is one writer per project.
     * No reader sees a half-moved subtree.
     */
    lockTree: (projectId: number): Promise<FolderRow | undefined> =>
      of()
        .select(FOLDER)
        .where('project_id', '=', projectId)
        .where('parent_id', 'is', null)
        .forUpdate()
        .executeTakeFirst(),

    byIds: (ids: readonly number[]): Promise<FolderRow[]> =>
      ids.length === 0 ? Promise.resolve([]) : of().select(FOLDER).where('id', '=', anyOf(ids)).execute(),

    names: (ids: readonly number[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : of().select(['id', 'name', 'parent_id']).where('id', '=', anyOf(ids)).execute(),

    /** Live folders with the user's rights on each. */
    judged: (asker: Asker, ids: readonly number[]): Promise<(FolderRow & { mask: number })[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : of()
            .select([...FOLDER, rightsOn(asker, enterpriseId).as('mask')])
            .where('id', '=', anyOf(ids))
            .where('trash_id', 'is', null)
            .execute(),

    /**
     * All folders on the path to a folder with a grant for the user, that folder included. The user must be able to
     * navigate through folders that the user may not view.
     */
    async ways(asker: Asker, projectId: number): Promise<number[]> {
      const roles = asker.roles[String(projectId)] ?? [];
      const rows = await db
        .selectFrom('folder_grant as g')
        .innerJoin('folder as f', (join) =>
          join.onRef('f.enterprise_id', '=', 'g.enterprise_id').onRef('f.id', '=', 'g.folder_id'),
        )
        .select(sql<number>`unnest(f.ancestors)`.as('id'))
        .distinct()
        .where('g.enterprise_id', '=', enterpriseId)
        .where('g.project_id', '=', projectId)
        .where('f.trash_id', 'is', null)
        .where((eb) =>
          eb.or([
            eb.and([eb('g.to_kind', '=', 'person'), eb('g.to_id', '=', asker.user)]),
            eb.and([eb('g.to_kind', '=', 'group'), eb('g.to_id', '=', anyOf(asker.groups))]),
            eb.and([eb('g.to_kind', '=', 'project-role'), eb('g.to_id', '=', anyOf(roles))]),
          ]),
        )
        .execute();
      return rows.map((row) => row.id);
    },

    /**
     * Live folders directly below, with rights, in the order of names. `among` limits the result to these ids. A
     * child's rights differ from its parent's only by grants on the child. So the SQL function runs only for children
     * with grants.
     */
    children: (
      asker: Asker,
      parent: { id: number; mask: number },
      options: { among?: readonly number[]; limit: number },
    ): Promise<(FolderRow & { mask: number })[]> => {
      let query = of()
        .select((eb) => [
          ...FOLDER,
          sql<number>`case when ${hasOwnGrant(eb)} then ${rightsOn(asker, enterpriseId)} else ${parent.mask}::int end`.as(
            'mask',
          ),
        ])
        .where('parent_id', '=', parent.id)
        .where('trash_id', 'is', null);
      if (options.among) query = query.where('id', '=', anyOf(options.among));
      return query.orderBy('sort_key').orderBy('id').limit(options.limit).execute();
    },

    /** The subset of these folders that has live subfolders. */
    async withChildren(ids: readonly number[]): Promise<Set<number>> {
      if (ids.length === 0) return new Set();
      const rows = await of()
        .select('parent_id')
        .distinct()
        .where('parent_id', '=', anyOf(ids))
        .where('trash_id', 'is', null)
        .execute();
      return new Set(rows.map((row) => row.parent_id ?? 0));
    },

    async countChildren(parentId: number): Promise<number> {
      const { n } = await of()
        .select(sql<number>`count(*)::int`.as('n'))
        .where('parent_id', '=', parentId)
        .where('trash_id', 'is', null)
        .executeTakeFirstOrThrow();
      return n;
    },

    childByKey: (parentId: number, nameKey: string): Promise<FolderRow | undefined> =>
      of()
        .select(FOLDER)
        .where('parent_id', '=', parentId)
        .where('name_key', '=', nameKey)
        .where('trash_id', 'is', null)
        .executeTakeFirst(),

    /** The subset of these names that a live folder has there. */
    async keysAmong(parentId: number, keys: readonly string[]): Promise<string[]> {
      const rows = await of()
        .select('name_key')
        .where('parent_id', '=', parentId)
        .where('name_key', '=', anyKey(keys))
        .where('trash_id', 'is', null)
        .execute();
      return rows.map((row) => row.name_key);
    },

    /** Adds folders below their `parent`; null makes a project's root. Returns them in input order. */
    async add(wanted: readonly NewFolder[]): Promise<FolderRow[]> {
      if (wanted.length === 0) return [];
      const ids = await nextIds(db, 'folder', wanted.length);
      const rows = await db
        .insertInto('folder')
        .values(
          wanted.map(({ parent, ...given }, index) => {
            const id = ids[index] as number;
            return {
              enterprise_id: enterpriseId,
              id,
              project_id: given.projectId,
              parent_id: parent?.id ?? null,
              name: given.name,
              name_key: given.nameKey,
              sort_key: given.sortKey,
              ancestors: [...(parent?.ancestors ?? []), id],
              path: `${parent?.path ?? '/'}${id}/`,
              depth: parent ? parent.depth + 1 : 0,
              created_by: given.createdBy,
            };
          }),
        )
        .returning(FOLDER)
        .execute();
      const rowOf = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => rowOf.get(id) as FolderRow);
    },

    /** Returns false when another user changed the folder meanwhile. */
    async rename(id: number, seen: number, names: { name: string; nameKey: string; sortKey: string }) {
      return swapRow(
        db
          .updateTable('folder')
          .set({
            name: names.name,
            name_key: names.nameKey,
            sort_key: names.sortKey,
            updated_at: sql`now()`,
            version: sql`version + 1`,
          })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', id)
          .where('version', '=', seen)
          .where('trash_id', 'is', null),
      );
    },

    /** The root has the name of its project. */
    async nameRoot(projectId: number, names: { name: string; nameKey: string; sortKey: string }): Promise<void> {
      await db
        .updateTable('folder')
        .set({ name: names.name, name_key: names.nameKey, sort_key: names.sortKey })
        .where('enterprise_id', '=', enterpriseId)
        .where('project_id', '=', projectId)
        .where('parent_id', 'is', null)
        .execute();
    },

    /** Adds a change to the totals of a folder and of all folders above it. */
    async addTotals(ancestors: readonly number[], files: number, bytes: number): Promise<void> {
      if (ancestors.length === 0 || (files === 0 && bytes === 0)) return;
      await db
        .updateTable('folder')
        .set({ file_total: sql`file_total + ${files}`, byte_total: sql`byte_total + ${bytes}` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', anyOf(ancestors))
        .execute();
    },

    /** The same for many files at once: each folder is written once. */
    async addSizes(files: readonly { readonly folder: FolderRow; readonly size: number }[]): Promise<void> {
      const sums = new Map<number, { files: number; bytes: number }>();
      for (const { folder, size } of files)
        for (const id of folder.ancestors) {
          const sum = sums.get(id) ?? { files: 0, bytes: 0 };
          sums.set(id, { files: sum.files + 1, bytes: sum.bytes + size });
        }
      if (sums.size === 0) return;
      const figures = [...sums.values()];
      await sql`
        update folder set file_total = file_total + more.files, byte_total = byte_total + more.bytes
        from unnest(
          ${[...sums.keys()]}::bigint[], ${figures.map((sum) => sum.files)}::int[], ${figures.map((sum) => sum.bytes)}::bigint[]
        ) as more (id, files, bytes)
        where folder.enterprise_id = ${enterpriseId} and folder.id = more.id`.execute(db);
    },

    /** The number of levels below the folder. It includes folders in the recycle bin, because they move with it. */
    async levelsBelow(folder: Pick<FolderRow, 'path' | 'depth'>): Promise<number> {
      const { deepest } = await of()
        .select(sql<number>`max(depth)`.as('deepest'))
        .where('path', 'like', `${folder.path}%`)
        .executeTakeFirstOrThrow();
      return deepest - folder.depth;
    },

    /** Moves a folder with everything below it, including its recycle bin entries, under another folder. */
    async replant(folder: FolderRow, parent: FolderRow): Promise<void> {
      const above = folder.ancestors.slice(0, -1);
      const oldPrefix = folder.path.slice(0, folder.path.length - `${folder.id}/`.length);
      await db
        .updateTable('folder')
        .set({
          path: sql`${parent.path} || substr(path, ${oldPrefix.length + 1}::int)`,
          ancestors: sql`${parent.ancestors}::bigint[] || ancestors[${above.length + 1}::int:]`,
          depth: sql`depth + ${parent.depth + 1 - folder.depth}::int`,
        })
        .where('enterprise_id', '=', enterpriseId)
        .where('path', 'like', `${folder.path}%`)
        .execute();
      await db
        .updateTable('folder')
        .set({ parent_id: parent.id, updated_at: sql`now()`, version: sql`version + 1` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', folder.id)
        .execute();
    },

    /** The live subtree, parents before children. */
    liveBelow: (folder: Pick<FolderRow, 'path'>, limit: number): Promise<FolderRow[]> =>
      of()
        .select(FOLDER)
        .where('path', 'like', `${folder.path}%`)
        .where('trash_id', 'is', null)
        .orderBy('depth')
        .orderBy('id')
        .limit(limit)
        .execute(),
  };
};

/** Reserves ids before the insert. So a row can refer to itself or to another new row of one insert. */
export async function nextIds(
  db: Kysely<FilesTables>,
  table: 'folder' | 'file' | 'file_version',
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`.execute(db);
  if (rows.length !== count) throw new Error(`no ids for ${table}`);
  return rows.map(({ id }) => id);
}
