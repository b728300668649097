import type { ReturnTo } from '@prdm/contract/processes/review';
import type { Actor } from '../../platform/actor.ts';
import { fail } from '../../platform/errors.ts';
import { deciderOf } from './delegations/holders.ts';
import { ProcessRejected, AssignmentPassed } from './process.events.ts';
import { assertOpen, completes, tally } from './process.rules.ts';
import type { AssignmentState, StageState } from './process.types.ts';
import {
  closeAssignments,
  commit,
  decideAssignment,
  emit,
  endStage,
  note,
  openNext,
  stageFactsOf,
  enterAssignment,
  notifyOpened,
  notifyTurn,
  notifyBrowsers,
  type ProcessesParts,
  type ProcessChange,
} from './process-change.ts';
import { advance, columnsAfter, emitAdvance } from './stages/advance.ts';
import { returnTo } from './stages/returning.ts';
import { returnTarget } from './stages/returns.rules.ts';

/**
 * Repeats the check under the lock, because the executor or the deputy can have changed since the call was authorised.
 * A deputy then acts on behalf of the executor.
 */
export async function assertOwnAssignment(change: ProcessChange, assignment: AssignmentState): Promise<void> {
  const { parts, trx, actor } = change;
  const { userId } = assignment;
  if (actor.userId === deciderOf(assignment)) {
    if (actor.userId === userId) return;
    const names = await parts.plainNames(trx, actor.enterpriseId, [userId]);
    change.behalf = { id: userId, name: names.get(userId) ?? '' };
  } else throw actor.userId === userId ? fail.wrongState('delegations.isDelegated') : fail.denied();
}

/**
 * Passes one assignment. Any-sign: the stage is complete. All-sign and in-turn: the last pass completes it. In turn,
 * each pass opens the next assignment. The last stage ends the process. A gate can refuse the pass (1008).
 */
export function passAssignment(parts: ProcessesParts, actor: Actor, assignmentId: number, comment = ''): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const { change, stage, assignment } = await enterAssignment(parts, trx, actor, assignmentId);
    await assertOwnAssignment(change, assignment);
    assertOpen(change.row.status, assignment);
    await parts.gates.assertPasses(change, stage);
    await decideAssignment(change, assignment, 'passed', comment);
    await note(change, 'pass', { stage, assignmentId, comment });

    const byId = assignment.userId;
    const ahead = completes(stage, assignmentId) ? await advance(change, stage, byId) : null;
    const isNextTurn = ahead === null && stage.signMode === 'in_turn';
    if (isNextTurn) await openNext(change, stage);
    await commit(change, ahead ? columnsAfter(change, ahead) : {});

    const before = tally(stage);
    await emit(change, AssignmentPassed, {
      ...stageFactsOf(change, stage),
      assignmentId,
      byId,
      comment,
      passed: before.passed + 1,
      needed: before.needed,
    });
    if (ahead) await emitAdvance(change, ahead, { byId, comment });
    if (isNextTurn) await notifyTurn(change, stage);
    await notifyBrowsers(change);
  });
}

/**
 * Fails one assignment, which decides the stage in all sign modes. The targets are limited by the stage. At the first
 * stage the target is the starter, and the round ends.
 */
export function notPassAssignment(
  parts: ProcessesParts,
  actor: Actor,
  assignmentId: number,
  given: { comment: string; to?: ReturnTo; position?: number },
): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const { change, stage, assignment } = await enterAssignment(parts, trx, actor, assignmentId);
    await assertOwnAssignment(change, assignment);
    assertOpen(change.row.status, assignment);
    const { to, position } = returnTarget(stage, change.stages, given);
    const { comment } = given;
    const other = change.stages.find((one) => one.position === position);
    await decideAssignment(change, assignment, 'not_passed', comment);
    await closeAssignments(change, stage);
    await note(change, 'not_pass', { stage, assignmentId, to, other, comment });
    const reopened = position === null ? await endRound(change, stage) : await returnTo(change, stage, position);

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
