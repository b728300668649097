import type { ProcessAction, ProcessState as ProcessStatus } from '@prdm/contract/processes/kinds';
import type { ReturnTo } from '@prdm/contract/processes/review';
import type { Updateable } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Bus, EventKind } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import type { DB } from '../../platform/db-types.ts';
import { fail } from '../../platform/errors.ts';
import type { Live } from '../../platform/live.ts';
import type { Registry } from './carrier/registry.ts';
import type { EligibilityOf, FitnessOf } from './assignments/deciders.ts';
import type { Gates } from './gates/gates.ts';
import { deciderOf, stagesWithDeputies } from './delegations/holders.ts';
import { momentOf } from './delegations/moment.ts';
import {
  DelegationUnresolved,
  StageOpened,
  TurnOpened,
  type AskedDeputy,
  type ProcessFacts,
  type StageFacts,
} from './process.events.ts';
import { processesRepo, type ProcessesRepo } from './process.repo.ts';
import type { ProcessRow, ProcessTables } from './process.rows.ts';
import { alreadyHandled, dueAfter, isHandled, opening, type StageCalendar } from './process.rules.ts';
import { stageAt, stagesOf, subjectOf } from './process.states.ts';
import type { AssignmentState, StageState, SubjectKey } from './process.types.ts';
import { processesWriter, type ProcessesWriter } from './process.writer.ts';

export interface ProcessesParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly clock: Clock;
  readonly tables: ModuleDb<ProcessTables>;
  /** Eligibility for an assignment. Checked at creation and at every change of the executor. */
  readonly eligibility: EligibilityOf;
  /** Eligibility of deputies in all their projects. */
  readonly fitness: FitnessOf;
  readonly kindsOfPeople: (
    enterpriseId: number,
    userIds: readonly number[],
    trx?: Trx,
  ) => Promise<ReadonlyMap<number, { type: string; status: string }>>;
  /** Names inside a transaction. */
  readonly plainNames: (
    trx: Trx,
    enterpriseId: number,
    userIds: readonly number[],
  ) => Promise<ReadonlyMap<number, string>>;
  /** Heads of the person's department and of those above it, from the bottom up. */
  readonly headsOver: (trx: Trx, enterpriseId: number, userId: number) => Promise<readonly number[]>;
  /** True if a stage is passed at once when its people passed earlier in the round. */
  readonly skipsRepeated: (enterpriseId: number, trx: Trx) => Promise<boolean>;
  /** The working-day calendar of the enterprise, for stage days. */
  readonly calendarOf: (enterpriseId: number, trx: Trx) => Promise<StageCalendar>;
  /** The kinds of subjects and what their owners give. */
  readonly registry: Registry;
  /** Conditions of other modules for the passing of a stage. */
  readonly gates: Gates;
  /** Locks a project against archiving until the transaction ends. Throws 443 if it is archived. */
  readonly openForWriting: (trx: Trx, enterpriseId: number, projectId: number) => Promise<unknown>;
  /** Those of the people who left the project and do not read every project. For display only. */
  readonly outsideOf: (
    enterpriseId: number,
    projectId: number,
    userIds: readonly number[],
  ) => Promise<ReadonlySet<number>>;
  /** Names by id for answers. Never called inside a transaction. */
  readonly names: (
    enterpriseId: number,
    userIds: readonly number[],
  ) => Promise<ReadonlyMap<number, { name: string; status: string }>>;
}

/**
 * One change of one process. Its row is locked until the transaction ends. `row` and `stages` are the state before the
 * change. Only `commit` writes the new state. Events carry the step after it.
 */
export interface ProcessChange {
  readonly parts: ProcessesParts;
  readonly trx: Trx;
  readonly actor: Actor;
  readonly at: Date;
  readonly repo: ProcessesRepo;
  readonly writer: ProcessesWriter;
  readonly row: ProcessRow;
  readonly stages: readonly StageState[];
  /** The executor for whom the actor acts as deputy. History and events name both. */
  behalf: { readonly id: number; readonly name: string } | null;
  /** Round and starter of the events. Re-publishing sets the new ones. */
  round: number;
  starterId: number;
  after: { status: ProcessStatus; position: number };
}

