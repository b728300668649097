import { daysAllOrNone, type ProcessState, type RejectTo } from '@prdm/contract/processes';
import { LIMITS } from '@prdm/contract/limits';
import type { SeatStatus, SignMode, StageStatus, StatusLabel } from '@prdm/contract/status';
import { fail, type AppError } from '../../platform/errors.ts';
import type { Own } from './own-work.ts';
import type { StageDraft } from './processes.types.ts';

/** What the rules look at. A seat that was transferred away sits no more; all others do, decided or not. */
export interface SeatFacts {
  readonly seatId: number;
  readonly userId: number;
  readonly status: SeatStatus;
  readonly transferTo: number | null;
}
export interface StageRules {
  readonly position: number;
  readonly name: string;
  readonly status: StageStatus;
  readonly signMode: SignMode;
  readonly allowTransfer: boolean;
  readonly rejectTo: RejectTo;
  readonly dueAt: Date | null;
  readonly seats: readonly SeatFacts[];
}

/** From which states an action that names the whole process is allowed (5.2). */
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

const HANDLED: readonly SeatStatus[] = ['passed', 'not_passed', 'closed', 'transferred'];
/** Decided for good: a stage that is opened again gets new seats. */
export const isHandled = (seat: SeatStatus): boolean => HANDLED.includes(seat);
export const alreadyHandled = (): AppError => fail.wrongState('processes.alreadyHandled');

/** A seat can be decided or transferred only while it is open in a process that runs. */
export function assertOpen(status: ProcessState, seat: Pick<SeatFacts, 'status'>): void {
  if (isHandled(seat.status)) throw alreadyHandled();
  if (status === 'paused') throw fail.wrongState('processes.isPaused');
  if (seat.status === 'transfer_awaiting') throw fail.wrongState('processes.transferAwaiting');
  if (seat.status === 'waiting') throw fail.wrongState('processes.notYourTurn');
  if (status !== 'under_review') throw fail.wrongState();
}

/** A transfer can be answered or taken back only while it waits; once answered it is "already handled". */
export function assertAwaiting(status: ProcessState, seat: Pick<SeatFacts, 'status'>): void {
  if (isHandled(seat.status) || seat.status === 'open') throw alreadyHandled();
  if (status === 'paused') throw fail.wrongState('processes.isPaused');
  if (seat.status !== 'transfer_awaiting' || status !== 'under_review') throw fail.wrongState();
}

/**
 * Whether a seat waits for somebody who is gone: undecided in an approval that runs, and whoever is to act on it works here no more or
 * has left the project.
 * Seats of such people find a successor (`staff-disabled.ts`), so this is one nobody could take.
 */
export const isStranded = (
  status: ProcessState,
  seat: Pick<SeatFacts, 'status' | 'userId' | 'transferTo'>,
  gone: ReadonlySet<number>,
): boolean =>
  (status === 'under_review' || status === 'paused') &&
  !isHandled(seat.status) &&
  gone.has(seat.transferTo ?? seat.userId);

/** Whether a stage can be passed by nobody who is left: one seat is enough where all must sign, otherwise it takes all of them. */
export function standsStill(
  status: ProcessState,
  stage: Pick<StageRules, 'seats' | 'signMode'>,
  gone: ReadonlySet<number>,
): boolean {
  const undecided = stage.seats.filter((seat) => !isHandled(seat.status));
  const stranded = undecided.filter((seat) => isStranded(status, seat, gone));
  return stranded.length > 0 && (stage.signMode === 'all' || stranded.length === undecided.length);
}

const sitting = <S extends Pick<SeatFacts, 'status'>>(seats: readonly S[]): S[] =>
  seats.filter((seat) => seat.status !== 'transferred');

/** Who sits in a stage; they are seated again when it is opened again. */
export const sitters = (stage: Pick<StageRules, 'seats'>): number[] => [
  ...new Set(sitting(stage.seats).map((seat) => seat.userId)),
];

