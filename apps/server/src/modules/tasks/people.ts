import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { newlyNamed } from '../organisation/index.ts';
import type { TasksParts } from './parts.ts';
import { tasksRepo, type StageRow, type TaskRecord } from './task.repo.ts';
import type { Opened } from './move.ts';
import type { Manned } from './review/separation.ts';

/**
 * Refuses executors, reviewers, copies and targets who cannot enter the project. They would get a notice of a task that
 * they cannot open. The caller holds the project for writing (`openForWriting`), so nobody can be removed until the
 * transaction ends.
 */
export async function refuseStrangers(
  parts: TasksParts,
  trx: Trx,
  enterpriseId: number,
  projectId: number,
  input: readonly { field: string; ids: readonly number[] }[],
): Promise<void> {
  const ids = [...new Set(input.flatMap((entry) => entry.ids))];
  if (ids.length === 0) return;
  const members = new Set(await parts.projects.membersAmong(enterpriseId, projectId, ids, trx));
  for (const { field, ids: some } of input) {
    const strangers = some.filter((id) => !members.has(id));
    if (strangers.length === 0) continue;
    throw fail.invalid(field, 'tasks.notMember', { names: await namesOf(parts, trx, enterpriseId, strangers) });
  }
}

/** Those who cannot open the project. Who reads every project can decide there without being a member. */
export async function outsideAmong(
  parts: TasksParts,
  trx: Trx,
  enterpriseId: number,
  projectId: number,
  ids: readonly number[],
): Promise<number[]> {
  const eligibility = await parts.processes.eligibility(enterpriseId, projectId, ids, trx);
  return ids.filter((id) => eligibility.get(id) === 'outside');
}

async function namesOf(parts: TasksParts, trx: Trx, enterpriseId: number, ids: readonly number[]): Promise<string> {
  const names = await parts.organisation.plainNames(trx, enterpriseId, ids);
  return ids.map((id) => names.get(id) ?? String(id)).join('、');
}

/** Refuses reviewers who have no right to decide in this project now. The rule of the approval engine decides. */
export async function refuseUnfitReviewers(
  parts: TasksParts,
  trx: Trx,
  enterpriseId: number,
  projectId: number,
  ids: readonly number[],
): Promise<void> {
  const eligibility = await parts.processes.eligibility(enterpriseId, projectId, ids, trx);
  const unfit = [...eligibility].flatMap(([id, found]) => (found === 'fit' ? [] : [id]));
  if (unfit.length === 0) return;
  throw fail.invalid('stages', 'tasks.mayNotReview', { names: await namesOf(parts, trx, enterpriseId, unfit) });
}

/**
 * People added by an edit must be active, belong to the project and fit the role. The edit also sends people whom the
 * task already names. Those may be inactive, because otherwise the task could no longer be saved.
 */
export async function refuseUnfitAdded(
  parts: TasksParts,
  trx: Trx,
  task: TaskRecord,
  input: { executor_ids?: number[]; cc_ids?: number[] },
  stages: readonly StageRow[] | null,
): Promise<void> {
  const { enterprise_id: enterpriseId, project_id: projectId } = task;
  const before = stages === null ? [] : await tasksRepo(parts.tables.within(trx), enterpriseId).stagesOf(task.id);
  const decided = before.flatMap((stage) => stage.executor_ids);
  const executors = newlyNamed('executor_ids', input.executor_ids ?? [], task.executor_ids);
  const copies = newlyNamed('cc_ids', input.cc_ids ?? [], task.cc_ids);
  const reviewers = (stages ?? []).flatMap((stage, index) =>
    newlyNamed(`stages.${index}.executor_ids`, stage.executor_ids, decided),
  );
  const copied = before.flatMap((stage) => stage.cc_ids);
  const stageCopies = (stages ?? []).flatMap((stage, index) =>
    newlyNamed(`stages.${index}.cc_ids`, stage.cc_ids, copied),
  );
  await parts.organisation.refuseInactive(enterpriseId, [...executors, ...copies, ...reviewers, ...stageCopies], trx);
  const idsOf = (named: readonly { id: number }[]): number[] => named.map(({ id }) => id);
  await refuseStrangers(parts, trx, enterpriseId, projectId, [
    { field: 'executor_ids', ids: idsOf(executors) },
    { field: 'cc_ids', ids: idsOf(copies) },
    { field: 'stages', ids: await outsideAmong(parts, trx, enterpriseId, projectId, idsOf(reviewers)) },
    { field: 'stages', ids: idsOf(stageCopies) },
  ]);
  await refuseUnfitReviewers(parts, trx, enterpriseId, projectId, idsOf(reviewers));
}

const sameIds = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id));

/** A published task must keep a working executor, and a reviewer in each stage that the edit changed. */
export async function refuseUnattended(
  parts: TasksParts,
  { task, trx }: Opened,
  after: { executors: readonly number[]; planned: readonly StageRow[]; manned: readonly Manned[] },
  before: readonly StageRow[],
): Promise<void> {
  const { executors, planned, manned } = after;
  if (!sameIds(executors, task.executor_ids)) {
    const found = await parts.processes.eligibility(task.enterprise_id, task.project_id, executors, trx);
    // A person without the right to review can still execute the task.
    if (![...found.values()].some((eligibility) => eligibility === 'fit' || eligibility === 'barred'))
      throw fail.invalid('executor_ids', 'tasks.noExecutor');
  }
  const empty = planned.find(
    ({ executor_ids: ids }, index) =>
      manned[index]?.executor_ids.length === 0 && !before.some((stage) => sameIds(stage.executor_ids, ids)),
  );
  if (empty) throw fail.invalid('stages', 'tasks.stageWithoutExecutor', { stage: empty.name });
}
