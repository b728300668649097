import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { todayOf } from '../../projects/index.ts';
import { MemberRemoved } from '../../projects/projects.events.ts';
import { courseOf } from '../page/course.ts';
import { TaskExecutorLeft, TaskTransferAnswered } from '../task.events.ts';
import { leavingRepo } from './leaving.repo.ts';
import { settle } from '../move.ts';
import { factsOf, reviewOf, type TasksParts } from '../parts.ts';
import { tasksRepo } from '../task.repo.ts';
import { judge, type TaskState } from '../task.rules.ts';

/** The refusal names at most this many titles. The count covers the rest. */
const NAMED = 3;

/**
 * Refuses to remove a member who still executes tasks of the project. The member could no longer enter, so the project
 * would wait. The enterprise has the same rule. The refusal (1008) names the tasks. A transfer or an edit gives them to
 * another person. A membership whose end date has passed gives no right any more, so its tasks do not hold it: their
 * assigners and the manager get a notice. Unanswered transfers to the member return to their executor.
 */
export function listenToLeaving(parts: TasksParts): void {
  parts.bus.on(MemberRemoved, 'in-transaction', async (trx, { actor, data: { projectId, user, ended } }) => {
    const found = leavingRepo(parts.tables.within(trx), actor.enterpriseId);
    const open = await found.executedBy(projectId, user.id);
    if (open.length > 0 && ended !== true) {
      const titles = open.slice(0, NAMED).map(({ title }) => `“${title}”`);
      const key = open.length > NAMED ? 'tasks.memberHasMore' : 'tasks.memberHasTasks';
      throw fail.wrongState(key, {
        params: { who: user.name, n: open.length, names: titles.join('、') },
        open: [{ kind: 'task', count: open.length }],
      });
    }
    if (open.length > 0)
      await tellOfLeft(
        parts,
        trx,
        actor,
        user,
        open.map(({ id }) => id),
      );
    for (const { id } of await found.offeredTo(projectId, user.id)) await giveBack(parts, trx, actor, id);
  });
}

/** One event for each task that waits for another executor. */
async function tellOfLeft(
  parts: TasksParts,
  trx: Trx,
  actor: Actor,
  user: { readonly id: number; readonly name: string },
  taskIds: readonly number[],
): Promise<void> {
  const { enterpriseId } = actor;
  const tasks = await tasksRepo(parts.tables.within(trx), enterpriseId).byIds(taskIds);
  const projects = await parts.projects.names(
    enterpriseId,
    tasks.map((task) => task.project_id),
  );
  for (const task of tasks)
    await parts.bus.emit(trx, TaskExecutorLeft, {
      actor,
      target: { kind: 'task', id: task.id, name: task.title },
      projectId: task.project_id,
      data: {
        ...factsOf(task),
        user,
        managerId: projects.get(task.project_id)?.manager_id ?? task.assigner_id,
        endedOn: todayOf(parts),
      },
    });
}

/**
 * Returns the task to its executor, as a refused transfer does. A paused task resumes in the state before the transfer.
 */
async function giveBack(parts: TasksParts, trx: Trx, actor: Actor, taskId: number): Promise<void> {
  const review = await parts.processes.lock(trx, actor.enterpriseId, reviewOf({ id: taskId }));
  const repo = tasksRepo(parts.tables.within(trx), actor.enterpriseId);
  const task = await repo.lock(taskId);
  if (!task?.transfer) return; // answered since the list was read
  const { from_id: fromId, to_id: toId, asked_by: askedBy } = task.transfer;
  const course = courseOf(task);
  const judgement = judge(course, 'transferRefuse', ['target']);
  await repo.answerTransfer(taskId, 'refused');
  const opened = { trx, repo, actor, task, move: 'transferRefuse', now: parts.clock.now(), review } as const;
  const to: TaskState = judgement.ok ? judgement.to : course.state;
  await settle(
    parts,
    { ...opened, from: course.state, to },
    {
      set: judgement.ok ? {} : resumesBefore(task),
      note: { target_id: fromId },
      event: TaskTransferAnswered,
      data: { fromId, toId, askedBy, answer: 'refused' },
    },
  );
}

/**
 * Task that was paused during a transfer: it resumes in the state before the transfer. It stays unchanged for `resume`
 * if it was unchanged before.
 */
const resumesBefore = (task: {
  before_pause: string | null;
  before_transfer: string | null;
  paused_version: number | null;
  version: number;
}) => ({
  before_pause: task.before_pause === 'transfer_awaiting' ? task.before_transfer : task.before_pause,
  before_transfer: null,
  paused_version: task.paused_version === task.version ? task.version + 1 : task.paused_version,
});
