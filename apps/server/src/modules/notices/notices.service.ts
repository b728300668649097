import type { Principal } from '@prdm/access';
import { wireTime } from '@prdm/contract/kit/fields';
import { LIMITS } from '@prdm/contract/limits';
import type { Notice } from '@prdm/contract/notices';
import type { NoticeType } from '@prdm/contract/status';
import type { Lang } from '@prdm/locales';
import { SYSTEM_NAME, type Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { projectScopeOf } from '../../platform/http/project-scope.ts';
import type { Live } from '../../platform/live.ts';
import { translate } from '../../platform/translate.ts';
import { NoticeDeleted, NoticesRead } from './notices.events.ts';
import type { NoticeMails } from './mails/notice-mails.ts';
import { noticesRepo, type NoticesTables, type Reader } from './notices.repo.ts';
import { keyInData, type TextKey } from '@prdm/locales/text-key';

export interface NoticesParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly clock: Clock;
  readonly tables: ModuleDb<NoticesTables>;
  readonly mails: NoticeMails;
}

/** One event to report to some users. */
export interface NoticeDraft {
  readonly enterpriseId: number;
  readonly userIds: readonly number[];
  readonly type: NoticeType;
  /** Only users with this project in scope see the notice; null when it belongs to no project. */
  readonly projectId: number | null;
  readonly source: { readonly kind: string; readonly id: number | null };
  /** A text key such as 'notices.stageOpened' and its parameters. The reading call builds the sentence. */
  readonly text: { readonly key: TextKey; readonly params?: Readonly<Record<string, string | number>> };
  /**
   * The page to open: a path of this product that begins with one "/". Any other path is a programming error and
   * throws.
   */
  readonly pcPath: string;
  /** Identifies the event: a second notice with the same key is not stored. */
  readonly onceKey: string;
  /** The record asks for an e-mail (`notify_way` of a task). */
  readonly mailed?: boolean;
}

/** A handler file (`<domain>-notices.ts`): it listens to the events of one domain and notifies users. */
export type NoticeHandlers = (bus: Bus, notify: (trx: Trx, draft: NoticeDraft) => Promise<void>) => void;

const LOCAL_PATH = /^\/([^/\\]|$)/;

/** Stores the missing notices. Users with a new row receive a live push when the transaction commits. */
export async function storeNotices(parts: NoticesParts, trx: Trx, draft: NoticeDraft): Promise<void> {
  const { enterpriseId, type, projectId, source, text, pcPath, onceKey } = draft;
  if (!LOCAL_PATH.test(pcPath)) throw new Error(`a notice leads to a page of the product, not to ${pcPath}`);
  const receivers = [...new Set(draft.userIds)];
  if (receivers.length === 0) return;
  const added = await noticesRepo(parts.tables.within(trx), enterpriseId).add(receivers, {
    type,
    project_id: projectId,
    source_kind: source.kind,
    source_id: source.id,
    text_key: text.key,
    text_params: JSON.stringify(text.params ?? {}),
    pc_path: pcPath,
    once_key: onceKey,
  });
  await parts.live.notify(trx, enterpriseId, { users: added.map((one) => one.user_id) }, { type: 'notice' });
  await parts.mails.enqueue(trx, enterpriseId, added, { type, asked: draft.mailed === true });
}

const readerOf = (principal: Principal): Reader => ({ userId: principal.userId, scope: projectScopeOf(principal) });

export const unreadCount = (parts: NoticesParts, principal: Principal): Promise<number> =>
  noticesRepo(parts.tables.read, principal.enterpriseId).count(readerOf(principal), true);

/**
 * Projects by id, as a notice shows them. app.ts passes this function in, because projects may import notices but not
 * the reverse.
 */
export type ProjectsToShow = (
  principal: Principal,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, { readonly name: string; readonly archived: boolean }>>;

interface Page {
  page: number;
  size: number;
  ispage?: 'not';
}

type Params = Readonly<Record<string, unknown>>;

/**
 * An act of the program has SYSTEM_NAME as its actor; the reader sees a name in the own language. An act of a deputy
 * names the executor too (`behalf`).
 */
function named(lang: Lang, params: Params): Params {
  if (params.by === SYSTEM_NAME) return { ...params, by: translate(lang, 'notices.system') };
  if (typeof params.behalf !== 'string') return params;
  return { ...params, by: translate(lang, 'delegations.byFor', { by: String(params.by), who: params.behalf }) };
}

/** The caller's inbox, newest first, in the reader's language. */
export async function listNotices(
  parts: NoticesParts,
  principal: Principal,
  input: Page & { onlyUnread: boolean },
  reading: { lang: Lang; projects: ProjectsToShow },
): Promise<{ list: Notice[]; total: number; page?: number; size?: number }> {
  const repo = noticesRepo(parts.tables.read, principal.enterpriseId);
  const reader = readerOf(principal);
  const whole = input.ispage === 'not';
  const window = whole
    ? { limit: LIMITS.unpagedMax, offset: 0 }
    : { limit: input.size, offset: (input.page - 1) * input.size };
  const [rows, total] = await Promise.all([
    repo.list(reader, input.onlyUnread, window),
    repo.count(reader, input.onlyUnread),
  ]);
  const projectIds = new Set(rows.flatMap((row) => (row.project_id === null ? [] : [row.project_id])));
  const projects = await reading.projects(principal, [...projectIds]);
  const list = rows.map((row) => ({
    id: row.id,
    type: row.type as NoticeType,
    project_id: row.project_id,
    project_name: projects.get(row.project_id ?? 0)?.name ?? '',
    project_archived: projects.get(row.project_id ?? 0)?.archived ?? false,
    content: translate(reading.lang, keyInData(row.text_key), named(reading.lang, row.text_params as Params)),
    send_time: wireTime(row.send_time).slice(0, 'YYYY-MM-DD HH:mm'.length),
    pc_path: row.pc_path,
    source_id: row.source_id,
    is_read: row.read_at !== null,
  }));
  return whole ? { list, total } : { list, total, page: input.page, size: input.size };
}

/**
 * Marks one notice (`id`) or, with null, all that the caller can see as read. Without an unread one it emits no event
 * and sends no push.
 */
export function markRead(parts: NoticesParts, actor: Actor, principal: Principal, id: number | null): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const repo = noticesRepo(parts.tables.within(trx), principal.enterpriseId);
    const count = await repo.markRead(readerOf(principal), id, parts.clock.now());
    if (count === 0) return;
    await parts.bus.emit(trx, NoticesRead, {
      actor,
      target: { kind: 'notice', id, name: '' },
      data: { userId: principal.userId, noticeId: id, count },
    });
    await notifyOwnBrowsers(parts, trx, principal);
  });
}

export function removeNotice(parts: NoticesParts, actor: Actor, principal: Principal, id: number): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const repo = noticesRepo(parts.tables.within(trx), principal.enterpriseId);
    if (!(await repo.remove(readerOf(principal), id, parts.clock.now()))) throw fail.notFound();
    await parts.bus.emit(trx, NoticeDeleted, {
      actor,
      target: { kind: 'notice', id, name: '' },
      data: { userId: principal.userId, noticeId: id },
    });
    await notifyOwnBrowsers(parts, trx, principal);
  });
}

const notifyOwnBrowsers = (parts: NoticesParts, trx: Trx, principal: Principal): Promise<void> =>
  parts.live.notify(trx, principal.enterpriseId, { users: [principal.userId] }, { type: 'notice' });
