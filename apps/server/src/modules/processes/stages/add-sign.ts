import { LIMITS } from '@prdm/contract/limits';
import type { AddSignWhere } from '@prdm/contract/processes/review';
import type { SignMode } from '@prdm/contract/status';
import type { Actor } from '../../../platform/actor.ts';
import { fail } from '../../../platform/errors.ts';
import { translate } from '../../../platform/translate.ts';
import { ownIn } from '../assignments/authors.ts';
import { assertSeparate } from '../assignments/separation.ts';
import { assertFit } from '../assignments/transfers.ts';
import { assertOwnAssignment } from '../decisions.ts';
import { AssignmentTransferAnswered, StageAdded } from '../process.events.ts';
import { alreadyHandled, assertOpen, assertTakes } from '../process.rules.ts';
import {
  commit,
  emit,
  enterAssignment,
  freshStage,
  note,
  notifyBrowsers,
  notifyOpened,
  openStage,
  stageFactsOf,
  type ProcessChange,
  type ProcessesParts,
} from '../process-change.ts';
import type { StageState } from '../process.types.ts';

export interface AddedSign {
  readonly where: AddSignWhere;
  readonly name?: string;
  readonly userIds: readonly number[];
  readonly signMode: SignMode;
  readonly reason: string;
}

/**
 * Adds a stage before or after the present one. `before`: the present stage waits and keeps its passes. It opens again
 * when the added one has passed. Later stages move by one position. Throws 1001 for a person who cannot take an
 * assignment there, and above the number of stages.
 */
export function addSign(parts: ProcessesParts, actor: Actor, assignmentId: number, given: AddedSign): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const { change, stage, assignment } = await enterAssignment(parts, trx, actor, assignmentId);
    await assertOwnAssignment(change, assignment);
    assertOpen(change.row.status, assignment);
    if (change.stages.length >= LIMITS.processStagesMax)
      throw fail.invalid('where', 'validation.tooMany', { n: LIMITS.processStagesMax });
    const position = given.where === 'before' ? stage.position : stage.position + 1;
    const name = given.name || defaultName(actor, stage.name);
    const options = { ccIds: [], separate: stage.options.separate, straight: false };
    await assertPeople(change, stage, { name, position, options, addedBy: assignment.userId }, given.userIds);

    const { writer, row } = change;
    await writer.shiftStages(row.id, row.round, position, 1);
    await writer.addStages(row.id, row.round, [
      {
        name,
        position,
        options,
        signMode: given.signMode,
        // Days are set in all stages or in none.
        days: stage.days,
        allowTransfer: stage.allowTransfer,
        rejectTo: 'starter',
        addedBy: assignment.userId,
        addedTo: stage.originId,
        addedReason: given.reason,
        userIds: given.userIds,
      },
    ]);
    const [only, ...more] = given.userIds;
    const targetId = more.length === 0 ? only : undefined;
    await note(change, 'add_sign', { stage, assignmentId, targetId, other: { name, position }, comment: given.reason });
    const opened = given.where === 'before' ? await openBefore(change, stage) : null;
    await commit(change, { added_stages: row.added_stages + 1 });

    await emit(change, StageAdded, {
      ...stageFactsOf(change, stage),
      where: given.where,
      addedName: name,
      userIds: [...given.userIds],
      byId: assignment.userId,
      reason: given.reason,
    });
    if (opened) {
      await withdrawTransfers(change, stage);
      await notifyOpened(change, opened);
    }
    await notifyBrowsers(change, given.userIds);
  });
}

/** A name has a maximum length, and the name of the stage can use all of it. */
const defaultName = ({ lang }: Actor, stage: string): string => {
  const mark = translate(lang, 'processes.addedName', { stage: '' });
  return translate(lang, 'processes.addedName', { stage: stage.slice(0, LIMITS.nameMax - mark.length) });
};

/** The added stage is no own check, so authors of the work are refused whatever its place. */
async function assertPeople(
  change: ProcessChange,
  stage: StageState,
  added: Pick<StageState, 'name' | 'position' | 'options' | 'addedBy'>,
  userIds: readonly number[],
): Promise<void> {
  const own = await ownIn(change, added);
  for (const [index, id] of userIds.entries()) {
    const field = `user_ids.${index}`;
    assertTakes(stage, id, own, field);
    // The added stage takes a new position, so all present stages count as others.
    assertSeparate(change.stages, { ...added, position: 0 }, id, field);
    await assertFit(change, id, field);
  }
}

/** The present stage waits with its undecided assignments, and the added one opens. */
async function openBefore(change: ProcessChange, stage: StageState): Promise<StageState> {
  const { writer } = change;
  await writer.setAssignmentsOf(stage.stageId, ['open', 'transfer_awaiting'], {
    status: 'waiting',
    holder_id: null,
    transfer_to: null,
    since: null,
  });
  const waits = { status: 'not_reviewed', due_at: null } as const;
  if (!(await writer.setStage(stage.stageId, 'under_review', waits))) throw alreadyHandled();
  const added = await freshStage(change, stage.position);
  await openStage(change, added);
  return added;
}

/** Targets of unanswered transfers in the waiting stage need not answer any more. */
async function withdrawTransfers(change: ProcessChange, stage: StageState): Promise<void> {
  for (const { assignmentId, userId, transferTo } of stage.assignments)
    if (transferTo !== null)
      await emit(change, AssignmentTransferAnswered, {
        ...stageFactsOf(change, stage),
        assignmentId,
        executorId: userId,
        targetId: transferTo,
        answer: 'withdrawn',
        comment: '',
      });
}
