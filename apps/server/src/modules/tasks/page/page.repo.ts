import { sql, type Kysely } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
import { prepared } from '../../../platform/prepared.ts';
import type { StageRow, TasksTables } from '../task.repo.ts';

interface EntryRow {
  readonly id: number;
  readonly round: number;
  readonly action: string;
  readonly user_id: number | null;
  readonly target_id: number | null;
  readonly from_status: string | null;
  readonly to_status: string;
  readonly minutes: number | null;
  readonly comment: string;
  readonly at: Date;
}

/** Data of a task page besides the row of the task. */
export interface PageParts {
  readonly stages: readonly StageRow[];
  /** The newest entries, oldest first. */
  readonly history: readonly EntryRow[];
  /** Sums over the children that are not deleted, as `childrenOf` of the task repo returns them. */
  readonly sums: { readonly allotted: number; readonly open: number; readonly count: number };
  /** Null if the task has no parent or the parent is deleted. */
  readonly parent: {
    readonly id: number;
    readonly number: string;
    readonly title: string;
    readonly status: string;
  } | null;
}

/** JSON carries times as text with their offset. */
type Stored = Omit<PageParts, 'history'> & { readonly history: readonly (Omit<EntryRow, 'at'> & { at: string })[] };

const partsOf = prepared(
  'task_page_parts',
  (db: Kysely<TasksTables>, enterpriseId: number, taskId: number, parentId: number | null) => {
    const statement = sql<Stored>`select
      (select coalesce(json_agg(json_build_object('position', s.position, 'name', s.name, 'sign_mode', s.sign_mode,
          'days', s.days::text, 'executor_ids', s.executor_ids, 'allow_transfer', s.allow_transfer,
          'reject_to', s.reject_to, 'cc_ids', s.cc_ids, 'separate', s.separate,
          'straight', s.straight) order by s.position), '[]')
        from task_stage s where s.enterprise_id = ${enterpriseId} and s.task_id = ${taskId}) as stages,
      (select coalesce(json_agg(h order by h.id), '[]') from (
        select e.id, e.round, e.action, e.user_id, e.target_id, e.from_status, e.to_status, e.minutes, e.comment, e.at
        from task_history e where e.enterprise_id = ${enterpriseId} and e.task_id = ${taskId}
        order by e.id desc limit ${sql.lit(LIMITS.historyShown)}) h) as history,
      (select json_build_object('allotted', coalesce(sum(c.required_minutes), 0),
          'open', count(*) filter (where c.status <> 'finished'), 'count', count(*))
        from task c where c.enterprise_id = ${enterpriseId} and c.parent_id = ${taskId} and c.deleted_at is null) as sums,
      (select json_build_object('id', p.id, 'number', p.number, 'title', p.title, 'status', p.status)
        from task p where p.enterprise_id = ${enterpriseId} and p.id = ${parentId} and p.deleted_at is null) as parent`;
    return { compile: () => statement.compile(db) };
  },
);

/** Reads stages, history, children's sums and parent of one task in one statement. */
export async function pagePartsOf(
  db: Kysely<TasksTables>,
  enterpriseId: number,
  task: { readonly id: number; readonly parent_id: number | null },
): Promise<PageParts> {
  const [found] = await partsOf(db, enterpriseId, task.id, task.parent_id);
  if (!found) throw new Error('a statement without a condition gave no row');
  return { ...found, history: found.history.map((entry) => ({ ...entry, at: new Date(entry.at) })) };
}
