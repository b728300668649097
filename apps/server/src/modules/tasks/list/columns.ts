import { sql } from 'kysely';
import type { OpenTransfer } from '../task.repo.ts';

/** Columns that come from other tables than `task`, each read by the primary key of its table. */
export const executorIdsOf = sql<number[]>`array(
  select e.user_id from task_executor e
  where e.enterprise_id = task.enterprise_id and e.task_id = task.id order by e.user_id)`.as('executor_ids');

export const ccIdsOf = sql<number[]>`array(
  select c.user_id from task_cc c
  where c.enterprise_id = task.enterprise_id and c.task_id = task.id order by c.user_id)`.as('cc_ids');

export const openTransferOf = sql<OpenTransfer | null>`(
  select json_build_object('id', x.id, 'from_id', x.from_id, 'to_id', x.to_id, 'asked_by', x.asked_by,
    'reason', x.reason, 'asked_at', x.asked_at)
  from task_transfer x where x.enterprise_id = task.enterprise_id and x.task_id = task.id and x.answer is null)`.as(
  'transfer',
);

interface ByTask<Q> {
  where(column: 'enterprise_id' | 'task_id', op: '=', value: number): Q & ByTask<Q>;
}

/** Restricts a query on a table of the task's parts to one task of one enterprise. */
export const byId = <Q>(query: ByTask<Q>, enterpriseId: number, taskId: number): Q =>
  query.where('enterprise_id', '=', enterpriseId).where('task_id', '=', taskId);
