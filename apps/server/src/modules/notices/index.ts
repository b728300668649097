import type { Principal } from '@prdm/access';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import { decided } from '../../platform/http/decisions.ts';
import { reachOf } from '../../platform/http/reach.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import { noticesRepo } from './notices.repo.ts';
import {
  listNotices,
  markRead,
  removeNotice,
  tell,
  unreadCount,
  type NoticeHandlers,
  type NoticesParts,
  type Telling,
} from './notices.service.ts';
import { processNotices } from './process-notices.ts';
import { seatNotices } from './seat-notices.ts';
import { taskNotices } from './task-notices.ts';

/**
 * What people are told: inbox, badge, live push. Made only from other modules' events. Always true here: one happening
 * makes one notice a person; a notice of a project is there only for who is in reach of the project; nobody touches
 * another's notice.
 */
export type Notices = ReturnType<typeof createNotices>;
export type { Telling };

/** One file for each domain that is listened to, `<domain>-notices.ts`; each registers its listeners here, once. */
const HANDLERS: readonly NoticeHandlers[] = [processNotices, seatNotices, taskNotices];

export function createNotices(parts: NoticesParts) {
  const say = (trx: Trx, telling: Telling) => tell(parts, trx, telling);
  for (const listen of HANDLERS) listen(parts.bus, say);

  const kind: SubjectKind<{ id: number }> = {
    kind: 'notice',
    scope: 'enterprise',
    async load(principal, ids) {
      const reader = { userId: principal.userId, reach: reachOf(principal) };
      const rows = await noticesRepo(parts.tables.read, principal.enterpriseId).byIds(reader, ids);
      // Only the receiver's own rows were asked for. The project is left out: a notice of an archived one may still be read.
      return rows.map((row) => ({
        id: row.id,
        row: { id: row.id },
        projectId: null,
        visible: true,
        may: (right: string) => decided(right === 'own', right),
      }));
    },
  };

  return {
    /** Subject kind of a notice id: the receiver's own and still in reach; right `own`. */
    kind,
    tell: say,
    /** The badge: unread notices that the person can see, at most LIMITS.countCap + 1. */
    unreadCount: (principal: Principal) => unreadCount(parts, principal),
    list: (...args: Tail<Parameters<typeof listNotices>>) => listNotices(parts, ...args),
    markRead: (actor: Actor, principal: Principal, id: number | null) => markRead(parts, actor, principal, id),
    remove: (actor: Actor, principal: Principal, id: number) => removeNotice(parts, actor, principal, id),
  };
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;
