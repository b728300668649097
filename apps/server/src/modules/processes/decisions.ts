import type { RejectTo } from '@prdm/contract/processes';
import type { Actor } from '../../platform/actor.ts';
import { fail } from '../../platform/errors.ts';
import { ProcessFinished, ProcessRejected, SeatPassed, StagePassed } from './processes.events.ts';
import { alreadyHandled, assertOpen, completes, rejectTarget, sitters, tally } from './processes.rules.ts';
import type { SeatState, StageState } from './processes.types.ts';
import {
  closeSeats,
  commit,
  decideSeat,
  emit,
  endStage,
  factsOf,
  freshStage,
  note,
  openStage,
  stageFactsOf,
  enterSeat,
  tellOpened,
  wakeBrowsers,
  type ProcessesParts,
  type Step,
} from './step.ts';

/** Who acts is who sits: asked again under the lock, though the call was judged before. */
export function assertOwnSeat(actor: Actor, seat: SeatState): void {
  if (actor.userId !== seat.userId) throw fail.denied();
}

/**
 * One executor passes. Any-sign: that completes the stage; all-sign: the last one does. The last stage ends the
 * process.
 */
export function passSeat(parts: ProcessesParts, actor: Actor, seatId: number, comment = ''): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const { step, stage, seat } = await enterSeat(parts, trx, actor, seatId);
    assertOwnSeat(actor, seat);
    assertOpen(step.row.status, seat);
    await decideSeat(step, seat, 'passed', comment);
    await note(step, 'pass', { stage, seatId, comment });

    const whole = completes(stage, seatId);
    const next = whole ? step.stages.find((one) => one.position === stage.position + 1) : undefined;
    if (whole) {
      await closeSeats(step, stage);
      await endStage(step, stage, { status: 'review_complete' });
    }
    if (next) await openStage(step, next);
    await commit(step, moveAfterPass(step, whole, next));

    const facts = stageFactsOf(step, stage);
    const byId = seat.userId;
    const before = tally(stage);
    await emit(step, SeatPassed, { ...facts, seatId, byId, comment, passed: before.passed + 1, needed: before.needed });
    if (whole) await emit(step, StagePassed, { ...facts, byId, comment });
    if (next) await tellOpened(step, next);
    else if (whole) {
      await emit(step, ProcessFinished, { ...factsOf(step), byId, ccIds: await step.repo.cc(step.row.id) });
    }
    await wakeBrowsers(step);
  });
}

function moveAfterPass(step: Step, whole: boolean, next: StageState | undefined) {
  if (next) return { position: next.position };
  return whole ? { status: 'review_complete' as const, finished_at: step.at } : {};
}

/**
 * One executor does not pass, which decides for the stage, in all-sign too. `to` goes as far back as the stage allows;
 * at the first stage that is the starter, and the round ends.
 */
export function notPassSeat(
  parts: ProcessesParts,
  actor: Actor,
  seatId: number,
  given: { comment: string; to?: RejectTo },
): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const { step, stage, seat } = await enterSeat(parts, trx, actor, seatId);
    assertOwnSeat(actor, seat);
    assertOpen(step.row.status, seat);
    const to = rejectTarget(stage, given.to);
    const { comment } = given;
    await decideSeat(step, seat, 'not_passed', comment);
    await closeSeats(step, stage);
    await note(step, 'not_pass', { stage, seatId, to, comment });
    const reopened = to === 'previous' ? await backToPrevious(step, stage) : await endRound(step, stage);

    await emit(step, ProcessRejected, {
      ...stageFactsOf(step, stage),
      to,
      byId: seat.userId,
      comment,
      ccIds: await step.repo.cc(step.row.id),
    });
    if (reopened) await tellOpened(step, reopened);
    await wakeBrowsers(step);
  });
}

async function endRound(step: Step, stage: StageState): Promise<null> {
  await endStage(step, stage, { status: 'review_rejected' });
  await commit(step, { status: 'review_rejected', finished_at: step.at });
  return null;
}

/**
 * The stage before is opened anew and this one waits again. Both get new rows and with them new seats: what was decided
 * before stays to be read, counts no more, and cannot be hit by a decision sent late.
 */
async function backToPrevious(step: Step, stage: StageState): Promise<StageState> {
  const previous = step.stages.find((one) => one.position === stage.position - 1);
  if (!previous) throw new Error(`process ${step.row.id} has no stage before ${stage.position}`);
  await endStage(step, stage, { status: 'review_rejected', superseded: true });
  if (!(await step.writer.supersede(previous.stageId))) throw alreadyHandled();
  await step.writer.addStages(
    step.row.id,
    step.row.round,
    [previous, stage].map((old) => ({ ...old, userIds: sitters(old) })),
  );
  const fresh = await freshStage(step, previous.position);
  await openStage(step, fresh);
  await commit(step, { position: previous.position });
  return fresh;
}
