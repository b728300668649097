import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { DB } from '../../platform/db-types.ts';
import { swapRow } from '../../platform/statements/swap.ts';
import { byId, executorIdsOf, ccIdsOf, openTransferOf } from './list/columns.ts';

export type TasksTables = Pick<
  DB,
  'task' | 'task_executor' | 'task_cc' | 'task_stage' | 'task_transfer' | 'task_history'
>;
export type TaskColumns = Selectable<DB['task']>;

export interface OpenTransfer {
  readonly id: number;
  readonly from_id: number;
  readonly to_id: number;
  readonly asked_by: number;
  readonly reason: string;
  readonly asked_at: string;
}

/** A task with its people. */
export type TaskRecord = TaskColumns & {
  executor_ids: number[];
  cc_ids: number[];
  transfer: OpenTransfer | null;
};

export interface StageRow {
  readonly position: number;
  readonly name: string;
  readonly sign_mode: string;
  readonly days: string | null;
  readonly executor_ids: number[];
  readonly allow_transfer: boolean;
  readonly reject_to: string;
  readonly cc_ids: number[];
  readonly separate: boolean;
  readonly straight: boolean;
}

export const tasksRepo = (db: Kysely<TasksTables>, enterpriseId: number) => {
  const everyRow = () =>
    db
      .selectFrom('task')
      .selectAll('task')
      .select([executorIdsOf, ccIdsOf, openTransferOf])
      .where('task.enterprise_id', '=', enterpriseId);
  const whole = () => everyRow().where('task.deleted_at', 'is', null);

  return {
    /** Includes deleted tasks, because former readers get 1006 for them. */
    everKnown: (ids: readonly number[]): Promise<TaskRecord[]> =>
      everyRow()
        .where('task.id', '=', sql<number>`any(${ids as number[]})`)
        .execute(),

    byIds: (ids: readonly number[]): Promise<TaskRecord[]> =>
      whole()
        .where('task.id', '=', sql<number>`any(${ids as number[]})`)
        .execute(),

    /** Those of the tasks that have a profession. */
    async professionsOf(ids: readonly number[]): Promise<{ id: number; profession_id: number }[]> {
      const rows = await db
        .selectFrom('task')
        .select(['id', 'profession_id'])
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', sql<number>`any(${ids as number[]})`)
        .where('profession_id', 'is not', null)
        .execute();
      return rows.flatMap(({ id, profession_id: of }) => (of === null ? [] : [{ id, profession_id: of }]));
    },

    /** Locks the row. Every change of the task, its people or its children's hours waits for this lock. */
    lock: (id: number): Promise<TaskRecord | undefined> =>
      whole().where('task.id', '=', id).forUpdate('task').executeTakeFirst(),

    /** Compare-and-swap on status and version. Returns false if another writer was faster. The version grows by one. */
    async change(seen: Pick<TaskColumns, 'id' | 'status' | 'version'>, set: Updateable<DB['task']>): Promise<boolean> {
      return swapRow(
        db
          .updateTable('task')
          .set({ ...set, version: seen.version + 1, updated_at: sql`now()` })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', seen.id)
          .where('status', '=', seen.status)
          .where('version', '=', seen.version)
          .where('deleted_at', 'is', null),
      );
    },

    /** Returns false if the task changed since `seen` or is deleted. */
    async remove(seen: Pick<TaskColumns, 'id' | 'version'>, now: Date): Promise<boolean> {
      return swapRow(
        db
          .updateTable('task')
          .set({ deleted_at: now })
          .where('enterprise_id', '=', enterpriseId)
          .where('id', '=', seen.id)
          .where('version', '=', seen.version)
          .where('deleted_at', 'is', null),
      );
    },

    async setPeople(table: 'task_executor' | 'task_cc', taskId: number, userIds: readonly number[]): Promise<void> {
      await byId(db.deleteFrom(table), enterpriseId, taskId).execute();
      if (userIds.length === 0) return;
      await db
        .insertInto(table)
        .values(userIds.map((user_id) => ({ enterprise_id: enterpriseId, task_id: taskId, user_id })))
        .execute();
    },

    async setStages(taskId: number, stages: readonly StageRow[]): Promise<void> {
      await byId(db.deleteFrom('task_stage'), enterpriseId, taskId).execute();
      if (stages.length === 0) return;
      await db
        .insertInto('task_stage')
        .values(stages.map((stage) => ({ ...stage, enterprise_id: enterpriseId, task_id: taskId })))
        .execute();
    },

    stagesOf: (taskId: number): Promise<StageRow[]> =>
      db
        .selectFrom('task_stage')
        .select(['position', 'name', 'sign_mode', 'days', 'executor_ids', 'allow_transfer', 'reject_to'])
        .select(['cc_ids', 'separate', 'straight'])
        .where('enterprise_id', '=', enterpriseId)
        .where('task_id', '=', taskId)
        .orderBy('position')
        .execute(),

    /** Allotted minutes, number of unfinished children and number of all children. Deleted children do not count. */
    async childrenOf(parentId: number): Promise<{ allotted: number; open: number; count: number }> {
      const row = await db
        .selectFrom('task')
        .select([
          sql<number>`coalesce(sum(required_minutes), 0)::int`.as('allotted'),
          sql<number>`(count(*) filter (where status <> 'finished'))::int`.as('open'),
          sql<number>`count(*)::int`.as('count'),
        ])
        .where('enterprise_id', '=', enterpriseId)
        .where('parent_id', '=', parentId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      return row;
    },

    /** Ids of all descendants, parents before children, which is the lock order. */
    async below(id: number): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        with recursive below(id, depth) as (
          select id, 1 from task where enterprise_id = ${enterpriseId} and parent_id = ${id} and deleted_at is null
          union all
          select t.id, b.depth + 1 from task t join below b on t.parent_id = b.id
          where t.enterprise_id = ${enterpriseId} and t.deleted_at is null and b.depth < 50
        ) select id from below order by depth, id`.execute(db);
      return rows.map((row) => row.id);
    },

    async requestTransfer(row: {
      task_id: number;
      from_id: number;
      to_id: number;
      asked_by: number;
      reason: string;
    }): Promise<void> {
      await db
        .insertInto('task_transfer')
        .values({ ...row, enterprise_id: enterpriseId })
        .execute();
    },

    async answerTransfer(taskId: number, answer: 'confirmed' | 'refused' | 'withdrawn' | 'void'): Promise<void> {
      await db
        .updateTable('task_transfer')
        .set({ answer, answered_at: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('task_id', '=', taskId)
        .where('answer', 'is', null)
        .execute();
    },

    async note(entry: Omit<Insertable<DB['task_history']>, 'enterprise_id'>): Promise<void> {
      await db
        .insertInto('task_history')
        .values({ ...entry, enterprise_id: enterpriseId })
        .execute();
    },

    /**
     * Number of published, unfinished tasks of this executor by project. They must be handed over before the person
     * leaves.
     */
    openOf: (userId: number) =>
      db
        .selectFrom('task')
        .innerJoin('task_executor as e', (join) =>
          join.onRef('e.enterprise_id', '=', 'task.enterprise_id').onRef('e.task_id', '=', 'task.id'),
        )
        .select(['task.project_id', sql<number>`count(*)::int`.as('n')])
        .where('task.enterprise_id', '=', enterpriseId)
        .where('e.user_id', '=', userId)
        .where('task.deleted_at', 'is', null)
        .where('task.published_at', 'is not', null)
        .where('task.status', '<>', 'finished')
        .groupBy('task.project_id')
        .execute(),

    /** Number of published, unfinished tasks. The user confirms it before the project is archived. */
    async openIn(projectId: number): Promise<number> {
      const { n } = await db
        .selectFrom('task')
        .select(sql<number>`count(*)::int`.as('n'))
        .where('enterprise_id', '=', enterpriseId)
        .where('project_id', '=', projectId)
        .where('deleted_at', 'is', null)
        .where('published_at', 'is not', null)
        .where('status', '<>', 'finished')
        .executeTakeFirstOrThrow();
      return n;
    },

    /**
     * Copies the state of the project. Tasks of an archived project or a closed non-project appear in no list over all projects and in no
     * overdue notice.
     */
    async setProjectOpen(projectId: number, open: boolean): Promise<void> {
      await db
        .updateTable('task')
        .set({ in_open_project: open })
        .where('enterprise_id', '=', enterpriseId)
        .where('project_id', '=', projectId)
        .where('in_open_project', '=', !open)
        .execute();
    },

    /**
     * Takes some published tasks whose passed deadline has no notice yet. Skips rows that other processes have locked.
     */
    takeOverdue: (now: Date, limit: number): Promise<TaskRecord[]> =>
      whole()
        .where('task.in_open_project', '=', true)
        .where('task.deadline', '<', now)
        .where('task.status', 'in', ['unprocessed', 'in_progress', 'rejected', 'awaiting_confirmation'])
        .where(sql<boolean>`task.overdue_told_for is distinct from task.deadline`)
        .orderBy('task.deadline')
        .limit(limit)
        .forUpdate('task')
        .skipLocked()
        .execute(),

    /** Keeps the version, so a timer does not make open forms stale. */
    async markOverdueNotified(ids: readonly number[]): Promise<void> {
      await db
        .updateTable('task')
        .set({ overdue_told_for: sql`deadline` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', sql<number>`any(${ids as number[]})`)
        .execute();
    },
  };
};
export type TasksRepo = ReturnType<typeof tasksRepo>;
