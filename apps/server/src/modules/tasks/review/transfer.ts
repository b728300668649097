import type { Principal } from '@prdm/access';
import type { TaskStateOutput } from '@prdm/contract/tasks';
import { fail } from '../../../platform/errors.ts';
import { holderIn } from '../page/course.ts';
import { TaskTransferAnswered, TaskTransferAsked } from '../task.events.ts';
import { answerOf, openMove, settle, type Opened } from '../move.ts';
import { refuseStrangers } from '../people.ts';
import type { TasksParts, Who } from '../parts.ts';
import type { TaskRecord } from '../task.repo.ts';
import { MANAGING_NODE } from '../task.rules.ts';
import { decidesAlone, loggedOf, mannedNow, refusedReviewer, selfReviewed, warningsOfTaker } from './separation.ts';
import type { Input } from '../work.ts';

/**
 * Requests another member to replace one executor. The task stays blocked until the answer, and the deadline stays. An
 * executor transfers the own place. A manager names the executor if several exist.
 */
export async function requestTransfer(
  parts: TasksParts,
  who: Who,
  input: Input & { targetId: number; fromId?: number; reason?: string },
): Promise<TaskStateOutput> {
  const { targetId, reason = '' } = input;
  return parts.db.transaction(async (trx) => {
    const opened = await openMove(parts, trx, who, { ...input, move: 'transfer' });
    const { task, repo } = opened;
    await refuseStrangers(parts, trx, task.enterprise_id, task.project_id, [{ field: 'target_id', ids: [targetId] }]);
    const manages = holderIn(who.principal, task.project_id)(MANAGING_NODE.transfer);
    const fromId = manages
      ? whose(task.executor_ids, who.actor.userId, input.fromId)
      : ownPlace(who.actor.userId, input.fromId);
    if (task.executor_ids.includes(targetId)) throw fail.invalid('target_id', 'tasks.transferToSelf');
    const stages = await mannedNow(parts, task, await repo.stagesOf(task.id), trx);
    if (decidesAlone(targetId, stages)) throw refusedReviewer();
    const alone = selfReviewed(handed(task.executor_ids, fromId, targetId), stages);
    await repo.requestTransfer({
      task_id: task.id,
      from_id: fromId,
      to_id: targetId,
      asked_by: who.actor.userId,
      reason,
    });
    const after = await settle(parts, opened, {
      note: { target_id: targetId, comment: reason },
      event: TaskTransferAsked,
      data: { fromId, toId: targetId, reason },
      after: loggedOf(alone),
    });
    return { ...answerOf(parts, after), ...warningsOfTaker(targetId, alone, stages) };
  });
}

const handed = (executorIds: readonly number[], from: number, to: number): number[] => [
  ...new Set([...executorIds.filter((id) => id !== from), to]),
];

/** Executors whom this person may transfer. A person who does not manage the task may transfer the own place only. */
export function placesOf(principal: Principal, task: Pick<TaskRecord, 'executor_ids' | 'project_id'>): number[] {
  const manages = holderIn(principal, task.project_id)(MANAGING_NODE.transfer);
  return task.executor_ids.filter((id) => manages || id === principal.userId);
}

function ownPlace(userId: number, named: number | undefined): number {
  if (named !== undefined && named !== userId) throw fail.denied();
  return userId;
}

function whose(executorIds: readonly number[], userId: number, named: number | undefined): number {
  if (named !== undefined) {
    if (!executorIds.includes(named)) throw fail.invalid('from_id', 'tasks.transferWhose');
    return named;
  }
  if (executorIds.includes(userId)) return userId;
  const [only, another] = executorIds;
  if (only === undefined || another !== undefined) throw fail.invalid('from_id', 'tasks.transferWhose');
  return only;
}

type Answer = 'confirmed' | 'refused' | 'withdrawn';
const MOVES = { confirmed: 'transferConfirm', refused: 'transferRefuse', withdrawn: 'transferWithdraw' } as const;

export const answerTransfer = (
  parts: TasksParts,
  who: Who,
  input: Input & { answer: Answer; reason?: string },
): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const opened = await openMove(parts, trx, who, { ...input, move: MOVES[input.answer] });
    const { from_id: fromId, to_id: toId, asked_by: askedBy } = transferIn(opened);
    const { repo, task } = opened;
    const executors = handed(task.executor_ids, fromId, toId);
    const confirmed = input.answer === 'confirmed';
    const stages = confirmed ? await mannedNow(parts, task, await repo.stagesOf(task.id), trx) : [];
    // The target can have become the only reviewer between request and confirmation.
    if (decidesAlone(toId, stages)) throw fail.wrongState('tasks.targetReviews');
    const alone = selfReviewed(executors, stages);
    await repo.answerTransfer(task.id, input.answer);
    if (confirmed) await repo.setPeople('task_executor', task.id, executors);
    const after = await settle(parts, opened, {
      note: { target_id: input.answer === 'withdrawn' ? toId : fromId, comment: input.reason ?? '' },
      event: TaskTransferAnswered,
      data: { fromId, toId, askedBy, answer: input.answer },
      after: loggedOf(alone),
    });
    return { ...answerOf(parts, after), ...warningsOfTaker(toId, alone, stages) };
  });

function transferIn({ task }: Opened) {
  if (!task.transfer) throw new Error(`task ${task.id} awaits a transfer without a request`);
  return task.transfer;
}
