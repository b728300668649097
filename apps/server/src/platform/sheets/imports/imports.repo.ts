import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../../db-types.ts';
import type { ImportRecord } from './declare.ts';

export type ImportTables = Pick<DB, 'sheet_import'>;

const SHOWN = [
  'id',
  'kind',
  'file_name',
  'added',
  'changed',
  'same',
  'refused',
  'created_name',
  'created_at',
  'undone_name',
  'undone_at',
] as const;

export const importsRepo = (db: Kysely<ImportTables>, enterpriseId: number) => {
  const own = () => db.selectFrom('sheet_import').where('enterprise_id', '=', enterpriseId);
  return {
    /** The newest first. */
    list: (kind: string, window: { limit: number; offset: number }) =>
      own()
        .select(SHOWN)
        .where('kind', '=', kind)
        .orderBy('id', 'desc')
        .limit(window.limit)
        .offset(window.offset)
        .execute(),

    async count(kind: string): Promise<number> {
      const { count } = await own()
        .select(sql<number>`count(*)`.as('count'))
        .where('kind', '=', kind)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    byIds: (ids: readonly number[]) =>
      own()
        .select(['id', 'kind', 'file_name'])
        .where('id', '=', sql<number>`any(${ids as number[]})`)
        .execute(),

    async add(row: {
      kind: string;
      fileName: string;
      digest: string;
      counts: { new: number; changed: number; same: number; refused: number };
      records: readonly ImportRecord[];
      by: { id: number | null; name: string };
    }): Promise<number> {
      const { id } = await db
        .insertInto('sheet_import')
        .values({
          enterprise_id: enterpriseId,
          kind: row.kind,
          file_name: row.fileName,
          digest: row.digest,
          added: row.counts.new,
          changed: row.counts.changed,
          same: row.counts.same,
          refused: row.counts.refused,
          records: JSON.stringify(row.records),
          created_by: row.by.id,
          created_name: row.by.name,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Marks an import as undone and returns its records. undefined when it was undone before. */
    async takeBack(id: number, by: { id: number | null; name: string }): Promise<ImportRecord[] | undefined> {
      const row = await db
        .updateTable('sheet_import')
        .set({ undone_by: by.id, undone_name: by.name, undone_at: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .where('undone_at', 'is', null)
        .returning('records')
        .executeTakeFirst();
      return row?.records as ImportRecord[] | undefined;
    },
  };
};
