import type { Insertable, Updateable } from 'kysely';
import { CODES } from '@prdm/contract/codes';
import type { ReviewStatus, TaskStatus } from '@prdm/contract/status';
import { taskLabel } from '@prdm/contract/tasks/label';
import type { TaskAction, TaskStateOutput } from '@prdm/contract/tasks';
import type { Actor } from '../../platform/actor.ts';
import type { EventKind } from '../../platform/bus.ts';
import type { Trx } from '../../platform/db.ts';
import type { DB } from '../../platform/db-types.ts';
import { fail, type AppError } from '../../platform/errors.ts';
import type { ProcessState } from '../processes/index.ts';
import { columnsFor, courseOf, holderIn, peopleOf } from './page/course.ts';
import type { OfTask } from './task.events.ts';
import { factsOf, reviewOf, notifyBrowsers, type TasksParts, type Who } from './parts.ts';
import { tasksRepo, type TaskRecord, type TasksRepo } from './task.repo.ts';
import { judge, rolesFor, type Judgement, type Move, type TaskState } from './task.rules.ts';

/** A task whose change is allowed. Its row stays locked until the transaction ends. */
export interface Opened {
  readonly trx: Trx;
  readonly repo: TasksRepo;
  readonly actor: Actor;
  readonly task: TaskRecord;
  readonly move: Move;
  readonly from: TaskState;
  readonly to: TaskState;
  readonly now: Date;
  /** True: a paused task continues in its state before the pause. */
  readonly resume?: boolean;
  /** The running approval, or null. The engine requires its lock before the lock of the task. */
  readonly review: ProcessState | null;
}

export const refusalOf = (judgement: Extract<Judgement, { ok: false }>): AppError =>
  judgement.because === 'state' ? fail.wrongState(judgement.why) : fail.of(CODES.denied, judgement.why);

/**
 * Opens a change of a task. Checks that the project is open, then locks the approval and the task. Throws 1008 or 1005
 * for state and role, then 1009 for a stale version. The version comes last, so the loser of a race learns what
 * happened instead of a request to retry.
 */
export async function openMove(
  parts: TasksParts,
  trx: Trx,
  who: Who,
  input: { task: TaskRecord; version: number; move: TaskAction; hasReview?: boolean; resume?: boolean },
): Promise<Opened> {
  const { enterpriseId, userId } = who.actor;
  await parts.projects.openForWriting(trx, enterpriseId, input.task.project_id);
  const review = await parts.processes.lock(trx, enterpriseId, reviewOf(input.task));
  const repo = tasksRepo(parts.tables.within(trx), enterpriseId);
  const task = await repo.lock(input.task.id);
  if (!task) throw fail.notFound();
  const roles = rolesFor(userId, peopleOf(task), input.move, holderIn(who.principal, task.project_id));
  const course = courseOf(task, input.hasReview);
  const judgement = judge(course, input.move, roles, { resume: input.resume });
  if (!judgement.ok) throw refusalOf(judgement);
  if (task.version !== input.version) throw fail.conflict();
  return {
    trx,
    repo,
    actor: who.actor,
    task,
    move: input.move,
    from: course.state,
    to: judgement.to,
    now: parts.clock.now(),
    resume: input.resume === true,
    review,
  };
}

export interface Change<D extends OfTask> {
  readonly set?: Updateable<DB['task']>;
  readonly note?: Partial<Insertable<DB['task_history']>>;
  readonly event: EventKind<D>;
  readonly data: Omit<D, keyof OfTask>;
  /** Values for the action log. */
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
}

/**
 * Writes an opened change: compare-and-swap, history, event and browser notification. Returns the task after the
 * change.
 */
export async function settle<D extends OfTask>(
  parts: TasksParts,
  opened: Opened,
  change: Change<D>,
): Promise<TaskRecord> {
  const { trx, repo, task, move, from, to, now, actor } = opened;
  const set = { ...columnsFor(move, to, task, { now, resume: opened.resume === true }), ...change.set };
  if (!(await repo.change(task, set))) throw fail.conflict();
  const after = await repo.lock(task.id);
  if (!after) throw fail.notFound();
  await repo.note({
    task_id: task.id,
    round: after.round,
    action: move,
    user_id: actor.userId,
    from_status: from,
    to_status: to,
    at: now,
    ...change.note,
  });
  await parts.bus.emit(trx, change.event, {
    actor,
    target: { kind: 'task', id: task.id, name: after.title },
    projectId: task.project_id,
    before: { status: from, ...change.before },
    after: { status: to, ...change.after },
    data: { ...factsOf(after), ...change.data } as D,
  });
  await notifyBrowsers(parts, trx, after);
  return after;
}

export const answerOf = (parts: Pick<TasksParts, 'clock'>, task: TaskRecord): TaskStateOutput => {
  const facts = {
    status: task.status as TaskStatus,
    review_status: task.review_status as ReviewStatus,
    deadline: task.deadline,
    is_long_term: task.is_long_term,
  };
  return {
    id: task.id,
    version: task.version,
    status: facts.status,
    review_status: facts.review_status,
    label: taskLabel(facts, parts.clock.now()),
  };
};
