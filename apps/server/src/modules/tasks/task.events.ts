import { defineEvent } from '../../platform/bus.ts';

/**
 * Data of every task event. `step` is the version of the task after the change. Name, id and step together are unique.
 */
export interface OfTask {
  readonly taskId: number;
  readonly title: string;
  readonly projectId: number;
  readonly assignerId: number;
  readonly executorIds: readonly number[];
  readonly ccIds: readonly number[];
  /** True: only the starter and the managers can see the task. */
  readonly draft: boolean;
  readonly round: number;
  readonly step: number;
  /** The task sends its notices by e-mail too (`notify_way`). */
  readonly mailed?: boolean;
}

interface WithReason {
  readonly reason: string;
}

/** `viewpointId`: the model view from which the issue was made. */
export const TaskAdded = defineEvent<OfTask & { viewpointId: number | null }>('tasks.added');
/** `added...`: people whom this edit added to a published task. */
export const TaskEdited = defineEvent<OfTask & { addedExecutorIds: readonly number[]; addedCcIds: readonly number[] }>(
  'tasks.edited',
);
export const TaskDeleted = defineEvent<OfTask>('tasks.deleted');

export const TaskPublished = defineEvent<OfTask>('tasks.published');
/** `anew`: true for a new round, false if the task continues in its state before the pause. */
export const TaskRepublished = defineEvent<OfTask & { anew: boolean }>('tasks.republished');
export const TaskPaused = defineEvent<OfTask & WithReason>('tasks.paused');
/** The assigner or a manager reminds the executors. */
export const TaskReminded = defineEvent<OfTask & { remindedIds: readonly number[] }>('tasks.reminded');
export const TaskMarkedLongTerm = defineEvent<OfTask>('tasks.markedLongTerm');
export const TaskUnmarkedLongTerm = defineEvent<OfTask>('tasks.unmarkedLongTerm');

export const TaskStarted = defineEvent<OfTask>('tasks.started');
/** An executor rejected the task, or the starter or a manager stopped its review. */
export const TaskRejected = defineEvent<OfTask & WithReason & { by: 'executor' | 'starter' }>('tasks.rejected');
/** An executor submitted the work. A review begins, or the starter accepts it next. */
export const TaskSubmitted = defineEvent<OfTask & { minutes: number; reviewed: boolean }>('tasks.submitted');
/** The review ended without passing and the executors continue. `submitterId` submitted the work. */
export const TaskReviewReturned = defineEvent<OfTask & WithReason & { submitterId: number }>('tasks.reviewReturned');
/** All stages passed. The starter accepts next. */
export const TaskAwaitingConfirmation = defineEvent<OfTask>('tasks.awaitingConfirmation');
export const TaskNotAccepted = defineEvent<OfTask & WithReason>('tasks.notAccepted');
export const TaskFinished = defineEvent<OfTask>('tasks.finished');

interface Transfer {
  readonly fromId: number;
  readonly toId: number;
}
export const TaskTransferAsked = defineEvent<OfTask & Transfer & WithReason>('tasks.transferAsked');
export const TaskTransferAnswered = defineEvent<
  OfTask & Transfer & { askedBy: number; answer: 'confirmed' | 'refused' | 'withdrawn' }
>('tasks.transferAnswered');

/** The membership of an executor has ended with its end date. The task waits for another one. */
export const TaskExecutorLeft = defineEvent<
  OfTask & { user: { readonly id: number; readonly name: string }; managerId: number; endedOn: string }
>('tasks.executorLeft');
/** The deadline has passed. Emitted once for each deadline. */
export const TaskOverdue = defineEvent<OfTask & { deadline: string }>('tasks.overdue');
