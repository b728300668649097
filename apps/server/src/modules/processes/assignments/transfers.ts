import type { Actor } from '../../../platform/actor.ts';
import { CODES } from '@prdm/contract/codes';
import { fail, type AppError } from '../../../platform/errors.ts';
import type { Eligibility } from './deciders.ts';
import { assertOwnAssignment } from '../decisions.ts';
import { ownIn } from './authors.ts';
import { assertSeparate, isElsewhere } from './separation.ts';
import { AssignmentTransferAnswered, AssignmentTransferAsked } from '../process.events.ts';
import { alreadyHandled, assertAwaiting, assertOpen, assertTransferTarget } from '../process.rules.ts';
import type { AssignmentState } from '../process.types.ts';
import {
  commit,
  decideAssignment,
  emit,
  note,
  setAssignment,
  stageFactsOf,
  enterAssignment,
  notifyBrowsers,
  type ProcessesParts,
  type ProcessChange,
} from '../process-change.ts';

/**
 * Requests another person to take the assignment over. Until the answer neither of them can decide it. Other
 * assignments of the stage stay open.
 */
export async function requestTransfer(
  parts: ProcessesParts,
  actor: Actor,
  assignmentId: number,
  given: { targetId: number; comment?: string },
): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const { change, stage, assignment } = await enterAssignment(parts, trx, actor, assignmentId);
    const { targetId, comment = '' } = given;
    await assertOwnAssignment(change, assignment);
    assertOpen(change.row.status, assignment);
    if (targetId === actor.userId) throw fail.invalid('target_id', 'processes.transferToSelf');
    assertTransferTarget(stage, assignment, targetId, await ownIn(change, stage));
    assertSeparate(change.stages, stage, targetId, 'target_id');
    await assertFit(change, targetId, 'target_id');
    await setAssignment(change, assignment, {
      status: 'transfer_awaiting',
      transfer_to: targetId,
      holder_id: targetId,
      since: change.at,
    });
    await note(change, 'transfer', { stage, assignmentId, targetId, comment });
    await commit(change);
    await emit(change, AssignmentTransferAsked, {
      ...stageFactsOf(change, stage),
      assignmentId,
      executorId: assignment.userId,
      targetId,
      comment,
    });
    await notifyBrowsers(change, [targetId]);
  });
}

const eligibilityHere = async ({ parts, trx, actor, row }: ProcessChange, userId: number): Promise<Eligibility> =>
  (await parts.eligibility(actor.enterpriseId, row.project_id, [userId], trx)).get(userId) ?? 'inactive';

/** Errors for ineligible targets. A target who cannot open the project would block the approval. */
const REFUSED: Readonly<Record<Eligibility, ((field: string) => AppError) | null>> = {
  fit: null,
  inactive: (field) => fail.of(CODES.userDisabled, 'codes.1012', { field }),
  outside: (field) => fail.invalid(field, 'processes.targetNotInProject'),
  barred: (field) => fail.invalid(field, 'processes.targetMayNotReview'),
};

/** Throws unless the person can take an assignment of this approval now. `field` is the input field. */
export async function assertFit(change: ProcessChange, userId: number, field: string): Promise<void> {
  const refusal = REFUSED[await eligibilityHere(change, userId)];
  if (refusal) throw refusal(field);
}

type Answer = 'confirmed' | 'refused' | 'withdrawn';
const ACTION = {
  confirmed: 'transfer_confirm',
  refused: 'transfer_refuse',
  withdrawn: 'transfer_withdraw',
} as const;

/**
 * The target confirms or refuses, or the executor withdraws the transfer. The first one of several parallel answers
 * counts.
 */
export function answerTransfer(
  parts: ProcessesParts,
  actor: Actor,
  assignmentId: number,
  answer: Answer,
  comment = '',
): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const { change, stage, assignment } = await enterAssignment(parts, trx, actor, assignmentId);
    assertAwaiting(change.row.status, assignment);
    const targetId = await answeredBy(change, assignment, answer);
    if (answer === 'confirmed') {
      // Since the request the target can have lost the right, or become an author of the work.
      if ((await eligibilityHere(change, targetId)) !== 'fit') throw fail.denied();
      if ((await ownIn(change, stage)).authorIds.includes(targetId)) throw fail.wrongState('processes.targetIsAuthor');
      if (isElsewhere(change.stages, stage, targetId)) throw fail.wrongState('processes.targetElsewhere');
      await decideAssignment(change, assignment, 'transferred', comment);
      await change.writer.addAssignment({
        process_id: change.row.id,
        stage_id: stage.stageId,
        user_id: targetId,
        turn: assignment.turn,
        since: change.at,
      });
    } else {
      await setAssignment(change, assignment, {
        status: 'open',
        transfer_to: null,
        holder_id: assignment.userId,
        since: change.at,
      });
    }
    await note(change, ACTION[answer], { stage, assignmentId, targetId, comment });
    await commit(change);
    await emit(change, AssignmentTransferAnswered, {
      ...stageFactsOf(change, stage),
      assignmentId,
      executorId: assignment.userId,
      targetId,
      answer,
      comment,
    });
    await notifyBrowsers(change);
  });
}

/** Checks that the actor may give this answer, and returns the target. A former target gets "already handled". */
async function answeredBy(change: ProcessChange, assignment: AssignmentState, answer: Answer): Promise<number> {
  const target = assignment.transferTo ?? 0;
  if (answer === 'withdrawn') await assertOwnAssignment(change, assignment);
  else if (change.actor.userId !== target) throw alreadyHandled();
  return target;
}
