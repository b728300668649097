import { wireTime } from '@prdm/contract/fields';
import { systemActor } from '../../platform/actor.ts';
import { defineJob } from '../../platform/jobs.ts';
import { TaskOverdue } from './tasks.events.ts';
import { factsOf, tellBrowsers, type TasksParts } from './tasks.parts.ts';
import { tasksRepo } from './tasks.repo.ts';

/** Every minute: tells of deadlines that have passed. */
export const OverdueTasks = defineJob<Record<string, never>>({ name: 'tasks.overdue', retries: 1 });

const BATCH = 100;

/**
 * Tells of passed deadlines, once for each deadline; gives back how many. Small transactions, so that nobody waits long for a task
 * the timer holds; any number of processes may run it at once.
 */
export async function tellOverdue(parts: TasksParts): Promise<number> {
  let told = 0;
  for (const enterpriseId of await parts.organisation.enterpriseIds()) {
    for (;;) {
      const count = await oneBatch(parts, enterpriseId);
      told += count;
      if (count < BATCH) break;
    }
  }
  return told;
}

const oneBatch = (parts: TasksParts, enterpriseId: number): Promise<number> =>
  parts.db.transaction(async (trx) => {
    const repo = tasksRepo(parts.tables.within(trx), enterpriseId);
    const tasks = await repo.takeOverdue(parts.clock.now(), BATCH);
    if (tasks.length === 0) return 0;
    await repo.toldOverdue(tasks.map((task) => task.id));
    for (const task of tasks) {
      if (task.deadline === null) continue;
      await parts.bus.emit(trx, TaskOverdue, {
        actor: systemActor(enterpriseId),
        target: { kind: 'task', id: task.id, name: task.title },
        projectId: task.project_id,
        data: { ...factsOf(task), deadline: wireTime(task.deadline) },
      });
      await tellBrowsers(parts, trx, task);
    }
    return tasks.length;
  });
