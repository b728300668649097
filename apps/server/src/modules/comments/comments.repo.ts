import { sql, type Kysely } from 'kysely';
import { countCapped } from '../../platform/statements/count-capped.ts';
import type { DB } from '../../platform/db-types.ts';
import { swapRow } from '../../platform/statements/swap.ts';

export type CommentTables = Pick<DB, 'comment' | 'comment_mention'>;

export interface RecordKey {
  readonly kind: string;
  readonly id: number;
}

const ROW = [
  'id',
  'kind',
  'record_id',
  'author_id',
  'text',
  'pictures',
  'created_at',
  'edited_at',
  'deleted_at',
  'version',
] as const;

export const commentsRepo = (db: Kysely<CommentTables>, enterpriseId: number) => {
  const onRecord = ({ kind, id }: RecordKey) =>
    db
      .selectFrom('comment')
      .where('enterprise_id', '=', enterpriseId)
      .where('kind', '=', kind)
      .where('record_id', '=', id);
  return {
    /** A page from the newest on. Inside the page the oldest comment comes first. */
    async page(record: RecordKey, window: { limit: number; offset: number }) {
      const rows = await onRecord(record)
        .select(ROW)
        .orderBy('id', 'desc')
        .limit(window.limit)
        .offset(window.offset)
        .execute();
      return rows.toReversed();
    },

    count: (record: RecordKey): Promise<number> => countCapped(db, onRecord(record)),

    byIds: (ids: readonly number[]) =>
      db
        .selectFrom('comment')
        .select(ROW)
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', sql<number>`any(${ids as number[]})`)
        .execute(),

    async mentionsOf(ids: readonly number[]): Promise<Map<number, number[]>> {
      const found = new Map<number, number[]>();
      if (ids.length === 0) return found;
      const rows = await db
        .selectFrom('comment_mention')
        .select(['comment_id', 'user_id'])
        .where('enterprise_id', '=', enterpriseId)
        .where('comment_id', '=', sql<number>`any(${ids as number[]})`)
        .orderBy('user_id')
        .execute();
      for (const row of rows) found.set(row.comment_id, [...(found.get(row.comment_id) ?? []), row.user_id]);
      return found;
    },

    async add(row: {
      kind: string;
      record_id: number;
      author_id: number;
      text: string;
      pictures: readonly string[];
      created_at: Date;
    }): Promise<number> {
      const { id } = await db
        .insertInto('comment')
        .values({ ...row, pictures: [...row.pictures], enterprise_id: enterpriseId })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Returns false when the comment was changed or deleted since `version`. */
    async edit(id: number, version: number, set: { text: string; edited_at: Date }): Promise<boolean> {
      return swapRow(
        db
          .updateTable('comment')
          .set({ ...set, version: version + 1 })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', id)
          .where('version', '=', version)
          .where('deleted_at', 'is', null),
      );
    },

    /** Removes the content and keeps the trace. Returns false when it was deleted before. */
    async remove(id: number, at: Date): Promise<boolean> {
      return swapRow(
        db
          .updateTable('comment')
          .set({ deleted_at: at, text: '', pictures: [], version: sql`version + 1` })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', id)
          .where('deleted_at', 'is', null),
      );
    },

    async setMentions(id: number, userIds: readonly number[]): Promise<void> {
      await db
        .deleteFrom('comment_mention')
        .where('enterprise_id', '=', enterpriseId)
        .where('comment_id', '=', id)
        .execute();
      if (userIds.length === 0) return;
      await db
        .insertInto('comment_mention')
        .values(userIds.map((user_id) => ({ enterprise_id: enterpriseId, comment_id: id, user_id })))
        .execute();
    },
  };
};

export type StoredComment = Awaited<ReturnType<ReturnType<typeof commentsRepo>['byIds']>>[number];
