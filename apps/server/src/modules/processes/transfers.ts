import type { Actor } from '../../platform/actor.ts';
import { CODES } from '@prdm/contract/codes';
import { fail, type AppError } from '../../platform/errors.ts';
import type { Fitness } from './deciders.ts';
import { assertOwnSeat } from './decisions.ts';
import { ownIn } from './own-work.ts';
import { SeatTransferAnswered, SeatTransferAsked } from './processes.events.ts';
import { alreadyHandled, assertAwaiting, assertOpen, assertTransferTarget } from './processes.rules.ts';
import type { SeatState } from './processes.types.ts';
import {
  commit,
  decideSeat,
  emit,
  note,
  setSeat,
  stageFactsOf,
  enterSeat,
  wakeBrowsers,
  type ProcessesParts,
  type Step,
} from './step.ts';

/**
 * The executor asks somebody to take the seat over. Until the answer neither of them can decide; other seats of the
 * stage may.
 */
export async function askTransfer(
  parts: ProcessesParts,
  actor: Actor,
  seatId: number,
  given: { targetId: number; comment?: string },
): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const { step, stage, seat } = await enterSeat(parts, trx, actor, seatId);
    const { targetId, comment = '' } = given;
    assertOwnSeat(actor, seat);
    assertOpen(step.row.status, seat);
    assertTransferTarget(stage, seat, targetId, await ownIn(step, stage));
    const refusal = REFUSED[await fitnessHere(step, targetId)];
    if (refusal) throw refusal();
    await setSeat(step, seat, {
      status: 'transfer_awaiting',
      transfer_to: targetId,
      holder_id: targetId,
      since: step.at,
    });
    await note(step, 'transfer', { stage, seatId, targetId, comment });
    await commit(step);
    await emit(step, SeatTransferAsked, {
      ...stageFactsOf(step, stage),
      seatId,
      executorId: seat.userId,
      targetId,
      comment,
    });
    await wakeBrowsers(step, [targetId]);
  });
}

const fitnessHere = async ({ parts, trx, actor, row }: Step, userId: number): Promise<Fitness> =>
  (await parts.fitness(actor.enterpriseId, row.project_id, [userId], trx)).get(userId) ?? 'away';

/** Nobody is handed what he or she cannot open or may not decide: the approval would stand still, or be decided by a stranger. */
const REFUSED: Readonly<Record<Fitness, (() => AppError) | null>> = {
  fit: null,
  away: () => fail.of(CODES.userDisabled, 'codes.1012', { field: 'target_id' }),
  outside: () => fail.invalid('target_id', 'processes.targetNotInProject'),
  barred: () => fail.invalid('target_id', 'processes.targetMayNotReview'),
};

type Answer = 'confirmed' | 'refused' | 'withdrawn';
const ACTION = {
  confirmed: 'transfer_confirm',
  refused: 'transfer_refuse',
  withdrawn: 'transfer_withdraw',
} as const;

/** The target confirms or refuses, or the executor takes the transfer back; of several at once the first holds. */
export function answerTransfer(
  parts: ProcessesParts,
  actor: Actor,
  seatId: number,
  answer: Answer,
  comment = '',
): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const { step, stage, seat } = await enterSeat(parts, trx, actor, seatId);
    assertAwaiting(step.row.status, seat);
    const targetId = answeredBy(actor, seat, answer);
    if (answer === 'confirmed') {
      // The right may have gone between question and answer, and the work may have become the target's own.
      if ((await fitnessHere(step, targetId)) !== 'fit') throw fail.denied();
      if ((await ownIn(step, stage)).authorIds.includes(targetId)) throw fail.wrongState('processes.targetIsAuthor');
      await decideSeat(step, seat, 'transferred', comment);
      await step.writer.addSeat({
        process_id: step.row.id,
        stage_id: stage.stageId,
        user_id: targetId,
        since: step.at,
      });
    } else {
      await setSeat(step, seat, { status: 'open', transfer_to: null, holder_id: seat.userId, since: step.at });
    }
    await note(step, ACTION[answer], { stage, seatId, targetId, comment });
    await commit(step);
    await emit(step, SeatTransferAnswered, {
      ...stageFactsOf(step, stage),
      seatId,
      executorId: seat.userId,
      targetId,
      answer,
      comment,
    });
    await wakeBrowsers(step);
  });
}

/** Whose answer it must be. Somebody who was asked before, and is not any more, comes too late. */
function answeredBy(actor: Actor, seat: SeatState, answer: Answer): number {
  const target = seat.transferTo ?? 0;
  if (answer === 'withdrawn') assertOwnSeat(actor, seat);
  else if (actor.userId !== target) throw alreadyHandled();
  return target;
}
