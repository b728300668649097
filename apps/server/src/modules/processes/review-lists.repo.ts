import { sql, type Kysely } from 'kysely';
import type { ProcessAction } from '@prdm/contract/processes';
import type { ReviewListState } from '@prdm/contract/review';
import { LIMITS } from '@prdm/contract/limits';
import { countCappedSql } from '../../platform/count-capped.ts';
import { withinReach, type Reach } from '../../platform/http/reach.ts';
import { containing } from '../../platform/word-search.ts';
import type { ProcessTables } from './processes.rows.ts';

/** Whose lists, and what of them: the projects in reach, without the archived ones where something is to be done. */
export interface ListWish {
  readonly userId: number;
  readonly reach: Reach;
  readonly archived: readonly number[];
  readonly kind?: string;
  readonly projectId?: number;
  /** Only what holds a word in its name, or lies in a project that does. */
  readonly matching?: { readonly word: string; readonly projectIds: readonly number[] };
}

/** One line of a list: the process, and what made it come into the list. */
export interface ListLine {
  /** Once in its list: the seat, the entry of the history, or the process. */
  line_id: number;
  process_id: number;
  seat_id: number | null;
  seat_status: string | null;
  action: ProcessAction | null;
  at: Date;
}

/** Asked of one person's list, which an index of that person's walks: the word index of all tasks would have nothing to add here. */
const matches = ({ word, projectIds }: NonNullable<ListWish['matching']>) => sql<boolean>`
  (p.subject_name ilike ${containing(word)} or p.project_id = any(${projectIds as number[]}))`;

/** What may be seen of process `p`: the same question in every list. */
const shown = (wish: ListWish) => sql<boolean>`
  p.status <> 'cancelled'
  and ${withinReach('p.project_id', wish.reach)}
  and ${wish.kind === undefined ? sql`true` : sql`p.subject_kind = ${wish.kind}`}
  and ${wish.projectId === undefined ? sql`true` : sql`p.project_id = ${wish.projectId}`}
  and ${wish.matching === undefined ? sql`true` : matches(wish.matching)}`;

const DONE = ['pass', 'not_pass', 'transfer', 'transfer_confirm', 'transfer_refuse'] as const;

/**
 * A person's four lists as conditions on process `p` (and what stands before it): each walks an index that has its
 * order.
 */
