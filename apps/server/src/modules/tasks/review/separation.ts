import { fail, type AppError } from '../../../platform/errors.ts';
import type { Trx } from '../../../platform/db.ts';
import { isOwnCheck } from '../../processes/index.ts';
import type { TasksParts } from '../parts.ts';
import type { StageRow, TaskRecord } from '../task.repo.ts';

/** A stage and the people who can decide it now. */
export type Manned = Pick<StageRow, 'name' | 'executor_ids'>;

/**
 * The planned stages with only the people who may decide them now. People can have left since the stages were saved.
 */
export async function mannedNow(
  parts: Pick<TasksParts, 'processes'>,
  task: Pick<TaskRecord, 'enterprise_id' | 'project_id'>,
  stages: readonly StageRow[],
  trx?: Trx,
): Promise<Manned[]> {
  const named = stages.flatMap((stage) => stage.executor_ids);
  const eligibility = await parts.processes.eligibility(task.enterprise_id, task.project_id, named, trx);
  return stages.map(({ name, executor_ids: ids }) => ({
    name,
    executor_ids: ids.filter((id) => eligibility.get(id) === 'fit'),
  }));
}

/** All stages except the own check (自校). */
const deciding = <S extends Pick<Manned, 'name'>>(stages: readonly S[]): readonly S[] =>
  stages.filter(({ name }, index) => !isOwnCheck({ name, position: index + 1 }, stages.length));

/**
 * Names of the stages that only executors of the task decide. The separation rule wants a second person for each sheet.
 * Small companies work without one (decisions.md 5.2), so the planner gets a warning and no refusal.
 */
export function selfReviewed(executorIds: readonly number[], stages: readonly Manned[]): string[] {
  return deciding(stages)
    .filter(({ executor_ids: ids }) => ids.length > 0 && ids.every((id) => executorIds.includes(id)))
    .map(({ name }) => name);
}

/**
 * True if this person is the only reviewer of a stage. Such a person cannot take the work over, because they would
 * approve it alone.
 */
export const decidesAlone = (userId: number, stages: readonly Manned[]): boolean =>
  selfReviewed([userId], stages).length > 0;

/** A transfer cannot undo the separation, like the transfer of a review assignment (`processes/assignments/authors.ts`). */
export const refusedReviewer = (): AppError => fail.invalid('target_id', 'tasks.targetReviews');

/** The part of an answer with warnings, as text keys. */
export interface Warnings {
  readonly warnings?: string[];
}
export const warningOf = (alone: readonly string[]): Warnings =>
  alone.length > 0 ? { warnings: ['tasks.selfReviewed'] } : {};
export const loggedOf = (alone: readonly string[]): Record<string, unknown> =>
  alone.length > 0 ? { reviewed_by_executor: alone } : {};

/**
 * Same for a person who takes the work over and is one of several reviewers of a stage. This is allowed with a warning.
 */
export function warningsOfTaker(takerId: number, alone: readonly string[], stages: readonly Manned[]): Warnings {
  if (alone.length > 0) return warningOf(alone);
  const sits = deciding(stages).some(({ executor_ids: ids }) => ids.includes(takerId));
  return sits ? { warnings: ['tasks.takerReviews'] } : {};
}
