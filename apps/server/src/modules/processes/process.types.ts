import type { ProcessAction, ProcessState as ProcessStatus, RejectTo } from '@prdm/contract/processes/kinds';
import type { ReturnTo } from '@prdm/contract/processes/review';
import type { AssignmentStatus, SignMode, StageStatus, StatusLabel } from '@prdm/contract/status';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import type { EligibilityOf } from './assignments/deciders.ts';
import type { Deputy, Outcome } from './delegations/chain.rules.ts';
import type { ResolveGiven } from './executors/resolve.ts';
import type { ProcessSubject } from './process.events.ts';

/** Subject of an approval, as its owner identifies it. */
export interface SubjectKey {
  readonly kind: string;
  readonly id: number;
}

/** One stage as it will run. The executors are resolved to people. */
export interface StageDraft {
  readonly name: string;
  readonly signMode: SignMode;
  /** Execution days. Either all stages have them or none (VA-006). */
  readonly days: number | null;
  readonly executorIds: readonly number[];
  readonly allowTransfer: boolean;
  /** Limit of a "not pass": `starter` leaves no choice, `previous` and `any` let the executor choose. */
  readonly rejectTo: RejectTo;
  readonly options?: Partial<StageOptions>;
}

/** Options of a stage that only few stages use. */
export interface StageOptions {
  /** People who get a notice when the stage has passed. */
  readonly ccIds: readonly number[];
  /** Authors, and executors of the other separate stages, get no assignment here. The own check does not count. */
  readonly separate: boolean;
  /** After a "not pass" to the starter the next round begins at this stage. */
  readonly straight: boolean;
}

export interface StartGiven {
  readonly actor: Actor;
  readonly subject: ProcessSubject;
  readonly projectId: number | null;
  /** A project that the approval only refers to. It is shown and filtered there, never judged by it. */
  readonly about?: { readonly projectId: number };
  readonly starterId: number;
  /** Absent: a template gives the stages, `templateId` or the one that the facts choose. */
  readonly stages?: readonly StageDraft[];
  /** The people whom the starter chose, by stage of the template. Only without `stages`. */
  readonly chosen?: readonly (readonly number[])[];
  readonly templateId?: number | null;
  readonly ccIds?: readonly number[];
}

/**
 * Changes for a new round: starter, stages, template and copies. Copies of the template are added. Without `stages` the
 * round keeps those before, unless `resolve` has a template give them again.
 */
export type NewRound = Partial<Pick<StartGiven, 'starterId' | 'stages' | 'chosen' | 'templateId' | 'ccIds'>> & {
  readonly resolve?: boolean;
};

export interface AssignmentState {
  readonly assignmentId: number;
  readonly userId: number;
  /** Order within an in-turn stage. */
  readonly turn: number;
  readonly status: AssignmentStatus;
  /** Target of an unanswered transfer. */
  readonly transferTo: number | null;
  readonly decidedAt: Date | null;
  /** The deputy who decided it. Null: its executor. */
  readonly decidedBy: number | null;
  readonly comment: string;
  /** It is undecided, and its executor has a delegation in force. */
  readonly delegated: boolean;
  /** The deputy who decides it now. */
  readonly deputy: Deputy | null;
  /** Result of the delegation in force. Null: none, or not asked for. */
  readonly delegation: Outcome | null;
}

export interface StageState {
  readonly stageId: number;
  /** Identity of the stage in its round. A reopened stage keeps it. */
  readonly originId: number;
  /** Counts from 1. */
  readonly position: number;
  readonly name: string;
  readonly status: StageStatus;
  readonly signMode: SignMode;
  readonly days: number | null;
  readonly dueAt: Date | null;
  readonly overdue: boolean;
  readonly allowTransfer: boolean;
  readonly rejectTo: RejectTo;
  readonly options: StageOptions;
  /** The executor who added this stage during the review. Null: it was planned. */
  readonly addedBy: number | null;
  /** `originId` of the stage whose executor added this one. */
  readonly addedTo: number | null;
  readonly addedReason: string;
  /** Passed and required assignments ("1/3 passed"). Any-sign requires one. */
  readonly passed: number;
  readonly needed: number;
  readonly assignments: readonly AssignmentState[];
}