export const reviewListsRepo = (db: Kysely<ProcessTables>, enterpriseId: number) => {
  const from = {
    todo: (wish: ListWish) => sql`
      from process_seat t
      join process p on p.enterprise_id = t.enterprise_id and p.id = t.process_id
      where t.enterprise_id = ${enterpriseId} and t.holder_id = ${wish.userId}
        and (p.project_id is null or p.project_id <> all(${wish.archived as number[]}))
        and ${shown(wish)}`,
    done: (wish: ListWish) => sql`
      from process_history h
      join process p on p.enterprise_id = h.enterprise_id and p.id = h.process_id
      where h.enterprise_id = ${enterpriseId} and h.user_id = ${wish.userId}
        and h.action in (${sql.join(DONE.map((action) => sql.lit(action)))})
        and ${shown(wish)}`,
    mine: (wish: ListWish) => sql`
      from process p
      where p.enterprise_id = ${enterpriseId} and p.starter_id = ${wish.userId} and ${shown(wish)}`,
    cc: (wish: ListWish) => sql`
      from process_cc c
      join process p on p.enterprise_id = c.enterprise_id and p.id = c.process_id
      where c.enterprise_id = ${enterpriseId} and c.user_id = ${wish.userId} and ${shown(wish)}`,
  } satisfies Record<ReviewListState, (wish: ListWish) => unknown>;

  const columns = {
    todo: sql`t.id as line_id, p.id as process_id, t.id as seat_id, t.status as seat_status, null as action, t.since as at`,
    done: sql`h.id as line_id, p.id as process_id, h.seat_id, null as seat_status, h.action, h.at`,
    mine: sql`p.id as line_id, p.id as process_id, null::bigint as seat_id, null as seat_status, null as action, p.started_at as at`,
    cc: sql`p.id as line_id, p.id as process_id, null::bigint as seat_id, null as seat_status, null as action, p.started_at as at`,
  };
  const order = {
    todo: sql`t.since desc, t.id desc`,
    done: sql`h.id desc`,
    mine: sql`p.id desc`,
    cc: sql`c.process_id desc`,
  };

  return {
    /** Seats that wait for this person in running approvals by project, whatever the reach. */
    async heldBy(userId: number): Promise<{ project_id: number | null; n: number }[]> {
      const { rows } = await sql<{ project_id: number | null; n: number }>`
        select p.project_id, count(*)::int as n from process_seat t
        join process p on p.enterprise_id = t.enterprise_id and p.id = t.process_id
        where t.enterprise_id = ${enterpriseId} and t.holder_id = ${userId} and p.status <> 'cancelled'
        group by p.project_id`.execute(db);
      return rows;
    },

    async list(state: ReviewListState, wish: ListWish, window: { limit: number; offset: number }): Promise<ListLine[]> {
      const { rows } = await sql<ListLine>`
        select ${columns[state]} ${from[state](wish)}
        order by ${order[state]} limit ${window.limit} offset ${window.offset}`.execute(db);
      return rows;
    },

    count: (state: ReviewListState, wish: ListWish): Promise<number> =>
      countCappedSql(db, sql`select 1 ${from[state](wish)}`),

    /** What waits for a person, by kind of subject; together never more than the cap. */
    async kinds(wish: ListWish): Promise<Map<string, number>> {
      const { rows } = await sql<{ kind: string; n: number }>`
        select kind, count(*)::int as n from (
          select p.subject_kind as kind ${from.todo(wish)} limit ${LIMITS.countCap + 1}
        ) counted group by kind`.execute(db);
      return new Map(rows.map((row) => [row.kind, row.n]));
    },

    /** The projects of what stands in a list. */
    async projectsIn(state: ReviewListState, wish: ListWish): Promise<number[]> {
      const { rows } = await sql<{ project_id: number }>`
        select distinct p.project_id ${from[state](wish)} and p.project_id is not null`.execute(db);
      return rows.map((row) => row.project_id);
    },

    /** The projects of what waits for a person: few, and asked which of them are archived. */
    async projectsOfTodo(userId: number): Promise<number[]> {
      const { rows } = await sql<{ project_id: number }>`
        select distinct p.project_id from process_seat t
        join process p on p.enterprise_id = t.enterprise_id and p.id = t.process_id
        where t.enterprise_id = ${enterpriseId} and t.holder_id = ${userId} and p.project_id is not null`.execute(db);
      return rows.map((row) => row.project_id);
    },

    /** Of these processes, those a person takes or took part in: began a round of, seated, asked, or a carbon copy. */
    async concerning(userId: number, processIds: readonly number[]): Promise<Set<number>> {
      const { rows } = await sql<{ id: number }>`
        select p.id from process p
        where p.enterprise_id = ${enterpriseId} and p.id = any(${processIds as number[]}) and (
          p.starter_id = ${userId}
          or exists (select 1 from process_seat t
            where t.enterprise_id = p.enterprise_id and t.process_id = p.id and t.user_id = ${userId})
          or exists (select 1 from process_history h
            where h.enterprise_id = p.enterprise_id and h.process_id = p.id and (
              h.target_id = ${userId} or (h.user_id = ${userId} and h.action in ('start', 'republish'))))
          or exists (select 1 from process_cc c
            where c.enterprise_id = p.enterprise_id and c.process_id = p.id and c.user_id = ${userId}))`.execute(db);
      return new Set(rows.map((row) => row.id));
    },

    /** Seats as their subject kind judges them; `was_asked`: the person was once asked to take the seat over. */
    async seats(userId: number, ids: readonly number[]) {
      const { rows } = await sql<{ id: number; process_id: number; user_id: number; was_asked: boolean }>`
        select t.id, t.process_id, t.user_id, exists (
          select 1 from process_history h
          where h.enterprise_id = t.enterprise_id and h.process_id = t.process_id
            and h.seat_id = t.id and h.action = 'transfer' and h.target_id = ${userId}) as was_asked
        from process_seat t
        where t.enterprise_id = ${enterpriseId} and t.id = any(${ids as number[]})`.execute(db);
      return rows;
    },
  };
};
