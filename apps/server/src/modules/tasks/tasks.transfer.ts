import type { TaskStateOutput } from '@prdm/contract/tasks';
import { fail } from '../../platform/errors.ts';
import { holderIn } from './tasks.course.ts';
import { TaskTransferAnswered, TaskTransferAsked } from './tasks.events.ts';
import { answerOf, openMove, settle, type Opened } from './tasks.move.ts';
import { refuseStrangers } from './tasks.people.ts';
import type { TasksParts, Who } from './tasks.parts.ts';
import { MANAGING_NODE } from './tasks.rules.ts';
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
  const { task: seen, targetId, reason = '' } = wish;
  await refuseStrangers(parts, who.actor.enterpriseId, seen.project_id, [{ field: 'target_id', ids: [targetId] }]);
  return parts.db.transaction(async (trx) => {
    const opened = await openMove(parts, trx, who, { ...wish, move: 'transfer' });
    const { task, repo } = opened;
    const manages = holderIn(who.principal, task.project_id)(MANAGING_NODE.transfer);
    const fromId = manages
      ? whose(task.executor_ids, who.actor.userId, wish.fromId)
      : ownPlace(who.actor.userId, wish.fromId);
    if (task.executor_ids.includes(targetId)) throw fail.invalid('target_id', 'tasks.transferToSelf');
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
    });
    return answerOf(parts, after);
  });
}

/** Who manages nothing gives away nothing but the own place. */
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
    await repo.answerTransfer(task.id, wish.answer);
    if (wish.answer === 'confirmed') {
      const staying = task.executor_ids.filter((id) => id !== fromId);
      await repo.setPeople('task_executor', task.id, [...new Set([...staying, toId])]);
    }
    const after = await settle(parts, opened, {
      note: { target_id: wish.answer === 'withdrawn' ? toId : fromId, comment: wish.reason ?? '' },
      event: TaskTransferAnswered,
      data: { fromId, toId, askedBy, answer: wish.answer },
    });
    return answerOf(parts, after);
  });

function transferIn({ task }: Opened) {
  if (!task.transfer) throw new Error(`task ${task.id} awaits a transfer that nobody asked for`);
  return task.transfer;
}
