import { CODES } from '@prdm/contract/codes';
import type { TaskStateOutput } from '@prdm/contract/tasks';
import { fail } from '../../platform/errors.ts';
import { TaskReminded } from './task.events.ts';
import { isSameDay } from './page/hours.ts';
import { answerOf, openMove, settle } from './move.ts';
import type { TasksParts, Who } from './parts.ts';
import type { TaskRecord } from './task.repo.ts';
import type { Input } from './work.ts';

/** Executors who get a reminder of this person. A person cannot remind himself or herself. */
export const remindedBy = (userId: number, task: Pick<TaskRecord, 'executor_ids'>): number[] =>
  task.executor_ids.filter((id) => id !== userId);

/** Text key of the refusal for a reminder that state and role allow, or null. */
export function remindObstacle(
  userId: number,
  task: Pick<TaskRecord, 'executor_ids' | 'reminded_at'>,
  now: Date,
): 'tasks.why.remindSelf' | 'tasks.why.remindedToday' | null {
  if (remindedBy(userId, task).length === 0) return 'tasks.why.remindSelf';
  return task.reminded_at !== null && isSameDay(task.reminded_at, now) ? 'tasks.why.remindedToday' : null;
}

/**
 * Reminds the executors once a day in Asia/Shanghai, whoever sends it, like the reminder of a review. Throws 1008 if
 * the caller is the only executor and 1007 for the second reminder of a day.
 */
export const remindTask = (parts: TasksParts, who: Who, input: Input): Promise<TaskStateOutput> =>
  parts.db.transaction(async (trx) => {
    const opened = await openMove(parts, trx, who, { ...input, move: 'remind' });
    const { task, now } = opened;
    const obstacle = remindObstacle(who.actor.userId, task, now);
    if (obstacle === 'tasks.why.remindSelf') throw fail.wrongState(obstacle);
    if (obstacle !== null) throw fail.of(CODES.tooManyTries, obstacle);
    const reminded = await settle(parts, opened, {
      set: { reminded_at: now },
      event: TaskReminded,
      data: { remindedIds: remindedBy(who.actor.userId, task) },
    });
    return answerOf(parts, reminded);
  });