/** Locks a process until the transaction ends and loads it. Null if there is none. */
export async function findChange(
  parts: ProcessesParts,
  trx: Trx,
  enterpriseId: number,
  by: { id: number } | SubjectKey,
): Promise<Pick<ProcessChange, 'row' | 'stages' | 'at' | 'repo' | 'writer'> | null> {
  const tables = parts.tables.within(trx);
  const writer = processesWriter(tables, enterpriseId);
  const repo = processesRepo(tables, enterpriseId);
  const row = await writer.lock(by);
  if (!row) return null;
  const at = parts.clock.now();
  const stages = await stagesWithin(parts, trx, enterpriseId, { row, repo, at });
  return { row, stages, at, repo, writer };
}

/** Stages as they are under the lock, with the deputies of this moment. */
async function stagesWithin(
  parts: ProcessesParts,
  trx: Trx,
  enterpriseId: number,
  { row, repo, at }: Pick<ProcessChange, 'row' | 'repo' | 'at'>,
): Promise<StageState[]> {
  const stages = await stagesOf(repo, row, { now: at, moment: momentOf(parts.clock) });
  const approval = { subject: subjectOf(row), projectId: row.project_id, starterId: row.starter_id, stages };
  return stagesWithDeputies(parts, enterpriseId, approval, trx);
}

/** Same as `findChange` for a change by `actor`. Throws 1006 if there is no process. */
export async function takeChange(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  by: { id: number } | SubjectKey,
): Promise<ProcessChange> {
  const found = await findChange(parts, trx, actor.enterpriseId, by);
  if (!found) throw fail.notFound();
  const { status, position, round, starter_id: starterId } = found.row;
  return { ...found, parts, trx, actor, behalf: null, round, starterId, after: { status, position } };
}

/**
 * Same as `takeChange` for a direct call of a person. The project is locked first and throws 443 if it is archived. The
 * common lock order is project, process, subject.
 */
async function enter(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  place: { id: number; project_id: number | null } | undefined,
): Promise<ProcessChange> {
  if (!place) throw fail.notFound();
  if (place.project_id !== null) await parts.openForWriting(trx, actor.enterpriseId, place.project_id);
  return takeChange(parts, trx, actor, { id: place.id });
}

export async function enterProcess(parts: ProcessesParts, trx: Trx, actor: Actor, id: number): Promise<ProcessChange> {
  const repo = processesRepo(parts.tables.within(trx), actor.enterpriseId);
  return enter(parts, trx, actor, await repo.place(id));
}

/** Same as `enter`, by the id of an assignment. Throws "already handled" if its round or opening is over. */
export async function enterAssignment(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  assignmentId: number,
): Promise<{ change: ProcessChange; stage: StageState; assignment: AssignmentState }> {
  const repo = processesRepo(parts.tables.within(trx), actor.enterpriseId);
  const place = await repo.placeOfAssignment(assignmentId);
  // A decided assignment never reopens, so a late request need not wait for the lock.
  if (place && isHandled(place.assignment)) throw alreadyHandled();
  const change = await enter(parts, trx, actor, place);
  for (const stage of change.stages) {
    const assignment = stage.assignments.find((one) => one.assignmentId === assignmentId);
    if (assignment) return { change, stage, assignment };
  }
  throw alreadyHandled();
}

/** Reads a stage again after this change has added rows. */
export async function freshStage(change: ProcessChange, position: number): Promise<StageState> {
  const stages = await stagesWithin(change.parts, change.trx, change.actor.enterpriseId, change);
  return stageAt({ id: change.row.id, position }, stages);
}

export const currentStage = (change: ProcessChange): StageState => stageAt(change.row, change.stages);

