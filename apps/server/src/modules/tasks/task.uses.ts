import { sql } from 'kysely';
import { usedIn } from '../../platform/entity/index.ts';
import type { TasksParts } from './parts.ts';

/** The columns of tasks that name entries, and the tasks that keep a non-project from being deleted. */
export function registerUses({ uses, tables }: Pick<TasksParts, 'uses' | 'tables'>): void {
  const ofTask = (column: string) => usedIn(tables, 'task', { table: 'task', column, only: sql`r.deleted_at is null` });
  uses.register('stage', ofTask('stage_id'));
  uses.register('profession', ofTask('profession_id'));
  uses.register('non_project', ofTask('project_id'));
}
