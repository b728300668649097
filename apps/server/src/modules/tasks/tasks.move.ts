import type { Insertable, Updateable } from 'kysely';
import { CODES } from '@prdm/contract/codes';
import type { ReviewStatus, TaskStatus } from '@prdm/contract/status';
import { taskLabel } from '@prdm/contract/task-label';
import type { TaskAction, TaskStateOutput } from '@prdm/contract/tasks';
import type { Actor } from '../../platform/actor.ts';
import type { EventKind } from '../../platform/bus.ts';
import type { Trx } from '../../platform/db.ts';
import type { DB } from '../../platform/db-types.ts';
import { fail, type AppError } from '../../platform/errors.ts';
import type { ProcessState } from '../processes/index.ts';
import { columnsFor, courseOf, holderIn, peopleOf } from './tasks.course.ts';
import type { OfTask } from './tasks.events.ts';
import { factsOf, reviewOf, tellBrowsers, type TasksParts, type Who } from './tasks.parts.ts';
import { tasksRepo, type TaskRecord, type TasksRepo } from './tasks.repo.ts';
import { judge, rolesFor, type Judgement, type Move, type TaskState } from './tasks.rules.ts';

/** A task whose change has been allowed; it stays locked until the transaction ends. */
export interface Opened {
  readonly trx: Trx;
  readonly repo: TasksRepo;
  readonly actor: Actor;
  readonly task: TaskRecord;
  readonly move: Move;
  readonly from: TaskState;
  readonly to: TaskState;
  readonly now: Date;
  /** The running approval, locked before the task as the engine asks; null when there is none. */
  readonly review: ProcessState | null;
}

export const refusalOf = (judgement: Extract<Judgement, { ok: false }>): AppError =>
  judgement.because === 'state' ? fail.wrongState(judgement.why) : fail.of(CODES.denied, judgement.why);

/**
 * Opens a change of a task: the project must be open, the approval and the task are locked, then state and role are judged (1008, 1005)
 * and at last the version that the caller saw (1009): who comes second with the same action is told what happened, not to try again.
 */
export async function openMove(
  parts: TasksParts,
  trx: Trx,
  who: Who,
  wish: { task: TaskRecord; version: number; move: TaskAction; hasReview?: boolean; restart?: boolean },
): Promise<Opened> {
  const { enterpriseId, userId } = who.actor;
  await parts.projects.openForWriting(trx, enterpriseId, wish.task.project_id);
  const review = await parts.processes.lock(trx, enterpriseId, reviewOf(wish.task));
  const repo = tasksRepo(parts.tables.within(trx), enterpriseId);
  const task = await repo.lock(wish.task.id);
  if (!task) throw fail.notFound();
  const roles = rolesFor(userId, peopleOf(task), wish.move, holderIn(who.principal, task.project_id));
  const course = courseOf(task, wish.hasReview);
  const judgement = judge(course, wish.move, roles, { restart: wish.restart });
  if (!judgement.ok) throw refusalOf(judgement);
  if (task.version !== wish.version) throw fail.conflict();
  return {
    trx,
    repo,
    actor: who.actor,
    task,
    move: wish.move,
    from: course.state,
    to: judgement.to,
    now: parts.clock.now(),
    review,
  };
}

export interface Change<D extends OfTask> {
  readonly set?: Updateable<DB['task']>;
  readonly note?: Partial<Insertable<DB['task_history']>>;
  readonly event: EventKind<D>;
  readonly data: Omit<D, keyof OfTask>;
  /** For the action log. */
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
}

/** Writes an opened change: compare-and-swap, history, event, browsers. Gives the task as it is now. */
export async function settle<D extends OfTask>(
  parts: TasksParts,
  opened: Opened,
  change: Change<D>,
): Promise<TaskRecord> {
  const { trx, repo, task, move, from, to, now, actor } = opened;
  const set = { ...columnsFor(move, to, task, now), ...change.set };
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
  await tellBrowsers(parts, trx, after);
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
