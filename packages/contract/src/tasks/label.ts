import type { ReviewStatus, StatusLabel, TaskStatus } from '../status.ts';

/** The facts that determine a task's label. `deadline` is null for long-term tasks and for tasks without one. */
export interface TaskFacts {
  readonly status: TaskStatus;
  readonly review_status: ReviewStatus;
  readonly deadline: Date | null;
  readonly is_long_term: boolean;
}

/**
 * States in which a passed deadline counts (decisions.md 5.1). A paused, finished or long-term task is never overdue.
 */
export const OVERDUE_STATUS = [
  'not_started',
  'unprocessed',
  'in_progress',
  'rejected',
  'awaiting_confirmation',
] as const satisfies readonly TaskStatus[];

/** Whether the deadline has passed and still counts. Computed, never stored. */
export const isOverdue = (task: TaskFacts, now: Date): boolean =>
  task.deadline !== null &&
  !task.is_long_term &&
  (OVERDUE_STATUS as readonly TaskStatus[]).includes(task.status) &&
  task.deadline.getTime() < now.getTime();

/**
 * The label of a task (decisions.md 5.1). Order: paused, transfer awaiting confirmation, a review that runs or was not
 * passed, overdue, the status. Server and web share this function.
 */
export function taskLabel(task: TaskFacts, now: Date): StatusLabel {
  if (task.status === 'paused' || task.status === 'transfer_awaiting') return task.status;
  if (task.review_status === 'under_review' || task.review_status === 'review_rejected') return task.review_status;
  if (isOverdue(task, now)) return 'overdue';
  return task.status;
}
