import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { isNamed, type HandedOver } from '../../organisation/index.ts';
import { courseOf } from '../page/course.ts';
import { TaskEdited } from '../task.events.ts';
import { handOverRepo, type TaskPlace } from './hand-over.repo.ts';
import { changedPlan } from '../logged.ts';
import { settle } from '../move.ts';
import { reviewOf, type TasksParts } from '../parts.ts';
import { tasksRepo, type TaskRecord } from '../task.repo.ts';
import { selfReviewed } from '../review/separation.ts';

const replaced = (ids: readonly number[], from: number, to: number): number[] => [
  ...new Set(ids.map((id) => (id === from ? to : id))),
];

/** Hand-over: the colleague replaces the person in every open task. The state of each task stays as it is. */
export function handOverTasks(parts: TasksParts): void {
  parts.organisation.onNamedCheck((trx, enterpriseId, ids) =>
    handOverRepo(parts.tables.within(trx), enterpriseId).namedInStages(ids),
  );
  /** Tasks of archived projects stay, because these projects are read-only. */
  const heldBy = async (trx: Trx, enterpriseId: number, userId: number): Promise<TaskPlace[]> => {
    const places = await handOverRepo(parts.tables.within(trx), enterpriseId).placesOf(userId);
    const ids = places.map((place) => place.project_id);
    const ongoing = await parts.projects.ongoingAmong(trx, enterpriseId, ids);
    return places.filter((place) => ongoing.has(place.project_id));
  };
  const itemOf = ({ id, title, project_id: projectId }: TaskPlace) => ({ id, name: title, projectId });
  parts.organisation.onWorkItems('task', {
    heldBy: async (trx, enterpriseId, userId) => (await heldBy(trx, enterpriseId, userId)).map(itemOf),
    byIds: async (enterpriseId, ids, trx) => {
      const repo = handOverRepo(trx ? parts.tables.within(trx) : parts.tables.read, enterpriseId);
      return (await repo.byIds(ids)).map(itemOf);
    },
  });
  parts.organisation.onHandOver('task', async (trx, actor, { from, to, caller, only }) => {
    const places = await heldBy(trx, actor.enterpriseId, from);
    let moved = 0;
    const left: HandedOver['left'][number][] = [];
    for (const { id, project_id: projectId } of places) {
      if (!isNamed(only, 'task', id)) continue;
      const item = { kind: 'task', id } as const;
      if (!(await parts.projects.takePlace(trx, actor, { projectId, from, to, caller }))) {
        // The project is hidden from the caller, so the answer masks the name of the task.
        left.push({ name: '', why: 'barred', projectId, item });
        continue;
      }
      const done = await movePlace(parts, trx, actor, { taskId: id, from, to });
      if (done.left) left.push({ name: done.left, why: 'own', projectId, item });
      else if (done.moved) moved += 1;
    }
    return { moved, left };
  });
}

/** Locks in the common order: project, approval, task. */
async function movePlace(
  parts: TasksParts,
  trx: Trx,
  actor: Actor,
  { taskId, from, to }: { taskId: number; from: number; to: number },
): Promise<{ moved: boolean; left?: string }> {
  const { enterpriseId } = actor;
  const review = await parts.processes.lock(trx, enterpriseId, reviewOf({ id: taskId }));
  const repo = tasksRepo(parts.tables.within(trx), enterpriseId);
  const task = await repo.lock(taskId);
  if (!task) return { moved: false }; // deleted since the list was read
  const executors = replaced(task.executor_ids, from, to);
  const stages = await repo.stagesOf(taskId);
  const planned = stages.map((stage) => ({ ...stage, executor_ids: replaced(stage.executor_ids, from, to) }));
  // A hand-over must not make the colleague the only reviewer of their own work. A task that had this before may keep
  // it.
  if (selfReviewed(executors, planned).length > selfReviewed(task.executor_ids, stages).length)
    return { moved: false, left: task.title };
  await repo.setPeople('task_executor', taskId, executors);
  await handOverRepo(parts.tables.within(trx), enterpriseId).moveTransfer(taskId, from, to);
  await repo.setStages(taskId, planned);
  const { state } = courseOf(task);
  const opened = {
    trx,
    repo,
    actor,
    task,
    move: 'edit',
    from: state,
    to: state,
    now: parts.clock.now(),
    review,
  } as const;
  await settle(parts, opened, {
    set: unmoved(task),
    note: { target_id: to },
    event: TaskEdited,
    data: { addedExecutorIds: executors.filter((id) => !task.executor_ids.includes(id)), addedCcIds: [] },
    ...changedPlan({ ...task, stages }, { executor_ids: executors, cc_ids: task.cc_ids, stages: planned }),
  });
  return { moved: true };
}

/**
 * Keeps the columns by which an edit counts as a change of the task. A hand-over starts no new round, and a paused task
 * can still resume.
 */
const unmoved = (task: TaskRecord) => ({
  before_transfer: task.before_transfer,
  before_long_term: task.before_long_term,
  review_status: task.review_status,
  paused_version: task.paused_version === task.version ? task.version + 1 : task.paused_version,
});
