import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { namedAnew } from '../organisation/index.ts';
import type { TasksParts } from './tasks.parts.ts';
import { tasksRepo, type StageRow, type TaskRecord } from './tasks.repo.ts';
import type { Opened } from './tasks.move.ts';
import type { Manned } from './tasks.separation.ts';

/**
 * Whoever is to do, decide or follow a task must be able to enter its project: others would get a notice and a closed door. Asked once the
 * project is held for writing (`openForWriting`): until the transaction is over nobody is taken out of it.
 */
export async function refuseStrangers(
  parts: TasksParts,
  trx: Trx,
  enterpriseId: number,
  projectId: number,
  wanted: readonly { field: string; ids: readonly number[] }[],
): Promise<void> {
  const ids = [...new Set(wanted.flatMap((entry) => entry.ids))];
  if (ids.length === 0) return;
  const members = new Set(await parts.projects.membersAmong(enterpriseId, projectId, ids, trx));
  for (const { field, ids: some } of wanted) {
    const strangers = some.filter((id) => !members.has(id));
    if (strangers.length === 0) continue;
    throw fail.invalid(field, 'tasks.notMember', { names: await namesOf(parts, trx, enterpriseId, strangers) });
  }
}

async function namesOf(parts: TasksParts, trx: Trx, enterpriseId: number, ids: readonly number[]): Promise<string> {
  const names = await parts.organisation.plainNames(trx, enterpriseId, ids);
  return ids.map((id) => names.get(id) ?? String(id)).join('、');
}

/** Who is to decide a stage must have the right to, in this project and now; the approval engine's own rule is asked. */
export async function refuseUnfitReviewers(
  parts: TasksParts,
  trx: Trx,
  enterpriseId: number,
  projectId: number,
  ids: readonly number[],
): Promise<void> {
  const fitness = await parts.processes.fitness(enterpriseId, projectId, ids, trx);
  const unfit = [...fitness].flatMap(([id, found]) => (found === 'fit' ? [] : [id]));
  if (unfit.length === 0) return;
  throw fail.invalid('stages', 'tasks.mayNotReview', { names: await namesOf(parts, trx, enterpriseId, unfit) });
}

/**
 * Whom an edit names anew must work here, be of the project and fit for it. It sends everybody the task names already besides: who has left
 * since stays named, or the task could not be saved any more, and does nothing there.
 */
export async function refuseUnfitAnew(
  parts: TasksParts,
  trx: Trx,
  task: TaskRecord,
  wanted: { executor_ids?: number[]; cc_ids?: number[] },
  stages: readonly StageRow[] | null,
): Promise<void> {
  const { enterprise_id: enterpriseId, project_id: projectId } = task;
  const before = stages === null ? [] : await tasksRepo(parts.tables.within(trx), enterpriseId).stagesOf(task.id);
  const decided = before.flatMap((stage) => stage.executor_ids);
  const executors = namedAnew('executor_ids', wanted.executor_ids ?? [], task.executor_ids);
  const copies = namedAnew('cc_ids', wanted.cc_ids ?? [], task.cc_ids);
  const reviewers = (stages ?? []).flatMap((stage, index) =>
    namedAnew(`stages.${index}.executor_ids`, stage.executor_ids, decided),
  );
  await parts.organisation.refuseAway(enterpriseId, [...executors, ...copies, ...reviewers], trx);
  const idsOf = (named: readonly { id: number }[]): number[] => named.map(({ id }) => id);
  await refuseStrangers(parts, trx, enterpriseId, projectId, [
    { field: 'executor_ids', ids: idsOf(executors) },
    { field: 'cc_ids', ids: idsOf(copies) },
    { field: 'stages', ids: idsOf(reviewers) },
  ]);
  await refuseUnfitReviewers(parts, trx, enterpriseId, projectId, idsOf(reviewers));
}

const sameIds = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id));

/** Of a published task: whoever changes its people leaves somebody who works, and somebody who decides each stage that was changed. */
export async function refuseUnattended(
  parts: TasksParts,
  { task, trx }: Opened,
  after: { executors: readonly number[]; planned: readonly StageRow[]; manned: readonly Manned[] },
  before: readonly StageRow[],
): Promise<void> {
  const { executors, planned, manned } = after;
  if (!sameIds(executors, task.executor_ids)) {
    const found = await parts.processes.fitness(task.enterprise_id, task.project_id, executors, trx);
    // Who may not review may well do the work.
    if (![...found.values()].some((fitness) => fitness === 'fit' || fitness === 'barred'))
      throw fail.invalid('executor_ids', 'tasks.noExecutor');
  }
  const empty = planned.find(
    ({ executor_ids: ids }, index) =>
      manned[index]?.executor_ids.length === 0 && !before.some((stage) => sameIds(stage.executor_ids, ids)),
  );
  if (empty) throw fail.invalid('stages', 'tasks.stageWithoutExecutor', { stage: empty.name });
}
