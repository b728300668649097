import { CODES } from '@prdm/contract/codes';
import type { TaskStateOutput } from '@prdm/contract/tasks';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { courseOf, startsRound } from './page/course.ts';
import {
  TaskDeleted,
  TaskMarkedLongTerm,
  TaskPaused,
  TaskPublished,
  TaskRepublished,
  TaskUnmarkedLongTerm,
} from './task.events.ts';
import { movedDeadline } from './page/hours.ts';
import { answerOf, openMove, settle, type Opened } from './move.ts';
import { reviewOf, type TasksParts, type Who } from './parts.ts';
import { tasksRepo, type TaskRecord } from './task.repo.ts';
import { canResume, judge } from './task.rules.ts';
import { loggedOf, mannedNow, selfReviewed, warningOf } from './review/separation.ts';
import type { Input } from './work.ts';

/**
 * Checks the people again at publishing, because they can have left since the task was saved. Throws 1001 if no
 * executor can work or if a stage has no eligible reviewer. Returns the stages that only the executors can decide.
 */
async function refuseUnmanned(parts: TasksParts, { trx, repo, task }: Opened): Promise<string[]> {
  const present = await parts.processes.eligibility(task.enterprise_id, task.project_id, task.executor_ids, trx);
  // A person without the right to review can still execute the task.
  const works = task.executor_ids.some((id) => present.get(id) === 'fit' || present.get(id) === 'barred');
  if (!works) throw fail.invalid('executor_ids', 'tasks.noExecutor');
  const manned = await mannedNow(parts, task, await repo.stagesOf(task.id), trx);
  const empty = manned.find((stage) => stage.executor_ids.length === 0);
  if (empty) throw fail.invalid('stages', 'tasks.stageWithoutExecutor', { stage: empty.name });
  return selfReviewed(task.executor_ids, manned);
}

export const publishTask = (parts: TasksParts, who: Who, input: Input): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const opened = await openMove(parts, trx, who, { ...input, move: 'publish' });
    return publishOpened(parts, opened);
  });

/** Publishes a task. The answer and the action log carry the allowed exceptions. */
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
 * Restarts a rejected or paused task. Its next review begins at the first stage (specification section 5, ST-004). With
 * `resume` a paused, unchanged task continues in its state before the pause. Descendants that the same pause stopped
 * follow. A changed descendant restarts instead.
 */
export const republishTask = (
  parts: TasksParts,
  who: Who,
  input: Input & { resume: boolean; deadline?: Date },
): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const parent = await parentOf(parts, trx, who, input.task);
    const opened = await openMove(parts, trx, who, { ...input, move: 'republish' });
    if (opened.from === 'paused' && parent?.status === 'paused') throw fail.wrongState('tasks.why.parentPaused');
    const task = await restart(parts, opened, input.deadline);
    if (opened.from !== 'paused') return answerOf(parts, task);
    for (const id of await opened.repo.below(task.id)) {
      const child = await reopened(
        parts,
        opened,
        id,
        'republish',
        (found) => found.paused_with === task.id,
        input.resume,
      );
      if (child) await restart(parts, child);
    }
    return answerOf(parts, task);
  });

/** The parent task. The lock order is project, parent, child. */
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

async function restart(parts: TasksParts, opened: Opened, deadline?: Date): Promise<TaskRecord> {
  const { trx, repo, task, from, to, now, actor, review } = opened;
  const isNewRound = startsRound('republish', to, opened.resume === true);
  if (to !== 'not_started') await refuseUnmanned(parts, opened);
  if (isNewRound && task.transfer) await repo.answerTransfer(task.id, 'void');
  const calendar = await parts.config.workingDays.of(task.enterprise_id, trx);
  const pausedAt = from === 'paused' ? task.paused_at : null;
  const moved = movedDeadline(calendar, task.deadline, pausedAt, now);
  const after = await settle(parts, opened, {
    set: { deadline: task.is_long_term ? null : (deadline ?? moved) },
    event: TaskRepublished,
    data: { anew: isNewRound },
  });
  if (review?.status !== 'paused') return after;
  if (to === 'under_review') await parts.processes.resume(trx, actor, reviewOf(task));
  else await parts.processes.cancel(trx, actor, reviewOf(task));
  return after;
}

/** Stops the deadlines of the task, of its review and of all its descendants. */
export const pauseTask = (parts: TasksParts, who: Who, input: Input & { reason: string }): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const { reason } = input;
    const opened = await openMove(parts, trx, who, { ...input, move: 'pause' });
    const task = await stop(parts, opened, reason, null);
    for (const id of await opened.repo.below(task.id)) {
      const child = await reopened(parts, opened, id, 'pause', () => true);
      if (child) await stop(parts, child, reason, task.id);
    }
    return answerOf(parts, task);
  });

async function stop(parts: TasksParts, opened: Opened, reason: string, ancestor: number | null): Promise<TaskRecord> {
  const after = await settle(parts, opened, {
    set: { pause_reason: reason, paused_with: ancestor },
    note: { comment: reason },
    event: TaskPaused,
    data: { reason },
  });
  if (opened.from === 'under_review') await parts.processes.pause(opened.trx, opened.actor, reviewOf(after), reason);
  return after;
}

/** Applies the move to a descendant under the right on the ancestor. Returns null if the move does not apply. */
async function reopened(
  parts: TasksParts,
  above: Opened,
  id: number,
  move: 'pause' | 'republish',
  applies: (task: TaskRecord) => boolean,
  wantsResume = false,
): Promise<Opened | null> {
  const review = await parts.processes.lock(above.trx, above.task.enterprise_id, reviewOf({ id }));
  const task = await above.repo.lock(id);
  if (!task || !applies(task)) return null;
  const course = courseOf(task);
  const resume = wantsResume && canResume(course);
  const judgement = judge(course, move, ['manager'], { resume });
  return judgement.ok ? { ...above, task, move, from: course.state, to: judgement.to, resume, review } : null;
}

export const markLongTerm = (parts: TasksParts, who: Who, input: Input): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const opened = await openMove(parts, trx, who, { ...input, move: 'longTerm' });
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
  input: Input & { deadline?: Date },
): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const opened = await openMove(parts, trx, who, { ...input, move: 'unmarkLongTerm' });
    const task = await settle(parts, opened, {
      set: { deadline: input.deadline ?? null },
      event: TaskUnmarkedLongTerm,
      data: {},
    });
    return answerOf(parts, task);
  });

/** Hides the task from every list. Its row and its history stay. */
export const deleteTask = (parts: TasksParts, who: Who, input: Input): Promise<void> =>
  parts.db.transaction(async (trx) => {
    const repo = tasksRepo(parts.tables.within(trx), who.actor.enterpriseId);
    const opened = await openMove(parts, trx, who, { ...input, move: 'del' });
    const { task, review } = opened;
    if ((await repo.childrenOf(task.id)).count > 0) throw fail.of(CODES.inUse, 'tasks.why.hasChildren');
    if (task.transfer) await repo.answerTransfer(task.id, 'void');
    const settled = await settle(parts, opened, { event: TaskDeleted, data: {} });
    if (!(await repo.remove(settled, opened.now))) throw fail.conflict();
    if (review && review.status !== 'cancelled') await parts.processes.cancel(trx, who.actor, reviewOf(task));
  });
