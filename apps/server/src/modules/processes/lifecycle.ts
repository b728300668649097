import type { Actor } from '../../platform/actor.ts';
import { CODES } from '@prdm/contract/codes';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import {
  ProcessCancelled,
  ProcessPaused,
  ProcessReminded,
  ProcessResumed,
  ProcessWithdrawn,
} from './processes.events.ts';
import { assertMove, dayOf, dueLater } from './processes.rules.ts';
import type { StageState, SubjectKey } from './processes.types.ts';
import {
  closeSeats,
  commit,
  currentStage,
  emit,
  endStage,
  enterProcess,
  factsOf,
  note,
  stageFactsOf,
  takeStep,
  wakeBrowsers,
  type ProcessesParts,
  type Step,
} from './step.ts';

/** Who has something to decide in a stage now, the targets of unanswered transfers among them. */
export const holders = (stage: StageState): number[] =>
  stage.seats
    .filter((seat) => seat.status === 'open' || seat.status === 'transfer_awaiting')
    .map((seat) => seat.transferTo ?? seat.userId);

export async function pause(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  subject: SubjectKey,
  reason: string,
): Promise<void> {
  const step = await takeStep(parts, trx, actor, subject);
  assertMove('pause', step.row.status);
  const stage = currentStage(step);
  await step.writer.holdSeatsOf(stage.stageId, true);
  await note(step, 'pause', { stage, comment: reason });
  await commit(step, { status: 'paused', paused_at: step.at, pause_reason: reason });
  await emit(step, ProcessPaused, { ...factsOf(step), reason, executorIds: holders(stage) });
  await wakeBrowsers(step);
}

/** Goes on at the same stage. The days it stood still are added to what was left. */
export async function resume(parts: ProcessesParts, trx: Trx, actor: Actor, subject: SubjectKey): Promise<void> {
  const step = await takeStep(parts, trx, actor, subject);
  assertMove('resume', step.row.status);
  const stage = currentStage(step);
  await step.writer.holdSeatsOf(stage.stageId, false);
  if (stage.dueAt !== null)
    await step.writer.setStage(stage.stageId, 'under_review', {
      due_at: dueLater(stage.dueAt, step.row.paused_at ?? step.at, step.at),
    });
  await note(step, 'resume', { stage });
  await commit(step, { status: 'under_review', paused_at: null, pause_reason: '' });
  await emit(step, ProcessResumed, { ...factsOf(step), executorIds: holders(stage) });
  await wakeBrowsers(step);
}

/** By the starter alone, and only before anybody passed: afterwards the decision of others would be lost. */
export const withdraw = async (parts: ProcessesParts, trx: Trx, actor: Actor, subject: SubjectKey): Promise<void> =>
  takeBack(await takeStep(parts, trx, actor, subject));

/** The same by the id of the process, as a call of its own. */
export const withdrawById = (parts: ProcessesParts, actor: Actor, processId: number): Promise<void> =>
  parts.db.transaction(async (trx) => takeBack(await enterProcess(parts, trx, actor, processId)));

async function takeBack(step: Step): Promise<void> {
  const { actor } = step;
  if (actor.userId !== step.row.starter_id) throw fail.denied();
  assertMove('withdraw', step.row.status);
  if (await step.repo.hasPass(step.row.id, step.row.round)) throw fail.wrongState('processes.withdrawTooLate');
  const stage = currentStage(step);
  await closeSeats(step, stage);
  await endStage(step, stage, { status: 'review_rejected' });
  await note(step, 'withdraw', { stage });
  await commit(step, { status: 'review_rejected', finished_at: step.at });
  await emit(step, ProcessWithdrawn, { ...factsOf(step), executorIds: holders(stage) });
  await wakeBrowsers(step);
}

/**
 * The subject is gone or needs no approval any more: nothing is left to decide, and what was decided stays to be read.
 */
export async function cancel(parts: ProcessesParts, trx: Trx, actor: Actor, subject: SubjectKey): Promise<void> {
  const step = await takeStep(parts, trx, actor, subject);
  assertMove('cancel', step.row.status);
  const stage = currentStage(step);
  if (stage.status === 'under_review') {
    await closeSeats(step, stage);
    await endStage(step, stage, { status: 'not_reviewed' });
  }
  await note(step, 'cancel', { stage });
  await commit(step, { status: 'cancelled', finished_at: step.row.finished_at ?? step.at, paused_at: null });
  await emit(step, ProcessCancelled, { ...factsOf(step), executorIds: holders(stage) });
  await wakeBrowsers(step);
}

/** Once a day in Asia/Shanghai, whoever reminds. */
export function remind(parts: ProcessesParts, actor: Actor, processId: number): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const step = await enterProcess(parts, trx, actor, processId);
    assertMove('remind', step.row.status);
    const { reminded_at: last } = step.row;
    if (last !== null && dayOf(last) === dayOf(step.at)) throw fail.of(CODES.tooManyTries, 'processes.remindedToday');
    const stage = currentStage(step);
    await note(step, 'remind', { stage });
    await commit(step, { reminded_at: step.at });
    await emit(step, ProcessReminded, { ...stageFactsOf(step, stage), executorIds: holders(stage) });
    await wakeBrowsers(step);
  });
}
