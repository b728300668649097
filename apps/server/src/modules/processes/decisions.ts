import type { RejectTo } from '@prdm/contract/processes';
import type { Actor } from '../../platform/actor.ts';
import { fail } from '../../platform/errors.ts';
import { ProcessFinished, ProcessRejected, AssignmentPassed, StagePassed } from './process.events.ts';
import { alreadyHandled, assertOpen, completes, rejectTarget, sitters, tally } from './process.rules.ts';
import type { AssignmentState, StageState } from './process.types.ts';
import {
  closeAssignments,
  commit,
  decideAssignment,
  emit,
  endStage,
  factsOf,
  freshStage,
  note,
  openStage,
  stageFactsOf,
  enterAssignment,
  notifyOpened,
  notifyBrowsers,
  type ProcessesParts,
  type ProcessChange,
} from './process-change.ts';

/** Repeats the check under the lock, because the executor can have changed since the call was authorised. */
export function assertOwnAssignment(actor: Actor, assignment: AssignmentState): void {
  if (actor.userId !== assignment.userId) throw fail.denied();
}

/**
 * Passes one assignment. Any-sign: the stage is complete. All-sign: the last pass completes it. The last stage ends the
 * process.
 */
export function passAssignment(parts: ProcessesParts, actor: Actor, assignmentId: number, comment = ''): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const { change, stage, assignment } = await enterAssignment(parts, trx, actor, assignmentId);
    assertOwnAssignment(actor, assignment);
    assertOpen(change.row.status, assignment);
    await decideAssignment(change, assignment, 'passed', comment);
    await note(change, 'pass', { stage, assignmentId, comment });

    const whole = completes(stage, assignmentId);
    const next = whole ? change.stages.find((one) => one.position === stage.position + 1) : undefined;
    if (whole) {
      await closeAssignments(change, stage);
      await endStage(change, stage, { status: 'review_complete' });
    }
    if (next) await openStage(change, next);
    await commit(change, moveAfterPass(change, whole, next));

    const facts = stageFactsOf(change, stage);
    const byId = assignment.userId;
    const before = tally(stage);
    await emit(change, AssignmentPassed, {
      ...facts,
      assignmentId,
      byId,
      comment,
      passed: before.passed + 1,
      needed: before.needed,
    });
    if (whole) await emit(change, StagePassed, { ...facts, byId, comment });
    if (next) await notifyOpened(change, next);
    else if (whole) {
      await emit(change, ProcessFinished, { ...factsOf(change), byId, ccIds: await change.repo.cc(change.row.id) });
    }
    await notifyBrowsers(change);
  });
}

function moveAfterPass(change: ProcessChange, whole: boolean, next: StageState | undefined) {
  if (next) return { position: next.position };
  return whole ? { status: 'review_complete' as const, finished_at: change.at } : {};
}

/**
 * Fails one assignment, which decides the stage in both sign modes. `to` is limited by the stage. At the first stage
 * the target is the starter, and the round ends.
 */
export function notPassAssignment(
  parts: ProcessesParts,
  actor: Actor,
  assignmentId: number,
  given: { comment: string; to?: RejectTo },
): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const { change, stage, assignment } = await enterAssignment(parts, trx, actor, assignmentId);
    assertOwnAssignment(actor, assignment);
    assertOpen(change.row.status, assignment);
    const to = rejectTarget(stage, given.to);
    const { comment } = given;
    await decideAssignment(change, assignment, 'not_passed', comment);
    await closeAssignments(change, stage);
    await note(change, 'not_pass', { stage, assignmentId, to, comment });
    const reopened = to === 'previous' ? await backToPrevious(change, stage) : await endRound(change, stage);

    await emit(change, ProcessRejected, {
      ...stageFactsOf(change, stage),
      to,
      byId: assignment.userId,
      comment,
      ccIds: await change.repo.cc(change.row.id),
    });
    if (reopened) await notifyOpened(change, reopened);
    await notifyBrowsers(change);
  });
}

async function endRound(change: ProcessChange, stage: StageState): Promise<null> {
  await endStage(change, stage, { status: 'review_rejected' });
  await commit(change, { status: 'review_rejected', finished_at: change.at });
  return null;
}

/**
 * Reopens the previous stage, and resets this one to waiting. Both get new rows and new assignments. Earlier decisions
 * stay readable but do not count. A late decision cannot hit them.
 */
async function backToPrevious(change: ProcessChange, stage: StageState): Promise<StageState> {
  const previous = change.stages.find((one) => one.position === stage.position - 1);
  if (!previous) throw new Error(`process ${change.row.id} has no stage before ${stage.position}`);
  await endStage(change, stage, { status: 'review_rejected', superseded: true });
  if (!(await change.writer.supersede(previous.stageId))) throw alreadyHandled();
  await change.writer.addStages(
    change.row.id,
    change.row.round,
    [previous, stage].map((old) => ({ ...old, userIds: sitters(old) })),
  );
  const fresh = await freshStage(change, previous.position);
  await openStage(change, fresh);
  await commit(change, { position: previous.position });
  return fresh;
}
