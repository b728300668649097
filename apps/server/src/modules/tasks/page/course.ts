import { decide, type Principal } from '@prdm/access';
import type { Node } from '@prdm/contract/nodes';
import type { ReviewStatus, TaskStatus } from '@prdm/contract/status';
import type { Updateable } from 'kysely';
import type { DB } from '../../../platform/db-types.ts';
import { progressOf } from './hours.ts';
import type { TaskRecord } from '../task.repo.ts';
import { columnsOf, stateOf, type Move, type TaskCourse, type TaskPeople, type TaskState } from '../task.rules.ts';

/** The stored task as input of the rules. Only `submit` needs `hasReview`. */
export const courseOf = (task: TaskRecord, hasReview = true): TaskCourse => ({
  state: stateOf({ status: task.status as TaskStatus, review_status: task.review_status as ReviewStatus }),
  published: task.published_at !== null,
  isLongTerm: task.is_long_term,
  needsConfirmation: task.needs_confirmation,
  hasReview,
  beforePause: task.before_pause as TaskState | null,
  beforeTransfer: task.before_transfer as TaskState | null,
  beforeLongTerm: task.before_long_term as TaskState | null,
  untouched: task.paused_version === task.version,
});

export const peopleOf = (task: TaskRecord): TaskPeople => ({
  assignerId: task.assigner_id,
  executorIds: task.executor_ids,
  transfer: task.transfer && {
    fromId: task.transfer.from_id,
    toId: task.transfer.to_id,
    askedBy: task.transfer.asked_by,
  },
});

/** Checks whether the person holds a node in the task's project. */
export const holderIn =
  (principal: Principal, projectId: number) =>
  (node: Node): boolean =>
    decide(principal, { ask: 'node', scope: 'project', projectId, actions: node }).allowed;

/**
 * True if a new round starts. The round counter then grows and an open transfer becomes void. A re-published draft
 * stays a draft. `resume` continues the round from before the pause.
 */
export const startsRound = (move: Move, to: TaskState, resume: boolean): boolean =>
  move === 'publish' || (move === 'republish' && to !== 'not_started' && !resume);

/** The columns that a move sets. The caller's own columns override them. */
export function columnsFor(
  move: Move,
  to: TaskState,
  task: TaskRecord,
  { now, resume }: { now: Date; resume: boolean },
): Updateable<DB['task']> {
  const from = courseOf(task).state;
  const set: Updateable<DB['task']> = {
    ...columnsOf(to, move, task.review_status as ReviewStatus),
    progress: progressOf({ finished: to === 'finished', required: task.required_minutes, used: task.used_minutes }),
  };
  if (to !== from) set.status_since = now;
  if (to === 'finished') set.finished_at = now;
  if (move === 'start') set.started_at = task.started_at ?? now;
  const isNewRound = startsRound(move, to, resume);
  if (isNewRound)
    Object.assign(set, {
      round: task.round + 1,
      published_at: task.published_at ?? now,
      reminded_at: null,
      // Unmarking must return into this round. The old value can belong to the review of the round before.
      before_long_term: null,
      review_status: 'not_reviewed',
    });
  return {
    ...set,
    ...pauseColumns(move, { from, to, isNewRound }, task, now),
    ...detourColumns(move, from, to),
    ...approvalLost(move, from, task),
  };
}

function pauseColumns(
  move: Move,
  { from, to, isNewRound }: { from: TaskState; to: TaskState; isNewRound: boolean },
  task: TaskRecord,
  now: Date,
): Updateable<DB['task']> {
  if (move === 'pause')
    return { before_pause: from, paused_at: now, paused_version: task.version + 1, paused_with: null };
  if (from !== 'paused' || to === 'paused') return {};
  const resumed = { before_pause: null, paused_at: null, paused_version: null, paused_with: null, pause_reason: '' };
  return isNewRound ? { ...resumed, before_transfer: null } : resumed;
}

/**
 * An edit of a long-term task that waited for acceptance voids its approval. The approval covered the old content, so
 * the task must be submitted and reviewed again.
 */
const approvalLost = (move: Move, from: TaskState, task: TaskRecord): Updateable<DB['task']> =>
  move === 'edit' && from === 'long_term' && task.before_long_term === 'awaiting_confirmation'
    ? { before_long_term: 'in_progress', review_status: 'not_reviewed' }
    : {};

function detourColumns(move: Move, from: TaskState, to: TaskState): Updateable<DB['task']> {
  if (move === 'transfer') return { before_transfer: from };
  if (from === 'transfer_awaiting' && to !== 'paused') return { before_transfer: null };
  if (move === 'longTerm') return { before_long_term: from, is_long_term: true, deadline: null };
  if (move === 'unmarkLongTerm') return { before_long_term: null, is_long_term: false };
  return {};
}