/** "1/3 passed": any-sign needs one, all-sign everybody who sits. */
export function tally(stage: Pick<StageRules, 'seats' | 'signMode'>): { passed: number; needed: number } {
  const passed = stage.seats.filter((seat) => seat.status === 'passed').length;
  if (stage.signMode === 'any') return { passed: Math.min(passed, 1), needed: 1 };
  return { passed, needed: sitting(stage.seats).length };
}

/** Whether the pass of this seat completes the stage. */
export const completes = (stage: Pick<StageRules, 'seats' | 'signMode'>, seatId: number): boolean =>
  stage.signMode === 'any' || sitting(stage.seats).every((seat) => seat.seatId === seatId || seat.status === 'passed');

/** Where a "not pass" goes. At the first stage there is nothing before it but the starter. */
export function rejectTarget(stage: Pick<StageRules, 'position' | 'rejectTo'>, wish: RejectTo | undefined): RejectTo {
  if (wish === 'previous' && stage.rejectTo !== 'previous') throw fail.invalid('to', 'processes.rejectToNotAllowed');
  return stage.position === 1 ? 'starter' : (wish ?? stage.rejectTo);
}

/**
 * Nobody gets two seats of a stage, and nobody approves the own subject unless the list of executors names them
 * (safety.md S19).
 */
export function assertTransferTarget(stage: StageRules, seat: SeatFacts, targetId: number, own: Own): void {
  if (!stage.allowTransfer) throw fail.wrongState('processes.transferNotAllowed');
  if (targetId === seat.userId) throw fail.invalid('target_id', 'processes.transferToSelf');
  if (sitters(stage).includes(targetId) || stage.seats.some((other) => other.transferTo === targetId))
    throw fail.invalid('target_id', 'processes.targetSits');
  if (targetId === own.starterId) throw fail.invalid('target_id', 'processes.targetIsStarter');
  if (own.authorIds.includes(targetId)) throw fail.invalid('target_id', 'processes.targetIsAuthor');
}

/** What a set of stages must fulfil to run; executors are resolved and present by now. */
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

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** No daylight saving in Asia/Shanghai, so a fixed shift is exact. */
const SHANGHAI = 8 * HOUR;

/**
 * The last second of the day, in Asia/Shanghai, that lies `days` calendar days after `from`; 0 is the same day. The one
 * place that counts stage days.
 */
export function dueAfter(from: Date, days: number): Date {
  const local = from.getTime() + days * DAY + SHANGHAI;
  return new Date(Math.floor(local / DAY) * DAY + DAY - 1000 - SHANGHAI);
}

/** Which day it is in Asia/Shanghai. */
export const dayOf = (at: Date): number => Math.floor((at.getTime() + SHANGHAI) / DAY);

/** What stood still from one moment to another gets its days back: whole ones, so that it is due at the end of a day as before. */
export const dueLater = (due: Date, from: Date, to: Date): Date =>
  new Date(due.getTime() + (dayOf(to) - dayOf(from)) * DAY);

export const isOverdue = (status: ProcessState, stage: Pick<StageRules, 'status' | 'dueAt'>, now: Date): boolean =>
  status === 'under_review' && stage.status === 'under_review' && stage.dueAt !== null && stage.dueAt < now;

/** What a list shows: paused, transfer awaiting when only targets can act, overdue, else the status. */
export function labelOf(status: ProcessState, stage: StageRules, now: Date): StatusLabel | null {
  if (status === 'cancelled') return null;
  if (status !== 'under_review') return status;
  const undecided = stage.seats.filter((seat) => seat.status === 'open' || seat.status === 'transfer_awaiting');
  if (undecided.length > 0 && undecided.every((seat) => seat.status === 'transfer_awaiting'))
    return 'transfer_awaiting';
  return isOverdue(status, stage, now) ? 'overdue' : status;
}
