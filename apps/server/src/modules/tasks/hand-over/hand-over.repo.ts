import { sql, type Kysely } from 'kysely';
import type { TasksTables } from '../task.repo.ts';

export interface TaskPlace {
  readonly id: number;
  readonly title: string;
  readonly project_id: number;
}

/** Queries and updates for a hand-over: the tasks of one person, and the change of executor. */
export const handOverRepo = (db: Kysely<TasksTables>, enterpriseId: number) => ({
  /**
   * Published, unfinished tasks where this person is an executor or a planned reviewer. They are ordered by project,
   * which is the lock order.
   */
  async placesOf(userId: number): Promise<TaskPlace[]> {
    const { rows } = await sql<TaskPlace>`
      select t.id, t.title, t.project_id from task t
      where t.enterprise_id = ${enterpriseId} and t.deleted_at is null and t.published_at is not null and t.status <> 'finished'
        and (exists (select 1 from task_executor e
              where e.enterprise_id = t.enterprise_id and e.task_id = t.id and e.user_id = ${userId})
          or exists (select 1 from task_stage s
              where s.enterprise_id = t.enterprise_id and s.task_id = t.id and s.executor_ids @> array[${userId}]::bigint[]))
      order by t.project_id, t.id`.execute(db);
    return rows;
  },

  byIds: (ids: readonly number[]): Promise<TaskPlace[]> =>
    db
      .selectFrom('task')
      .select(['id', 'title', 'project_id'])
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${ids as number[]})`)
      .where('deleted_at', 'is', null)
      .execute(),

  /** The people among these whom the planned stages of a task name. */
  async namedInStages(ids: readonly number[]): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select distinct named.id from task_stage s, unnest(s.executor_ids || s.cc_ids) as named(id)
      where s.enterprise_id = ${enterpriseId} and (s.executor_ids && ${ids as number[]}::bigint[] or s.cc_ids && ${ids as number[]}::bigint[])
        and named.id = any(${ids as number[]})`.execute(db);
    return rows.map(({ id }) => id);
  },

  /** Open transfer requests of `from` become requests of `to`. The current target stays. */
  async moveTransfer(taskId: number, from: number, to: number): Promise<void> {
    await db
      .updateTable('task_transfer')
      .set({ from_id: to })
      .where('enterprise_id', '=', enterpriseId)
      .where('task_id', '=', taskId)
      .where('from_id', '=', from)
      .where('answer', 'is', null)
      .execute();
  },
});
