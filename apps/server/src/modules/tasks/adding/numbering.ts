import { sql, type Kysely } from 'kysely';
import { escaped } from '../../../platform/statements/word-search.ts';
import type { TasksTables } from '../task.repo.ts';

/** Number of a task (decisions.md, number series): item number of the project at its creation, and its serial there. */
export const TASK_NUMBER_PATTERN = '{item}-{serial:3}';

/** The series of a project's tasks. Every project counts on its own, so projects do not wait for each other. */
export const taskSeries = (project: { readonly id: number; readonly item_number: string }) => ({
  name: 'task',
  scope: String(project.id),
  pattern: TASK_NUMBER_PATTERN,
  values: { item: project.item_number },
});

/**
 * The highest serial in the numbers that begin with this item number, 0 without any. A project that takes over the
 * item number of another one continues above its tasks, because a number is never used again.
 */
export async function highestSerial(db: Kysely<TasksTables>, enterpriseId: number, item: string): Promise<number> {
  const start = `${item.toLowerCase()}-`;
  const { highest } = await db
    .selectFrom('task')
    .select(sql<number>`coalesce(max(substr(lower(number), ${start.length + 1}::int)::int), 0)`.as('highest'))
    .where('enterprise_id', '=', enterpriseId)
    .where(sql<boolean>`lower(number) like ${`${escaped(start)}%`}`)
    .where(sql<boolean>`substr(lower(number), ${start.length + 1}::int) ~ '^[0-9]{1,9}$'`)
    .executeTakeFirstOrThrow();
  return highest;
}
