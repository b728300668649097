import { wireTime } from '@prdm/contract/kit/fields';
import {
  DelegationAdded,
  DelegationEdited,
  DelegationEnded,
  DelegationRefused,
  type DelegationFacts,
} from '../processes/delegations/delegations.events.ts';
import { DelegationUnresolved } from '../processes/process.events.ts';
import type { Actor } from '../../platform/actor.ts';
import type { NoticeDraft, NoticeHandlers } from './notices.service.ts';

const PAGE = '/profile';
const minute = (iso: string): string => wireTime(new Date(iso)).slice(0, 'YYYY-MM-DD HH:mm'.length);

/** Both sides of a delegation. The actor already knows. */
const about = (event: string, actor: Actor, data: DelegationFacts): Omit<NoticeDraft, 'text' | 'userIds'> => ({
  enterpriseId: actor.enterpriseId,
  type: 'review',
  projectId: null,
  source: { kind: 'delegation', id: data.delegationId },
  pcPath: PAGE,
  onceKey: `${event}:${data.delegationId}:${data.version}`,
});

/**
 * Notices of delegations: to the other person of each change. Assignments that no deputy can decide are reported to
 * the starter and to the head of the executor's department, once for each delegation.
 */
export const delegationNotices: NoticeHandlers = (bus, notify) => {
  for (const [event, key] of [
    [DelegationAdded, 'added'],
    [DelegationEdited, 'edited'],
    [DelegationEnded, 'ended'],
    [DelegationRefused, 'refused'],
  ] as const)
    bus.on<DelegationFacts & { earlierId?: number | null }>(event, 'after-commit', async (trx, { actor, data }) => {
      const params = {
        who: data.from.name,
        deputy: data.to.name,
        from: minute(data.fromAt),
        to: minute(data.toAt),
      };
      await notify(trx, {
        ...about(event.name, actor, data),
        userIds: [data.from.id, data.to.id].filter(
          (id) => id !== actor.userId && (key === 'refused' || id === data.to.id),
        ),
        text: { key: `delegations.notice.${key}`, params },
      });
      const { earlierId } = data;
      if (typeof earlierId !== 'number') return;
      await notify(trx, {
        ...about(`${event.name}.earlier`, actor, data),
        userIds: [earlierId],
        text: { key: 'delegations.notice.ended', params },
      });
    });
  bus.on(DelegationUnresolved, 'after-commit', (trx, { actor, data }) =>
    notify(trx, {
      enterpriseId: actor.enterpriseId,
      userIds: [data.starterId, ...(data.headId === null ? [] : [data.headId])],
      type: 'review',
      projectId: data.projectId,
      source: { kind: data.subject.kind, id: data.subject.id },
      pcPath: data.subject.pcPath,
      onceKey: `${DelegationUnresolved.name}:${data.assignmentId}:${data.delegationId}`,
      text: {
        key: `delegations.notice.unresolved.${data.problem}`,
        params: { name: data.subject.name, stage: data.stageName, who: data.executor.name },
      },
    }),
  );
};
