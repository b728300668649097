import type { ProcessAction, ProcessState as ProcessStatus, RejectTo } from '@prdm/contract/processes';
import type { Updateable } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Bus, EventKind } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Lent, Trx } from '../../platform/db.ts';
import type { DB } from '../../platform/db-types.ts';
import { fail } from '../../platform/errors.ts';
import type { Live } from '../../platform/live.ts';
import type { FitnessOf } from './deciders.ts';
import { StageOpened, type ProcessFacts, type StageFacts } from './processes.events.ts';
import { processesRepo, type ProcessesRepo } from './processes.repo.ts';
import type { ProcessRow, ProcessTables } from './processes.rows.ts';
import { alreadyHandled, dueAfter, isHandled, sitters } from './processes.rules.ts';
import { stageAt, stagesOf } from './processes.states.ts';
import type { SeatState, StageState, SubjectKey } from './processes.types.ts';
import { processesWriter, type ProcessesWriter } from './processes.writer.ts';

export interface ProcessesParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly clock: Clock;
  readonly tables: Lent<ProcessTables>;
  /** Who may hold a seat: asked where seats are made and where they change hands. */
  readonly fitness: FitnessOf;
  /** Whose work the subject of an approval is, besides its starter's. */
  readonly authorsOf: (trx: Trx, enterpriseId: number, subject: SubjectKey) => Promise<readonly number[]>;
  /** Holds a project against archiving until the transaction ends; 443 when it is archived. */
  readonly openForWriting: (trx: Trx, enterpriseId: number, projectId: number) => Promise<unknown>;
  /** Of these people, who has left the project and does not see every project. For showing. */
  readonly outsideOf: (
    enterpriseId: number,
    projectId: number,
    userIds: readonly number[],
  ) => Promise<ReadonlySet<number>>;
  /** Names by id, for answers; never asked inside a transaction. */
  readonly names: (
    enterpriseId: number,
    userIds: readonly number[],
  ) => Promise<ReadonlyMap<number, { name: string; status: string }>>;
}

/**
 * One change of one process: its row is locked, so nobody else changes it until the transaction ends. `row` and
 * `stages` are as they were found; what the change makes of them is told once, to `commit`, and events carry the step
 * after it.
 */
export interface Step {
  readonly parts: ProcessesParts;
  readonly trx: Trx;
  readonly actor: Actor;
  readonly at: Date;
  readonly repo: ProcessesRepo;
  readonly writer: ProcessesWriter;
  readonly row: ProcessRow;
  readonly stages: readonly StageState[];
  /** The round events tell of, and who began it; a new one while re-publishing. */
  round: number;
  starterId: number;
  after: { status: ProcessStatus; position: number };
}

/** Locks a process until the transaction ends and loads it; null when there is none. */
export async function findStep(
  parts: ProcessesParts,
  trx: Trx,
  enterpriseId: number,
  by: { id: number } | SubjectKey,
): Promise<Pick<Step, 'row' | 'stages' | 'at' | 'repo' | 'writer'> | null> {
  const tables = parts.tables.within(trx);
  const writer = processesWriter(tables, enterpriseId);
  const repo = processesRepo(tables, enterpriseId);
  const row = await writer.lock(by);
  if (!row) return null;
  const at = parts.clock.now();
  const stages = await stagesOf(repo, row, at);
  return { row, stages, at, repo, writer };
}

/** The same for a change by `actor`; 1006 when there is none. */
export async function takeStep(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  by: { id: number } | SubjectKey,
): Promise<Step> {
  const found = await findStep(parts, trx, actor.enterpriseId, by);
  if (!found) throw fail.notFound();
  const { status, position, round, starter_id: starterId } = found.row;
  return { ...found, parts, trx, actor, round, starterId, after: { status, position } };
}

/**
 * The same for a call that comes straight from a person. The project is held open first: archived a moment ago, it
 * answers 443, and everybody who locks more than one thing locks project, process, subject in this order.
 */
async function enter(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  place: { id: number; project_id: number | null } | undefined,
): Promise<Step> {
  if (!place) throw fail.notFound();
  if (place.project_id !== null) await parts.openForWriting(trx, actor.enterpriseId, place.project_id);
  return takeStep(parts, trx, actor, { id: place.id });
}

export async function enterProcess(parts: ProcessesParts, trx: Trx, actor: Actor, id: number): Promise<Step> {
  const repo = processesRepo(parts.tables.within(trx), actor.enterpriseId);
  return enter(parts, trx, actor, await repo.place(id));
}

/** The same by a seat; a seat of a round or an opening that has passed is "already handled". */
export async function enterSeat(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  seatId: number,
): Promise<{ step: Step; stage: StageState; seat: SeatState }> {
  const repo = processesRepo(parts.tables.within(trx), actor.enterpriseId);
  const place = await repo.placeOfSeat(seatId);
  // A decided seat never opens again, so who comes late need not stand in line for the lock to hear it.
  if (place && isHandled(place.seat)) throw alreadyHandled();
  const step = await enter(parts, trx, actor, place);
  for (const stage of step.stages) {
    const seat = stage.seats.find((one) => one.seatId === seatId);
    if (seat) return { step, stage, seat };
  }
  throw alreadyHandled();
}

