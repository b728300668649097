import type { ProcessState, RejectTo } from '@prdm/contract/processes/kinds';
import { daysAllOrNone } from '@prdm/contract/processes/templates';
import { LIMITS } from '@prdm/contract/limits';
import type { AssignmentStatus, SignMode, StageStatus, StatusLabel } from '@prdm/contract/status';
import { DAY_MS, dayNumber, startOfDay } from '@prdm/contract/kit/shanghai';
import { fail, type AppError } from '../../platform/errors.ts';
import type { WorkCalendar } from '../config/index.ts';
import type { Own } from './assignments/authors.ts';
import type { StageDraft } from './process.types.ts';

/**
 * Facts of an assignment for the rules. A transferred assignment no longer counts for the stage. All others count,
 * decided or not.
 */
export interface AssignmentFacts {
  readonly assignmentId: number;
  readonly userId: number;
  /** Order within an in-turn stage. */
  readonly turn: number;
  readonly status: AssignmentStatus;
  readonly transferTo: number | null;
  /** The deputy who decided it. Absent or null: its executor. */
  readonly decidedBy?: number | null;
  /** The deputy who decides it now. */
  readonly deputy?: { readonly userId: number } | null;
}
export interface StageRules {
  readonly position: number;
  readonly name: string;
  readonly status: StageStatus;
  readonly signMode: SignMode;
  readonly allowTransfer: boolean;
  readonly rejectTo: RejectTo;
  readonly dueAt: Date | null;
  readonly assignments: readonly AssignmentFacts[];
}

/** States in which an action on the whole process is allowed (5.2). */
const FROM = {
  pause: ['under_review'],
  resume: ['paused'],
  withdraw: ['under_review'],
  remind: ['under_review'],
  republish: ['paused', 'review_complete', 'review_rejected', 'cancelled'],
  cancel: ['under_review', 'paused', 'review_complete', 'review_rejected'],
} as const satisfies Record<string, readonly ProcessState[]>;
export type ProcessMove = keyof typeof FROM;

export function assertMove(move: ProcessMove, status: ProcessState): void {
  if ((FROM[move] as readonly ProcessState[]).includes(status)) return;
  throw status === 'paused' ? fail.wrongState('processes.isPaused') : fail.wrongState();
}

const HANDLED: readonly AssignmentStatus[] = ['passed', 'not_passed', 'closed', 'transferred'];
/** True if the assignment is decided for good. A reopened stage gets new assignments. */
export const isHandled = (assignment: AssignmentStatus): boolean => HANDLED.includes(assignment);
export const alreadyHandled = (): AppError => fail.wrongState('processes.alreadyHandled');

/** Throws unless the assignment is open in a running process. Only then can it be decided or transferred. */
export function assertOpen(status: ProcessState, assignment: Pick<AssignmentFacts, 'status'>): void {
  if (isHandled(assignment.status)) throw alreadyHandled();
  if (status === 'paused') throw fail.wrongState('processes.isPaused');
  if (assignment.status === 'transfer_awaiting') throw fail.wrongState('processes.transferAwaiting');
  if (assignment.status === 'waiting') throw fail.wrongState('processes.notYourTurn');
  if (status !== 'under_review') throw fail.wrongState();
}

/** Throws unless a transfer waits for its answer. An answered one throws "already handled". */
export function assertAwaiting(status: ProcessState, assignment: Pick<AssignmentFacts, 'status'>): void {
  if (isHandled(assignment.status) || assignment.status === 'open') throw alreadyHandled();
  if (status === 'paused') throw fail.wrongState('processes.isPaused');
  if (assignment.status !== 'transfer_awaiting' || status !== 'under_review') throw fail.wrongState();
}

/**
 * True if an undecided assignment of a running or paused approval waits for an inactive person or a former project
 * member. Such assignments normally get a successor (`staff-disabled.ts`). A marked one had no eligible candidate.
 */
export const isUnassignable = (
  status: ProcessState,
  assignment: Pick<AssignmentFacts, 'status' | 'userId' | 'transferTo'>,
  inactive: ReadonlySet<number>,
): boolean =>
  (status === 'under_review' || status === 'paused') &&
  !isHandled(assignment.status) &&
  inactive.has(assignment.transferTo ?? assignment.userId);

/**
 * True if the remaining people cannot pass the stage. All-sign and in-turn: one unassignable assignment blocks it.
 * Any-sign: all of them must be unassignable.
 */
export function isBlocked(
  status: ProcessState,
  stage: Pick<StageRules, 'assignments' | 'signMode'>,
  inactive: ReadonlySet<number>,
): boolean {
  const undecided = stage.assignments.filter((assignment) => !isHandled(assignment.status));
  const unassignable = undecided.filter((assignment) => isUnassignable(status, assignment, inactive));
  return unassignable.length > 0 && (stage.signMode !== 'any' || unassignable.length === undecided.length);
}

const sitting = <S extends Pick<AssignmentFacts, 'status'>>(assignments: readonly S[]): S[] =>
  assignments.filter((assignment) => assignment.status !== 'transferred');

/** Current executors of a stage in their turns. A reopened stage assigns them again. */
export const sitters = (stage: Pick<StageRules, 'assignments'>): number[] => [
  ...new Set(
    sitting(stage.assignments)
      .toSorted((a, b) => a.turn - b.turn)
      .map((assignment) => assignment.userId),
  ),
];

/** Deputies who decided in a stage. */
export const deputiesBefore = ({ assignments }: Pick<StageRules, 'assignments'>): number[] =>
  assignments.flatMap(({ decidedBy }) => decidedBy ?? []);