export const factsOf = ({ row, round, starterId, behalf }: ProcessChange): ProcessFacts => ({
  processId: row.id,
  subject: subjectOf(row),
  projectId: row.project_id,
  starterId,
  round,
  step: row.version + 1,
  ...(behalf === null ? {} : { behalf }),
});

export const stageFactsOf = (change: ProcessChange, stage: Pick<StageState, 'name' | 'position'>): StageFacts => ({
  ...factsOf(change),
  stageName: stage.name,
  position: stage.position,
});

/**
 * Throws if a conditional update changed no row, because another writer was faster. The row lock makes this a second
 * safeguard.
 */
const mustHit = (hit: boolean): void => {
  if (!hit) throw alreadyHandled();
};

export async function setAssignment(
  change: ProcessChange,
  assignment: AssignmentState,
  set: Updateable<DB['process_assignment']>,
): Promise<void> {
  mustHit(await change.writer.setAssignment(assignment.assignmentId, assignment.status, set));
}

/** Ends an assignment with this result. */
export const decideAssignment = (
  change: ProcessChange,
  assignment: AssignmentState,
  status: 'passed' | 'not_passed' | 'transferred',
  comment: string,
): Promise<void> =>
  setAssignment(change, assignment, {
    status,
    comment,
    decided_at: change.at,
    decided_by: status === 'transferred' || change.behalf === null ? null : change.actor.userId,
    holder_id: null,
    ...(assignment.status === 'transfer_awaiting' ? { transfer_to: null } : {}),
  });

/** Closes all undecided assignments of a stage, including later turns. */
export const closeAssignments = (change: ProcessChange, stage: StageState): Promise<void> =>
  change.writer.setAssignmentsOf(stage.stageId, ['open', 'transfer_awaiting', 'waiting'], {
    status: 'closed',
    holder_id: null,
    transfer_to: null,
  });

export async function endStage(
  change: ProcessChange,
  stage: StageState,
  set: { status: 'review_complete' | 'review_rejected' | 'not_reviewed'; superseded?: boolean },
): Promise<void> {
  mustHit(await change.writer.setStage(stage.stageId, 'under_review', { ...set, ended_at: change.at }));
}

export const calendarOf = ({ parts, actor, trx }: ProcessChange): Promise<StageCalendar> =>
  parts.calendarOf(actor.enterpriseId, trx);

/** Opens a stage: its assignments open and its days start. Call `notifyOpened` after `commit`. */
export async function openStage(change: ProcessChange, stage: StageState): Promise<void> {
  const due = stage.days === null ? null : dueAfter(await calendarOf(change), change.at, stage.days);
  mustHit(
    await change.writer.setStage(stage.stageId, 'not_reviewed', {
      status: 'under_review',
      opened_at: change.at,
      due_at: due,
    }),
  );
  await openNext(change, stage);
}

/** Opens the assignments that are due now. In an in-turn stage this is one. */
export const openNext = (change: ProcessChange, stage: StageState): Promise<void> =>
  change.writer.openAssignments(
    stage.stageId,
    opening(stage).map((assignment) => assignment.assignmentId),
    change.at,
  );

/** Notifies the next executor of an in-turn stage, or the deputy. */
export async function notifyTurn(change: ProcessChange, stage: StageState): Promise<void> {
  const delegated = await deputiesAsked(change, opening(stage));
  await emit(change, TurnOpened, { ...stageFactsOf(change, stage), ...delegated });
  await notifyUnresolved(change, stage, opening(stage));
}

export async function notifyOpened(change: ProcessChange, stage: StageState): Promise<void> {
  const delegated = await deputiesAsked(change, opening(stage));
  await emit(change, StageOpened, { ...stageFactsOf(change, stage), ...delegated, signMode: stage.signMode });
  await notifyUnresolved(change, stage, opening(stage));
}

