import { CODES } from '@prdm/contract/codes';
import type { TaskStateOutput } from '@prdm/contract/tasks';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { courseOf, isAnew } from './tasks.course.ts';
import {
  TaskDeleted,
  TaskMarkedLongTerm,
  TaskPaused,
  TaskPublished,
  TaskRepublished,
  TaskUnmarkedLongTerm,
} from './tasks.events.ts';
import { movedDeadline } from './tasks.hours.ts';
import { answerOf, openMove, settle, type Opened } from './tasks.move.ts';
import { reviewOf, type TasksParts, type Who } from './tasks.parts.ts';
import { tasksRepo, type TaskRecord } from './tasks.repo.ts';
import { judge } from './tasks.rules.ts';
import { loggedOf, mannedNow, selfReviewed, warningOf } from './tasks.separation.ts';
import type { Wish } from './tasks.work.ts';

/**
 * Somebody must be there to do it and somebody who may decide every stage, before anybody is told of it: since both were named people may
 * have left. Answers the stages that nobody but the executors will decide.
 */
async function refuseUnmanned(parts: TasksParts, { trx, repo, task }: Opened): Promise<string[]> {
  const present = await parts.processes.fitness(task.enterprise_id, task.project_id, task.executor_ids, trx);
  // Who may not review may well do the work.
  const works = task.executor_ids.some((id) => present.get(id) === 'fit' || present.get(id) === 'barred');
  if (!works) throw fail.invalid('executor_ids', 'tasks.noExecutor');
  const manned = await mannedNow(parts, task, await repo.stagesOf(task.id), trx);
  const empty = manned.find((stage) => stage.executor_ids.length === 0);
  if (empty) throw fail.invalid('stages', 'tasks.stageWithoutExecutor', { stage: empty.name });
  return selfReviewed(task.executor_ids, manned);
}

export const publishTask = (parts: TasksParts, who: Who, wish: Wish): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const opened = await openMove(parts, trx, who, { ...wish, move: 'publish' });
    return publishOpened(parts, opened);
  });

/** Publishes; what is unusual about it and allowed stands in the answer and in the action log. */
export async function publishOpened(parts: TasksParts, opened: Opened): Promise<TaskStateOutput> {
  const alone = await refuseUnmanned(parts, opened);
  const task = await settle(parts, opened, {
    event: TaskPublished,
    data: {},
    after: loggedOf(alone),
  });
  return { ...answerOf(parts, task), ...warningOf(alone) };
}

/**
 * After a rejection, or after a pause: then a task that nobody touched goes on where it stood, a changed one begins anew, as does any
 * with `restart`. What was paused together with it comes back together with it.
 */
export const republishTask = (
  parts: TasksParts,
  who: Who,
  wish: Wish & { restart: boolean; deadline?: Date },
): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const parent = await parentOf(parts, trx, who, wish.task);
    const opened = await openMove(parts, trx, who, { ...wish, move: 'republish' });
    if (opened.from === 'paused' && parent?.status === 'paused') throw fail.wrongState('tasks.why.parentPaused');
    const task = await comeBack(parts, opened, wish.deadline);
    if (opened.from !== 'paused') return answerOf(parts, task);
    for (const id of await opened.repo.below(task.id)) {
      const child = await reopened(parts, opened, id, 'republish', (found) => found.paused_with === task.id);
      if (child) await comeBack(parts, child);
    }
    return answerOf(parts, task);
  });

/** The task above, locked before the one below; the project before both. */
async function parentOf(
  parts: TasksParts,
  trx: Trx,
  who: Who,
  task: Pick<TaskRecord, 'project_id' | 'parent_id'>,
): Promise<TaskRecord | undefined> {
  if (task.parent_id === null) return undefined;
  await parts.projects.openForWriting(trx, who.actor.enterpriseId, task.project_id);
  return tasksRepo(parts.tables.within(trx), who.actor.enterpriseId).lock(task.parent_id);
}

