import type { Actor } from '../../platform/actor.ts';
import {
  ProcessFinished,
  ProcessPaused,
  ProcessRejected,
  ProcessReminded,
  ProcessResumed,
  ProcessWithdrawn,
  AssignmentTransferAnswered,
  AssignmentTransferAsked,
  StageAdded,
  StageOpened,
  StagePassed,
  TurnOpened,
  type AskedDeputy,
  type ProcessFacts,
  type StageFacts,
} from '../processes/process.events.ts';
import type { NoticeHandlers, NoticeDraft } from './notices.service.ts';

const about = (
  event: string,
  actor: Actor,
  facts: ProcessFacts,
): Pick<NoticeDraft, 'enterpriseId' | 'projectId' | 'source' | 'pcPath' | 'onceKey'> => ({
  enterpriseId: actor.enterpriseId,
  projectId: facts.projectId,
  source: { kind: facts.subject.kind, id: facts.subject.id },
  pcPath: facts.subject.pcPath,
  onceKey: `${event}:${facts.processId}:${facts.step}`,
});
/** The actor, and the executor for whom a deputy acted. */
const by = (actor: Actor, { behalf }: ProcessFacts) => ({
  by: actor.name,
  ...(behalf === undefined ? {} : { behalf: behalf.name }),
});
/** The actor already knows. */
const others = (actor: Actor, userIds: readonly number[]) => userIds.filter((id) => id !== actor.userId);

/**
 * Notices of reviews. The texts are the locale keys notices.*. The once key is the event, the process and its
 * version, so a second delivery adds no notice.
 */
export const processNotices: NoticeHandlers = (bus, notify) => {
  for (const event of [StageOpened, TurnOpened])
    bus.on<StageFacts & { executorIds: number[]; deputies: AskedDeputy[] }>(
      event,
      'after-commit',
      async (trx, { actor, data }) => {
        const params = { name: data.subject.name, stage: data.stageName };
        const delegated = data.deputies.map(({ forId }) => forId);
        await notify(trx, {
          ...about(event.name, actor, data),
          userIds: data.executorIds.filter((id) => !delegated.includes(id)),
          type: 'next_task',
          text: { key: 'notices.stageOpened', params },
        });
        for (const { userId, forName } of data.deputies)
          await notify(trx, {
            ...about(event.name, actor, data),
            userIds: [userId],
            type: 'next_task',
            text: { key: 'delegations.notice.stageOpened', params: { ...params, who: forName } },
          });
      },
    );
  bus.on(StagePassed, 'after-commit', (trx, { actor, data }) =>
    notify(trx, {
      ...about(`${StagePassed.name}.${data.position}`, actor, data),
      userIds: others(actor, data.ccIds),
      type: 'cc',
      text: { key: 'notices.stagePassedCc', params: { name: data.subject.name, stage: data.stageName } },
    }),
  );
  bus.on(StageAdded, 'after-commit', async (trx, { actor, data }) => {
    const params = { name: data.subject.name, by: actor.name, stage: data.addedName, reason: data.reason };
    await notify(trx, {
      ...about(StageAdded.name, actor, data),
      userIds: others(actor, [data.starterId]),
      type: 'review',
      text: { key: 'notices.stageAdded', params },
    });
    if (data.where === 'before') return; // StageOpened notifies the people of the added stage
    await notify(trx, {
      ...about(`${StageAdded.name}.people`, actor, data),
      userIds: data.userIds,
      type: 'review',
      text: { key: 'notices.stageAddedForYou', params },
    });
  });
  bus.on(ProcessReminded, 'after-commit', (trx, { actor, data }) =>
    notify(trx, {
      ...about(ProcessReminded.name, actor, data),
      userIds: data.executorIds,
      type: 'next_task',
      text: {
        key: 'notices.reminded',
        params: { name: data.subject.name, stage: data.stageName, ...by(actor, data) },
      },
    }),
  );
  bus.on(AssignmentTransferAsked, 'after-commit', (trx, { actor, data }) =>
    notify(trx, {
      ...about(AssignmentTransferAsked.name, actor, data),
      userIds: [data.targetId],
      type: 'transfer',
      text: {
        key: 'notices.transferAsked',
        params: { name: data.subject.name, stage: data.stageName, ...by(actor, data) },
      },
    }),
  );
  bus.on(AssignmentTransferAnswered, 'after-commit', (trx, { actor, data }) =>
    notify(trx, {
      ...about(AssignmentTransferAnswered.name, actor, data),
      userIds: [data.answer === 'withdrawn' ? data.targetId : data.executorId],
      type: 'transfer',
      text: {
        key: `notices.transfer_${data.answer}`,
        params: { name: data.subject.name, stage: data.stageName, ...by(actor, data) },
      },
    }),
  );
  bus.on(ProcessFinished, 'after-commit', async (trx, { actor, data }) => {
    const params = { name: data.subject.name };
    await notify(trx, {
      ...about(ProcessFinished.name, actor, data),
      userIds: others(actor, [data.starterId]),
      type: 'review',
      text: { key: 'notices.finished', params },
    });
    await notify(trx, {
      ...about(`${ProcessFinished.name}.cc`, actor, data),
      userIds: others(actor, data.ccIds),
      type: 'cc',
      text: { key: 'notices.finishedCc', params },
    });
  });
  bus.on(ProcessRejected, 'after-commit', async (trx, { actor, data }) => {
    if (data.to !== 'starter') return; // StageOpened notifies the stage that opens
    const params = { name: data.subject.name, stage: data.stageName, ...by(actor, data), comment: data.comment };
    await notify(trx, {
      ...about(ProcessRejected.name, actor, data),
      userIds: others(actor, [data.starterId]),
      type: 'review',
      text: { key: 'notices.rejected', params },
    });
    await notify(trx, {
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
      notify(trx, {
        ...about(event.name, actor, data),
        userIds: others(actor, data.executorIds),
        type: 'review',
        text: { key, params: { name: data.subject.name, by: actor.name } },
      }),
    );
  }
};
