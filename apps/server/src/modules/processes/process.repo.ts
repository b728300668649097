import { sql, type Kysely } from 'kysely';
import type { ProcessState, RejectTo } from '@prdm/contract/processes/kinds';
import type { AssignmentStatus, SignMode, StageStatus } from '@prdm/contract/status';
import { prepared, type Value } from '../../platform/prepared.ts';
import { isInForce, type Moment } from './delegations/moment.ts';
import type { ProcessRow, ProcessTables, AssignmentRow, StageRow } from './process.rows.ts';
import type { StageDraft } from './process.types.ts';

/** Columns of a process as in ProcessRow. */
export const PROCESS = [
  'id',
  'subject_kind',
  'subject_id',
  'subject_name',
  'subject_number',
  'pc_path',
  'project_id',
  'about_project_id',
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
  'added_stages',
  sql<number>`jsonb_array_length(snapshot) + added_stages`.as('stage_count'),
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

/** An assignment as JSON carries it: a time is text. */
export type AssignmentJson = Omit<AssignmentRow, 'decided_at'> & { decided_at: string | null };

/**
 * Assignments of stage `s` as a column of its row. A list of approvals then takes one statement instead of three in
 * sequence. They show at no further cost whether a delegation has to be followed at this moment.
 */
export const assignmentsJson = (moment: Value<Moment>) => sql<AssignmentJson[]>`coalesce((
  select json_agg(json_build_object('id', t.id, 'user_id', t.user_id, 'turn', t.turn, 'status', t.status, 'transfer_to', t.transfer_to,
    'decided_at', t.decided_at, 'decided_by', t.decided_by, 'comment', t.comment, 'delegated',
    t.status in ('waiting', 'open', 'transfer_awaiting') and exists (
      select from process_delegation d
      where d.enterprise_id = t.enterprise_id and d.from_id = t.user_id and ${isInForce(moment)})) order by t.id)
  from process_assignment t where t.enterprise_id = s.enterprise_id and t.stage_id = s.id), '[]')`;

export const assignmentOf = (assignment: AssignmentJson): AssignmentRow => ({
  ...assignment,
  decided_at: assignment.decided_at === null ? null : new Date(assignment.decided_at),
});

const reviewsBySubjects = prepared(
  'reviews_by_subjects',
  (db: Kysely<ProcessTables>, enterpriseId: number, kind: string, ids: readonly number[], moment: Moment) =>
    withCurrentStage(db, enterpriseId, moment)
      .where('p.subject_kind', '=', kind)
      .where('p.subject_id', '=', anyOf(ids)),
);

const reviewsByIds = prepared(
  'reviews_by_ids',
  (db: Kysely<ProcessTables>, enterpriseId: number, ids: readonly number[], moment: Moment) =>
    withCurrentStage(db, enterpriseId, moment).where('p.id', '=', anyOf(ids)),
);

/**
 * Processes with their current stage, whose columns have the prefix `stage_`. The left join keeps a process without a
 * stage, so `reviewRow` can throw.
 */
function withCurrentStage(db: Kysely<ProcessTables>, enterpriseId: number, moment: Moment) {
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
      's.cc_ids as stage_cc_ids',
      's.separate as stage_separate',
      's.straight as stage_straight',
      sql<number>`coalesce(s.origin_id, s.id)`.as('stage_origin_id'),
      's.added_by as stage_added_by',
      's.added_to as stage_added_to',
      's.added_reason as stage_added_reason',
      's.opened_at as stage_opened_at',
      's.due_at as stage_due_at',
      assignmentsJson(moment).as('assignments'),
    ])
    .where('p.enterprise_id', '=', enterpriseId);
}

/** A process with its current stage. */
export interface ReviewRow {
  readonly process: ProcessRow;
  readonly stage: StageRow;
}

type JoinedRow = Awaited<ReturnType<typeof reviewsByIds>>[number];

/**
 * Throws if the stage is missing. Process and stages are written together, so every process has a stage at its
 * position.
 */
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
    cc_ids: row.stage_cc_ids ?? [],
    separate: row.stage_separate === true,
    straight: row.stage_straight === true,
    origin_id: row.stage_origin_id,
    added_by: row.stage_added_by,
    added_to: row.stage_added_to,
    added_reason: row.stage_added_reason ?? '',
    opened_at: row.stage_opened_at,
    due_at: row.stage_due_at,
    assignments: row.assignments.map(assignmentOf),
  };
  return { process: row, stage };
}

const numberOrNull = (value: string | null): number | null => (value === null ? null : Number(value));

/** Read access to the approvals of one enterprise. */
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

  /** Approvals of subjects of one kind, each with its current stage. */
  reviewsOf: async (kind: string, ids: readonly number[], moment: Moment): Promise<ReviewRow[]> =>
    (await reviewsBySubjects(db, enterpriseId, kind, ids, moment)).map(reviewRow),

  /** Same, by the ids of the processes. */
  reviews: async (ids: readonly number[], moment: Moment): Promise<ReviewRow[]> =>
    (await reviewsByIds(db, enterpriseId, ids, moment)).map(reviewRow),

  /** Valid stages of the current round, ordered by position. */
  async stages(processId: number, moment: Moment): Promise<StageRow[]> {
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
        's.cc_ids',
        's.separate',
        's.straight',
        sql<number>`coalesce(s.origin_id, s.id)`.as('origin_id'),
        's.added_by',
        's.added_to',
        's.added_reason',
        's.opened_at',
        's.due_at',
        assignmentsJson(moment).as('assignments'),
      ])
      .where('s.enterprise_id', '=', enterpriseId)
      .where('s.process_id', '=', processId)
      .where('s.superseded', '=', false)
      .whereRef('s.round', '=', 'p.round')
      .orderBy('s.position')
      .execute();
    return rows.map((row) => ({
      ...row,
      days: numberOrNull(row.days),
      assignments: row.assignments.map(assignmentOf),
    }));
  },

  /** Process, project and current status of an assignment. Process and project never change. */
  placeOfAssignment: (
    assignmentId: number,
  ): Promise<{ id: number; project_id: number | null; assignment: AssignmentStatus } | undefined> =>
    db
      .selectFrom('process_assignment as t')
      .innerJoin('process as p', (join) =>
        join.onRef('p.enterprise_id', '=', 't.enterprise_id').onRef('p.id', '=', 't.process_id'),
      )
      .select(['p.id', 'p.project_id', sql<AssignmentStatus>`t.status`.as('assignment')])
      .where('t.enterprise_id', '=', enterpriseId)
      .where('t.id', '=', assignmentId)
      .executeTakeFirst(),

  place: (id: number): Promise<{ id: number; project_id: number | null } | undefined> =>
    db
      .selectFrom('process')
      .select(['id', 'project_id'])
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** True if a person passed in this round, including in an opening that became void. */
  async hasPass(processId: number, round: number): Promise<boolean> {
    const row = await db
      .selectFrom('process_assignment as t')
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