/** State of an approval for lists. */
export interface ProcessState {
  readonly processId: number;
  readonly subject: ProcessSubject;
  readonly projectId: number | null;
  /** The project that the approval only refers to. */
  readonly aboutId: number | null;
  readonly starterId: number;
  readonly status: ProcessStatus;
  readonly round: number;
  readonly version: number;
  /** Label of a list row: paused, transfer awaiting, overdue, else the status. Null if cancelled. */
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
  /** The executor for whom a deputy acted. */
  readonly forId: number | null;
  readonly action: ProcessAction;
  readonly to: ReturnTo | null;
  /** Another stage of the entry, as in `process_history`. */
  readonly toPosition: number | null;
  readonly toStage: string;
  readonly comment: string;
  readonly at: Date;
}

/** A round with the people of its own. `copyDigest` is null if its kind has no print view. */
export interface RoundState {
  readonly round: number;
  readonly starterId: number;
  readonly ccIds: readonly number[];
  readonly startedAt: Date;
  readonly copyDigest: string | null;
}

/** All data of one approval: stages of the current round, and the history of all rounds, oldest first. */
export interface ProcessDetail extends ProcessState {
  readonly templateId: number | null;
  readonly ccIds: readonly number[];
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly pauseReason: string;
  /** All rounds, oldest first. */
  readonly rounds: readonly RoundState[];
  readonly stages: readonly StageState[];
  readonly history: readonly HistoryEntry[];
  /** Names of all people in this object. */
  readonly names: ReadonlyMap<number, string>;
  /** Those of them who are inactive or left the project. */
  readonly inactive: ReadonlySet<number>;
}

/**
 * API for the owners of subjects. All changes run in the caller's transaction, throw 1008 where 5.2 forbids them, and
 * emit their event. Lock order: call `lock` before you lock your own record. The engine holds the process when it calls
 * your in-transaction listener. The other order can deadlock two parallel decisions.
 */
export interface ProcessesApi {
  /**
   * Throws 1008 if the subject already has an approval (use `republish`). A stage without an eligible executor throws
   * processes.noExecutor.
   */
  start(trx: Trx, given: StartGiven): Promise<{ processId: number }>;
  /** Locks the approval of a subject until the transaction ends and returns its state. Null if there is none. */
  lock(trx: Trx, enterpriseId: number, subject: SubjectKey): Promise<ProcessState | null>;
  /** Allowed only under review. */
  pause(trx: Trx, actor: Actor, subject: SubjectKey, reason: string): Promise<void>;
  /** Allowed only when paused. Continues at the same stage with the remaining days. */
  resume(trx: Trx, actor: Actor, subject: SubjectKey): Promise<void>;
  /** The starter only, before the first pass. */
  withdraw(trx: Trx, actor: Actor, subject: SubjectKey): Promise<void>;
  /**
   * Starts a new round at stage 1, from any state but under review. Fields missing in `newRound` come from the round
   * before.
   */
  republish(trx: Trx, actor: Actor, subject: SubjectKey, newRound?: NewRound): Promise<void>;
  /** The subject has a new name or page. Lists and later notices show it. Does nothing without an approval. */
  rename(trx: Trx, enterpriseId: number, subject: ProcessSubject): Promise<void>;
  /**
   * The subject is deleted or needs no approval. Its assignments close and lists drop it. The history stays. Not
   * allowed from cancelled.
   */
  cancel(trx: Trx, actor: Actor, subject: SubjectKey): Promise<void>;
  /** Keyed by `subjectKey(subject)`. Subjects without an approval are absent. */
  stateOf(enterpriseId: number, subjects: readonly SubjectKey[]): Promise<Map<string, ProcessState>>;
  detail(enterpriseId: number, subject: SubjectKey): Promise<ProcessDetail | null>;
  /**
   * Eligibility of these people for assignments in an approval of this project, with the reason against each other one.
   */
  readonly eligibility: EligibilityOf;
  /**
   * Stages of a template as they would run now, with the people whom the rules find. Without `templateId` the facts
   * choose the template. Throws 1001 without a template and for a stage without an executor, 1008 for a disabled
   * template. `chosen[i]` are the people that the starter chose for stage i, and refused where the starter has no
   * choice.
   */
  resolveTemplate(enterpriseId: number, given: ResolveGiven, trx?: Trx): Promise<StageDraft[]>;
}
