import { sql, type Kysely } from 'kysely';
import type { NoticeType } from '@prdm/contract/status';
import type { NoticeWay } from '@prdm/contract/identity/notice-settings';
import type { Lang } from '@prdm/locales';
import type { DB } from '../../../platform/db-types.ts';
import { withinScope, type ProjectScope } from '../../../platform/http/project-scope.ts';
import { swapRow } from '../../../platform/statements/swap.ts';

export type MailTables = Pick<DB, 'notice' | 'notice_setting'>;

/** The choice for each kind. A missing kind has the standard choice. */
export type Ways = Readonly<Partial<Record<NoticeType, Exclude<NoticeWay, 'standard'>>>>;

export interface StoredSetting {
  readonly user_id: number;
  readonly ways: Ways;
  readonly language: Lang;
  readonly version: number;
  readonly digest_from: number;
  readonly digest_to: number;
}

const COLUMNS = ['user_id', 'ways', 'language', 'version', 'digest_from', 'digest_to'] as const;

/** Notices of a person of some kinds, with ids behind `from`. */
interface DigestSpan {
  readonly userId: number;
  readonly types: readonly string[];
  readonly from: number;
}

export const settingsRepo = (db: Kysely<MailTables>, enterpriseId: number) => {
  const unreadBehind = ({ userId, types, from }: DigestSpan) =>
    db
      .selectFrom('notice')
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .where('deleted_at', 'is', null)
      .where('id', '>', from)
      .where('type', '=', sql<string>`any(${types as string[]})`);
  return {
    async of(userIds: readonly number[]): Promise<StoredSetting[]> {
      if (userIds.length === 0) return [];
      const rows = await db
        .selectFrom('notice_setting')
        .select(COLUMNS)
        .where('enterprise_id', '=', enterpriseId)
        .where('user_id', '=', sql<number>`any(${userIds as number[]})`)
        .execute();
      return rows as unknown as StoredSetting[];
    },

    /** Stores the choice when the version is the stored one. A person without a row has version 1. */
    async store(userId: number, version: number, ways: Ways, language: Lang): Promise<boolean> {
      const { rows } = await sql<{ version: number }>`
      insert into notice_setting (enterprise_id, user_id, ways, language)
      select ${enterpriseId}::bigint, ${userId}::bigint, ${JSON.stringify(ways)}::jsonb, ${language}
      where ${version}::bigint = 1
      or exists (select from notice_setting where enterprise_id = ${enterpriseId} and user_id = ${userId})
      on conflict (enterprise_id, user_id) do update
      set ways = excluded.ways, language = excluded.language, version = notice_setting.version + 1
      where notice_setting.version = ${version}
      returning version`.execute(db);
      return rows.length > 0;
    },

    /** The people with a digest for at least one kind who got none on this day. */
    async awaitingDigest(day: string): Promise<StoredSetting[]> {
      const rows = await db
        .selectFrom('notice_setting')
        .select(COLUMNS)
        .where('enterprise_id', '=', enterpriseId)
        .where(sql<boolean>`digest_day is distinct from ${day}::date`)
        .where(sql<boolean>`jsonb_path_exists(ways, '$.* ? (@ == "digest")')`)
        .orderBy('user_id')
        .execute();
      return rows as unknown as StoredSetting[];
    },

    /** Takes the digest of a day. False when another process took it. */
    async takeDigest(userId: number, day: string, span: { from: number; to: number }): Promise<boolean> {
      return swapRow(
        db
          .updateTable('notice_setting')
          .set({ digest_day: day, digest_from: span.from, digest_to: span.to })
          .where('enterprise_id', '=', enterpriseId)
          .where('user_id', '=', userId)
          .where(sql<boolean>`digest_day is distinct from ${day}::date`),
      );
    },

    /** The unread notices of some kinds in projects of the scope, oldest first, and the number of all. */
    async unread(span: DigestSpan & { readonly to: number; readonly scope: ProjectScope }, limit: number) {
      const found = unreadBehind(span).where('id', '<=', span.to).where(withinScope('project_id', span.scope));
      const [first, all] = await Promise.all([
        found
          .select(['id', 'type', 'project_id', 'text_key', 'text_params', 'pc_path'])
          .orderBy('id')
          .limit(limit)
          .execute(),
        found.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst(),
      ]);
      return { first, count: Number(all?.n ?? 0) };
    },

    /** The id of the newest unread notice of some kinds, undefined when there is none. */
    async newestUnread(span: DigestSpan): Promise<number | undefined> {
      const row = await unreadBehind(span).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
      return row?.id;
    },

    notice: (id: number) =>
      db
        .selectFrom('notice')
        .select(['id', 'user_id', 'type', 'project_id', 'text_key', 'text_params', 'pc_path'])
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
  };
};

export type MailedNotice = Awaited<ReturnType<ReturnType<typeof settingsRepo>['unread']>>['first'][number];
