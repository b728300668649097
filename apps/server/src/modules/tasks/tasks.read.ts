import type { Principal } from '@prdm/access';
import { LIMITS } from '@prdm/contract/limits';
import { PRIORITIES } from '@prdm/contract/status';
import type { index } from '@prdm/contract/tasks';
import type { TaskRow } from '@prdm/contract/tasks';
import type { z } from 'zod';
import { reachOf } from '../../platform/http/reach.ts';
import { holderIn } from './tasks.course.ts';
import { taskList, type Sight, type TaskFilter } from './tasks.list.ts';
import type { TasksParts } from './tasks.parts.ts';
import { presentRows } from './tasks.present.ts';

/** What a person may see of tasks, for the conditions of lists. `projectId` narrows it to one project that was authorised. */
export function sightOf(principal: Principal, projectId?: number): Sight {
  const projects = reachOf(principal);
  const asked = projectId === undefined ? projects : [projectId];
  const drafts =
    asked === null
      ? holderIn(principal, 0)('Task-all') // leader and superAdmin hold it everywhere or nowhere
        ? ('all' as const)
        : []
      : asked.filter((id) => holderIn(principal, id)('Task-all'));
  return { userId: principal.userId, projects, drafts };
}

/** One page of tasks; without a project those of all projects that the person may see. `project` is the one that was authorised. */
export async function listTasks(
  parts: TasksParts,
  principal: Principal,
  input: z.output<typeof index.input>,
  project?: { readonly id: number; readonly name: string },
): Promise<{ list: TaskRow[]; total: number; page?: number; size?: number }> {
  const { enterpriseId } = principal;
  const list = taskList(parts.tables.read, enterpriseId);
  const filter: TaskFilter = {
    sight: sightOf(principal, input.project_id),
    now: parts.clock.now(),
    projectId: input.project_id,
    tab: input.tab,
    labels: input.status,
    stageId: input.stage_id,
    professionId: input.profession_id,
    executorId: input.executor_id,
    parentId: input.parent_id,
    viewpointId: input.viewpoint_id,
    priority: input.priority === undefined ? undefined : PRIORITIES.indexOf(input.priority),
    word: input.word,
    overdue: input.overdue,
  };
  const whole = input.ispage === 'not';
  const window = whole
    ? { limit: LIMITS.unpagedMax, offset: 0 }
    : { limit: input.size, offset: (input.page - 1) * input.size };
  const [rows, total] = await Promise.all([
    list.rows(filter, { sort: input.sort, order: input.order, ...window }),
    list.count(filter),
  ]);
  const shown = await presentRows(parts, enterpriseId, rows, project);
  return whole ? { list: shown, total } : { list: shown, total, page: input.page, size: input.size };
}
