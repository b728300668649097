import { sql, type Kysely } from 'kysely';
import type { TasksTables } from './tasks.repo.ts';

/** What a person's place in tasks is, looked up and moved when the work is handed over. */
export const handingOverRepo = (db: Kysely<TasksTables>, enterpriseId: number) => ({
  /** Published tasks that are not finished, to be done by this person or to be reviewed by the plan; by project, for the order of locks. */
  async placesOf(userId: number): Promise<{ id: number; project_id: number }[]> {
    const { rows } = await sql<{ id: number; project_id: number }>`
      select t.id, t.project_id from task t
      where t.enterprise_id = ${enterpriseId} and t.deleted_at is null and t.published_at is not null and t.status <> 'finished'
        and (exists (select 1 from task_executor e
              where e.enterprise_id = t.enterprise_id and e.task_id = t.id and e.user_id = ${userId})
          or exists (select 1 from task_stage s
              where s.enterprise_id = t.enterprise_id and s.task_id = t.id and s.executor_ids @> array[${userId}]::bigint[]))
      order by t.project_id, t.id`.execute(db);
    return rows;
  },

  /** Whoever was asked to take the place over answers for the place, whoever has it now. */
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
