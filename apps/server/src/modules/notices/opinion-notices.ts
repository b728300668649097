import type { EventKind } from '../../platform/bus.ts';
import {
  OpinionClosed,
  OpinionKept,
  OpinionRaised,
  OpinionReopened,
  OpinionReplied,
  type OfOpinion,
} from '../opinions/opinions.events.ts';
import type { NoticeHandlers } from './notices.service.ts';

const NOTICES = [
  [OpinionRaised, 'raised'],
  [OpinionReplied, 'replied'],
  [OpinionClosed, 'closed'],
  [OpinionKept, 'kept'],
  [OpinionReopened, 'reopened'],
] as const satisfies readonly (readonly [EventKind<OfOpinion>, string])[];

/**
 * Notices of opinions. A reviewer raises many in a row, so the once key merges those of one person, process and hour.
 */
export const opinionNotices: NoticeHandlers = (bus, notify) => {
  for (const [event, key] of NOTICES)
    bus.on(event, 'after-commit', (trx, { actor, data }) =>
      notify(trx, {
        enterpriseId: actor.enterpriseId,
        userIds: data.noticeIds,
        type: 'review',
        projectId: data.projectId,
        source: { kind: data.subject.kind, id: data.subject.id },
        text: { key: `opinions.notice.${key}`, params: { name: data.subject.name, by: actor.name } },
        pcPath: data.subject.pcPath,
        onceKey: `${event.name}:${data.processId}:${data.round}:${actor.userId}:${data.hour}`,
      }),
    );
};
