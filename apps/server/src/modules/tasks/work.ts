import type { TaskStateOutput } from '@prdm/contract/tasks';
import { fail } from '../../platform/errors.ts';
import type { Authorized } from '../../platform/ids/authorized.ts';
import type { StageDraft } from '../processes/index.ts';
import {
  TaskAwaitingConfirmation,
  TaskFinished,
  TaskNotAccepted,
  TaskRejected,
  TaskStarted,
  TaskSubmitted,
} from './task.events.ts';
import { progressOf, toMinutes } from './page/hours.ts';
import { answerOf, openMove, settle, type Opened } from './move.ts';
import { factsOf, reviewOf, subjectOf, type TasksParts, type Who } from './parts.ts';
import { tasksRepo, type StageRow, type TaskRecord } from './task.repo.ts';

/** The authorised task, and the version that the caller saw. */
export interface Input {
  readonly task: TaskRecord;
  readonly version: number;
}

export const startTask = (parts: TasksParts, who: Who, input: Input): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const opened = await openMove(parts, trx, who, { ...input, move: 'start' });
    return answerOf(parts, await settle(parts, opened, { event: TaskStarted, data: {} }));
  });

/** An executor rejects the task, or the starter or a manager stops its review. A running review ends. */
export const rejectTask = (parts: TasksParts, who: Who, input: Input & { reason: string }): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const { reason } = input;
    const opened = await openMove(parts, trx, who, { ...input, move: 'reject' });
    const by = opened.from === 'under_review' ? 'starter' : 'executor';
    const task = await settle(parts, opened, {
      set: { reject_reason: reason },
      note: { comment: reason },
      event: TaskRejected,
      data: { reason, by },
    });
    if (opened.from === 'under_review') await parts.processes.cancel(trx, who.actor, reviewOf(task));
    return answerOf(parts, task);
  });

export const draftOf = (stage: StageRow): StageDraft => ({
  name: stage.name,
  signMode: stage.sign_mode as StageDraft['signMode'],
  days: stage.days === null ? null : Number(stage.days),
  executorIds: stage.executor_ids,
  allowTransfer: stage.allow_transfer,
  rejectTo: stage.reject_to as StageDraft['rejectTo'],
  options: { ccIds: stage.cc_ids, separate: stage.separate, straight: stage.straight },
});

/**
 * Submits the work: books the hours, freezes the handed-in files and begins a new round of the review. Throws 1008 while a
 * sub-task is open, so a parent finishes after its children. The lock on the task blocks new children meanwhile.
 */
export const submitTask = (
  parts: TasksParts,
  who: Who,
  input: Input & {
    annotation?: string;
    hours?: number;
    attachments?: readonly Authorized<unknown, 'handIn', 'attachment'>[];
  },
): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const repo = tasksRepo(parts.tables.within(trx), who.actor.enterpriseId);
    const stages = await repo.stagesOf(input.task.id);
    const opened = await openMove(parts, trx, who, { ...input, move: 'submit', hasReview: stages.length > 0 });
    await refuseOpenChildren(opened);
    const minutes = toMinutes(input.hours ?? 0);
    const used = opened.task.used_minutes + minutes;
    const task = await settle(parts, opened, {
      set: {
        used_minutes: used,
        progress: progressOf({ finished: opened.to === 'finished', required: opened.task.required_minutes, used }),
      },
      note: { comment: input.annotation ?? '', minutes: minutes === 0 ? null : minutes },
      event: TaskSubmitted,
      data: { minutes, reviewed: stages.length > 0 },
    });
    await parts.attachments.handIn(trx, who.actor, {
      ...reviewOf(task),
      row: task,
      projectId: task.project_id,
      round: (opened.review?.round ?? 0) + 1,
      attachmentIds: (input.attachments ?? []).map(({ id }) => id),
    });
    if (stages.length === 0) await announce(parts, opened, task);
    else await beginReview(parts, opened, task, stages.map(draftOf), who.actor.userId);
    return answerOf(parts, task);
  });

async function beginReview(
  parts: TasksParts,
  { trx, actor, review }: Opened,
  task: TaskRecord,
  stages: readonly StageDraft[],
  starterId: number,
): Promise<void> {
  const round = { starterId, stages, templateId: task.process_template_id, ccIds: task.cc_ids };
  if (review) return parts.processes.republish(trx, actor, reviewOf(task), round);
  await parts.processes.start(trx, { actor, subject: subjectOf(task), projectId: task.project_id, ...round });
}

/** Emits the event of the state that follows the last pass. */
export async function announce(parts: TasksParts, { trx, actor }: Opened, task: TaskRecord): Promise<void> {
  await parts.bus.emit(trx, task.status === 'finished' ? TaskFinished : TaskAwaitingConfirmation, {
    actor,
    target: { kind: 'task', id: task.id, name: task.title },
    projectId: task.project_id,
    data: factsOf(task),
  });
}

export async function refuseOpenChildren({ repo, task }: Opened): Promise<void> {
  const { open } = await repo.childrenOf(task.id);
  if (open > 0) throw fail.wrongState('tasks.why.childrenOpen');
}

/** The starter accepts. The task is finished and its hours are final. */
export const passTask = (parts: TasksParts, who: Who, input: Input & { comment?: string }): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const opened = await openMove(parts, trx, who, { ...input, move: 'pass' });
    await refuseOpenChildren(opened);
    const task = await settle(parts, opened, {
      note: { comment: input.comment ?? '' },
      event: TaskFinished,
      data: {},
    });
    return answerOf(parts, task);
  });

export const notPassTask = (parts: TasksParts, who: Who, input: Input & { reason: string }): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const { reason } = input;
    const opened = await openMove(parts, trx, who, { ...input, move: 'notPass' });
    const task = await settle(parts, opened, {
      set: { reject_reason: reason },
      note: { comment: reason },
      event: TaskNotAccepted,
      data: { reason },
    });
    return answerOf(parts, task);
  });
