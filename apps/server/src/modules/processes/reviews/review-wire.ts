import type { Principal } from '@prdm/access';
import type { z } from 'zod';
import { wireTime } from '@prdm/contract/kit/fields';
import { LIMITS } from '@prdm/contract/limits';
import type { processView, stageView } from '@prdm/contract/processes/review';
import { remindedBy } from '../lifecycle.ts';
import { isUnassignable, isBlocked } from '../process.rules.ts';
import type { SubjectLine } from '../carrier/registry.ts';
import { deciderOf } from '../delegations/holders.ts';
import type { AssignmentState, ProcessDetail, ProcessState, StageState } from '../process.types.ts';
import { returnPlaces } from '../stages/returns.rules.ts';
import { opinionFor } from './part.ts';

/** An approval before its answer is cut for the reader. */
export type WireProcess = z.input<typeof processView>;
/** Marks a text of the review. */
type Opinion = (text: string) => ReturnType<typeof opinionFor<string>>;

type Person = { id: number; name: string };
type NameOf = (id: number) => Person;
const timeOrNull = (at: Date | null): string | null => (at === null ? null : wireTime(at));

/** People as the client shows them, and those who cannot act any more. */
export interface People {
  readonly person: NameOf;
  readonly inactive: ReadonlySet<number>;
  readonly opinion: Opinion;
}

/** A stage on the wire, for an approval in this status. */
export const wireStage = (
  status: ProcessState['status'],
  stage: StageState,
  { person, inactive, opinion }: People,
): z.input<typeof stageView> => ({
  id: stage.stageId,
  position: stage.position,
  name: stage.name,
  status: stage.status,
  sign_mode: stage.signMode,
  days: stage.days,
  due_at: timeOrNull(stage.dueAt),
  overdue: stage.overdue,
  allow_transfer: stage.allowTransfer,
  reject_to: stage.rejectTo,
  added_by: stage.addedBy === null ? null : person(stage.addedBy),
  added_reason: opinion(stage.addedReason),
  passed: stage.passed,
  needed: stage.needed,
  stranded: isBlocked(status, stage, inactive),
  seats: stage.assignments.map((assignment) => ({
    id: assignment.assignmentId,
    user: person(assignment.userId),
    status: assignment.status,
    transfer_to: assignment.transferTo === null ? null : person(assignment.transferTo),
    stranded: isUnassignable(status, assignment, inactive),
    deputy: wireDeputy(status, assignment, person),
    decided_by: assignment.decidedBy === null ? null : person(assignment.decidedBy),
    comment: opinion(assignment.comment),
    decided_at: timeOrNull(assignment.decidedAt),
  })),
});

/** The deputy of an open assignment. While a transfer is unanswered, or in a later stage, nobody decides it. */
const wireDeputy = (
  status: ProcessState['status'],
  { status: own, deputy }: Pick<AssignmentState, 'status' | 'deputy'>,
  person: NameOf,
) =>
  deputy === null || own !== 'open' || status !== 'under_review'
    ? null
    : { user: person(deputy.userId), until: wireTime(deputy.until) };

/** Names of projects, and the owner's text for this reader, if its kind has one. */
export interface Texts {
  readonly projectNames: ReadonlyMap<number, string>;
  readonly text?: SubjectLine;
}

/** Common fields of lists and page. Null for a cancelled process, which is never sent. */
export function wireFacts(state: ProcessState, person: NameOf, { projectNames, text }: Texts) {
  if (state.status === 'cancelled' || state.label === null) return null;
  return {
    process_id: state.processId,
    kind: state.subject.kind,
    source_id: state.subject.id,
    name: text?.title ?? state.subject.name,
    detail: text?.detail ?? '',
    number: state.subject.number ?? '',
    pc_path: state.subject.pcPath,
    project_id: state.projectId,
    about_project_id: state.aboutId,
    project_name: projectNames.get(state.projectId ?? state.aboutId ?? 0) ?? '',
    starter: person(state.starterId),
    status: state.status,
    label: state.label,
    round: state.round,
    stage_count: state.stageCount,
  };
}

/** One approval with the actions that the reader may do now. Null if it is cancelled. */
export function wireProcess(
  detail: ProcessDetail,
  reader: Principal,
  others: Texts & { mayRemind: boolean; changed: boolean | null; opensOpinions: boolean },
): WireProcess | null {
  const person: NameOf = (id) => ({ id, name: detail.names.get(id) ?? '' });
  const personOrNull = (id: number | null) => (id === null ? null : person(id));
  const facts = wireFacts(detail, person, others);
  if (facts === null) return null;
  const { projectId, inactive } = detail;
  const opinion: Opinion = (text) => opinionFor(reader, { isOpen: others.opensOpinions, projectId }, text);
  return {
    ...facts,
    cc: detail.ccIds.map(person),
    started_at: wireTime(detail.startedAt),
    finished_at: timeOrNull(detail.finishedAt),
    pause_reason: detail.pauseReason,
    changed: others.changed,
    rounds: detail.rounds.map((round) => ({
      round: round.round,
      starter: person(round.starterId),
      cc: round.ccIds.map(person),
      started_at: wireTime(round.startedAt),
    })),
    version: detail.version,
    stages: detail.stages.map((stage) => wireStage(detail.status, stage, { person, inactive, opinion })),
    history: detail.history.map((entry) => ({
      id: entry.id,
      round: entry.round,
      position: entry.position,
      stage_name: entry.stageName,
      user: personOrNull(entry.userId),
      target: personOrNull(entry.targetId),
      for_user: personOrNull(entry.forId),
      action: entry.action,
      to: entry.to,
      to_position: entry.toPosition,
      to_stage: entry.toStage,
      comment: opinion(entry.comment),
      at: wireTime(entry.at),
      at_ms: entry.at.getTime(),
    })),
    can: whatMay(detail, reader.userId, person, others.mayRemind),
  };
}

function whatMay(detail: ProcessDetail, readerId: number, person: NameOf, mayRemind: boolean): WireProcess['can'] {
  const runs = detail.status === 'under_review';
  const assignments = runs ? detail.stage.assignments : [];
  const sitting = assignments.filter(({ status }) => status !== 'transferred');
  const own = sitting.find((assignment) => deciderOf(assignment) === readerId);
  const given = sitting.find(({ userId, deputy }) => userId === readerId && deputy !== null);
  const offered = assignments.find((assignment) => assignment.transferTo === readerId);
  const decides = own?.status === 'open';
  const passedThisRound = detail.history.some((entry) => entry.action === 'pass' && entry.round === detail.round);
  return {
    decide_seat_id: decides ? own.assignmentId : null,
    for_user: decides && own.userId !== readerId ? person(own.userId) : null,
    delegated: given ? wireDeputy(detail.status, given, person) : null,
    returns: decides ? returnPlaces(detail.stage, detail.stages) : [],
    add_sign: decides && detail.stages.length < LIMITS.processStagesMax,
    answer_seat_id: offered?.assignmentId ?? null,
    take_back_seat_id: own?.status === 'transfer_awaiting' ? own.assignmentId : null,
    withdraw: runs && detail.starterId === readerId && !passedThisRound,
    remind: runs && mayRemind && remindedBy(readerId, detail.stage).length > 0,
  };
}
