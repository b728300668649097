import type { Principal } from '@prdm/access';
import type { TaskStateOutput } from '@prdm/contract/tasks';
import { fail } from '../../platform/errors.ts';
import { holderIn } from './tasks.course.ts';
import { TaskTransferAnswered, TaskTransferAsked } from './tasks.events.ts';
import { answerOf, openMove, settle, type Opened } from './tasks.move.ts';
import { refuseStrangers } from './tasks.people.ts';
import type { TasksParts, Who } from './tasks.parts.ts';
import type { TaskRecord } from './tasks.repo.ts';
import { MANAGING_NODE } from './tasks.rules.ts';
import {
  decidesAlone,
  loggedOf,
  mannedNow,
  refusedReviewer,
  selfReviewed,
  warningsOfTaker,
} from './tasks.separation.ts';
import type { Wish } from './tasks.work.ts';

/**
 * Asks another member to take over one executor's place. Until the answer nobody works on the task; the deadline stays.
 * An executor hands over the own place, a manager says whose where there are several.
 */
export async function askTransfer(
  parts: TasksParts,
  who: Who,
  wish: Wish & { targetId: number; fromId?: number; reason?: string },
): Promise<TaskStateOutput> {
  const { targetId, reason = '' } = wish;
  return parts.db.transaction(async (trx) => {
    const opened = await openMove(parts, trx, who, { ...wish, move: 'transfer' });
    const { task, repo } = opened;
    await refuseStrangers(parts, trx, task.enterprise_id, task.project_id, [{ field: 'target_id', ids: [targetId] }]);
    const manages = holderIn(who.principal, task.project_id)(MANAGING_NODE.transfer);
    const fromId = manages
      ? whose(task.executor_ids, who.actor.userId, wish.fromId)
      : ownPlace(who.actor.userId, wish.fromId);
    if (task.executor_ids.includes(targetId)) throw fail.invalid('target_id', 'tasks.transferToSelf');
    const stages = await mannedNow(parts, task, await repo.stagesOf(task.id), trx);
    if (decidesAlone(targetId, stages)) throw refusedReviewer();
    const alone = selfReviewed(handed(task.executor_ids, fromId, targetId), stages);
    await repo.askTransfer({
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

/** Whose places somebody may transfer; who manages nothing gives away nothing but the own. */
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
  wish: Wish & { answer: Answer; reason?: string },
): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const opened = await openMove(parts, trx, who, { ...wish, move: MOVES[wish.answer] });
    const { from_id: fromId, to_id: toId, asked_by: askedBy } = transferIn(opened);
    const { repo, task } = opened;
    const executors = handed(task.executor_ids, fromId, toId);
    const confirmed = wish.answer === 'confirmed';
    const stages = confirmed ? await mannedNow(parts, task, await repo.stagesOf(task.id), trx) : [];
    // The stages may have become the target's own between question and answer.
    if (decidesAlone(toId, stages)) throw fail.wrongState('tasks.targetReviews');
    const alone = selfReviewed(executors, stages);
    await repo.answerTransfer(task.id, wish.answer);
    if (confirmed) await repo.setPeople('task_executor', task.id, executors);
    const after = await settle(parts, opened, {
      note: { target_id: wish.answer === 'withdrawn' ? toId : fromId, comment: wish.reason ?? '' },
      event: TaskTransferAnswered,
      data: { fromId, toId, askedBy, answer: wish.answer },
      after: loggedOf(alone),
    });
    return { ...answerOf(parts, after), ...warningsOfTaker(toId, alone, stages) };
  });

function transferIn({ task }: Opened) {
  if (!task.transfer) throw new Error(`task ${task.id} awaits a transfer that nobody asked for`);
  return task.transfer;
}
