import type { AddSignWhere, ReturnTo } from '@prdm/contract/processes/review';
import type { SignMode } from '@prdm/contract/status';
import { defineEvent } from '../../platform/bus.ts';

/** Subject of an approval: its kind, as the owner names it, and its id. */
export interface ProcessSubject {
  readonly kind: string;
  readonly id: number;
  readonly name: string;
  /** Number of the record, for lists. It never changes. */
  readonly number?: string;
  /** Path of the record's page in the client, with one leading "/". */
  readonly pcPath: string;
}

/** Data of every approval event. `step` grows with every change of the process. Name and step together are unique. */
export interface ProcessFacts {
  readonly processId: number;
  readonly subject: ProcessSubject;
  readonly projectId: number | null;
  readonly starterId: number;
  readonly round: number;
  readonly step: number;
  /** The executor for whom the actor acted as deputy. */
  readonly behalf?: { readonly id: number; readonly name: string };
}

/** A deputy who has to act for an executor. */
export interface AskedDeputy {
  readonly userId: number;
  readonly forId: number;
  readonly forName: string;
}

/** `position` counts from 1. */
export interface StageFacts extends ProcessFacts {
  readonly stageName: string;
  readonly position: number;
}

export const ProcessStarted = defineEvent<ProcessFacts & { ccIds: number[] }>('processes.started');
/**
 * A stage is under review and its executors can decide. Also emitted when an earlier stage reopens. `deputies` act now
 * in place of some executors.
 */
export const StageOpened = defineEvent<
  StageFacts & { executorIds: number[]; deputies: AskedDeputy[]; signMode: SignMode }
>('processes.stageOpened');
/** An in-turn stage asks its next executor. The stage itself was opened before. */
export const TurnOpened = defineEvent<StageFacts & { executorIds: number[]; deputies: AskedDeputy[] }>(
  'processes.turnOpened',
);
/** An executor added a stage. `position` is that of the present stage before the change. */
export const StageAdded = defineEvent<
  StageFacts & { where: AddSignWhere; addedName: string; userIds: number[]; byId: number; reason: string }
>('processes.stageAdded');
/** One executor passed. Only StagePassed says that the stage is complete. */
export const AssignmentPassed = defineEvent<
  StageFacts & { assignmentId: number; byId: number; comment: string; passed: number; needed: number }
>('processes.seatPassed');
/** `ccIds`: the copies of this stage. */
export const StagePassed = defineEvent<StageFacts & { byId: number; comment: string; ccIds: number[] }>(
  'processes.stagePassed',
);

export const AssignmentTransferAsked = defineEvent<
  StageFacts & { assignmentId: number; executorId: number; targetId: number; comment: string }
>('processes.seatTransferAsked');
/** `withdrawn`: the old executor withdrew the unanswered transfer. */
export const AssignmentTransferAnswered = defineEvent<
  StageFacts & {
    assignmentId: number;
    executorId: number;
    targetId: number;
    answer: 'confirmed' | 'refused' | 'withdrawn';
    comment: string;
  }
>('processes.seatTransferAnswered');

/**
 * An assignment has a new executor, because its holder cannot decide any more or an administrator handed the work over.
 * `open`: it can be decided now.
 */
export const AssignmentMoved = defineEvent<
  StageFacts & { assignmentId: number; fromId: number; toId: number; open: boolean }
>('processes.seatMoved');
/**
 * The holder of an assignment cannot decide any more and no candidate is eligible. The approval waits until the work is
 * handed over.
 */
export const AssignmentUnassignable = defineEvent<
  StageFacts & {
    userId: number;
    userName: string;
    managerId: number | null;
    /** True: removed from the project, but still active in the enterprise. */
    removed: boolean;
    at: string;
  }
>('processes.seatStranded');

/**
 * A delegation leads to no person who may decide this open assignment. It stays with its executor. `headId`: the
 * nearest head of the executor's department.
 */
export const DelegationUnresolved = defineEvent<
  StageFacts & {
    assignmentId: number;
    delegationId: number;
    problem: 'loop' | 'too_long' | 'unfit';
    executor: { id: number; name: string };
    headId: number | null;
  }
>('processes.delegationUnresolved');

/** The last stage is complete. The owner of the subject changes its record in the same transaction. */
export const ProcessFinished = defineEvent<ProcessFacts & { byId: number; ccIds: number[] }>('processes.finished');
/** A stage did not pass. `starter`: the round ended. Else another stage opens and StageOpened follows. */
export const ProcessRejected = defineEvent<
  StageFacts & { to: ReturnTo; byId: number; comment: string; ccIds: number[] }
>('processes.rejected');
export const ProcessPaused = defineEvent<ProcessFacts & { reason: string; executorIds: number[] }>('processes.paused');
export const ProcessResumed = defineEvent<ProcessFacts & { executorIds: number[] }>('processes.resumed');
/** The starter withdrew the round before the first pass. The round ended. */
export const ProcessWithdrawn = defineEvent<ProcessFacts & { executorIds: number[] }>('processes.withdrawn');
/** A new round begins at stage 1, or at the stage that refused (`straight`). `round` is the new one. StageOpened follows. */
export const ProcessRepublished = defineEvent<ProcessFacts & { ccIds: number[] }>('processes.republished');
export const ProcessCancelled = defineEvent<ProcessFacts & { executorIds: number[] }>('processes.cancelled');
export const ProcessReminded = defineEvent<StageFacts & { executorIds: number[] }>('processes.reminded');

export const TemplateAdded = defineEvent<{ templateId: number }>('processes.templateAdded');
export const TemplateEdited = defineEvent<{ templateId: number }>('processes.templateEdited');
export const TemplateDeleted = defineEvent<{ templateId: number }>('processes.templateDeleted');
export const TemplateEnabled = defineEvent<{ templateId: number; enabled: boolean }>('processes.templateEnabled');
