import { sql, type Kysely } from 'kysely';
import type { ProcessAction, ProcessState, RejectTo } from '@prdm/contract/processes';
import type { SeatStatus, SignMode, StageStatus } from '@prdm/contract/status';
import { prepared } from '../../platform/prepared.ts';
import type { ProcessRow, ProcessTables, SeatRow, StageRow } from './processes.rows.ts';
import type { StageDraft } from './processes.types.ts';

/** Columns of a process as ProcessRow has them. */
export const PROCESS = [
  'id',
  'subject_kind',
  'subject_id',
  'subject_name',
  'pc_path',
  'project_id',
  'starter_id',
  'template_id',
  'round',
  'position',
  'started_at',
  'finished_at',
  'paused_at',
  'pause_reason',
  'reminded_at',
  'version',
  sql<ProcessState>`status`.as('status'),
  sql<number>`jsonb_array_length(snapshot)`.as('stage_count'),
] as const;

export const anyOf = (ids: readonly number[]) => sql<number>`any(${ids as number[]})`;

const processesBySubjects = prepared(
  'processes_by_subjects',
  (db: Kysely<ProcessTables>, enterpriseId: number, kind: string, ids: readonly number[]) =>
    db
      .selectFrom('process')
      .select(PROCESS)
      .where('enterprise_id', '=', enterpriseId)
      .where('subject_kind', '=', kind)
      .where('subject_id', '=', anyOf(ids)),
);

const seatsOfStages = prepared(
  'seats_of_stages',
  (db: Kysely<ProcessTables>, enterpriseId: number, stageIds: readonly number[]) =>
    db
      .selectFrom('process_seat')
      .select([
        'id',
        'process_id',
        'stage_id',
        'user_id',
        sql<SeatStatus>`status`.as('status'),
        'transfer_to',
        'decided_at',
        'comment',
      ])
      .where('enterprise_id', '=', enterpriseId)
      .where('stage_id', '=', anyOf(stageIds))
      .orderBy('id'),
);

/** Running approvals of one enterprise, read. */
export const processesRepo = (db: Kysely<ProcessTables>, enterpriseId: number) => ({
  byIds: (ids: readonly number[]): Promise<ProcessRow[]> =>
    db
      .selectFrom('process')
      .select(PROCESS)
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', anyOf(ids))
      .execute(),

  bySubjects: (kind: string, ids: readonly number[]): Promise<ProcessRow[]> =>
    processesBySubjects(db, enterpriseId, kind, ids),

  async snapshot(id: number): Promise<StageDraft[]> {
    const row = await db
      .selectFrom('process')
      .select('snapshot')
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.snapshot as unknown as StageDraft[];
  },

  /** The stages that count in the present round; `onlyCurrent` takes the one each process stands at. */
  async stages(processIds: readonly number[], onlyCurrent = false): Promise<StageRow[]> {
    const rows = await db
      .selectFrom('process_stage as s')
      .innerJoin('process as p', (join) =>
        join.onRef('p.enterprise_id', '=', 's.enterprise_id').onRef('p.id', '=', 's.process_id'),
      )
      .select([
        's.id',
        's.process_id',
        's.position',
        's.name',
        sql<StageStatus>`s.status`.as('status'),
        sql<SignMode>`s.sign_mode`.as('sign_mode'),
        's.days',
        's.allow_transfer',
        sql<RejectTo>`s.reject_to`.as('reject_to'),
        's.opened_at',
        's.due_at',
      ])
      .where('s.enterprise_id', '=', enterpriseId)
      .where('s.process_id', '=', anyOf(processIds))
      .where('s.superseded', '=', false)
      .whereRef('s.round', '=', 'p.round')
      .$if(onlyCurrent, (query) => query.whereRef('s.position', '=', 'p.position'))
      .orderBy('s.process_id')
      .orderBy('s.position')
      .execute();
    return rows.map((row) => ({ ...row, days: row.days === null ? null : Number(row.days) }));
  },

  seats: (stageIds: readonly number[]): Promise<SeatRow[]> => seatsOfStages(db, enterpriseId, stageIds),

  /**
   * Which process a seat belongs to, and in which project that lies, neither of which ever changes; and how the seat
   * stands just now.
   */
  placeOfSeat: (seatId: number): Promise<{ id: number; project_id: number | null; seat: SeatStatus } | undefined> =>
    db
      .selectFrom('process_seat as t')
      .innerJoin('process as p', (join) =>
        join.onRef('p.enterprise_id', '=', 't.enterprise_id').onRef('p.id', '=', 't.process_id'),
      )
      .select(['p.id', 'p.project_id', sql<SeatStatus>`t.status`.as('seat')])
      .where('t.enterprise_id', '=', enterpriseId)
      .where('t.id', '=', seatId)
      .executeTakeFirst(),

  place: (id: number): Promise<{ id: number; project_id: number | null } | undefined> =>
    db
      .selectFrom('process')
      .select(['id', 'project_id'])
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** Whether anybody passed in the round, in an opening that was voided too. */
  async hasPass(processId: number, round: number): Promise<boolean> {
    const row = await db
      .selectFrom('process_seat as t')
      .innerJoin('process_stage as s', (join) =>
        join.onRef('s.enterprise_id', '=', 't.enterprise_id').onRef('s.id', '=', 't.stage_id'),
      )
      .select('t.id')
      .where('t.enterprise_id', '=', enterpriseId)
      .where('t.process_id', '=', processId)
      .where('s.round', '=', round)
      .where('t.status', '=', 'passed')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  history: (processId: number) =>
    db
      .selectFrom('process_history')
      .select([
        'id',
        'round',
        'position',
        'stage_name',
        'user_id',
        'target_id',
        sql<ProcessAction>`action`.as('action'),
        sql<RejectTo | null>`reject_to`.as('reject_to'),
        'comment',
        'at',
      ])
      .where('enterprise_id', '=', enterpriseId)
      .where('process_id', '=', processId)
      .orderBy('id')
      .execute(),

  async cc(processId: number): Promise<number[]> {
    const rows = await db
      .selectFrom('process_cc')
      .select('user_id')
      .where('enterprise_id', '=', enterpriseId)
      .where('process_id', '=', processId)
      .orderBy('user_id')
      .execute();
    return rows.map((row) => row.user_id);
  },
});
export type ProcessesRepo = ReturnType<typeof processesRepo>;
