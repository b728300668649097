import { sql, type Kysely } from 'kysely';
import { countCapped } from '../../platform/statements/count-capped.ts';
import type { DB } from '../../platform/db-types.ts';
import { withinScope, type ProjectScope } from '../../platform/http/project-scope.ts';
import { swapRow } from '../../platform/statements/swap.ts';

export type NoticesTables = Pick<DB, 'notice'>;

/** The owner of the inbox and the projects in the owner's scope. Every statement but `add` filters by both. */
export interface Reader {
  readonly userId: number;
  readonly scope: ProjectScope;
}

export interface NewNotice {
  type: string;
  project_id: number | null;
  source_kind: string;
  source_id: number | null;
  text_key: string;
  text_params: string;
  pc_path: string;
  once_key: string;
}

const SHOWN = [
  'id',
  'type',
  'project_id',
  'source_id',
  'text_key',
  'text_params',
  'pc_path',
  'send_time',
  'read_at',
] as const;

export const noticesRepo = (db: Kysely<NoticesTables>, enterpriseId: number) => {
  const inboxOf = (reader: Reader, onlyUnread: boolean) =>
    db
      .selectFrom('notice')
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', reader.userId)
      .where('deleted_at', 'is', null)
      .where(withinScope('project_id', reader.scope))
      .$if(onlyUnread, (query) => query.where('read_at', 'is', null));
  const ownRow = (reader: Reader) =>
    db
      .updateTable('notice')
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', reader.userId)
      .where('deleted_at', 'is', null)
      .where(withinScope('project_id', reader.scope));

  return {
    /**
     * Inserts one row per user and skips users who already have a row with this once key. Returns the
     * new rows.
     */
    async add(userIds: readonly number[], notice: NewNotice): Promise<{ id: number; user_id: number }[]> {
      const rows = await db
        .insertInto('notice')
        .values(userIds.map((user_id) => ({ ...notice, enterprise_id: enterpriseId, user_id })))
        .onConflict((conflict) => conflict.columns(['enterprise_id', 'user_id', 'once_key']).doNothing())
        .returning(['id', 'user_id'])
        .execute();
      return rows;
    },

    list: (reader: Reader, onlyUnread: boolean, window: { limit: number; offset: number }) =>
      inboxOf(reader, onlyUnread)
        .select(SHOWN)
        .orderBy('id', 'desc')
        .limit(window.limit)
        .offset(window.offset)
        .execute(),

    /** Exact up to LIMITS.countCap; LIMITS.countCap + 1 means "more than that". */
    count: (reader: Reader, onlyUnread: boolean) => countCapped(db, inboxOf(reader, onlyUnread)),

    byIds: (reader: Reader, ids: readonly number[]) =>
      inboxOf(reader, false)
        .select(SHOWN)
        .where('id', '=', sql<number>`any(${ids as number[]})`)
        .execute(),

    /** Returns the number of rows that changed; null marks all. */
    async markRead(reader: Reader, id: number | null, at: Date): Promise<number> {
      const result = await ownRow(reader)
        .set({ read_at: at })
        .where('read_at', 'is', null)
        .$if(id !== null, (query) => query.where('id', '=', id))
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },

    async remove(reader: Reader, id: number, at: Date): Promise<boolean> {
      return swapRow(ownRow(reader).set({ deleted_at: at }).where('id', '=', id));
    },
  };
};
