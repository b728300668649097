import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import {
  ProcessFinished,
  ProcessRejected,
  ProcessWithdrawn,
  SeatPassed,
  SeatTransferAnswered,
  SeatTransferAsked,
  StageOpened,
  type ProcessFacts,
} from '../processes/processes.events.ts';
import { ProjectArchived, ProjectUnarchived } from '../projects/projects.events.ts';
import { courseOf } from './tasks.course.ts';
import { TaskAwaitingConfirmation, TaskFinished, TaskReviewReturned } from './tasks.events.ts';
import { refusalOf, settle, type Opened } from './tasks.move.ts';
import { tellBrowsers, type TasksParts } from './tasks.parts.ts';
import { tasksRepo } from './tasks.repo.ts';
import { judge, type EngineAction } from './tasks.rules.ts';

const isTask = ({ subject }: ProcessFacts): boolean => subject.kind === 'task';

/** How tasks follow what happens below them. All in the emitter's transaction: task and review move together or not at all. */
export function listenToOthers(parts: TasksParts): void {
  const { bus } = parts;
  parts.processes.onAuthors('task', async (trx, enterpriseId, id) => {
    const [task] = await tasksRepo(parts.tables.within(trx), enterpriseId).byIds([id]);
    return task?.executor_ids ?? [];
  });
  parts.processes.onProfessions('task', (enterpriseId, ids) => professionsOf(parts, enterpriseId, ids));

  bus.on(ProcessFinished, 'in-transaction', async (trx, { actor, data }) => {
    if (!isTask(data)) return;
    const opened = await openByEngine(parts, trx, actor, data.subject.id, 'reviewPassed');
    const event = opened.to === 'finished' ? TaskFinished : TaskAwaitingConfirmation;
    await settle(parts, opened, { event, data: {} });
  });

  const returned = async (trx: Trx, actor: Actor, data: ProcessFacts, reason: string): Promise<void> => {
    const opened = await openByEngine(parts, trx, actor, data.subject.id, 'reviewReturned');
    await settle(parts, opened, {
      set: { reject_reason: reason },
      note: { comment: reason },
      event: TaskReviewReturned,
      data: { reason, submitterId: data.starterId },
    });
  };
  bus.on(ProcessRejected, 'in-transaction', async (trx, { actor, data }) => {
    if (isTask(data) && data.to === 'starter') await returned(trx, actor, data, data.comment);
  });
  bus.on(ProcessWithdrawn, 'in-transaction', async (trx, { actor, data }) => {
    if (isTask(data)) await returned(trx, actor, data, '');
  });

  // Who holds a task under review changes without any change of the task itself: its page has to be asked for again.
  for (const event of [StageOpened, SeatPassed, SeatTransferAsked, SeatTransferAnswered]) {
    bus.on<ProcessFacts>(event, 'in-transaction', async (trx, { actor, data }) => {
      if (!isTask(data)) return;
      const [task] = await tasksRepo(parts.tables.within(trx), actor.enterpriseId).byIds([data.subject.id]);
      if (task) await tellBrowsers(parts, trx, task);
    });
  }

  bus.on(ProjectArchived, 'in-transaction', (trx, { actor, data }) =>
    tasksRepo(parts.tables.within(trx), actor.enterpriseId).setProjectOpen(data.projectId, false),
  );
  bus.on(ProjectUnarchived, 'in-transaction', (trx, { actor, data }) =>
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

/** The engine holds the approval already and has judged who decides; here only the task's own state is asked. */
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
