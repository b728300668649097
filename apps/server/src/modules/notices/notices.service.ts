import type { Principal } from '@prdm/access';
import { wireTime } from '@prdm/contract/fields';
import { LIMITS } from '@prdm/contract/limits';
import type { Notice } from '@prdm/contract/notices';
import type { NoticeType } from '@prdm/contract/status';
import type { Lang } from '@prdm/locales';
import { SYSTEM_NAME, type Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Lent, Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { reachOf } from '../../platform/http/reach.ts';
import type { Live } from '../../platform/live.ts';
import { translate } from '../../platform/translate.ts';
import { NoticeDeleted, NoticesRead } from './notices.events.ts';
import { noticesRepo, type NoticesTables, type Reader } from './notices.repo.ts';

export interface NoticesParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly clock: Clock;
  readonly tables: Lent<NoticesTables>;
}

/** One happening to be told to some people. */
export interface Telling {
  readonly enterpriseId: number;
  readonly userIds: readonly number[];
  readonly type: NoticeType;
  /** The project whose members alone may see it; null when it belongs to none. */
  readonly projectId: number | null;
  readonly source: { readonly kind: string; readonly id: number | null };
  /** A key such as 'notices.stageOpened' and what its sentence needs: names and figures, put in at reading. */
  readonly text: { readonly key: string; readonly params?: Readonly<Record<string, string | number>> };
  /** The page to open: a path of this product beginning with one "/". Another one is a programming error and throws. */
  readonly pcPath: string;
  /** What happened, in one word: told twice, it makes one notice. */
  readonly onceKey: string;
}

/** How a file of handlers (`<domain>-notices.ts`) is called: it listens to one domain's events and tells people. */
export type NoticeHandlers = (bus: Bus, tell: (trx: Trx, telling: Telling) => Promise<void>) => void;

const LOCAL_PATH = /^\/([^/\\]|$)/;

/** Writes the notices that are still missing and pushes to those who got one, when the transaction commits. */
export async function tell(parts: NoticesParts, trx: Trx, telling: Telling): Promise<void> {
  const { enterpriseId, type, projectId, source, text, pcPath, onceKey } = telling;
  if (!LOCAL_PATH.test(pcPath)) throw new Error(`a notice leads to a page of the product, not to ${pcPath}`);
  const receivers = [...new Set(telling.userIds)];
  if (receivers.length === 0) return;
  const told = await noticesRepo(parts.tables.within(trx), enterpriseId).add(receivers, {
    type,
    project_id: projectId,
    source_kind: source.kind,
    source_id: source.id,
    text_key: text.key,
    text_params: JSON.stringify(text.params ?? {}),
    pc_path: pcPath,
    once_key: onceKey,
  });
  await parts.live.tell(trx, enterpriseId, { users: told }, { type: 'notice' });
}

const readerOf = (principal: Principal): Reader => ({ userId: principal.userId, reach: reachOf(principal) });

export const unreadCount = (parts: NoticesParts, principal: Principal): Promise<number> =>
  noticesRepo(parts.tables.read, principal.enterpriseId).count(readerOf(principal), true);

/** Projects by id, as a notice shows them; made by app.ts, because projects stand above notices. */
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

/** What the program did by itself was done by somebody whose name is a word of the reader's language. */
const named = (lang: Lang, params: Params): Params =>
  params.by === SYSTEM_NAME ? { ...params, by: translate(lang, 'notices.system') } : params;

/** The caller's inbox, newest first, in the reader's language. */
export async function listNotices(
  parts: NoticesParts,
  principal: Principal,
  wish: Page & { onlyUnread: boolean },
  reading: { lang: Lang; projects: ProjectsToShow },
): Promise<{ list: Notice[]; total: number; page?: number; size?: number }> {
  const repo = noticesRepo(parts.tables.read, principal.enterpriseId);
  const reader = readerOf(principal);
  const whole = wish.ispage === 'not';
  const window = whole
    ? { limit: LIMITS.unpagedMax, offset: 0 }
    : { limit: wish.size, offset: (wish.page - 1) * wish.size };
  const [rows, total] = await Promise.all([
    repo.list(reader, wish.onlyUnread, window),
    repo.count(reader, wish.onlyUnread),
  ]);
  const projectIds = new Set(rows.flatMap((row) => (row.project_id === null ? [] : [row.project_id])));
  const projects = await reading.projects(principal, [...projectIds]);
  const list = rows.map((row) => ({
    id: row.id,
    type: row.type as NoticeType,
    project_id: row.project_id,
    project_name: projects.get(row.project_id ?? 0)?.name ?? '',
    project_archived: projects.get(row.project_id ?? 0)?.archived ?? false,
    content: translate(reading.lang, row.text_key, named(reading.lang, row.text_params as Params)),
    send_time: wireTime(row.send_time).slice(0, 'YYYY-MM-DD HH:mm'.length),
    pc_path: row.pc_path,
    source_id: row.source_id,
    is_read: row.read_at !== null,
  }));
  return whole ? { list, total } : { list, total, page: wish.page, size: wish.size };
}

/**
 * Marks one notice (`id`) or all that the caller can see as read; nothing happens, and nothing is told, when all were
 * read before.
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
    await tellOwnBrowsers(parts, trx, principal);
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
    await tellOwnBrowsers(parts, trx, principal);
  });
}

const tellOwnBrowsers = (parts: NoticesParts, trx: Trx, principal: Principal): Promise<void> =>
  parts.live.tell(trx, principal.enterpriseId, { users: [principal.userId] }, { type: 'notice' });
