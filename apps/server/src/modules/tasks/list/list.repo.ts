import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { StatusLabel } from '@prdm/contract/status';
import { OVERDUE_STATUS } from '@prdm/contract/tasks/label';
import type { TASK_SORTS, TaskTab } from '@prdm/contract/tasks';
import { countCapped } from '../../../platform/statements/count-capped.ts';
import { inScope, isAllProjects, type ProjectScope } from '../../../platform/http/project-scope.ts';
import { executorIdsOf, openTransferOf } from './columns.ts';
import type { TasksTables } from '../task.repo.ts';
import { taskHolds } from './search.ts';

/**
 * Read scope of a person: `projects` are the readable projects. `drafts` are the projects
 * where the person also reads drafts of others.
 */
export interface TaskScope {
  readonly userId: number;
  readonly projects: ProjectScope;
  readonly drafts: readonly number[] | 'all';
}

export interface TaskFilter {
  readonly scope: TaskScope;
  readonly now: Date;
  readonly projectId?: number;
  readonly tab: TaskTab;
  readonly labels?: readonly StatusLabel[];
  readonly stageId?: number;
  /** Null: only tasks without a profession. */
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
  /** Default: ascending for `late`, descending for the other sorts. */
  readonly order?: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** SQL version of `isOverdue` of the contract. A test compares both. */
export const overdueSql = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  task.deadline < ${now} and not task.is_long_term and task.status in (${sql.join(OVERDUE_STATUS.map((word) => sql.lit(word)))}))`;

/**
 * Group of a task in the default order. 0: it can be overdue (OVERDUE_STATUS). 1: it is stopped or long-term. 2: it is
 * finished. The deadline order inside group 0 puts overdue tasks first. Therefore the order does not depend on the
 * current time and an index can store it. The indexes `task_..._turn` of 20261123_0410_tasks.sql repeat this
 * expression. PostgreSQL uses them only while both expressions are equal.
 */
export const TURN = sql<number>`case when task.status = 'finished' then 2
  when task.status in ('transfer_awaiting', 'paused', 'long_term') then 1 else 0 end`;

/** SQL version of `taskLabel` of the contract. */
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

/**
 * The read rule of the subject kind as SQL conditions: the project is open and in scope, and the task is published or a
 * readable draft.
 */
function seen(query: TaskQuery, { scope, projectId }: TaskFilter): TaskQuery {
  let found = query;
  if (projectId !== undefined) found = found.where('task.project_id', '=', projectId);
  else {
    found = found.where('task.in_open_project', '=', sql.lit(true));
    const { projects } = scope;
    if (!isAllProjects(projects) || projects.except.length > 0)
      found = found.where(inScope('task.project_id', projects));
  }
  const { drafts } = scope;
  if (drafts === 'all' || (projectId !== undefined && drafts.includes(projectId))) return found;
  return found.where((eb) =>
    eb.or([
      eb('task.published_at', 'is not', null),
      eb('task.assigner_id', '=', scope.userId),
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
  query = TABS[filter.tab](seen(query, filter), filter.scope.userId);
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
  if (word) query = query.where(taskHolds(word, filter.projectId === undefined));
  return query;
}

export const SHOWN = [
  'task.id',
  'task.number',
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
  'task.reminded_at',
  'task.version',
] as const;

const SORT_COLUMN = { deadline: 'task.deadline', created: 'task.id', priority: 'task.priority' } as const;

type Ordered = SelectQueryBuilder<TasksTables, 'task', { id: number }>;

/** Adds the order. The id at the end keeps pages stable. */
function ordered<Q extends Ordered>(query: Q, filter: TaskFilter, { sort, order }: TaskOrder): Q {
  if (sort !== 'late') {
    const sorted = query.orderBy(SORT_COLUMN[sort], order ?? 'desc');
    return (sort === 'created' ? sorted : sorted.orderBy('task.id', order ?? 'desc')) as Q;
  }
  const way = order ?? 'asc';
  // All overdue tasks are in group 0. The planner cannot infer that, so the group is left out.
  const grouped = filter.overdue === true ? query : query.orderBy(TURN, way);
  return grouped.orderBy('task.deadline', way).orderBy('task.id', way) as Q;
}

export type ListedTask = Awaited<ReturnType<ReturnType<typeof taskList>['rows']>>[number];

/** Task lists: one query for the rows and one for the count, which stops at LIMITS.countCap + 1. */
export const taskList = (db: Kysely<TasksTables>, enterpriseId: number) => ({
  rows(filter: TaskFilter, order: TaskOrder) {
    const query = filtered(db, enterpriseId, filter).select(SHOWN).select([executorIdsOf, openTransferOf]);
    return ordered(query, filter, order).limit(order.limit).offset(order.offset).execute();
  },

  count: (filter: TaskFilter): Promise<number> => countCapped(db, filtered(db, enterpriseId, filter)),
});