/** A stage as it is now, after this step has added rows. */
export async function freshStage(step: Step, position: number): Promise<StageState> {
  const stages = await stagesOf(step.repo, step.row, step.at);
  return stageAt({ id: step.row.id, position }, stages);
}

export const currentStage = (step: Step): StageState => stageAt(step.row, step.stages);

export const factsOf = ({ row, round, starterId }: Step): ProcessFacts => ({
  processId: row.id,
  subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name, pcPath: row.pc_path },
  projectId: row.project_id,
  starterId,
  round,
  step: row.version + 1,
});

export const stageFactsOf = (step: Step, stage: Pick<StageState, 'name' | 'position'>): StageFacts => ({
  ...factsOf(step),
  stageName: stage.name,
  position: stage.position,
});

/** A conditional update that hit nothing: somebody was quicker. With the row locked this is the second belt. */
const mustHit = (hit: boolean): void => {
  if (!hit) throw alreadyHandled();
};

export async function setSeat(step: Step, seat: SeatState, set: Updateable<DB['process_seat']>): Promise<void> {
  mustHit(await step.writer.setSeat(seat.seatId, seat.status, set));
}

/** A seat that is decided, one way or the other. */
export const decideSeat = (
  step: Step,
  seat: SeatState,
  status: 'passed' | 'not_passed' | 'transferred',
  comment: string,
): Promise<void> =>
  setSeat(step, seat, {
    status,
    comment,
    decided_at: step.at,
    holder_id: null,
    ...(seat.status === 'transfer_awaiting' ? { transfer_to: null } : {}),
  });

/** Nobody has to act on the stage any more. Seats that never came up stay as they are. */
export const closeSeats = (step: Step, stage: StageState): Promise<void> =>
  step.writer.setSeatsOf(stage.stageId, ['open', 'transfer_awaiting'], {
    status: 'closed',
    holder_id: null,
    transfer_to: null,
  });

export async function endStage(
  step: Step,
  stage: StageState,
  set: { status: 'review_complete' | 'review_rejected' | 'not_reviewed'; superseded?: boolean },
): Promise<void> {
  mustHit(await step.writer.setStage(stage.stageId, 'under_review', { ...set, ended_at: step.at }));
}

/** The stage's turn: its seats open and its days begin. Tell of it with `tellOpened` after `commit`. */
export async function openStage(step: Step, stage: StageState): Promise<void> {
  const due = stage.days === null ? null : dueAfter(step.at, stage.days);
  mustHit(
    await step.writer.setStage(stage.stageId, 'not_reviewed', {
      status: 'under_review',
      opened_at: step.at,
      due_at: due,
    }),
  );
  await step.writer.openSeats(stage.stageId, step.at);
}

export const tellOpened = (step: Step, stage: StageState): Promise<void> =>
  emit(step, StageOpened, {
    ...stageFactsOf(step, stage),
    executorIds: sitters(stage),
    signMode: stage.signMode,
  });

/** Writes the process itself: exactly one change of it per transaction, so `version` counts its steps. */
export async function commit(step: Step, set: Updateable<DB['process']> & Partial<Step['after']> = {}): Promise<void> {
  mustHit(await step.writer.update(step.row.id, step.row.version, set));
  step.after = { status: set.status ?? step.row.status, position: set.position ?? step.row.position };
}

export async function note(
  step: Step,
  action: ProcessAction,
  what: {
    stage?: Pick<StageState, 'name' | 'position'>;
    seatId?: number;
    targetId?: number;
    to?: RejectTo;
    comment?: string;
  } = {},
): Promise<void> {
  await step.writer.addHistory({
    process_id: step.row.id,
    round: step.round,
    position: what.stage?.position ?? null,
    stage_name: what.stage?.name ?? '',
    seat_id: what.seatId ?? null,
    user_id: step.actor.userId,
    target_id: what.targetId ?? null,
    action,
    reject_to: what.to ?? null,
    comment: what.comment ?? '',
    at: step.at,
  });
}

export async function emit<D extends ProcessFacts>(step: Step, event: EventKind<D>, data: D): Promise<void> {
  const { row, after, actor } = step;
  await step.parts.bus.emit(step.trx, event, {
    actor,
    target: { kind: 'process', id: row.id, name: row.subject_name },
    projectId: row.project_id,
    before: { status: row.status, position: row.position, round: row.round },
    after: { ...after, round: step.round },
    data,
  });
}

/** Everybody who has this process in a list asks for it again. */
export async function wakeBrowsers(step: Step, besides: readonly number[] = []): Promise<void> {
  const { row, stages } = step;
  const seated = stages.flatMap((stage) =>
    stage.seats.flatMap((seat) => [seat.userId, seat.transferTo ?? seat.userId]),
  );
  const users = [...new Set([row.starter_id, ...seated, ...besides, ...(await step.repo.cc(row.id))])];
  await step.parts.live.tell(step.trx, step.actor.enterpriseId, { users }, { type: 'review', id: row.id });
}
