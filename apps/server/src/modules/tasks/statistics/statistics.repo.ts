import { sql, type Kysely } from 'kysely';
import { OVERDUE_STATUS } from '@prdm/contract/tasks/label';
import { inScope } from '../../../platform/http/project-scope.ts';
import { filtered, overdueSql, type TaskScope } from '../list/list.repo.ts';
import type { TasksTables } from '../task.repo.ts';

export interface Counted {
  readonly total: number;
  readonly finished: number;
  readonly under_review: number;
  readonly overdue: number;
}

/** One row of the result: a whole project, or one pair of stage and profession. */
export interface CountedRow extends Counted {
  readonly project_id: number;
  readonly next_deadline: Date | null;
  readonly is_whole: boolean;
  readonly stage_id: number | null;
  readonly profession_id: number | null;
}

const OVERDUE = sql.join(OVERDUE_STATUS.map((word) => sql.lit(word)));

type Scoped = { readonly scope: TaskScope; readonly now: Date };

const total = sql<number>`count(*)::int`.as('total');
const finished = sql<number>`(count(*) filter (where task.status = 'finished'))::int`.as('finished');
const underReview = sql<number>`(count(*) filter (where task.review_status = 'under_review'
  and task.status = 'in_progress'))::int`.as('under_review');
const nextDeadline = (now: Date) =>
  sql<Date | null>`min(task.deadline) filter (where task.deadline >= ${now} and task.status not in ('finished', 'paused'))`.as(
    'next_deadline',
  );

/**
 * Counts the tasks that the lists of the scope's projects show. One statement reads whole projects and pairs together.
 * The caller passes open projects only, because an archived project has no list.
 */
export const countTasks = (
  db: Kysely<TasksTables>,
  enterpriseId: number,
  { detail, ...scoped }: Scoped & { detail: boolean },
): Promise<CountedRow[]> => (detail ? countPairs(db, enterpriseId, scoped) : countWhole(db, enterpriseId, scoped));

/** Uses the condition of the list. */
const countPairs = (db: Kysely<TasksTables>, enterpriseId: number, { scope, now }: Scoped): Promise<CountedRow[]> =>
  filtered(db, enterpriseId, { scope, now, tab: 'all' })
    .select([
      'task.project_id',
      total,
      finished,
      underReview,
      sql<number>`(count(*) filter (where ${overdueSql(now)}))::int`.as('overdue'),
      nextDeadline(now),
    ])
    // A task can have no profession. Only grouping() distinguishes that null from the total row.
    .select([sql<boolean>`grouping(task.stage_id) = 1`.as('is_whole'), 'task.stage_id', 'task.profession_id'])
    .groupBy(sql`grouping sets ((task.project_id), (task.project_id, task.stage_id, task.profession_id))`)
    .orderBy('task.stage_id')
    .orderBy('task.profession_id')
    .execute();

/**
 * The condition of the list in columns of the index `task_of_project_by_deadline` only. PostgreSQL then reads no table
 * page. The tasks of twenty projects lie on thousands of pages. A long-term task has no deadline, so `overdue` needs no
 * check for it.
 */
const countWhole = (db: Kysely<TasksTables>, enterpriseId: number, { scope, now }: Scoped): Promise<CountedRow[]> => {
  const { projects, drafts, userId } = scope;
  return db
    .selectFrom('task')
    .where('task.enterprise_id', '=', enterpriseId)
    .where('task.deleted_at', 'is', null)
    .where(inScope('task.project_id', projects))
    .$if(drafts !== 'all', (query) =>
      query.where(
        sql<boolean>`(task.published_at is not null or task.assigner_id = ${userId}
          or task.project_id = any(${[...drafts] as number[]}))`,
      ),
    )
    .select([
      'task.project_id',
      total,
      finished,
      underReview,
      sql<number>`(count(*) filter (where task.deadline < ${now} and task.status in (${OVERDUE})))::int`.as('overdue'),
      nextDeadline(now),
      sql<boolean>`true`.as('is_whole'),
      sql<number | null>`null`.as('stage_id'),
      sql<number | null>`null`.as('profession_id'),
    ])
    .groupBy('task.project_id')
    .execute();
};
