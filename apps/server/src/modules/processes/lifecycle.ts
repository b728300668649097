import type { Actor } from '../../platform/actor.ts';
import { CODES } from '@prdm/contract/codes';
import { dayNumber } from '@prdm/contract/kit/shanghai';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import {
  ProcessCancelled,
  ProcessPaused,
  ProcessReminded,
  ProcessResumed,
  ProcessWithdrawn,
} from './process.events.ts';
import { deciderOf } from './delegations/holders.ts';
import { assertMove, dueLater } from './process.rules.ts';
import type { StageState, SubjectKey } from './process.types.ts';
import {
  calendarOf,
  closeAssignments,
  commit,
  currentStage,
  emit,
  endStage,
  enterProcess,
  factsOf,
  note,
  stageFactsOf,
  takeChange,
  notifyBrowsers,
  type ProcessesParts,
  type ProcessChange,
} from './process-change.ts';

/** People who have to act in a stage now: executors or their deputies, and the targets of unanswered transfers. */
export const holders = (stage: StageState): number[] =>
  stage.assignments
    .filter((assignment) => assignment.status === 'open' || assignment.status === 'transfer_awaiting')
    .map((assignment) => assignment.transferTo ?? deciderOf(assignment));

export async function pause(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  subject: SubjectKey,
  reason: string,
): Promise<void> {
  const change = await takeChange(parts, trx, actor, subject);
  assertMove('pause', change.row.status);
  const stage = currentStage(change);
  await change.writer.holdAssignmentsOf(stage.stageId, true);
  await note(change, 'pause', { stage, comment: reason });
  await commit(change, { status: 'paused', paused_at: change.at, pause_reason: reason });
  await emit(change, ProcessPaused, { ...factsOf(change), reason, executorIds: holders(stage) });
  await notifyBrowsers(change);
}

/** Resumes at the same stage. The deadline moves by the days of the pause. */
export async function resume(parts: ProcessesParts, trx: Trx, actor: Actor, subject: SubjectKey): Promise<void> {
  const change = await takeChange(parts, trx, actor, subject);
  assertMove('resume', change.row.status);
  const stage = currentStage(change);
  await change.writer.holdAssignmentsOf(stage.stageId, false);
  if (stage.dueAt !== null)
    await change.writer.setStage(stage.stageId, 'under_review', {
      due_at: dueLater(await calendarOf(change), stage.dueAt, change.row.paused_at ?? change.at, change.at),
    });
  await note(change, 'resume', { stage });
  await commit(change, { status: 'under_review', paused_at: null, pause_reason: '' });
  await emit(change, ProcessResumed, { ...factsOf(change), executorIds: holders(stage) });
  await notifyBrowsers(change);
}

/**
 * Only the starter may withdraw, and only before the first pass. A later withdrawal would void a decision of another
 * person.
 */
export const withdraw = async (parts: ProcessesParts, trx: Trx, actor: Actor, subject: SubjectKey): Promise<void> =>
  takeBack(await takeChange(parts, trx, actor, subject));

/** Same as `withdraw`, by the id of the process and in a transaction of its own. */
export const withdrawById = (parts: ProcessesParts, actor: Actor, processId: number): Promise<void> =>
  parts.db.transaction(async (trx) => takeBack(await enterProcess(parts, trx, actor, processId)));

async function takeBack(change: ProcessChange): Promise<void> {
  const { actor } = change;
  if (actor.userId !== change.row.starter_id) throw fail.denied();
  assertMove('withdraw', change.row.status);
  if (await change.repo.hasPass(change.row.id, change.row.round)) throw fail.wrongState('processes.withdrawTooLate');
  const stage = currentStage(change);
  await closeAssignments(change, stage);
  await endStage(change, stage, { status: 'review_rejected' });
  await note(change, 'withdraw', { stage });
  await commit(change, { status: 'review_rejected', finished_at: change.at });
  await emit(change, ProcessWithdrawn, { ...factsOf(change), executorIds: holders(stage) });
  await notifyBrowsers(change);
}

/**
 * Cancels the approval of a subject that is deleted or needs none. No assignment stays open. Decisions stay readable.
 */
export async function cancel(parts: ProcessesParts, trx: Trx, actor: Actor, subject: SubjectKey): Promise<void> {
  const change = await takeChange(parts, trx, actor, subject);
  assertMove('cancel', change.row.status);
  const stage = currentStage(change);
  if (stage.status === 'under_review') {
    await closeAssignments(change, stage);
    await endStage(change, stage, { status: 'not_reviewed' });
  }
  await note(change, 'cancel', { stage });
  await commit(change, { status: 'cancelled', finished_at: change.row.finished_at ?? change.at, paused_at: null });
  await emit(change, ProcessCancelled, { ...factsOf(change), executorIds: holders(stage) });
  await notifyBrowsers(change);
}

/** People who get a reminder of this person. A person cannot remind himself or herself. */
export const remindedBy = (userId: number | null, stage: StageState): number[] =>
  holders(stage).filter((id) => id !== userId);

/** Reminds once a day in Asia/Shanghai, whoever sends it (1007). Throws 1008 if the stage waits for the caller only. */
export function remind(parts: ProcessesParts, actor: Actor, processId: number): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const change = await enterProcess(parts, trx, actor, processId);
    assertMove('remind', change.row.status);
    const stage = currentStage(change);
    const executorIds = remindedBy(actor.userId, stage);
    if (executorIds.length === 0) throw fail.wrongState('processes.remindSelf');
    const { reminded_at: last } = change.row;
    if (last !== null && dayNumber(last) === dayNumber(change.at))
      throw fail.of(CODES.tooManyTries, 'processes.remindedToday');
    await note(change, 'remind', { stage });
    await commit(change, { reminded_at: change.at });
    await emit(change, ProcessReminded, { ...stageFactsOf(change, stage), executorIds });
    await notifyBrowsers(change);
  });
}
