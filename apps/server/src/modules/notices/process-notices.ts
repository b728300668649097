import type { Actor } from '../../platform/actor.ts';
import {
  ProcessFinished,
  ProcessPaused,
  ProcessRejected,
  ProcessReminded,
  ProcessResumed,
  ProcessWithdrawn,
  SeatTransferAnswered,
  SeatTransferAsked,
  StageOpened,
  type ProcessFacts,
} from '../processes/processes.events.ts';
import type { NoticeHandlers, Telling } from './notices.service.ts';

const about = (
  event: string,
  actor: Actor,
  facts: ProcessFacts,
): Pick<Telling, 'enterpriseId' | 'projectId' | 'source' | 'pcPath' | 'onceKey'> => ({
  enterpriseId: actor.enterpriseId,
  projectId: facts.projectId,
  source: { kind: facts.subject.kind, id: facts.subject.id },
  pcPath: facts.subject.pcPath,
  onceKey: `${event}:${facts.processId}:${facts.step}`,
});
/** Who did it knows it. */
const others = (actor: Actor, userIds: readonly number[]) => userIds.filter((id) => id !== actor.userId);

/**
 * What approvals have to tell. Texts: locales, notices.*; the once key is the event and the step of the process, which
 * happen once together.
 */
export const processNotices: NoticeHandlers = (bus, tell) => {
  bus.on(StageOpened, 'after-commit', (trx, { actor, data }) =>
    tell(trx, {
      ...about(StageOpened.name, actor, data),
      userIds: data.executorIds,
      type: 'next_task',
      text: { key: 'notices.stageOpened', params: { name: data.subject.name, stage: data.stageName } },
    }),
  );
  bus.on(ProcessReminded, 'after-commit', (trx, { actor, data }) =>
    tell(trx, {
      ...about(ProcessReminded.name, actor, data),
      userIds: data.executorIds,
      type: 'next_task',
      text: {
        key: 'notices.reminded',
        params: { name: data.subject.name, stage: data.stageName, by: actor.name },
      },
    }),
  );
  bus.on(SeatTransferAsked, 'after-commit', (trx, { actor, data }) =>
    tell(trx, {
      ...about(SeatTransferAsked.name, actor, data),
      userIds: [data.targetId],
      type: 'transfer',
      text: {
        key: 'notices.transferAsked',
        params: { name: data.subject.name, stage: data.stageName, by: actor.name },
      },
    }),
  );
  bus.on(SeatTransferAnswered, 'after-commit', (trx, { actor, data }) =>
    tell(trx, {
      ...about(SeatTransferAnswered.name, actor, data),
      userIds: [data.answer === 'withdrawn' ? data.targetId : data.executorId],
      type: 'transfer',
      text: {
        key: `notices.transfer_${data.answer}`,
        params: { name: data.subject.name, stage: data.stageName, by: actor.name },
      },
    }),
  );
  bus.on(ProcessFinished, 'after-commit', async (trx, { actor, data }) => {
    const params = { name: data.subject.name };
    await tell(trx, {
      ...about(ProcessFinished.name, actor, data),
      userIds: others(actor, [data.starterId]),
      type: 'review',
      text: { key: 'notices.finished', params },
    });
    await tell(trx, {
      ...about(`${ProcessFinished.name}.cc`, actor, data),
      userIds: others(actor, data.ccIds),
      type: 'cc',
      text: { key: 'notices.finishedCc', params },
    });
  });
  bus.on(ProcessRejected, 'after-commit', async (trx, { actor, data }) => {
    if (data.to === 'previous') return; // the stage before hears it by StageOpened
    const params = { name: data.subject.name, stage: data.stageName, by: actor.name, comment: data.comment };
    await tell(trx, {
      ...about(ProcessRejected.name, actor, data),
      userIds: others(actor, [data.starterId]),
      type: 'review',
      text: { key: 'notices.rejected', params },
    });
    await tell(trx, {
      ...about(`${ProcessRejected.name}.cc`, actor, data),
      userIds: others(actor, data.ccIds),
      type: 'cc',
      text: { key: 'notices.rejectedCc', params },
    });
  });
  for (const [event, key] of [
    [ProcessPaused, 'notices.paused'],
    [ProcessResumed, 'notices.resumed'],
    [ProcessWithdrawn, 'notices.withdrawn'],
  ] as const) {
    bus.on<ProcessFacts & { executorIds: number[] }>(event, 'after-commit', (trx, { actor, data }) =>
      tell(trx, {
        ...about(event.name, actor, data),
        userIds: others(actor, data.executorIds),
        type: 'review',
        text: { key, params: { name: data.subject.name, by: actor.name } },
      }),
    );
  }
};
