import { sql, type Insertable, type Kysely } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
import type { DB } from '../../platform/db-types.ts';
import { deleteRow, swapRow } from '../../platform/statements/swap.ts';

export type AttachmentTables = Pick<DB, 'attachment' | 'handed_viewpoint'>;

export interface RecordKey {
  readonly kind: string;
  readonly id: number;
}

const ROW = [
  'id',
  'kind',
  'record_id',
  'round',
  'name',
  'ext',
  'size',
  'sha256',
  'source_file_id',
  'source_version_no',
  'added_by',
  'added_at',
  'removed_at',
] as const;

/** The attachments of the record itself. Later rounds belong to what was handed in. */
export const OWN_ROUND = 0;

/** All enterprises, for the timer. */
export const systemAttachmentsRepo = (db: Kysely<AttachmentTables>) => ({
  /** Removed attachments that can no longer be restored at `now`, by default the time of the database. */
  overdue: (limit: number, now: Date | null) =>
    db
      .selectFrom('attachment')
      .select(['enterprise_id', 'id', 'sha256'])
      .where(
        'removed_at',
        '<=',
        sql<Date>`coalesce(${now}::timestamptz, now()) - make_interval(hours => ${LIMITS.recycleDays * 24})`,
      )
      .orderBy('removed_at')
      .limit(limit)
      .execute(),
});

export const attachmentsRepo = (db: Kysely<AttachmentTables>, enterpriseId: number) => {
  const present = ({ kind, id }: RecordKey) =>
    db
      .selectFrom('attachment')
      .where('enterprise_id', '=', enterpriseId)
      .where('kind', '=', kind)
      .where('record_id', '=', id)
      .where('removed_at', 'is', null);
  return {
    /** Writers of one record's attachments wait for each other, so the limit holds for parallel calls. */
    async lockRecord({ kind, id }: RecordKey): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`attachment:${enterpriseId}:${kind}:${id}`}, 72))`.execute(
        db,
      );
    },

    /** By round and age. A record with more than the limit leaves out its oldest rounds, never the own attachments. */
    async list(record: RecordKey) {
      const rows = await present(record)
        .select(ROW)
        .orderBy(sql`round = ${OWN_ROUND}`, 'desc')
        .orderBy('round', 'desc')
        .orderBy('id')
        .limit(LIMITS.unpagedMax)
        .execute();
      return rows.toSorted((a, b) => a.round - b.round || a.id - b.id);
    },

    async count(record: RecordKey, round: number): Promise<number> {
      const { n } = await present(record)
        .select(sql<number>`count(*)::int`.as('n'))
        .where('round', '=', round)
        .executeTakeFirstOrThrow();
      return n;
    },

    /** The present attachment of a version of a file, when the round has it. */
    ofVersion: (record: RecordKey, round: number, fileId: number, no: number) =>
      present(record)
        .select('id')
        .where('round', '=', round)
        .where('source_file_id', '=', fileId)
        .where('source_version_no', '=', no)
        .executeTakeFirst(),

    /** Includes removed ones. */
    byIds: (ids: readonly number[]) =>
      db
        .selectFrom('attachment')
        .select(ROW)
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', sql<number>`any(${ids as number[]})`)
        .execute(),

    async add(row: Omit<Insertable<DB['attachment']>, 'enterprise_id'>): Promise<number> {
      const { id } = await db
        .insertInto('attachment')
        .values({ ...row, enterprise_id: enterpriseId })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Returns false when it was removed before. */
    async remove(id: number, by: number): Promise<boolean> {
      return swapRow(
        db
          .updateTable('attachment')
          .set({ removed_at: sql`now()`, removed_by: by })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', id)
          .where('removed_at', 'is', null),
      );
    },

    /** Returns false when it is present or already gone. */
    async restore(id: number): Promise<boolean> {
      return swapRow(
        db
          .updateTable('attachment')
          .set({ removed_at: null, removed_by: null })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', id)
          .where('removed_at', 'is not', null),
      );
    },

    /** Deletes a removed row for good. Returns false when it was restored meanwhile. */
    async forget(id: number): Promise<boolean> {
      return deleteRow(
        db
          .deleteFrom('attachment')
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', id)
          .where('removed_at', 'is not', null),
      );
    },
  };
};

export type StoredAttachment = Awaited<ReturnType<ReturnType<typeof attachmentsRepo>['byIds']>>[number];
