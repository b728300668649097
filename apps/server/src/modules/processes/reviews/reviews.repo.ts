import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ProcessAction } from '@prdm/contract/processes/kinds';
import type { ReviewListState, ReviewSort } from '@prdm/contract/processes/review';
import { LIMITS } from '@prdm/contract/limits';
import { countCappedSql } from '../../../platform/statements/count-capped.ts';
import { withinScope, type ProjectScope } from '../../../platform/http/project-scope.ts';
import { containing } from '../../../platform/statements/word-search.ts';
import { upstream } from '../delegations/delegations.repo.ts';
import { isInForce, type Moment } from '../delegations/moment.ts';
import type { Shares, Touch } from '../delegations/shares.ts';
import type { ProcessTables } from '../process.rows.ts';

/**
 * Filter of a review list: the person, the readable projects, and the archived projects that the to-do list leaves out.
 */
export interface ListInput {
  readonly userId: number;
  readonly scope: ProjectScope;
  readonly archived: readonly number[];
  readonly kind?: string;
  readonly projectId?: number;
  /** Changes of the to-do list by delegations. Absent: none. */
  readonly shares?: Pick<Shares, 'lost' | 'gained'>;
  /** Keeps only these processes. */
  readonly only?: readonly number[];
  /** Keeps only rows whose subject name contains the word or whose project is listed. */
  readonly matching?: { readonly word: string; readonly projectIds: readonly number[] };
}