/** People who decide or decided in a stage: executors, deputies, and targets of unanswered transfers. */
export const deciders = (stage: Pick<StageRules, 'assignments'>): number[] => [
  ...sitters(stage),
  ...deputiesBefore(stage),
  ...stage.assignments.flatMap(({ transferTo, deputy }) => [transferTo ?? [], deputy?.userId ?? []].flat()),
];

/** Assignments that open now: in an in-turn stage the first one that waits, else all that wait. */
export function opening<S extends Pick<AssignmentFacts, 'status' | 'turn'>>(stage: {
  readonly signMode: SignMode;
  readonly assignments: readonly S[];
}): S[] {
  const waiting = stage.assignments.filter((assignment) => assignment.status === 'waiting');
  return stage.signMode === 'in_turn' ? waiting.toSorted((a, b) => a.turn - b.turn).slice(0, 1) : waiting;
}

/** "1/3 passed": any-sign requires one, all-sign and in-turn every current executor. */
export function tally(stage: Pick<StageRules, 'assignments' | 'signMode'>): { passed: number; needed: number } {
  const passed = stage.assignments.filter((assignment) => assignment.status === 'passed').length;
  if (stage.signMode === 'any') return { passed: Math.min(passed, 1), needed: 1 };
  return { passed, needed: sitting(stage.assignments).length };
}

/** True if the pass of this assignment completes the stage. */
export const completes = (stage: Pick<StageRules, 'assignments' | 'signMode'>, assignmentId: number): boolean =>
  stage.signMode === 'any' ||
  sitting(stage.assignments).every(
    (assignment) => assignment.assignmentId === assignmentId || assignment.status === 'passed',
  );

/**
 * Throws if the person already decides in the stage, as executor or as deputy. Throws also for a person who would approve the own
 * subject without being a planned executor (safety.md S19). `field` is the input field.
 */
export function assertTakes(stage: Pick<StageRules, 'assignments'>, targetId: number, own: Own, field: string): void {
  if (deciders(stage).includes(targetId)) throw fail.invalid(field, 'processes.targetSits');
  if (targetId === own.starterId) throw fail.invalid(field, 'processes.targetIsStarter');
  if (own.authorIds.includes(targetId)) throw fail.invalid(field, 'processes.targetIsAuthor');
}

export function assertTransferTarget(stage: StageRules, assignment: AssignmentFacts, targetId: number, own: Own): void {
  if (!stage.allowTransfer) throw fail.wrongState('processes.transferNotAllowed');
  if (targetId === assignment.userId) throw fail.invalid('target_id', 'processes.transferToSelf');
  assertTakes(stage, targetId, own, 'target_id');
}

/** Throws unless these stages can run. The executors are resolved and checked before. */
export function assertPublishable(stages: readonly StageDraft[]): void {
  if (stages.length === 0) throw fail.invalid('stages', 'processes.noStages');
  if (stages.length > LIMITS.processStagesMax)
    throw fail.invalid('stages', 'validation.tooMany', { n: LIMITS.processStagesMax });
  if (!daysAllOrNone(stages)) throw fail.invalid('stages', 'processes.daysAllOrNone');
  for (const [index, stage] of stages.entries()) {
    if (stage.name.trim() === '') throw fail.invalid(`stages.${index}.name`, 'validation.required');
    if (stage.days !== null && !(stage.days >= 0))
      throw fail.invalid(`stages.${index}.days`, 'validation.tooSmall', { n: 0 });
    if (stage.executorIds.length > LIMITS.executorsMax)
      throw fail.invalid(`stages.${index}.executor_ids`, 'validation.tooMany', { n: LIMITS.executorsMax });
    if (stage.executorIds.length === 0)
      throw fail.wrongState('processes.noExecutor', {
        field: `stages.${index}.executor_ids`,
        params: { name: stage.name },
      });
  }
}

/** The part of the working-day calendar that counts stage days. */
export type StageCalendar = Pick<WorkCalendar, 'addWorkdays' | 'workdaysBetween'>;

const endOfDay = (at: Date): Date => new Date(startOfDay(dayNumber(at) + 1) - 1000);

/**
 * Last second of the day in Asia/Shanghai, `days` working days after `from`. 0 means the same day. A part of a day that
 * passes midnight counts as one more working day. It is the only function that counts stage days.
 */
export function dueAfter(calendar: StageCalendar, from: Date, days: number): Date {
  const whole = Math.floor(days);
  const late = new Date(from.getTime() + (days - whole) * DAY_MS);
  return endOfDay(calendar.addWorkdays(from, whole + dayNumber(late) - dayNumber(from)));
}

/** Moves a deadline by the working days of a pause, so it stays at the end of a day. */
export const dueLater = (calendar: StageCalendar, due: Date, from: Date, to: Date): Date =>
  calendar.addWorkdays(due, calendar.workdaysBetween(from, to));

export const isOverdue = (status: ProcessState, stage: Pick<StageRules, 'status' | 'dueAt'>, now: Date): boolean =>
  status === 'under_review' && stage.status === 'under_review' && stage.dueAt !== null && stage.dueAt < now;

/** Label of a list row: paused, transfer awaiting if only targets can act, overdue, else the status. */
export function labelOf(status: ProcessState, stage: StageRules, now: Date): StatusLabel | null {
  if (status === 'cancelled') return null;
  if (status !== 'under_review') return status;
  const undecided = stage.assignments.filter(
    (assignment) => assignment.status === 'open' || assignment.status === 'transfer_awaiting',
  );
  if (undecided.length > 0 && undecided.every((assignment) => assignment.status === 'transfer_awaiting'))
    return 'transfer_awaiting';
  return isOverdue(status, stage, now) ? 'overdue' : status;
}