async function comeBack(parts: TasksParts, opened: Opened, deadline?: Date): Promise<TaskRecord> {
  const { trx, repo, task, from, to, now, actor, review } = opened;
  const anew = isAnew('republish', from, to, task);
  if (to !== 'not_started') await refuseUnmanned(parts, opened);
  if (anew && task.transfer) await repo.answerTransfer(task.id, 'void');
  const moved = from === 'paused' ? movedDeadline(task.deadline, task.paused_at, now) : task.deadline;
  const after = await settle(parts, opened, {
    set: { deadline: task.is_long_term ? null : (deadline ?? moved) },
    event: TaskRepublished,
    data: { anew },
  });
  if (review?.status !== 'paused') return after;
  if (to === 'under_review') await parts.processes.resume(trx, actor, reviewOf(task));
  else await parts.processes.cancel(trx, actor, reviewOf(task));
  return after;
}

/** Clocks stop for the task, its review, and everything below it. */
export const pauseTask = (parts: TasksParts, who: Who, wish: Wish & { reason: string }): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const { reason } = wish;
    const opened = await openMove(parts, trx, who, { ...wish, move: 'pause' });
    const task = await standStill(parts, opened, reason, null);
    for (const id of await opened.repo.below(task.id)) {
      const child = await reopened(parts, opened, id, 'pause', () => true);
      if (child) await standStill(parts, child, reason, task.id);
    }
    return answerOf(parts, task);
  });

async function standStill(
  parts: TasksParts,
  opened: Opened,
  reason: string,
  ancestor: number | null,
): Promise<TaskRecord> {
  const after = await settle(parts, opened, {
    set: { pause_reason: reason, paused_with: ancestor },
    note: { comment: reason },
    event: TaskPaused,
    data: { reason },
  });
  if (opened.from === 'under_review') await parts.processes.pause(opened.trx, opened.actor, reviewOf(after), reason);
  return after;
}

/** The same move for a task below: by right of the one above; null where it does not apply to it. */
async function reopened(
  parts: TasksParts,
  above: Opened,
  id: number,
  move: 'pause' | 'republish',
  applies: (task: TaskRecord) => boolean,
): Promise<Opened | null> {
  const review = await parts.processes.lock(above.trx, above.task.enterprise_id, reviewOf({ id }));
  const task = await above.repo.lock(id);
  if (!task || !applies(task)) return null;
  const course = courseOf(task);
  const judgement = judge(course, move, ['manager']);
  return judgement.ok ? { ...above, task, move, from: course.state, to: judgement.to, review } : null;
}

export const markLongTerm = (parts: TasksParts, who: Who, wish: Wish): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const opened = await openMove(parts, trx, who, { ...wish, move: 'longTerm' });
    const { deadline } = opened.task;
    const task = await settle(parts, opened, {
      event: TaskMarkedLongTerm,
      data: {},
      before: { deadline },
      after: { deadline: null },
    });
    return answerOf(parts, task);
  });

export const unmarkLongTerm = (
  parts: TasksParts,
  who: Who,
  wish: Wish & { deadline?: Date },
): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const opened = await openMove(parts, trx, who, { ...wish, move: 'unmarkLongTerm' });
    const task = await settle(parts, opened, {
      set: { deadline: wish.deadline ?? null },
      event: TaskUnmarkedLongTerm,
      data: {},
    });
    return answerOf(parts, task);
  });

/** Removed from every list; its row and its history stay. */
export const deleteTask = (parts: TasksParts, who: Who, wish: Wish): Promise<void> =>
  parts.db.transaction(async (trx) => {
    const repo = tasksRepo(parts.tables.within(trx), who.actor.enterpriseId);
    const opened = await openMove(parts, trx, who, { ...wish, move: 'del' });
    const { task, review } = opened;
    if ((await repo.childrenOf(task.id)).count > 0) throw fail.of(CODES.inUse, 'tasks.why.hasChildren');
    if (task.transfer) await repo.answerTransfer(task.id, 'void');
    const settled = await settle(parts, opened, { event: TaskDeleted, data: {} });
    if (!(await repo.remove(settled, opened.now))) throw fail.conflict();
    if (review && review.status !== 'cancelled') await parts.processes.cancel(trx, who.actor, reviewOf(task));
  });
