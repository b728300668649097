import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { StatusLabel } from '@prdm/contract/status';
import { OVERDUE_STATUS } from '@prdm/contract/task-label';
import type { TASK_SORTS, TaskTab } from '@prdm/contract/tasks';
import { countCapped } from '../../platform/count-capped.ts';
import { executorIdsOf, openTransferOf } from './tasks.columns.ts';
import type { TasksTables } from './tasks.repo.ts';
import { titleHolds } from './tasks.search.ts';

/** What a reader may see: the projects in reach (null: all of the enterprise) and those whose drafts are open to him or her. */
export interface Sight {
  readonly userId: number;
  readonly projects: readonly number[] | null;
  readonly drafts: readonly number[] | 'all';
}

export interface TaskFilter {
  readonly sight: Sight;
  readonly now: Date;
  readonly projectId?: number;
  readonly tab: TaskTab;
  readonly labels?: readonly StatusLabel[];
  readonly stageId?: number;
  /** Null: those of none. */
  readonly professionId?: number | null;
  readonly executorId?: number;
  readonly parentId?: number;
  readonly viewpointId?: number;
  readonly priority?: number;
  readonly word?: string;
  readonly overdue?: boolean;
}

export interface TaskOrder {
  readonly sort: (typeof TASK_SORTS)[number];
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** `isOverdue` of the contract, in SQL; a test holds them together. */
export const overdueSql = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  task.deadline < ${now} and not task.is_long_term and task.status in (${sql.join(OVERDUE_STATUS.map((word) => sql.lit(word)))}))`;

/** `taskLabel` of the contract, in SQL. */
const labelSql = (now: Date): RawBuilder<string> => sql<string>`case
  when task.status in ('paused', 'transfer_awaiting') then task.status
  when task.review_status in ('under_review', 'review_rejected') then task.review_status
  when ${overdueSql(now)} then 'overdue'
  else task.status end`;

const isExecutor = (userId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from task_executor e
  where e.enterprise_id = task.enterprise_id and e.task_id = task.id and e.user_id = ${userId})`;

const isCopied = (userId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from task_cc c
  where c.enterprise_id = task.enterprise_id and c.task_id = task.id and c.user_id = ${userId})`;

type TaskQuery = SelectQueryBuilder<TasksTables, 'task', object>;

const TABS: Record<TaskTab, (query: TaskQuery, userId: number) => TaskQuery> = {
  all: (query) => query,
  mine: (query, userId) => query.where(isExecutor(userId)),
  assigned: (query, userId) => query.where('task.assigner_id', '=', userId),
  cc: (query, userId) => query.where(isCopied(userId)),
  review: (query) => query.where('task.review_status', '=', 'under_review'),
  temporary: (query) => query.where('task.kind', '=', 'temporary'),
};

/** The same judgement as the subject kind's, as conditions: project in reach and open, published or a draft one may see. */
function seen(query: TaskQuery, { sight, projectId }: TaskFilter): TaskQuery {
  let found = query;
  if (projectId !== undefined) found = found.where('task.project_id', '=', projectId);
  else {
    found = found.where('task.in_open_project', '=', sql.lit(true));
    if (sight.projects !== null)
      found = found.where('task.project_id', '=', sql<number>`any(${sight.projects as number[]})`);
  }
  const { drafts } = sight;
  if (drafts === 'all' || (projectId !== undefined && drafts.includes(projectId))) return found;
  return found.where((eb) =>
    eb.or([
      eb('task.published_at', 'is not', null),
      eb('task.assigner_id', '=', sight.userId),
      ...(projectId === undefined && drafts.length > 0
        ? [eb('task.project_id', '=', sql<number>`any(${drafts as number[]})`)]
        : []),
    ]),
  );
}

export function filtered(db: Kysely<TasksTables>, enterpriseId: number, filter: TaskFilter): TaskQuery {
  let query: TaskQuery = db
    .selectFrom('task')
    .where('task.enterprise_id', '=', enterpriseId)
    .where('task.deleted_at', 'is', null);
  query = TABS[filter.tab](seen(query, filter), filter.sight.userId);
  const { labels, word } = filter;
  if (labels?.length) query = query.where(sql<boolean>`${labelSql(filter.now)} = any(${labels as string[]})`);
  if (filter.overdue !== undefined)
    query = query.where(filter.overdue ? overdueSql(filter.now) : sql<boolean>`${overdueSql(filter.now)} is not true`);
  if (filter.stageId !== undefined) query = query.where('task.stage_id', '=', filter.stageId);
  if (filter.professionId === null) query = query.where('task.profession_id', 'is', null);
  else if (filter.professionId !== undefined) query = query.where('task.profession_id', '=', filter.professionId);
  if (filter.executorId !== undefined) query = query.where(isExecutor(filter.executorId));
  if (filter.parentId !== undefined) query = query.where('task.parent_id', '=', filter.parentId);
  if (filter.viewpointId !== undefined) query = query.where('task.viewpoint_id', '=', filter.viewpointId);
  if (filter.priority !== undefined) query = query.where('task.priority', '=', filter.priority);
  if (word) query = query.where(titleHolds(word, filter.projectId === undefined));
  return query;
}

export const SHOWN = [
  'task.id',
  'task.project_id',
  'task.parent_id',
  'task.kind',
  'task.title',
  'task.stage_id',
  'task.profession_id',
  'task.priority',
  'task.assigner_id',
  'task.start_at',
  'task.deadline',
  'task.is_long_term',
  'task.status',
  'task.review_status',
  'task.progress',
  'task.required_minutes',
  'task.used_minutes',
  'task.viewpoint_id',
  'task.created_at',
  'task.status_since',
  'task.finished_at',
  'task.version',
] as const;

const SORT_COLUMN = { deadline: 'task.deadline', created: 'task.id', priority: 'task.priority' } as const;

export type ListedTask = Awaited<ReturnType<ReturnType<typeof taskList>['rows']>>[number];

/** Lists of tasks: one statement for the rows, one for the count that stops at LIMITS.countCap + 1. */
export const taskList = (db: Kysely<TasksTables>, enterpriseId: number) => ({
  rows(filter: TaskFilter, { sort, order, limit, offset }: TaskOrder) {
    const query = filtered(db, enterpriseId, filter)
      .select(SHOWN)
      .select([executorIdsOf, openTransferOf])
      .orderBy(SORT_COLUMN[sort], order);
    return (sort === 'created' ? query : query.orderBy('task.id', order)).limit(limit).offset(offset).execute();
  },

  count: (filter: TaskFilter): Promise<number> => countCapped(db, filtered(db, enterpriseId, filter)),
});
