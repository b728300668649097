import type { Principal } from '@prdm/access';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import { decided } from '../../platform/http/decisions.ts';
import { projectScopeOf } from '../../platform/http/project-scope.ts';
import type { Authorized } from '../../platform/ids/authorized.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import { bound } from '../../platform/bound.ts';
import { createNoticeMails, type NoticeMailsParts } from './mails/notice-mails.ts';
import { noticeSettings } from './mails/settings.service.ts';
import { noticesRepo } from './notices.repo.ts';
import {
  listNotices,
  markRead,
  removeNotice,
  storeNotices,
  unreadCount,
  type NoticeHandlers,
  type NoticesParts,
  type NoticeDraft,
} from './notices.service.ts';
import { processNotices } from './process-notices.ts';
import { commentNotices } from './comment-notices.ts';
import { opinionNotices } from './opinion-notices.ts';
import { delegationNotices } from './delegation-notices.ts';
import { assignmentNotices } from './assignment-notices.ts';
import { partnerNotices } from './partner-notices.ts';
import { taskNotices } from './task-notices.ts';

/**
 * Notices: the inbox, the badge and the live push. They arise only from events of other modules. Invariants: one
 * event makes one notice per user. A notice of a project shows only while the project is in the user's scope. A user
 * can change only their own notices.
 */
export type Notices = ReturnType<typeof createNotices>;
export type { NoticeDraft };

/** One handler file for each domain, `<domain>-notices.ts`. Each file registers its listeners here, once. */
const HANDLERS: readonly NoticeHandlers[] = [
  processNotices,
  assignmentNotices,
  delegationNotices,
  taskNotices,
  commentNotices,
  opinionNotices,
  partnerNotices,
];

export function createNotices(given: Omit<NoticesParts, 'mails'> & NoticeMailsParts) {
  const mails = createNoticeMails(given);
  const parts: NoticesParts = { ...given, mails };
  const notify = (trx: Trx, draft: NoticeDraft) => storeNotices(parts, trx, draft);
  for (const listen of HANDLERS) listen(parts.bus, notify);

  const kind: SubjectKind<{ id: number }, 'notice'> = {
    kind: 'notice',
    scope: 'enterprise',
    async load(principal, ids) {
      const reader = { userId: principal.userId, scope: projectScopeOf(principal) };
      const rows = await noticesRepo(parts.tables.read, principal.enterpriseId).byIds(reader, ids);
      // The query returns only the receiver's own rows. The project is null because a notice of an archived project
      // stays readable.
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
    /** Subject kind of a notice id: the receiver's own notice, and its project is in scope; right `own`. */
    kind,
    notify,
    mails,
    /** The own choice of e-mails. */
    settings: noticeSettings(given, mails),
    /** The badge: unread notices that the user can see, at most LIMITS.countCap + 1. */
    unreadCount: (principal: Principal) => unreadCount(parts, principal),
    list: bound(parts, listNotices),
    /** Marks one notice, or with null all that the user can see. */
    markRead: (actor: Actor, principal: Principal, notice: Authorized<unknown, 'own', 'notice'> | null) =>
      markRead(parts, actor, principal, notice?.id ?? null),
    remove: (actor: Actor, principal: Principal, notice: Authorized<unknown, 'own', 'notice'>) =>
      removeNotice(parts, actor, principal, notice.id),
  };
}
