import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import {
  AssignmentPassed,
  AssignmentTransferAnswered,
  AssignmentTransferAsked,
  StageOpened,
  type ProcessFacts,
} from '../processes/process.events.ts';
import { NonProjectClosed, NonProjectReopened } from '../projects/non-projects/non-projects.events.ts';
import { ProjectArchived, ProjectUnarchived } from '../projects/projects.events.ts';
import { courseOf } from './page/course.ts';
import { TaskAwaitingConfirmation, TaskFinished, TaskReviewReturned } from './task.events.ts';
import { refusalOf, settle, type Opened } from './move.ts';
import { conditionFactsOf, notifyBrowsers, printViewOf, type TasksParts } from './parts.ts';
import { tasksRepo } from './task.repo.ts';
import { judge, type EngineAction } from './task.rules.ts';

const isTask = ({ subject }: ProcessFacts): boolean => subject.kind === 'task';

/**
 * Moves tasks when their reviews or projects change. All handlers run in the emitter's transaction, so task and review
 * change together or not at all.
 */
export function listenToOthers(parts: TasksParts): void {
  const { bus } = parts;
  const returned = async (trx: Trx, actor: Actor, data: ProcessFacts, reason: string): Promise<void> => {
    const opened = await openByEngine(parts, trx, actor, data.subject.id, 'reviewReturned');
    await settle(parts, opened, {
      set: { reject_reason: reason },
      note: { comment: reason },
      event: TaskReviewReturned,
      data: { reason, submitterId: data.starterId },
    });
  };
  const byId = async (enterpriseId: number, id: number, trx?: Trx) =>
    (await tasksRepo(trx ? parts.tables.within(trx) : parts.tables.read, enterpriseId).byIds([id]))[0];
  parts.processes.register({
    kind: 'task',
    async authors(enterpriseId, ids, trx) {
      const rows = await tasksRepo(trx ? parts.tables.within(trx) : parts.tables.read, enterpriseId).byIds(ids);
      return new Map(rows.map((row) => [row.id, row.executor_ids]));
    },
    async concerned(enterpriseId, ids) {
      const rows = await tasksRepo(parts.tables.read, enterpriseId).byIds(ids);
      return new Map(rows.map((row) => [row.id, [row.assigner_id, ...row.cc_ids]]));
    },
    professions: (enterpriseId, ids) => professionsOf(parts, enterpriseId, ids),
    async facts(trx, enterpriseId, id) {
      const task = await byId(enterpriseId, id, trx);
      return task ? conditionFactsOf(task) : {};
    },
    async printView(enterpriseId, id, trx) {
      const task = await byId(enterpriseId, id, trx);
      return task ? printViewOf(task) : null;
    },
    async onFinished(trx, actor, data) {
      const passed = await openByEngine(parts, trx, actor, data.subject.id, 'reviewPassed');
      // The assigner who passes the last stage accepts the task in the same act. A deputy does not. Open children
      // prevent it.
      const accepts =
        passed.to === 'awaiting_confirmation' &&
        data.byId === passed.task.assigner_id &&
        actor.userId === data.byId &&
        (await passed.repo.childrenOf(passed.task.id)).open === 0;
      const opened: Opened = accepts ? { ...passed, to: 'finished' } : passed;
      const event = opened.to === 'finished' ? TaskFinished : TaskAwaitingConfirmation;
      const task = await settle(parts, opened, { note: { to_status: passed.to }, event, data: {} });
      if (accepts)
        await opened.repo.note({
          task_id: task.id,
          round: task.round,
          action: 'pass',
          user_id: data.byId,
          from_status: passed.to,
          to_status: 'finished',
          at: opened.now,
        });
    },
    onRejected: (trx, actor, data) => returned(trx, actor, data, data.comment),
  });

  // The holder of a task under review changes without a change of the task. Open pages must reload.
  for (const event of [StageOpened, AssignmentPassed, AssignmentTransferAsked, AssignmentTransferAnswered]) {
    bus.on<ProcessFacts>(event, 'in-transaction', async (trx, { actor, data }) => {
      if (!isTask(data)) return;
      const [task] = await tasksRepo(parts.tables.within(trx), actor.enterpriseId).byIds([data.subject.id]);
      if (task) await notifyBrowsers(parts, trx, task);
    });
  }

  for (const event of [ProjectArchived, NonProjectClosed])
    bus.on<{ projectId: number }>(event, 'in-transaction', (trx, { actor, data }) =>
      tasksRepo(parts.tables.within(trx), actor.enterpriseId).setProjectOpen(data.projectId, false),
    );
  for (const event of [ProjectUnarchived, NonProjectReopened])
    bus.on<{ projectId: number }>(event, 'in-transaction', (trx, { actor, data }) =>
      tasksRepo(parts.tables.within(trx), actor.enterpriseId).setProjectOpen(data.projectId, true),
    );
}

async function professionsOf(
  parts: TasksParts,
  enterpriseId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { id: number; name: string }>> {
  const rows = await tasksRepo(parts.tables.read, enterpriseId).professionsOf(ids);
  const entries = await parts.config.entries(enterpriseId, [...new Set(rows.map((row) => row.profession_id))]);
  return new Map(rows.map(({ id, profession_id: of }) => [id, { id: of, name: entries.get(of)?.name ?? '' }] as const));
}

/**
 * Opens a task for the engine. The engine holds the approval lock and has checked the decider, so only the state of the
 * task is judged here.
 */
async function openByEngine(
  parts: TasksParts,
  trx: Trx,
  actor: Actor,
  taskId: number,
  move: EngineAction,
): Promise<Opened> {
  const repo = tasksRepo(parts.tables.within(trx), actor.enterpriseId);
  const task = await repo.lock(taskId);
  if (!task) throw fail.notFound();
  const course = courseOf(task);
  const judgement = judge(course, move, ['engine']);
  if (!judgement.ok) throw refusalOf(judgement);
  return { trx, repo, actor, task, move, from: course.state, to: judgement.to, now: parts.clock.now(), review: null };
}
