import type { SignMode } from '@prdm/contract/status';
import { defineEvent } from '../../platform/bus.ts';

/** What an approval is about: the owner's word for the kind of record, and its id. */
export interface ProcessSubject {
  readonly kind: string;
  readonly id: number;
  readonly name: string;
  /** Where the record's page lies in the client, beginning with one "/". */
  readonly pcPath: string;
}

/**
 * What every event of an approval tells. `step` grows with every change of the process: name and step together happen
 * once.
 */
export interface ProcessFacts {
  readonly processId: number;
  readonly subject: ProcessSubject;
  readonly projectId: number | null;
  readonly starterId: number;
  readonly round: number;
  readonly step: number;
}

/** Position counts from 1. */
export interface StageFacts extends ProcessFacts {
  readonly stageName: string;
  readonly position: number;
}

export const ProcessStarted = defineEvent<ProcessFacts & { ccIds: number[] }>('processes.started');
/** A stage is under review: its executors have something to decide. Also when an earlier stage is opened again. */
export const StageOpened = defineEvent<StageFacts & { executorIds: number[]; signMode: SignMode }>(
  'processes.stageOpened',
);
/** One executor passed. The stage as a whole is complete only with StagePassed. */
export const SeatPassed = defineEvent<
  StageFacts & { seatId: number; byId: number; comment: string; passed: number; needed: number }
>('processes.seatPassed');
export const StagePassed = defineEvent<StageFacts & { byId: number; comment: string }>('processes.stagePassed');

export const SeatTransferAsked = defineEvent<
  StageFacts & { seatId: number; executorId: number; targetId: number; comment: string }
>('processes.seatTransferAsked');
/** `withdrawn` is the old executor's own taking back of a transfer nobody answered yet. */
export const SeatTransferAnswered = defineEvent<
  StageFacts & {
    seatId: number;
    executorId: number;
    targetId: number;
    answer: 'confirmed' | 'refused' | 'withdrawn';
    comment: string;
  }
>('processes.seatTransferAnswered');

/** A seat was given to another, because its holder cannot decide any more or an administrator handed the work over. `open`: it is to be decided now. */
export const SeatMoved = defineEvent<StageFacts & { seatId: number; fromId: number; toId: number; open: boolean }>(
  'processes.seatMoved',
);
/** The holder of a seat cannot decide any more and nobody could take it: the approval waits there until the work is handed over. */
export const SeatStranded = defineEvent<
  StageFacts & {
    userId: number;
    userName: string;
    managerId: number | null;
    /** Taken out of the project, and still working here. */
    removed: boolean;
    at: string;
  }
>('processes.seatStranded');

/** The last stage is complete. The owner of the subject moves its record on, in the same transaction. */
export const ProcessFinished = defineEvent<ProcessFacts & { byId: number; ccIds: number[] }>('processes.finished');
/** Not passed. `starter`: the round has ended. `previous`: the stage before is open again, StageOpened follows. */
export const ProcessRejected = defineEvent<
  StageFacts & { to: 'starter' | 'previous'; byId: number; comment: string; ccIds: number[] }
>('processes.rejected');
export const ProcessPaused = defineEvent<ProcessFacts & { reason: string; executorIds: number[] }>('processes.paused');
export const ProcessResumed = defineEvent<ProcessFacts & { executorIds: number[] }>('processes.resumed');
/** Taken back by the starter before anybody had passed; the round has ended. */
export const ProcessWithdrawn = defineEvent<ProcessFacts & { executorIds: number[] }>('processes.withdrawn');
/** A new round (`round` is already the new one) begins at stage 1. StageOpened follows. */
export const ProcessRepublished = defineEvent<ProcessFacts & { ccIds: number[] }>('processes.republished');
export const ProcessCancelled = defineEvent<ProcessFacts & { executorIds: number[] }>('processes.cancelled');
export const ProcessReminded = defineEvent<StageFacts & { executorIds: number[] }>('processes.reminded');

export const TemplateAdded = defineEvent<{ templateId: number }>('processes.templateAdded');
export const TemplateEdited = defineEvent<{ templateId: number }>('processes.templateEdited');
export const TemplateDeleted = defineEvent<{ templateId: number }>('processes.templateDeleted');
export const TemplateEnabled = defineEvent<{ templateId: number; enabled: boolean }>('processes.templateEnabled');
