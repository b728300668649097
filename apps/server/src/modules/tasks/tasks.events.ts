import { defineEvent } from '../../platform/bus.ts';

/** What every event of a task tells. `step` is the task's version after the change: name, id and step together happen once. */
export interface OfTask {
  readonly taskId: number;
  readonly title: string;
  readonly projectId: number;
  readonly assignerId: number;
  readonly executorIds: readonly number[];
  readonly ccIds: readonly number[];
  /** Nobody but the starter and the managers knows of it yet. */
  readonly draft: boolean;
  readonly round: number;
  readonly step: number;
}

interface WithReason {
  readonly reason: string;
}

/** `viewpointId`: the issue was made from that view of a model. */
export const TaskAdded = defineEvent<OfTask & { viewpointId: number | null }>('tasks.added');
/** `added...`: people who came into a published task by this edit. */
export const TaskEdited = defineEvent<OfTask & { addedExecutorIds: readonly number[]; addedCcIds: readonly number[] }>(
  'tasks.edited',
);
export const TaskDeleted = defineEvent<OfTask>('tasks.deleted');

export const TaskPublished = defineEvent<OfTask>('tasks.published');
/** `anew`: a new round from the beginning; else the task goes on where it stood. */
export const TaskRepublished = defineEvent<OfTask & { anew: boolean }>('tasks.republished');
export const TaskPaused = defineEvent<OfTask & WithReason>('tasks.paused');
export const TaskMarkedLongTerm = defineEvent<OfTask>('tasks.markedLongTerm');
export const TaskUnmarkedLongTerm = defineEvent<OfTask>('tasks.unmarkedLongTerm');

export const TaskStarted = defineEvent<OfTask>('tasks.started');
/** Given back by an executor, or taken out of its review by who gave it. */
export const TaskRejected = defineEvent<OfTask & WithReason & { by: 'executor' | 'starter' }>('tasks.rejected');
/** The work was handed in; a review begins, or the starter is to accept it. */
export const TaskSubmitted = defineEvent<OfTask & { minutes: number; reviewed: boolean }>('tasks.submitted');
/** The review ended without passing; the executors have it again. `submitterId` handed it in. */
export const TaskReviewReturned = defineEvent<OfTask & WithReason & { submitterId: number }>('tasks.reviewReturned');
/** Everything is passed; the starter is to accept it. */
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

/** The deadline has passed; told once for each deadline. */
export const TaskOverdue = defineEvent<OfTask & { deadline: string }>('tasks.overdue');
