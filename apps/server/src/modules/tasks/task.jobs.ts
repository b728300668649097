import { wireTime } from '@prdm/contract/kit/fields';
import { systemActor } from '../../platform/actor.ts';
import { defineJob } from '../../platform/jobs.ts';
import { TaskOverdue } from './task.events.ts';
import { factsOf, notifyBrowsers, type TasksParts } from './parts.ts';
import { tasksRepo } from './task.repo.ts';

/** Runs every minute. Handles deadlines that have passed. */
export const OverdueTasks = defineJob<Record<string, never>>({ name: 'tasks.overdue', retries: 1 });

const BATCH = 100;

/**
 * Emits one event for each passed deadline. Returns the number of tasks. Small transactions keep the locks short.
 * Several processes may run it at the same time.
 */
export async function notifyOverdue(parts: TasksParts): Promise<number> {
  let notified = 0;
  for (const enterpriseId of await parts.organisation.enterpriseIds()) {
    for (;;) {
      const count = await oneBatch(parts, enterpriseId);
      notified += count;
      if (count < BATCH) break;
    }
  }
  return notified;
}

const oneBatch = (parts: TasksParts, enterpriseId: number): Promise<number> =>
  parts.db.transaction(async (trx) => {
    const repo = tasksRepo(parts.tables.within(trx), enterpriseId);
    const tasks = await repo.takeOverdue(parts.clock.now(), BATCH);
    if (tasks.length === 0) return 0;
    await repo.markOverdueNotified(tasks.map((task) => task.id));
    for (const task of tasks) {
      if (task.deadline === null) continue;
      await parts.bus.emit(trx, TaskOverdue, {
        actor: systemActor(enterpriseId),
        target: { kind: 'task', id: task.id, name: task.title },
        projectId: task.project_id,
        data: { ...factsOf(task), deadline: wireTime(task.deadline) },
      });
      await notifyBrowsers(parts, trx, task);
    }
    return tasks.length;
  });
