import { sql, type Kysely } from 'kysely';
import { filtered, overdueSql, type Sight } from './tasks.list.ts';
import type { TasksTables } from './tasks.repo.ts';

export interface Counted {
  readonly total: number;
  readonly finished: number;
  readonly under_review: number;
  readonly overdue: number;
}

/** A line of the answer: a whole project, or one of its pairs of stage and profession. */
export interface CountedRow extends Counted {
  readonly project_id: number;
  readonly next_deadline: Date | null;
  readonly is_whole: boolean;
  readonly stage_id: number | null;
  readonly profession_id: number | null;
}

/**
 * Counts of the tasks that the sight's projects show in their lists: the list's own condition, grouped. One statement, whole projects and
 * pairs in the same reading.
 */
export const countTasks = (
  db: Kysely<TasksTables>,
  enterpriseId: number,
  { sight, now, detail }: { sight: Sight; now: Date; detail: boolean },
): Promise<CountedRow[]> => {
  const counted = filtered(db, enterpriseId, { sight, now, tab: 'all' }).select([
    'task.project_id',
    sql<number>`count(*)::int`.as('total'),
    sql<number>`(count(*) filter (where task.status = 'finished'))::int`.as('finished'),
    sql<number>`(count(*) filter (where task.review_status = 'under_review' and task.status = 'in_progress'))::int`.as(
      'under_review',
    ),
    sql<number>`(count(*) filter (where ${overdueSql(now)}))::int`.as('overdue'),
    sql<Date | null>`min(task.deadline) filter (where task.deadline >= ${now} and task.status not in ('finished', 'paused'))`.as(
      'next_deadline',
    ),
  ]);
  if (!detail)
    return counted
      .select([
        sql<boolean>`true`.as('is_whole'),
        sql<number | null>`null`.as('stage_id'),
        sql<number | null>`null`.as('profession_id'),
      ])
      .groupBy('task.project_id')
      .execute();
  return (
    counted
      // A task may be of no profession: only grouping() tells that apart from "of all of them".
      .select([sql<boolean>`grouping(task.stage_id) = 1`.as('is_whole'), 'task.stage_id', 'task.profession_id'])
      .groupBy(sql`grouping sets ((task.project_id), (task.project_id, task.stage_id, task.profession_id))`)
      .orderBy('task.stage_id')
      .orderBy('task.profession_id')
      .execute()
  );
};
