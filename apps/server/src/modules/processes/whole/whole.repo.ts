import { sql, type Kysely } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
import type { ProcessAction } from '@prdm/contract/processes/kinds';
import type { ReturnTo } from '@prdm/contract/processes/review';
import { prepared, type Value } from '../../../platform/prepared.ts';
import type { Moment } from '../delegations/moment.ts';
import { PROCESS, assignmentsJson, assignmentOf, type AssignmentJson } from '../process.repo.ts';
import type { ProcessRow, ProcessTables, StageRow } from '../process.rows.ts';
import type { RoundState, SubjectKey } from '../process.types.ts';

interface EntryRow {
  readonly id: number;
  readonly round: number;
  readonly position: number | null;
  readonly stage_name: string;
  readonly user_id: number | null;
  readonly target_id: number | null;
  readonly for_id: number | null;
  readonly action: ProcessAction;
  readonly reject_to: ReturnTo | null;
  readonly to_position: number | null;
  readonly to_stage: string;
  readonly comment: string;
  readonly at: Date;
}

/** A process with all data of its page. */
export interface WholeProcess {
  readonly row: ProcessRow;
  /** Valid stages of the current round, ordered by position. */
  readonly stages: readonly StageRow[];
  /** The newest entries, oldest first. */
  readonly history: readonly EntryRow[];
  readonly ccIds: readonly number[];
  /** Oldest first. */
  readonly rounds: readonly RoundState[];
}

/** JSON carries times as text with their offset. */
type StageJson = Omit<StageRow, 'opened_at' | 'due_at' | 'assignments'> & {
  readonly opened_at: string | null;
  readonly due_at: string | null;
  readonly assignments: readonly AssignmentJson[];
};
type RoundJson = Omit<RoundState, 'startedAt'> & { readonly startedAt: string };
type EntryJson = Omit<EntryRow, 'at'> & { readonly at: string };

const stagesAt = (moment: Value<Moment>) => sql<StageJson[]>`coalesce((
  select json_agg(json_build_object('id', s.id, 'process_id', s.process_id, 'position', s.position, 'name', s.name,
    'status', s.status, 'sign_mode', s.sign_mode, 'days', s.days, 'allow_transfer', s.allow_transfer,
    'reject_to', s.reject_to, 'cc_ids', s.cc_ids, 'separate', s.separate, 'straight', s.straight,
    'origin_id', coalesce(s.origin_id, s.id), 'added_by', s.added_by, 'added_to', s.added_to, 'added_reason', s.added_reason, 'opened_at', s.opened_at, 'due_at', s.due_at, 'assignments', ${assignmentsJson(moment)}) order by s.position)
  from process_stage s
  where s.enterprise_id = p.enterprise_id and s.process_id = p.id and s.round = p.round and not s.superseded), '[]')`;

const HISTORY = sql<EntryJson[]>`(
  select coalesce(json_agg(h order by h.id), '[]') from (
    select e.id, e.round, e.position, e.stage_name, e.user_id, e.target_id, e.for_id, e.action, e.reject_to, e.to_position, e.to_stage, e.comment, e.at
    from process_history e
    where e.enterprise_id = p.enterprise_id and e.process_id = p.id
    order by e.id desc limit ${sql.lit(LIMITS.historyShown)}) h)`;

const CC_IDS = sql<number[]>`array(
  select c.user_id from process_cc c
  where c.enterprise_id = p.enterprise_id and c.process_id = p.id order by c.user_id)`;

const ROUNDS = sql<RoundJson[]>`coalesce((
  select json_agg(json_build_object('round', r.round, 'starterId', r.starter_id, 'ccIds', r.cc_ids,
    'startedAt', r.started_at, 'copyDigest', r.copy_digest) order by r.round)
  from process_round r where r.enterprise_id = p.enterprise_id and r.process_id = p.id), '[]')`;

const whole = (db: Kysely<ProcessTables>, enterpriseId: number, moment: Moment) =>
  db
    .selectFrom(
      db
        .selectFrom('process')
        .select(['enterprise_id', ...PROCESS])
        .as('p'),
    )
    .selectAll('p')
    .select([stagesAt(moment).as('stages'), HISTORY.as('history'), CC_IDS.as('cc_ids'), ROUNDS.as('rounds')])
    .where('p.enterprise_id', '=', enterpriseId);

const wholeById = prepared(
  'process_whole_by_id',
  (db: Kysely<ProcessTables>, enterpriseId: number, id: number, moment: Moment) =>
    whole(db, enterpriseId, moment).where('p.id', '=', id),
);

const wholeBySubject = prepared(
  'process_whole_by_subject',
  (db: Kysely<ProcessTables>, enterpriseId: number, kind: string, id: number, moment: Moment) =>
    whole(db, enterpriseId, moment).where('p.subject_kind', '=', kind).where('p.subject_id', '=', id),
);

const timeOrNull = (at: string | null): Date | null => (at === null ? null : new Date(at));

/** Reads one process with all its parts in one statement. Undefined if there is none. */
export async function wholeProcess(
  db: Kysely<ProcessTables>,
  enterpriseId: number,
  by: SubjectKey | { id: number },
  moment: Moment,
): Promise<WholeProcess | undefined> {
  const [found] =
    'kind' in by
      ? await wholeBySubject(db, enterpriseId, by.kind, by.id, moment)
      : await wholeById(db, enterpriseId, by.id, moment);
  if (!found) return undefined;
  const { stages, history, rounds, cc_ids: ccIds, ...row } = found;
  return {
    row,
    stages: stages.map((stage) => ({
      ...stage,
      opened_at: timeOrNull(stage.opened_at),
      due_at: timeOrNull(stage.due_at),
      assignments: stage.assignments.map(assignmentOf),
    })),
    history: history.map((entry) => ({ ...entry, at: new Date(entry.at) })),
    ccIds,
    rounds: rounds.map((round) => ({ ...round, startedAt: new Date(round.startedAt) })),
  };
}
