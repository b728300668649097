import type { Actor } from '../../platform/actor.ts';
import {
  TaskAwaitingConfirmation,
  TaskEdited,
  TaskFinished,
  TaskNotAccepted,
  TaskOverdue,
  TaskPaused,
  TaskPublished,
  TaskRejected,
  TaskRepublished,
  TaskReviewReturned,
  TaskTransferAnswered,
  TaskTransferAsked,
  type OfTask,
} from '../tasks/tasks.events.ts';
import type { NoticeHandlers, Telling } from './notices.service.ts';

const others = (actor: Actor, userIds: readonly number[]): number[] => userIds.filter((id) => id !== actor.userId);

/**
 * What tasks have to tell. Who has to act gets next_task, who is only to know gets system; who caused it hears nothing, except that
 * it is the own turn, and of an overdue task. Texts: locales, tasks.notice; the once key is the event and the task's version, which happen once together.
 */
export const taskNotices: NoticeHandlers = (bus, tell) => {
  type Said = Pick<Telling, 'type' | 'text'> & { to: readonly number[]; part?: string };

  const say = (
    trx: Parameters<typeof tell>[0],
    event: string,
    { actor, data }: { actor: Actor; data: OfTask },
    { to, type, text, part = '' }: Said,
  ): Promise<void> =>
    tell(trx, {
      enterpriseId: actor.enterpriseId,
      projectId: data.projectId,
      source: { kind: 'task', id: data.taskId },
      pcPath: `/file/task/index?id=${data.taskId}`,
      onceKey: `${event}${part}:${data.taskId}:${data.step}`,
      userIds: to,
      type,
      text: { key: `tasks.notice.${text.key}`, params: { name: data.title, by: actor.name, ...text.params } },
    });

  bus.on(TaskPublished, 'after-commit', async (trx, happening) => {
    const { actor, data } = happening;
    await say(trx, TaskPublished.name, happening, {
      to: data.executorIds,
      type: 'next_task',
      text: { key: 'published' },
    });
    const copies = data.ccIds.filter((id) => !data.executorIds.includes(id));
    await say(trx, TaskPublished.name, happening, {
      to: others(actor, copies),
      type: 'cc',
      text: { key: 'publishedCc' },
      part: '.cc',
    });
  });
  bus.on(TaskEdited, 'after-commit', async (trx, happening) => {
    const { actor, data } = happening;
    if (data.draft) return;
    await say(trx, TaskEdited.name, happening, {
      to: data.addedExecutorIds,
      type: 'next_task',
      text: { key: 'published' },
    });
    await say(trx, TaskEdited.name, happening, {
      to: others(actor, data.addedCcIds),
      type: 'cc',
      text: { key: 'publishedCc' },
      part: '.cc',
    });
  });
  bus.on(TaskRepublished, 'after-commit', async (trx, happening) => {
    if (happening.data.draft) return;
    await say(trx, TaskRepublished.name, happening, {
      to: happening.data.executorIds,
      type: 'next_task',
      text: { key: happening.data.anew ? 'republished' : 'resumed' },
    });
  });
  bus.on(TaskPaused, 'after-commit', async (trx, happening) => {
    const { actor, data } = happening;
    if (data.draft) return;
    await say(trx, TaskPaused.name, happening, {
      to: others(actor, [...data.executorIds, data.assignerId]),
      type: 'system',
      text: { key: 'paused', params: { reason: data.reason } },
    });
  });
  bus.on(TaskRejected, 'after-commit', async (trx, happening) => {
    const { actor, data } = happening;
    const back = data.by === 'executor';
    await say(trx, TaskRejected.name, happening, {
      to: others(actor, back ? [data.assignerId] : data.executorIds),
      type: back ? 'next_task' : 'system',
      text: { key: back ? 'rejected' : 'takenBack', params: { reason: data.reason } },
    });
  });
  bus.on(TaskReviewReturned, 'after-commit', async (trx, happening) => {
    const { actor, data } = happening;
    // Who handed it in hears it from the review itself.
    await say(trx, TaskReviewReturned.name, happening, {
      to: others(actor, data.executorIds).filter((id) => id !== data.submitterId),
      type: 'next_task',
      text: { key: 'reviewReturned', params: { reason: data.reason } },
    });
  });
  bus.on(TaskAwaitingConfirmation, 'after-commit', (trx, happening) =>
    say(trx, TaskAwaitingConfirmation.name, happening, {
      to: others(happening.actor, [happening.data.assignerId]),
      type: 'next_task',
      text: { key: 'awaitingConfirmation' },
    }),
  );
  bus.on(TaskNotAccepted, 'after-commit', (trx, happening) =>
    say(trx, TaskNotAccepted.name, happening, {
      to: others(happening.actor, happening.data.executorIds),
      type: 'next_task',
      text: { key: 'notAccepted', params: { reason: happening.data.reason } },
    }),
  );
  bus.on(TaskFinished, 'after-commit', async (trx, happening) => {
    const { actor, data } = happening;
    const concerned = [data.assignerId, ...data.executorIds];
    await say(trx, TaskFinished.name, happening, {
      to: others(actor, concerned),
      type: 'system',
      text: { key: 'finished' },
    });
    await say(trx, TaskFinished.name, happening, {
      to: others(
        actor,
        data.ccIds.filter((id) => !concerned.includes(id)),
      ),
      type: 'cc',
      text: { key: 'finishedCc' },
      part: '.cc',
    });
  });
  bus.on(TaskTransferAsked, 'after-commit', (trx, happening) =>
    say(trx, TaskTransferAsked.name, happening, {
      to: [happening.data.toId],
      type: 'transfer',
      text: { key: 'transferAsked', params: { reason: happening.data.reason } },
    }),
  );
  bus.on(TaskTransferAnswered, 'after-commit', (trx, happening) => {
    const { actor, data } = happening;
    const told = data.answer === 'withdrawn' ? [data.toId] : [data.fromId, data.askedBy, data.assignerId];
    return say(trx, TaskTransferAnswered.name, happening, {
      to: others(actor, told),
      type: 'transfer',
      text: { key: `transfer_${data.answer}` },
    });
  });
  bus.on(TaskOverdue, 'after-commit', (trx, happening) =>
    say(
      trx,
      `${TaskOverdue.name}.${happening.data.deadline}`,
      { ...happening, data: { ...happening.data, step: 0 } },
      {
        to: [...happening.data.executorIds, happening.data.assignerId],
        type: 'over_task',
        // Without the seconds, as times are read everywhere.
        text: { key: 'overdue', params: { deadline: happening.data.deadline.slice(0, 16) } },
      },
    ),
  );
};
