import { decide, type Principal } from '@prdm/access';
import type { Node } from '@prdm/contract/nodes';
import type { ReviewStatus, TaskStatus } from '@prdm/contract/status';
import type { Updateable } from 'kysely';
import type { DB } from '../../platform/db-types.ts';
import { progressOf } from './tasks.hours.ts';
import type { TaskRecord } from './tasks.repo.ts';
import { columnsOf, stateOf, type Move, type TaskCourse, type TaskPeople, type TaskState } from './tasks.rules.ts';

/** A stored task as the rules see it. `hasReview` matters to handing in alone. */
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

/** Whether somebody holds a node in the task's project. */
export const holderIn =
  (principal: Principal, projectId: number) =>
  (node: Node): boolean =>
    decide(principal, { ask: 'node', scope: 'project', projectId, actions: node }).allowed;

/** Beginning anew, not going on: a new round is counted and a waiting transfer is void. */
export const isAnew = (move: Move, from: TaskState, to: TaskState, task: TaskRecord): boolean =>
  move === 'publish' || (move === 'republish' && (from === 'rejected' || (to !== 'not_started' && !goesOn(task, to))));

const goesOn = (task: TaskRecord, to: TaskState): boolean =>
  task.before_pause === to && task.paused_version === task.version;

/** The columns that a move changes by itself; what else a call changes is laid over them. */
export function columnsFor(move: Move, to: TaskState, task: TaskRecord, now: Date): Updateable<DB['task']> {
  const from = courseOf(task).state;
  const set: Updateable<DB['task']> = {
    ...columnsOf(to, move, task.review_status as ReviewStatus),
    progress: progressOf({ finished: to === 'finished', required: task.required_minutes, used: task.used_minutes }),
  };
  if (to !== from) set.status_since = now;
  if (to === 'finished') set.finished_at = now;
  if (move === 'start') set.started_at = task.started_at ?? now;
  if (isAnew(move, from, to, task))
    Object.assign(set, { round: task.round + 1, published_at: task.published_at ?? now });
  return { ...set, ...pauseColumns(move, from, to, task, now), ...detourColumns(move, from, to) };
}

function pauseColumns(move: Move, from: TaskState, to: TaskState, task: TaskRecord, now: Date): Updateable<DB['task']> {
  if (move === 'pause')
    return { before_pause: from, paused_at: now, paused_version: task.version + 1, paused_with: null };
  if (from !== 'paused' || to === 'paused') return {};
  const resumed = { before_pause: null, paused_at: null, paused_version: null, paused_with: null, pause_reason: '' };
  return isAnew(move, from, to, task) ? { ...resumed, before_transfer: null } : resumed;
}

function detourColumns(move: Move, from: TaskState, to: TaskState): Updateable<DB['task']> {
  if (move === 'transfer') return { before_transfer: from };
  if (from === 'transfer_awaiting' && to !== 'paused') return { before_transfer: null };
  if (move === 'longTerm') return { before_long_term: from, is_long_term: true, deadline: null };
  if (move === 'unmarkLongTerm') return { before_long_term: null, is_long_term: false };
  return {};
}