/** The executors whose assignments open now, and the deputies who act for some of them. */
async function deputiesAsked(
  { parts, trx, actor }: ProcessChange,
  opened: readonly AssignmentState[],
): Promise<{ executorIds: number[]; deputies: AskedDeputy[] }> {
  const executorIds = opened.map(({ userId }) => userId);
  const delegated = opened.filter(({ deputy }) => deputy !== null);
  if (delegated.length === 0) return { executorIds, deputies: [] };
  const names = await parts.plainNames(
    trx,
    actor.enterpriseId,
    delegated.map(({ userId }) => userId),
  );
  const deputies = delegated.flatMap(({ userId: forId, deputy }) =>
    deputy === null ? [] : [{ userId: deputy.userId, forId, forName: names.get(forId) ?? '' }],
  );
  return { executorIds, deputies };
}

/** Delegated assignments without a fit deputy stay with their executors. Their heads and the starter get a notice. */
async function notifyUnresolved(
  change: ProcessChange,
  stage: StageState,
  assignments: readonly AssignmentState[],
): Promise<void> {
  const { parts, trx, actor } = change;
  for (const { assignmentId, userId, delegation } of assignments) {
    if (delegation === null || delegation.problem === null) continue;
    const names = await parts.plainNames(trx, actor.enterpriseId, [userId]);
    const [headId] = await parts.headsOver(trx, actor.enterpriseId, userId);
    await emit(change, DelegationUnresolved, {
      ...stageFactsOf(change, stage),
      assignmentId,
      delegationId: delegation.delegationId,
      problem: delegation.problem,
      executor: { id: userId, name: names.get(userId) ?? '' },
      headId: headId ?? null,
    });
  }
}

/** Writes the process row. A transaction calls it exactly once, so `version` counts the changes. */
export async function commit(
  change: ProcessChange,
  set: Updateable<DB['process']> & Partial<ProcessChange['after']> = {},
): Promise<void> {
  mustHit(await change.writer.update(change.row.id, change.row.version, set));
  change.after = { status: set.status ?? change.row.status, position: set.position ?? change.row.position };
}

export async function note(
  change: ProcessChange,
  action: ProcessAction,
  what: {
    stage?: Pick<StageState, 'name' | 'position'>;
    assignmentId?: number;
    targetId?: number;
    to?: ReturnTo;
    /** Another stage of the entry. */
    other?: Pick<StageState, 'name' | 'position'>;
    /** True: no person did it. */
    byItself?: boolean;
    comment?: string;
  } = {},
): Promise<void> {
  await change.writer.addHistory({
    process_id: change.row.id,
    round: change.round,
    position: what.stage?.position ?? null,
    stage_name: what.stage?.name ?? '',
    seat_id: what.assignmentId ?? null,
    user_id: what.byItself === true ? null : change.actor.userId,
    target_id: what.targetId ?? null,
    for_id: what.byItself === true ? null : (change.behalf?.id ?? null),
    action,
    reject_to: what.to ?? null,
    to_position: what.other?.position ?? null,
    to_stage: what.other?.name ?? '',
    comment: what.comment ?? '',
    at: change.at,
  });
}

export async function emit<D extends ProcessFacts>(change: ProcessChange, event: EventKind<D>, data: D): Promise<void> {
  const { row, after, actor } = change;
  await change.parts.bus.emit(change.trx, event, {
    actor,
    target: { kind: 'process', id: row.id, name: row.subject_name },
    projectId: row.project_id,
    before: { status: row.status, position: row.position, round: row.round },
    after: { ...after, round: change.round },
    data,
  });
}

/** Notifies the browsers of all people who have this process in a list. */
export async function notifyBrowsers(change: ProcessChange, others: readonly number[] = []): Promise<void> {
  const { row, stages } = change;
  const assigned = stages.flatMap((stage) =>
    stage.assignments.flatMap((assignment) => [
      assignment.userId,
      assignment.transferTo ?? assignment.userId,
      deciderOf(assignment),
    ]),
  );
  const users = [...new Set([row.starter_id, ...assigned, ...others, ...(await change.repo.cc(row.id))])];
  await change.parts.live.notify(change.trx, change.actor.enterpriseId, { users }, { type: 'review', id: row.id });
}
