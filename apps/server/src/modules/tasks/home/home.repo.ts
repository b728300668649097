import { sql, type Kysely, type RawBuilder } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
import { executorIdsOf, openTransferOf } from '../list/columns.ts';
import { inScope } from '../../../platform/http/project-scope.ts';
import { overdueSql, SHOWN, type TaskScope } from '../list/list.repo.ts';
import type { TasksTables } from '../task.repo.ts';
import { taskHolds } from '../list/search.ts';

interface Counts {
  todo: number;
  overdue: number;
  confirm: number;
  transfers: number;
  waiting: number;
  drafts: number;
}

/** A search word, and the projects whose names contain it. */
export interface Matching {
  readonly word: string;
  readonly projectIds: readonly number[];
}

/** Count that stops at LIMITS.countCap + 1. */
const capped = (condition: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`least(count(*) filter (where ${condition}), ${sql.lit(LIMITS.countCap + 1)})::int`;

/** One row of the two lists: the task id, its position in its list (from 1), and the totals of both lists. */
interface Placed {
  id: number;
  is_today: boolean;
  place: number;
  today_total: number;
  waiting_total: number;
}

/**
 * Own tasks of one person. Every query starts from the person (executor, transfer target, assigner) and uses that
 * column's index. A start from the tasks of the enterprise would read too many rows.
 */
export function homeList(db: Kysely<TasksTables>, enterpriseId: number, scope: TaskScope, now: Date) {
  const me = scope.userId;
  const isInScope = inScope('task.project_id', scope.projects);
  const standing = sql`task.enterprise_id = ${enterpriseId} and task.deleted_at is null and task.in_open_project
    and task.published_at is not null`;
  const facts = sql`task.id, task.project_id, task.deadline, task.status_since, task.status,
    case when ${overdueSql(now)} then 0 else 1 end as turn,
    case when task.status = 'rejected' or task.review_status = 'review_rejected' then 0 else 1 end as kept`;

  const toWork = sql`task.status in ('unprocessed', 'in_progress') and task.review_status <> 'under_review'`;
  /** Tasks of other assigners that I submitted or transferred. */
  const handedIn = sql`task.assigner_id <> ${me} and (task.review_status = 'under_review'
    or task.status in ('awaiting_confirmation', 'transfer_awaiting', 'rejected'))`;
  const toAcceptOrRepublish = sql`task.status in ('awaiting_confirmation', 'rejected')`;
  /** Tasks that I assigned and others work on. */
  const given = sql`(task.review_status = 'under_review'
    or (task.status in ('unprocessed', 'in_progress') and not exists (select 1 from task_executor e
      where e.enterprise_id = task.enterprise_id and e.task_id = task.id and e.user_id = ${me}))
    or (task.status = 'transfer_awaiting' and not exists (select 1 from task_transfer x
      where x.enterprise_id = task.enterprise_id and x.task_id = task.id and x.answer is null and x.to_id = ${me})))`;
  /**
   * `offset 0` makes PostgreSQL read the person's tasks first and check the scope afterwards. Without it the planner
   * reads every task of the person's projects. `is_today` separates my work from tasks that wait for others. Each task
   * of the executor and of the assigner is read once. A task has one state, so the lists never share a task.
   */
  const found = (holds: RawBuilder<boolean>): RawBuilder<unknown> => sql`select * from (
    select ${facts}, ${toWork} as is_today
    from task_executor e join task on task.enterprise_id = e.enterprise_id and task.id = e.task_id
    where e.enterprise_id = ${enterpriseId} and e.user_id = ${me} and ${standing} and (${toWork} or ${handedIn}) and ${holds}
    union all
    select ${facts}, true from task_transfer x
    join task on task.enterprise_id = x.enterprise_id and task.id = x.task_id
    where x.enterprise_id = ${enterpriseId} and x.to_id = ${me} and x.answer is null
      and task.status = 'transfer_awaiting' and ${standing} and ${holds}
    union all
    select ${facts}, ${toAcceptOrRepublish} from task
    where task.assigner_id = ${me} and ${standing} and (${toAcceptOrRepublish} or ${given}) and ${holds}
    offset 0) task where ${isInScope}`;
  const all = sql<boolean>`true`;
  const holding = (matching: Matching | null): RawBuilder<boolean> =>
    matching === null
      ? all
      : sql<boolean>`(${taskHolds(matching.word, false)} or task.project_id = any(${matching.projectIds as number[]}))`;

  return {
    /**
     * Both lists with their totals, in one statement. A task that cannot be overdue counts as not late. `today` has the
     * returned tasks first, then the late ones, each by deadline. `waiting` has the longest wait first.
     */
    async work(limits: { today: number; waiting: number }, matching: Matching | null = null) {
      const first = (isToday: boolean, by: string, limit: number): RawBuilder<unknown> => {
        const order = sql.raw(`${by}, id`);
        const which = isToday ? sql`is_today` : sql`not is_today`;
        return sql`(select id, is_today, row_number() over (order by ${order})::int as place from found
          where ${which} order by ${order} limit ${limit})`;
      };
      const placed = sql<Placed>`(
        with found as materialized (${found(holding(matching))}),
        totals as (select ${capped(sql`is_today`)} as today_total, ${capped(sql`not is_today`)} as waiting_total from found)
        select listed.*, totals.* from (${first(true, 'kept, turn, deadline', limits.today)}
          union all ${first(false, 'turn, case when turn = 0 then deadline end, status_since', limits.waiting)}) listed cross join totals)`.as<'placed'>(
        sql.id('placed'),
      );
      const rows = await db
        .selectFrom('task')
        .innerJoin(placed, (join) => join.onRef('placed.id', '=', 'task.id'))
        .select(SHOWN)
        .select([executorIdsOf, openTransferOf])
        .select(['placed.is_today', 'placed.today_total', 'placed.waiting_total'])
        .where('task.enterprise_id', '=', enterpriseId)
        .orderBy('placed.place')
        .execute();
      return {
        today: rows.filter((row) => row.is_today),
        waiting: rows.filter((row) => !row.is_today),
        totals: { today: rows[0]?.today_total ?? 0, waiting: rows[0]?.waiting_total ?? 0 },
      };
    },

    /** Projects with at least one task in one of the two lists of this person. */
    async projectIds(): Promise<number[]> {
      const { rows } = await sql<{ project_id: number }>`
        select distinct project_id from (${found(all)}) found`.execute(db);
      return rows.map((row) => row.project_id);
    },

    /** Each count stops at LIMITS.countCap + 1. */
    async counts(): Promise<Counts> {
      const { rows } = await sql<Counts>`select ${capped(sql`is_today`)} as todo,
        ${capped(sql`is_today and turn = 0`)} as overdue,
        ${capped(sql`is_today and status = 'awaiting_confirmation'`)} as confirm,
        ${capped(sql`is_today and status = 'transfer_awaiting'`)} as transfers,
        ${capped(sql`not is_today`)} as waiting,
        (select count(*)::int from (select 1 from task where task.enterprise_id = ${enterpriseId} and task.assigner_id = ${me}
          and task.deleted_at is null and task.in_open_project and task.status = 'not_started' and ${isInScope}
          limit ${LIMITS.countCap + 1}) drafts) as drafts
        from (${found(all)}) found`.execute(db);
      const [counted] = rows;
      if (!counted) throw new Error('a count without a row');
      return counted;
    },
  };
}