/** Order and page of a list. */
export interface ListWindow {
  readonly sort?: ReviewSort;
  readonly order?: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** One row of a list: the process and the record that put it in the list. */
export interface ListLine {
  /** Unique in its list: id of the assignment, of the history entry or of the process. */
  line_id: number;
  process_id: number;
  seat_id: number | null;
  seat_status: string | null;
  action: ProcessAction | null;
  at: Date;
}

/** Applies to the list of one person, which reads that person's index. The word index of all tasks would not help. */
const matches = ({ word, projectIds }: NonNullable<ListInput['matching']>) => sql<boolean>`
  (p.subject_name ilike ${containing(word)} or p.subject_number ilike ${containing(word)}
    or p.project_id = any(${projectIds as number[]}) or p.about_project_id = any(${projectIds as number[]}))`;

/** Read condition on process `p`, common to all lists. */
const shown = (input: ListInput) => sql<boolean>`
  p.status <> 'cancelled'
  and ${withinScope('p.project_id', input.scope)}
  and ${input.kind === undefined ? sql`true` : sql`p.subject_kind = ${input.kind}`}
  and ${input.projectId === undefined ? sql`true` : sql`(p.project_id = ${input.projectId} or p.about_project_id = ${input.projectId})`}
  and ${input.only === undefined ? sql`true` : sql`p.id = any(${input.only as number[]})`}
  and ${input.matching === undefined ? sql`true` : matches(input.matching)}`;

/**
 * The assignments `t` that wait for the person: as holder, or as deputy of the holder. Two branches keep the index order
 * of the first.
 */
const waiting = (enterpriseId: number, { userId, shares }: ListInput) => {
  const of = (condition: RawBuilder<unknown>) => sql`
    select t.* from process_assignment t where t.enterprise_id = ${enterpriseId} and ${condition}`;
  const held = sql`t.holder_id = ${userId}`;
  if (shares === undefined || (shares.lost.length === 0 && shares.gained.size === 0)) return sql`(${of(held)}) t`;
  return sql`(${of(sql`${held} and t.id <> all(${shares.lost as number[]})`)}
    union all ${of(sql`t.id = any(${[...shares.gained.keys()]})`)}) t`;
};

const DONE = ['pass', 'not_pass', 'transfer', 'transfer_confirm', 'transfer_refuse'] as const;

/**
 * The four lists of a person as conditions on process `p` and the tables joined before it. Each reads an index that has
 * its order.
 */
export const reviewListsRepo = (db: Kysely<ProcessTables>, enterpriseId: number) => {
  const from = {
    todo: (input: ListInput) => sql`
      from ${waiting(enterpriseId, input)}
      join process p on p.enterprise_id = t.enterprise_id and p.id = t.process_id
      where (p.project_id is null or p.project_id <> all(${input.archived as number[]}))
        and ${shown(input)}`,
    done: (input: ListInput) => sql`
      from process_history h
      join process p on p.enterprise_id = h.enterprise_id and p.id = h.process_id
      where h.enterprise_id = ${enterpriseId} and h.user_id = ${input.userId}
        and h.action in (${sql.join(DONE.map((action) => sql.lit(action)))})
        and ${shown(input)}`,
    mine: (input: ListInput) => sql`
      from process p
      where p.enterprise_id = ${enterpriseId} and p.starter_id = ${input.userId} and ${shown(input)}`,
    cc: (input: ListInput) => sql`
      from process_cc c
      join process p on p.enterprise_id = c.enterprise_id and p.id = c.process_id
      where c.enterprise_id = ${enterpriseId} and c.user_id = ${input.userId} and ${shown(input)}`,
  } satisfies Record<ReviewListState, (input: ListInput) => unknown>;

  const columns = {
    todo: sql`t.id as line_id, p.id as process_id, t.id as seat_id, t.status as seat_status, null as action, t.since as at`,
    done: sql`h.id as line_id, p.id as process_id, h.seat_id, null as seat_status, h.action, h.at`,
    mine: sql`p.id as line_id, p.id as process_id, null::bigint as seat_id, null as seat_status, null as action, p.started_at as at`,
    cc: sql`p.id as line_id, p.id as process_id, null::bigint as seat_id, null as seat_status, null as action, p.started_at as at`,
  };
  const way = { asc: sql`asc`, desc: sql`desc` };
  /** Order by age. An index of each list has this order. */
  const byAge = {
    todo: (to: RawBuilder<unknown>) => sql`t.since ${to}, t.id ${to}`,
    done: (to: RawBuilder<unknown>) => sql`h.id ${to}`,
    mine: (to: RawBuilder<unknown>) => sql`p.id ${to}`,
    cc: (to: RawBuilder<unknown>) => sql`c.process_id ${to}`,
  };
  /**
   * Deadline of the stage under review, or of the stage at which the round ended. Uses the index `process_stage_place`.
   */
  const dueAt = sql`(select s.due_at from process_stage s
    where s.enterprise_id = p.enterprise_id and s.process_id = p.id and s.round = p.round and s.position = p.position
      and not s.superseded)`;
  /**
   * Sorting by name and deadline applies to the rows of one person, which the index of the list finds. Equal rows have
   * the newest first.
   */
  const orderOf = (state: ReviewListState, { sort = 'at', order }: ListWindow) => {
    if (sort === 'at') return byAge[state](way[order ?? 'desc']);
    const by = sort === 'due' ? dueAt : sql`p.subject_name`;
    return sql`${by} ${way[order ?? 'asc']} nulls last, ${byAge[state](way.desc)}`;
  };

  return {
    /** The newest processes of the list that are neither complete nor cancelled, at most LIMITS.unpagedMax. */
    async unfinished(state: ReviewListState, input: ListInput): Promise<number[]> {
      const { rows } = await sql<{ process_id: number }>`
        select p.id as process_id ${from[state](input)} and p.status in ('under_review', 'paused', 'review_rejected')
        order by ${byAge[state](way.desc)} limit ${sql.lit(LIMITS.unpagedMax)}`.execute(db);
      return rows.map(({ process_id: id }) => id);
    },
    /** Number of running assignments of this person by project, whatever the scope. */
    async heldBy(userId: number): Promise<{ project_id: number | null; n: number }[]> {
      const { rows } = await sql<{ project_id: number | null; n: number }>`
        select p.project_id, count(*)::int as n from process_assignment t
        join process p on p.enterprise_id = t.enterprise_id and p.id = t.process_id
        where t.enterprise_id = ${enterpriseId} and t.holder_id = ${userId} and p.status <> 'cancelled'
        group by p.project_id`.execute(db);
      return rows;
    },

    async list(state: ReviewListState, input: ListInput, window: ListWindow): Promise<ListLine[]> {
      const { rows } = await sql<ListLine>`
        select ${columns[state]} ${from[state](input)}
        order by ${orderOf(state, window)} limit ${window.limit} offset ${window.offset}`.execute(db);
      return rows;
    },

    count: (state: ReviewListState, input: ListInput): Promise<number> =>
      countCappedSql(db, sql`select 1 ${from[state](input)}`),

    /** To-do count of a person by kind of subject. The sum never exceeds the cap. */
    async kinds(input: ListInput): Promise<Map<string, number>> {
      const { rows } = await sql<{ kind: string; n: number }>`
        select kind, count(*)::int as n from (
          select p.subject_kind as kind ${from.todo(input)} limit ${LIMITS.countCap + 1}
        ) counted group by kind`.execute(db);
      return new Map(rows.map((row) => [row.kind, row.n]));
    },

    /** Projects of the rows in a list. */
    async projectsIn(state: ReviewListState, input: ListInput): Promise<number[]> {
      const { rows } = await sql<{ project_id: number }>`
        select distinct p.project_id ${from[state](input)} and p.project_id is not null`.execute(db);
      return rows.map((row) => row.project_id);
    },

    /**
     * Projects of a person's to-do list, and the delegations in force that concern the person. The caller checks these
     * few projects for archived ones.
     */
    async factsOfTodo(userId: number, moment: Moment): Promise<{ projectIds: number[]; touch: Touch }> {
      const { rows } = await sql<{ projects: number[]; gives: boolean; upstream: number[] }>`
        select array(
          select distinct p.project_id from process_assignment t
          join process p on p.enterprise_id = t.enterprise_id and p.id = t.process_id
          where t.enterprise_id = ${enterpriseId} and t.holder_id = ${userId} and p.project_id is not null) as projects,
        exists (
          select from process_delegation d
          where d.enterprise_id = ${enterpriseId} and d.from_id = ${userId} and ${isInForce(moment)}) as gives,
        array(select distinct from_id from (${upstream(enterpriseId, userId, moment)}) up
          where from_id <> ${userId}) as upstream`.execute(db);
      const [row] = rows;
      if (!row) throw new Error('a select without rows');
      return { projectIds: row.projects, touch: { gives: row.gives, upstream: row.upstream } };
    },

    /** Processes that wait for the decision of one of these people. */
    async openOf(userIds: readonly number[]): Promise<number[]> {
      const { rows } = await sql<{ process_id: number }>`
        select distinct t.process_id from process_assignment t
        where t.enterprise_id = ${enterpriseId} and t.holder_id = any(${userIds as number[]}) and t.status = 'open'`.execute(
        db,
      );
      return rows.map((row) => row.process_id);
    },

    /**
     * Those of the processes in which the person takes or took part: starter of a round, executor, deputy who acted,
     * transfer target or carbon copy.
     */
    async concerning(userId: number, processIds: readonly number[]): Promise<Set<number>> {
      const { rows } = await sql<{ id: number }>`
        select p.id from process p
        where p.enterprise_id = ${enterpriseId} and p.id = any(${processIds as number[]}) and (
          p.starter_id = ${userId}
          or exists (select 1 from process_assignment t
            where t.enterprise_id = p.enterprise_id and t.process_id = p.id and t.user_id = ${userId})
          or exists (select 1 from process_history h
            where h.enterprise_id = p.enterprise_id and h.process_id = p.id and (
              h.target_id = ${userId} or (h.for_id is not null and h.user_id = ${userId})))
          or exists (select 1 from process_round r
            where r.enterprise_id = p.enterprise_id and r.process_id = p.id and r.starter_id = ${userId})
          or exists (select 1 from process_cc c
            where c.enterprise_id = p.enterprise_id and c.process_id = p.id and c.user_id = ${userId}))`.execute(db);
      return new Set(rows.map((row) => row.id));
    },

    /** Assignments as input of their subject kind. `was_asked`: the person was once the target of a transfer. */
    async assignments(userId: number, ids: readonly number[]) {
      const { rows } = await sql<{ id: number; process_id: number; user_id: number; was_asked: boolean }>`
        select t.id, t.process_id, t.user_id, exists (
          select 1 from process_history h
          where h.enterprise_id = t.enterprise_id and h.process_id = t.process_id
            and h.seat_id = t.id and h.action = 'transfer' and h.target_id = ${userId}) as was_asked
        from process_assignment t
        where t.enterprise_id = ${enterpriseId} and t.id = any(${ids as number[]})`.execute(db);
      return rows;
    },
  };
};
