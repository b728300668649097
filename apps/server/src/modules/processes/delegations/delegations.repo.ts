import { sql, type Kysely, type Updateable } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
import type { DB } from '../../../platform/db-types.ts';
import { swapRow } from '../../../platform/statements/swap.ts';
import { anyOf } from '../process.repo.ts';
import type { ProcessTables } from '../process.rows.ts';
import type { Delegation } from './chain.rules.ts';
import { isInForce, timeAt, type Moment } from './moment.ts';

export interface StoredDelegation {
  id: number;
  from_id: number;
  to_id: number;
  from_at: Date;
  /** Not included. */
  to_at: Date;
  refused_at: Date | null;
  note: string;
  source_kind: string;
  source_id: number | null;
  version: number;
}

export interface RoundStage {
  /** The stage that was asked for. */
  readonly ofStage: number;
  readonly stageId: number;
  readonly name: string;
  readonly position: number;
  readonly addedBy: number | null;
  readonly separate: boolean;
  readonly people: readonly number[];
}

/** One hop above the limit, so that a chain that is too long is seen as such. */
const HOPS = LIMITS.delegationHopsMax + 1;

const ROW = [
  'id',
  'from_id',
  'to_id',
  'from_at',
  'to_at',
  'refused_at',
  'note',
  'source_kind',
  'source_id',
  'version',
] as const;

export const delegationsRepo = (db: Kysely<ProcessTables>, enterpriseId: number) => ({
  /** The delegations in force that begin at these people, and those that follow from them. */
  async chainsFrom(userIds: readonly number[], moment: Moment): Promise<Delegation[]> {
    const { rows } = await sql<{ id: number; from_id: number; to_id: number; to_at: Date }>`
      with recursive chain as (
        select d.id, d.from_id, d.to_id, d.to_at, 1 as hop from process_delegation d
        where d.enterprise_id = ${enterpriseId} and d.from_id = ${anyOf(userIds)} and ${isInForce(moment)}
        union all
        select d.id, d.from_id, d.to_id, d.to_at, c.hop + 1 from chain c
        join process_delegation d on d.enterprise_id = ${enterpriseId} and d.from_id = c.to_id and ${isInForce(moment)}
        where c.hop < ${sql.lit(HOPS)}
      ) select distinct id, from_id, to_id, to_at from chain`.execute(db);
    return rows.map((row) => ({ id: row.id, fromId: row.from_id, toId: row.to_id, toAt: row.to_at }));
  },

  /** The stages in the rounds of these stages, each with the people who decide or decided it. */
  async roundsOf(stageIds: readonly number[]): Promise<RoundStage[]> {
    const { rows } = await sql<RoundStage>`
      select me.id as "ofStage", o.id as "stageId", o.name, o.position, o.added_by as "addedBy", o.separate,
        coalesce((select array_agg(distinct one) from process_assignment t
          cross join lateral unnest(array_remove(array[t.user_id, t.transfer_to, t.decided_by], null)) one
          where t.enterprise_id = o.enterprise_id and t.stage_id = o.id and t.status <> 'transferred'), '{}') as people
      from process_stage me
      join process_stage o on o.enterprise_id = me.enterprise_id and o.process_id = me.process_id
        and o.round = me.round and not o.superseded
      where me.enterprise_id = ${enterpriseId} and me.id = ${anyOf(stageIds)}`.execute(db);
    return rows;
  },

  /** People whose delegations in force can lead to this person. */
  async upstreamOf(userId: number, moment: Moment): Promise<number[]> {
    const { rows } = await sql<{ from_id: number }>`
      select distinct from_id from (${upstream(enterpriseId, userId, moment)}) up`.execute(db);
    return rows.map((row) => row.from_id).filter((id) => id !== userId);
  },

  byIds: (ids: readonly number[]) =>
    db
      .selectFrom('process_delegation')
      .select(ROW)
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', anyOf(ids))
      .execute(),

  /** The database's time, or the given one. */
  async now(moment: Moment): Promise<Date> {
    const { rows } = await sql<{ at: Date }>`select ${timeAt(moment)} as at`.execute(db);
    return rows[0]?.at ?? new Date();
  },

  /** Those of one side that last or begin later, then the newest of the others. `now` is the time of the judgement. */
  async listOf(
    side: 'from_id' | 'to_id',
    userId: number,
    moment: Moment,
  ): Promise<(StoredDelegation & { now: Date })[]> {
    const columns = sql.join(ROW.map((name) => sql.ref(`d.${name}`)));
    const of = sql`from process_delegation d where d.enterprise_id = ${enterpriseId} and ${sql.ref(`d.${side}`)} = ${userId}`;
    const isOver = sql`(d.refused_at is not null or d.to_at <= ${timeAt(moment)})`;
    const { rows } = await sql<StoredDelegation & { now: Date }>`
      (select ${columns}, ${timeAt(moment)} as now ${of} and not ${isOver} order by d.from_at, d.id limit ${LIMITS.unpagedMax})
      union all
      (select ${columns}, ${timeAt(moment)} as now ${of} and ${isOver} order by d.to_at desc, d.id desc limit ${LIMITS.delegationsPast})`.execute(
      db,
    );
    return rows;
  },

  bySource: (kind: string, id: number) =>
    db
      .selectFrom('process_delegation')
      .select(ROW)
      .where('enterprise_id', '=', enterpriseId)
      .where('source_kind', '=', kind)
      .where('source_id', '=', id)
      .forUpdate()
      .executeTakeFirst(),

  async add(row: {
    from_id: number;
    to_id: number;
    from_at: Date;
    to_at: Date;
    note: string;
    source_kind: string;
    source_id: number | null;
    created_at: Date;
  }): Promise<number> {
    const { id } = await db
      .insertInto('process_delegation')
      .values({ ...row, enterprise_id: enterpriseId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },

  /** False if the row changed since `version`. */
  async update(id: number, version: number, set: Updateable<DB['process_delegation']>): Promise<boolean> {
    return swapRow(
      db
        .updateTable('process_delegation')
        .set({ ...set, version: version + 1 })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .where('version', '=', version),
    );
  },
});
/** Rows `from_id` of the delegations in force that lead to this person, in at most as many hops as a chain may have. */
export const upstream = (enterpriseId: number, userId: number, moment: Moment) => sql`
  with recursive up as (
    select d.from_id, 1 as hop from process_delegation d
    where d.enterprise_id = ${enterpriseId} and d.to_id = ${userId} and ${isInForce(moment)}
    union all
    select d.from_id, up.hop + 1 from up
    join process_delegation d on d.enterprise_id = ${enterpriseId} and d.to_id = up.from_id and ${isInForce(moment)}
    where up.hop < ${sql.lit(LIMITS.delegationHopsMax)}
  ) select from_id from up`;
