import { sql, type Kysely, type RawBuilder } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
import { executorIdsOf, openTransferOf } from './tasks.columns.ts';
import { overdueSql, SHOWN, type Sight } from './tasks.list.ts';
import type { TasksTables } from './tasks.repo.ts';
import { titleHolds } from './tasks.search.ts';

interface Counts {
  todo: number;
  overdue: number;
  confirm: number;
  transfers: number;
  waiting: number;
  drafts: number;
}

/** A word, and the projects whose names hold it. */
export interface Matching {
  readonly word: string;
  readonly projectIds: readonly number[];
}

const countOf = (set: RawBuilder<{ id: number }>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from (select 1 from (${set}) s limit ${LIMITS.countCap + 1}) capped)`;

/**
 * A person's own tasks. Every set begins at the person (executor, transfer target, assigner) by the index of that, never at the
 * tasks of the enterprise.
 */
export function homeList(db: Kysely<TasksTables>, enterpriseId: number, sight: Sight, now: Date) {
  const me = sight.userId;
  const inReach = sight.projects === null ? sql`true` : sql`task.project_id = any(${sight.projects as number[]})`;
  const standing = sql`task.enterprise_id = ${enterpriseId} and task.deleted_at is null and task.in_open_project
    and task.published_at is not null and ${inReach}`;
  const mineAsExecutor = sql`task_executor e join task on task.enterprise_id = e.enterprise_id and task.id = e.task_id
    where e.enterprise_id = ${enterpriseId} and e.user_id = ${me} and ${standing}`;

  const toWork = sql<{ id: number }>`select task.id from ${mineAsExecutor}
    and task.status in ('unprocessed', 'in_progress') and task.review_status <> 'under_review'`;
  const toAnswer = sql<{ id: number }>`select task.id from task_transfer x
    join task on task.enterprise_id = x.enterprise_id and task.id = x.task_id
    where x.enterprise_id = ${enterpriseId} and x.to_id = ${me} and x.answer is null
      and task.status = 'transfer_awaiting' and ${standing}`;
  const toAccept = sql<{ id: number }>`select task.id from task
    where task.assigner_id = ${me} and task.status = 'awaiting_confirmation' and ${standing}`;
  const toRepublish = sql<{ id: number }>`select task.id from task
    where task.assigner_id = ${me} and task.status = 'rejected' and ${standing}`;
  /** A task is in one state, so these never overlap. */
  const todo = sql<{ id: number }>`${toWork} union all ${toAnswer} union all ${toAccept} union all ${toRepublish}`;

  /** Given by me and in other hands. */
  const given = sql<{ id: number }>`select task.id from task where task.assigner_id = ${me} and ${standing} and (
    task.review_status = 'under_review'
    or (task.status in ('unprocessed', 'in_progress') and not exists (select 1 from task_executor e
      where e.enterprise_id = task.enterprise_id and e.task_id = task.id and e.user_id = ${me}))
    or (task.status = 'transfer_awaiting' and not exists (select 1 from task_transfer x
      where x.enterprise_id = task.enterprise_id and x.task_id = task.id and x.answer is null and x.to_id = ${me})))`;
  /** Handed in or handed over by me. */
  const handedIn = sql<{ id: number }>`select task.id from ${mineAsExecutor} and task.assigner_id <> ${me}
    and (task.review_status = 'under_review' or task.status in ('awaiting_confirmation', 'transfer_awaiting', 'rejected'))`;
  const waiting = sql<{ id: number }>`${given} union all ${handedIn}`;
  const drafts = sql<{ id: number }>`select task.id from task where task.enterprise_id = ${enterpriseId}
    and task.assigner_id = ${me} and task.deleted_at is null and task.in_open_project and task.status = 'not_started'
    and ${inReach}`;

  const holds = ({ word, projectIds }: Matching): RawBuilder<boolean> =>
    sql<boolean>`(${titleHolds(word, false)} or task.project_id = any(${projectIds as number[]}))`;
  const rowsOf = (set: RawBuilder<{ id: number }>, matching: Matching | null) =>
    db
      .selectFrom('task')
      .select(SHOWN)
      .select([executorIdsOf, openTransferOf])
      .where('task.enterprise_id', '=', enterpriseId)
      .where(sql<boolean>`task.id in (${set})`)
      .$if(matching !== null, (query) => query.where(holds(matching as Matching)));
  const numberOf = async (set: RawBuilder<{ id: number }>, matching: Matching | null): Promise<number> => {
    const found =
      matching === null
        ? set
        : sql<{ id: number }>`select task.id from task where task.enterprise_id = ${enterpriseId}
            and task.id in (${set}) and ${holds(matching)}`;
    const { rows } = await sql<{ n: number }>`select ${countOf(found)} as n`.execute(db);
    return rows[0]?.n ?? 0;
  };

  return {
    today: (limit: number, matching: Matching | null = null) =>
      rowsOf(todo, matching).orderBy('task.deadline').orderBy('task.id').limit(limit).execute(),
    /** What waits longest stands first. */
    waiting: (limit: number, matching: Matching | null = null) =>
      rowsOf(waiting, matching).orderBy('task.status_since').orderBy('task.id').limit(limit).execute(),
    /** Each stops at LIMITS.countCap + 1. */
    todayCount: (matching: Matching | null) => numberOf(todo, matching),
    waitingCount: (matching: Matching | null) => numberOf(waiting, matching),
    /** The projects in which this person has anything to do or waits for something. */
    async projectIds(): Promise<number[]> {
      const { rows } = await sql<{ project_id: number }>`select distinct task.project_id from task
        where task.enterprise_id = ${enterpriseId} and task.id in (${todo} union all ${waiting})`.execute(db);
      return rows.map((row) => row.project_id);
    },

    async counts(): Promise<Counts> {
      const late = sql<{ id: number }>`select task.id from task where task.enterprise_id = ${enterpriseId}
        and task.id in (${todo}) and ${overdueSql(now)}`;
      const { rows } = await sql<Counts>`select ${countOf(todo)} as todo, ${countOf(late)} as overdue,
        ${countOf(toAccept)} as confirm, ${countOf(toAnswer)} as transfers, ${countOf(waiting)} as waiting,
        ${countOf(drafts)} as drafts`.execute(db);
      const [found] = rows;
      if (!found) throw new Error('a count without a row');
      return found;
    },
  };
}
