import { fail, type AppError } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db.ts';
import { isOwnCheck } from '../processes/index.ts';
import type { TasksParts } from './tasks.parts.ts';
import type { StageRow, TaskRecord } from './tasks.repo.ts';

/** A stage and who can decide it now. */
export type Manned = Pick<StageRow, 'name' | 'executor_ids'>;

/** The planned stages with those of their people who may decide them now: since they were saved somebody may have left. */
export async function mannedNow(
  parts: Pick<TasksParts, 'processes'>,
  task: Pick<TaskRecord, 'enterprise_id' | 'project_id'>,
  stages: readonly StageRow[],
  trx?: Trx,
): Promise<Manned[]> {
  const named = stages.flatMap((stage) => stage.executor_ids);
  const fitness = await parts.processes.fitness(task.enterprise_id, task.project_id, named, trx);
  return stages.map(({ name, executor_ids: ids }) => ({
    name,
    executor_ids: ids.filter((id) => fitness.get(id) === 'fit'),
  }));
}

/** All stages but the own check (自校). */
const deciding = <S extends Pick<Manned, 'name'>>(stages: readonly S[]): readonly S[] =>
  stages.filter(({ name }, index) => !isOwnCheck({ name, position: index + 1 }, stages.length));

/**
 * Stages that nobody but the task's own executors decides. The separation rule wants a second pair of eyes on a sheet; small firms do
 * without (decisions.md 5.2), so whoever plans is told and not refused.
 */
export function selfReviewed(executorIds: readonly number[], stages: readonly Manned[]): string[] {
  return deciding(stages)
    .filter(({ executor_ids: ids }) => ids.length > 0 && ids.every((id) => executorIds.includes(id)))
    .map(({ name }) => name);
}

/** Whether somebody is all there is to decide a stage: the work cannot be handed to who would then approve it alone. */
export const decidesAlone = (userId: number, stages: readonly Manned[]): boolean =>
  selfReviewed([userId], stages).length > 0;

/** Among themselves people may not undo the separation, as they may not with a seat (`processes/own-work.ts`). */
export const refusedReviewer = (): AppError => fail.invalid('target_id', 'tasks.targetReviews');

/** What an answer tells of it, as translation keys, and what the action log keeps. */
export interface Told {
  readonly warnings?: string[];
}
export const warningOf = (alone: readonly string[]): Told =>
  alone.length > 0 ? { warnings: ['tasks.selfReviewed'] } : {};
export const loggedOf = (alone: readonly string[]): Record<string, unknown> =>
  alone.length > 0 ? { reviewed_by_executor: alone } : {};

/** The same for somebody who takes the work over and is one of several in a stage: allowed, and said. */
export function warningsOfTaker(takerId: number, alone: readonly string[], stages: readonly Manned[]): Told {
  if (alone.length > 0) return warningOf(alone);
  const sits = deciding(stages).some(({ executor_ids: ids }) => ids.includes(takerId));
  return sits ? { warnings: ['tasks.takerReviews'] } : {};
}
