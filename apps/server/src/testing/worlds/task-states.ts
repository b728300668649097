import { REVIEW_STATUS, TASK_STATUS } from '@prdm/contract/status';
import { isOverdue, taskLabel } from '@prdm/contract/tasks/label';
import { sliceDb } from '../../platform/db.ts';
import { buildProject, theEnterprise } from './builders.ts';
import type { TaskWorld } from './task-world.ts';

/** Every stored state that the rules of the table allow, in a separate project: each task with its expected label. */
export async function everyState(
  { app, manager, stageId }: Pick<TaskWorld, 'app' | 'manager' | 'stageId'>,
  now: Date,
): Promise<{ projectId: number; tasks: Map<number, { label: string; overdue: boolean }> }> {
  const { id: projectId } = await buildProject(app, { managerId: manager.id });
  const enterprise_id = await theEnterprise(app);
  const table = sliceDb(app.platform.db, 'task').read;
  const tasks = new Map<number, { label: string; overdue: boolean }>();
  const deadlines = [null, new Date(now.getTime() - 1000), now, new Date(now.getTime() + 1000)];
  for (const status of TASK_STATUS)
    for (const review_status of REVIEW_STATUS)
      for (const deadline of deadlines) {
        const is_long_term = status === 'long_term';
        if (is_long_term && deadline !== null) continue;
        if (review_status === 'under_review' && status !== 'in_progress' && status !== 'paused') continue;
        const { id } = await table
          .insertInto('task')
          .values({
            enterprise_id,
            project_id: projectId,
            number: `STATE-${projectId}-${tasks.size + 1}`,
            title: `${status} ${review_status}`,
            stage_id: stageId,
            assigner_id: manager.id,
            created_by: manager.id,
            published_at: now,
            status,
            review_status,
            deadline,
            is_long_term,
            before_pause: status === 'paused' ? 'in_progress' : null,
            before_transfer: status === 'transfer_awaiting' ? 'in_progress' : null,
            finished_at: status === 'finished' ? now : null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const facts = { status, review_status, deadline, is_long_term };
        tasks.set(id, { label: taskLabel(facts, now), overdue: isOverdue(facts, now) });
      }
  return { projectId, tasks };
}
