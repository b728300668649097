import type { Updateable } from 'kysely';
import type { DB } from '../../platform/db-types.ts';
import type { StageRow, TaskRecord } from './task.repo.ts';

/** Executors, copies and planned review of a task. */
interface Plan {
  readonly executor_ids: readonly number[];
  readonly cc_ids: readonly number[];
  readonly stages: readonly StageRow[];
}

type Logged = Record<string, unknown>;

const inOrder = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

/**
 * Days are compared as numbers, because PostgreSQL returns 1.5 as "1.50". Few stages have copies, separation or the
 * straight way back, so a log row has them only where they are set.
 */
const loggedStages = (stages: readonly StageRow[]) =>
  stages.map(({ name, sign_mode, executor_ids, days, allow_transfer, reject_to, cc_ids, separate, straight }) => ({
    name,
    sign_mode,
    executor_ids: inOrder(executor_ids),
    days: days === null ? null : Number(days),
    allow_transfer,
    reject_to,
    ...(cc_ids.length > 0 ? { cc_ids: inOrder(cc_ids) } : {}),
    ...(separate ? { separate } : {}),
    ...(straight ? { straight } : {}),
  }));

/** The people of a task as the action log stores them. The reviewers of the stages belong to them. */
export const loggedPlan = ({ executor_ids, cc_ids, stages }: Plan): Logged => ({
  executor_ids: inOrder(executor_ids),
  cc_ids: inOrder(cc_ids),
  stages: loggedStages(stages),
});

/** Changed parts of the plan. Executors are always included, because an edit can derive them from the first stage. */
export function changedPlan(before: Plan, after: Plan): { before: Logged; after: Logged } {
  const [was, is] = [loggedPlan(before), loggedPlan(after)];
  const kept = Object.keys(was).filter(
    (name) => name === 'executor_ids' || JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  const only = (side: Logged): Logged => Object.fromEntries(kept.map((name) => [name, side[name]]));
  return { before: only(was), after: only(is) };
}

/** The columns that an edit really changed. */
export function changedFields(task: TaskRecord, set: Updateable<DB['task']>): { before: Logged; after: Logged } {
  const names = Object.keys(set) as (keyof TaskRecord & keyof typeof set)[];
  const really = names.filter((name) => String(task[name]) !== String(set[name]));
  return {
    before: Object.fromEntries(really.map((name) => [name, task[name]])),
    after: Object.fromEntries(really.map((name) => [name, set[name]])),
  };
}
