import type { Updateable } from 'kysely';
import type { DB } from '../../platform/db-types.ts';
import type { StageRow, TaskRecord } from './tasks.repo.ts';

/** Who does the work, who gets a copy, and the review as planned. */
interface Plan {
  readonly executor_ids: readonly number[];
  readonly cc_ids: readonly number[];
  readonly stages: readonly StageRow[];
}

type Logged = Record<string, unknown>;

const inOrder = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

/** Days stand as figures: the table writes 1.5 as 1.50, which is no change. */
const loggedStages = (stages: readonly StageRow[]) =>
  stages.map(({ name, sign_mode, executor_ids, days, allow_transfer, reject_to }) => ({
    name,
    sign_mode,
    executor_ids: inOrder(executor_ids),
    days: days === null ? null : Number(days),
    allow_transfer,
    reject_to,
  }));

/** What the action log keeps of the people of a task: who decides is as much a part of it as who works. */
export const loggedPlan = ({ executor_ids, cc_ids, stages }: Plan): Logged => ({
  executor_ids: inOrder(executor_ids),
  cc_ids: inOrder(cc_ids),
  stages: loggedStages(stages),
});

/** The executors on both sides, because an edit may leave them to the first stage; of the rest what is different. */
export function changedPlan(before: Plan, after: Plan): { before: Logged; after: Logged } {
  const [was, is] = [loggedPlan(before), loggedPlan(after)];
  const kept = Object.keys(was).filter(
    (name) => name === 'executor_ids' || JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  const only = (side: Logged): Logged => Object.fromEntries(kept.map((name) => [name, side[name]]));
  return { before: only(was), after: only(is) };
}

/** The columns of a task that an edit really changed. */
export function changedFields(task: TaskRecord, set: Updateable<DB['task']>): { before: Logged; after: Logged } {
  const names = Object.keys(set) as (keyof TaskRecord & keyof typeof set)[];
  const really = names.filter((name) => String(task[name]) !== String(set[name]));
  return {
    before: Object.fromEntries(really.map((name) => [name, task[name]])),
    after: Object.fromEntries(really.map((name) => [name, set[name]])),
  };
}
