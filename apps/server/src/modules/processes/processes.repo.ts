import { sql, type Kysely } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
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

/** A seat as JSON carries it: a time is text there. */
type SeatJson = Omit<SeatRow, 'decided_at'> & { decided_at: string | null };

/** The seats of stage `s` in its own row, so that a list of approvals takes one statement and not three one after the other. */
const SEATS = sql<SeatJson[]>`coalesce((
  select json_agg(json_build_object('id', t.id, 'user_id', t.user_id, 'status', t.status, 'transfer_to', t.transfer_to,
    'decided_at', t.decided_at, 'comment', t.comment) order by t.id)
  from process_seat t where t.enterprise_id = s.enterprise_id and t.stage_id = s.id), '[]')`.as('seats');

const seatOf = (seat: SeatJson): SeatRow => ({
  ...seat,
  decided_at: seat.decided_at === null ? null : new Date(seat.decided_at),
});

const reviewsBySubjects = prepared(
  'reviews_by_subjects',
  (db: Kysely<ProcessTables>, enterpriseId: number, kind: string, ids: readonly number[]) =>
    withCurrentStage(db, enterpriseId).where('p.subject_kind', '=', kind).where('p.subject_id', '=', anyOf(ids)),
);

const reviewsByIds = prepared(
  'reviews_by_ids',
  (db: Kysely<ProcessTables>, enterpriseId: number, ids: readonly number[]) =>
    withCurrentStage(db, enterpriseId).where('p.id', '=', anyOf(ids)),
);

/** Processes with the stage they stand at, its columns led by `stage_`. Outer, so that one without is found out and not passed over. */
function withCurrentStage(db: Kysely<ProcessTables>, enterpriseId: number) {
  return db
    .selectFrom(
      db
        .selectFrom('process')
        .select(['enterprise_id', ...PROCESS])
        .as('p'),
    )
    .leftJoin('process_stage as s', (join) =>
      join
        .onRef('s.enterprise_id', '=', 'p.enterprise_id')
        .onRef('s.process_id', '=', 'p.id')
        .onRef('s.round', '=', 'p.round')
        .onRef('s.position', '=', 'p.position')
        .on('s.superseded', '=', sql.lit(false)),
    )
    .selectAll('p')
    .select([
      's.id as stage_id',
      's.name as stage_name',
      sql<StageStatus>`s.status`.as('stage_status'),
      sql<SignMode>`s.sign_mode`.as('stage_sign_mode'),
      's.days as stage_days',
      's.allow_transfer as stage_allow_transfer',
      sql<RejectTo>`s.reject_to`.as('stage_reject_to'),
      's.opened_at as stage_opened_at',
      's.due_at as stage_due_at',
      SEATS,
    ])
    .where('p.enterprise_id', '=', enterpriseId);
}

/** A process with the one stage it stands at. */
export interface ReviewRow {
  readonly process: ProcessRow;
  readonly stage: StageRow;
}

type JoinedRow = Awaited<ReturnType<typeof reviewsByIds>>[number];

/** A process always has a stage at its position: both are written together. */
function reviewRow(row: JoinedRow): ReviewRow {
  if (row.stage_id === null) throw new Error(`process ${row.id} has no stage ${row.position}`);
  const stage = {
    id: row.stage_id,
    process_id: row.id,
    position: row.position,
    name: row.stage_name ?? '',
    status: row.stage_status,
    sign_mode: row.stage_sign_mode,
    days: numberOrNull(row.stage_days),
    allow_transfer: row.stage_allow_transfer === true,
    reject_to: row.stage_reject_to,
    opened_at: row.stage_opened_at,
    due_at: row.stage_due_at,
    seats: row.seats.map(seatOf),
  };
  return { process: row, stage };
}

const numberOrNull = (value: string | null): number | null => (value === null ? null : Number(value));

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

  /** Approvals of subjects of one kind, each with the stage it stands at. */
  reviewsOf: async (kind: string, ids: readonly number[]): Promise<ReviewRow[]> =>
    (await reviewsBySubjects(db, enterpriseId, kind, ids)).map(reviewRow),

  /** The same by their own ids. */
  reviews: async (ids: readonly number[]): Promise<ReviewRow[]> =>
    (await reviewsByIds(db, enterpriseId, ids)).map(reviewRow),

  /** The stages that count in the present round, in order of position. */
  async stages(processId: number): Promise<StageRow[]> {
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
        SEATS,
      ])
      .where('s.enterprise_id', '=', enterpriseId)
      .where('s.process_id', '=', processId)
      .where('s.superseded', '=', false)
      .whereRef('s.round', '=', 'p.round')
      .orderBy('s.position')
      .execute();
    return rows.map((row) => ({ ...row, days: numberOrNull(row.days), seats: row.seats.map(seatOf) }));
  },

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

  /** The newest entries, oldest first. */
  async history(processId: number) {
    const newest = await db
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
      .orderBy('id', 'desc')
      .limit(LIMITS.historyShown)
      .execute();
    return newest.toReversed();
  },

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
