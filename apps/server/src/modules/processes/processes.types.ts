import type { ProcessAction, ProcessState as ProcessStatus, RejectTo } from '@prdm/contract/processes';
import type { SeatStatus, SignMode, StageStatus, StatusLabel } from '@prdm/contract/status';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import type { FitnessOf } from './deciders.ts';
import type { ProcessSubject } from './processes.events.ts';

/** The record an approval is about, as its owner knows it. */
export interface SubjectKey {
  readonly kind: string;
  readonly id: number;
}

/** One stage as it will run: executors are people by now, whatever rule found them. */
export interface StageDraft {
  readonly name: string;
  readonly signMode: SignMode;
  /** Execution days; all stages have them or none has (VA-006). */
  readonly days: number | null;
  readonly executorIds: readonly number[];
  readonly allowTransfer: boolean;
  /** How far a "not pass" may go back: `previous` leaves the executor the choice, `starter` leaves none. */
  readonly rejectTo: RejectTo;
}

export interface StartGiven {
  readonly actor: Actor;
  readonly subject: ProcessSubject;
  readonly projectId: number | null;
  readonly starterId: number;
  readonly stages: readonly StageDraft[];
  readonly templateId?: number | null;
  readonly ccIds?: readonly number[];
}

/** What a new round may have of its own: who begins it, how it goes, who gets a copy (of the template besides). */
export type NewRound = Partial<Pick<StartGiven, 'starterId' | 'stages' | 'templateId' | 'ccIds'>>;

export interface SeatState {
  readonly seatId: number;
  readonly userId: number;
  readonly status: SeatStatus;
  /** Who was asked to take the seat over and has not answered. */
  readonly transferTo: number | null;
  readonly decidedAt: Date | null;
  readonly comment: string;
}

export interface StageState {
  readonly stageId: number;
  /** From 1. */
  readonly position: number;
  readonly name: string;
  readonly status: StageStatus;
  readonly signMode: SignMode;
  readonly days: number | null;
  readonly dueAt: Date | null;
  readonly overdue: boolean;
  readonly allowTransfer: boolean;
  readonly rejectTo: RejectTo;
  /** How many have passed of how many must ("1/3 passed"); any-sign needs one. */
  readonly passed: number;
  readonly needed: number;
  readonly seats: readonly SeatState[];
}

/** Where an approval stands, for lists. */
export interface ProcessState {
  readonly processId: number;
  readonly subject: ProcessSubject;
  readonly projectId: number | null;
  readonly starterId: number;
  readonly status: ProcessStatus;
  readonly round: number;
  readonly version: number;
  /** What a list shows: paused, transfer awaiting, overdue, else the status. Null once cancelled. */
  readonly label: StatusLabel | null;
  readonly stageCount: number;
  /** The stage under review, or the one at which the round ended. */
  readonly stage: StageState;
}

export interface HistoryEntry {
  readonly id: number;
  readonly round: number;
  readonly position: number | null;
  readonly stageName: string;
  readonly userId: number | null;
  readonly targetId: number | null;
  readonly action: ProcessAction;
  readonly to: RejectTo | null;
  readonly comment: string;
  readonly at: Date;
}

/** Everything about one approval: the stages of the present round and the history of all rounds, oldest first. */
export interface ProcessDetail extends ProcessState {
  readonly templateId: number | null;
  readonly ccIds: readonly number[];
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly pauseReason: string;
  readonly stages: readonly StageState[];
  readonly history: readonly HistoryEntry[];
  /** Names of everybody who appears above. */
  readonly names: ReadonlyMap<number, string>;
  /** Of them, who works here no more or has left the project. */
  readonly gone: ReadonlySet<number>;
}

/**
 * What owners of subjects may ask. All changes run in the caller's transaction, refuse with 1008 where 5.2 does not
 * allow them, and emit their event. Lock order: take `lock` before locking your own record, because the engine holds
 * the process when it calls your in-transaction listener; the other way round two people deciding at once would wait
 * for each other.
 */
export interface ProcessDoor {
  /**
   * 1008 when the subject already has an approval (use republish); a stage nobody can decide refuses with
   * processes.noExecutor.
   */
  start(trx: Trx, given: StartGiven): Promise<{ processId: number }>;
  /** Locks the approval of a subject until the transaction ends and tells where it stands; null when there is none. */
  lock(trx: Trx, enterpriseId: number, subject: SubjectKey): Promise<ProcessState | null>;
  /** From under review. */
  pause(trx: Trx, actor: Actor, subject: SubjectKey, reason: string): Promise<void>;
  /** From paused, at the same stage; the days that were left are left again. */
  resume(trx: Trx, actor: Actor, subject: SubjectKey): Promise<void>;
  /** By the starter, before anybody passed. */
  withdraw(trx: Trx, actor: Actor, subject: SubjectKey): Promise<void>;
  /**
   * A new round at stage 1, from any state but under review; what `anew` leaves out is as in the round before.
   */
  republish(trx: Trx, actor: Actor, subject: SubjectKey, anew?: NewRound): Promise<void>;
  /**
   * The subject has got another name or page: lists and later notices show the new ones. Harmless without an approval.
   */
  rename(trx: Trx, enterpriseId: number, subject: ProcessSubject): Promise<void>;
  /**
   * The subject is gone or no longer needs approval: seats close, lists forget it, history stays. Not from cancelled.
   */
  cancel(trx: Trx, actor: Actor, subject: SubjectKey): Promise<void>;
  /** Keyed by `subjectKey(subject)`; subjects without an approval are absent. */
  stateOf(enterpriseId: number, subjects: readonly SubjectKey[]): Promise<Map<string, ProcessState>>;
  detail(enterpriseId: number, subject: SubjectKey): Promise<ProcessDetail | null>;
  /** Who of these could hold a seat in an approval of this project, and why the others could not. */
  readonly fitness: FitnessOf;
  /**
   * The stages of an enabled template as they would run now. `chosen[i]` are the people the starter chose for stage i
   * (needed where its rule is "chosen by the starter", refused elsewhere).
   */
  resolveTemplate(
    enterpriseId: number,
    templateId: number,
    chosen?: readonly (readonly number[])[],
  ): Promise<StageDraft[]>;
}
