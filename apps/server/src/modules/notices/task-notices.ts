import type { Actor } from '../../platform/actor.ts';
import {
  TaskAwaitingConfirmation,
  TaskEdited,
  TaskExecutorLeft,
  TaskFinished,
  TaskNotAccepted,
  TaskOverdue,
  TaskPaused,
  TaskPublished,
  TaskRejected,
  TaskReminded,
  TaskRepublished,
  TaskReviewReturned,
  TaskTransferAnswered,
  TaskTransferAsked,
  type OfTask,
} from '../tasks/task.events.ts';
import type { NoticeHandlers, NoticeDraft } from './notices.service.ts';
import { type TextEntry } from '@prdm/locales';

const others = (actor: Actor, userIds: readonly number[]): number[] => userIds.filter((id) => id !== actor.userId);

/**
 * Notices of tasks. A user who has to act gets next_task; a user who only needs the information gets system. The
 * actor gets no notice of the own act. Exceptions: the actor has to act next, or the task is overdue. The texts are
 * the locale keys tasks.notice.*. The once key is the event, the task and its version, so a second delivery adds no
 * notice.
 */
export const taskNotices: NoticeHandlers = (bus, notify) => {
  type TaskNotice = Pick<NoticeDraft, 'type'> & {
    text: Omit<NoticeDraft['text'], 'key'> & { readonly key: TextEntry<'tasks.notice'> };
    to: readonly number[];
    part?: string;
  };

  const notifyOfTask = (
    trx: Parameters<typeof notify>[0],
    event: string,
    { actor, data }: { actor: Actor; data: OfTask },
    { to, type, text, part = '' }: TaskNotice,
  ): Promise<void> =>
    notify(trx, {
      enterpriseId: actor.enterpriseId,
      projectId: data.projectId,
      source: { kind: 'task', id: data.taskId },
      pcPath: `/file/task/index?id=${data.taskId}`,
      onceKey: `${event}${part}:${data.taskId}:${data.step}`,
      mailed: data.mailed === true,
      userIds: to,
      type,
      text: { key: `tasks.notice.${text.key}`, params: { name: data.title, by: actor.name, ...text.params } },
    });

  bus.on(TaskPublished, 'after-commit', async (trx, happening) => {
    const { actor, data } = happening;
    await notifyOfTask(trx, TaskPublished.name, happening, {
      to: data.executorIds,
      type: 'next_task',
      text: { key: 'published' },
    });
    const copies = data.ccIds.filter((id) => !data.executorIds.includes(id));
    await notifyOfTask(trx, TaskPublished.name, happening, {
      to: others(actor, copies),
      type: 'cc',
      text: { key: 'publishedCc' },
      part: '.cc',
    });
  });
  bus.on(TaskEdited, 'after-commit', async (trx, happening) => {
    const { actor, data } = happening;
    if (data.draft) return;
    await notifyOfTask(trx, TaskEdited.name, happening, {
      to: data.addedExecutorIds,
      type: 'next_task',
      text: { key: 'published' },
    });
    await notifyOfTask(trx, TaskEdited.name, happening, {
      to: others(actor, data.addedCcIds),
      type: 'cc',
      text: { key: 'publishedCc' },
      part: '.cc',
    });
  });
  bus.on(TaskRepublished, 'after-commit', async (trx, happening) => {
    if (happening.data.draft) return;
    await notifyOfTask(trx, TaskRepublished.name, happening, {
      to: happening.data.executorIds,
      type: 'next_task',
      text: { key: happening.data.anew ? 'republished' : 'resumed' },
    });
  });
  bus.on(TaskReminded, 'after-commit', (trx, happening) =>
    notifyOfTask(trx, TaskReminded.name, happening, {
      to: happening.data.remindedIds,
      type: 'next_task',
      text: { key: 'reminded' },
    }),
  );
  bus.on(TaskPaused, 'after-commit', async (trx, happening) => {
    const { actor, data } = happening;
    if (data.draft) return;
    await notifyOfTask(trx, TaskPaused.name, happening, {
      to: others(actor, [...data.executorIds, data.assignerId]),
      type: 'system',
      text: { key: 'paused', params: { reason: data.reason } },
    });
  });
  bus.on(TaskRejected, 'after-commit', async (trx, happening) => {
    const { actor, data } = happening;
    const back = data.by === 'executor';
    await notifyOfTask(trx, TaskRejected.name, happening, {
      to: others(actor, back ? [data.assignerId] : data.executorIds),
      type: back ? 'next_task' : 'system',
      text: { key: back ? 'rejected' : 'takenBack', params: { reason: data.reason } },
    });
  });
  bus.on(TaskReviewReturned, 'after-commit', async (trx, happening) => {
    const { actor, data } = happening;
    // The review itself notifies the submitter.
    await notifyOfTask(trx, TaskReviewReturned.name, happening, {
      to: others(actor, data.executorIds).filter((id) => id !== data.submitterId),
      type: 'next_task',
      text: { key: 'reviewReturned', params: { reason: data.reason } },
    });
  });
  bus.on(TaskAwaitingConfirmation, 'after-commit', (trx, happening) =>
    notifyOfTask(trx, TaskAwaitingConfirmation.name, happening, {
      to: others(happening.actor, [happening.data.assignerId]),
      type: 'next_task',
      text: { key: 'awaitingConfirmation' },
    }),
  );
  bus.on(TaskNotAccepted, 'after-commit', (trx, happening) =>
    notifyOfTask(trx, TaskNotAccepted.name, happening, {
      to: others(happening.actor, happening.data.executorIds),
      type: 'next_task',
      text: { key: 'notAccepted', params: { reason: happening.data.reason } },
    }),
  );
  bus.on(TaskFinished, 'after-commit', async (trx, happening) => {
    const { actor, data } = happening;
    const concerned = [data.assignerId, ...data.executorIds];
    await notifyOfTask(trx, TaskFinished.name, happening, {
      to: others(actor, concerned),
      type: 'system',
      text: { key: 'finished' },
    });
    await notifyOfTask(trx, TaskFinished.name, happening, {
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
    notifyOfTask(trx, TaskTransferAsked.name, happening, {
      to: [happening.data.toId],
      type: 'transfer',
      text: { key: 'transferAsked', params: { reason: happening.data.reason } },
    }),
  );
  bus.on(TaskTransferAnswered, 'after-commit', (trx, happening) => {
    const { actor, data } = happening;
    const receivers = data.answer === 'withdrawn' ? [data.toId] : [data.fromId, data.askedBy, data.assignerId];
    return notifyOfTask(trx, TaskTransferAnswered.name, happening, {
      to: others(actor, receivers),
      type: 'transfer',
      text: { key: `transfer_${data.answer}` },
    });
  });
  bus.on(TaskExecutorLeft, 'after-commit', (trx, happening) => {
    const { user, managerId, endedOn, assignerId } = happening.data;
    return notifyOfTask(trx, `${TaskExecutorLeft.name}.${user.id}.${endedOn}`, happening, {
      to: [...new Set([assignerId, managerId])].filter((id) => id !== user.id),
      type: 'system',
      text: { key: 'executorLeft', params: { who: user.name } },
    });
  });
  bus.on(TaskOverdue, 'after-commit', (trx, happening) =>
    notifyOfTask(
      trx,
      `${TaskOverdue.name}.${happening.data.deadline}`,
      { ...happening, data: { ...happening.data, step: 0 } },
      {
        to: [...happening.data.executorIds, happening.data.assignerId],
        type: 'over_task',
        // Times show without seconds everywhere.
        text: { key: 'overdue', params: { deadline: happening.data.deadline.slice(0, 16) } },
      },
    ),
  );
};
