import type { Kysely } from 'kysely';
import type { TasksTables } from '../task.repo.ts';

/** Open work of one person in the tasks of one project. */
export const leavingRepo = (db: Kysely<TasksTables>, enterpriseId: number) => {
  const open = (projectId: number) =>
    db
      .selectFrom('task')
      .where('task.enterprise_id', '=', enterpriseId)
      .where('task.project_id', '=', projectId)
      .where('task.deleted_at', 'is', null)
      .where('task.published_at', 'is not', null)
      .where('task.status', '<>', 'finished')
      .orderBy('task.id');
  return {
    /** Published, unfinished tasks that this person executes. */
    executedBy: (projectId: number, userId: number): Promise<{ id: number; title: string }[]> =>
      open(projectId)
        .innerJoin('task_executor as e', (join) =>
          join.onRef('e.enterprise_id', '=', 'task.enterprise_id').onRef('e.task_id', '=', 'task.id'),
        )
        .where('e.user_id', '=', userId)
        .select(['task.id', 'task.title'])
        .execute(),

    /** Tasks whose transfer to this person is still unanswered. */
    offeredTo: (projectId: number, userId: number): Promise<{ id: number }[]> =>
      open(projectId)
        .innerJoin('task_transfer as t', (join) =>
          join.onRef('t.enterprise_id', '=', 'task.enterprise_id').onRef('t.task_id', '=', 'task.id'),
        )
        .where('t.to_id', '=', userId)
        .where('t.answer', 'is', null)
        .select('task.id')
        .execute(),
  };
};
