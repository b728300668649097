import type { Principal } from '@prdm/access';
import { LIMITS } from '@prdm/contract/limits';
import { PRIORITIES } from '@prdm/contract/status';
import type { index } from '@prdm/contract/tasks';
import type { UncutTaskRow } from '@prdm/contract/tasks';
import type { z } from 'zod';
import type { Bare } from '@prdm/contract/kit';
import { isAllProjects, type ProjectScope } from '../../../platform/http/project-scope.ts';
import { holderIn } from '../page/course.ts';
import { taskList, type TaskScope, type TaskFilter } from './list.repo.ts';
import type { TasksParts } from '../parts.ts';
import { presentRows, type NamedProject } from '../page/present.ts';

/** Read scope of a person over all projects: the own ones and those of the data range. */
export const taskScopeOf = async (parts: Pick<TasksParts, 'projects'>, principal: Principal): Promise<TaskScope> =>
  scopeIn(principal, await parts.projects.scopeOf(principal));

/** Read scope of a person in one authorised project. */
export const taskScopeIn = (principal: Principal, projectId: number): TaskScope => scopeIn(principal, [projectId]);

function scopeIn(principal: Principal, projects: ProjectScope): TaskScope {
  const drafts = isAllProjects(projects)
    ? holderIn(principal, 0)('Task-all') // leader and superAdmin hold the node in every project or in none
      ? ('all' as const)
      : []
    : projects.filter((id) => holderIn(principal, id)('Task-all'));
  return { userId: principal.userId, projects, drafts };
}

/**
 * One page of tasks. Without a project it covers all projects that the person can read. `project` is the authorised
 * one.
 */
export async function listTasks(
  parts: TasksParts,
  principal: Principal,
  input: Bare<z.output<typeof index.input>>,
  project?: NamedProject,
): Promise<{ list: UncutTaskRow[]; total: number; page?: number; size?: number }> {
  const { enterpriseId } = principal;
  const list = taskList(parts.tables.read, enterpriseId);
  const filter: TaskFilter = {
    scope:
      input.project_id === undefined ? await taskScopeOf(parts, principal) : taskScopeIn(principal, input.project_id),
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
  const shown = await presentRows(parts, enterpriseId, rows, { project });
  return whole ? { list: shown, total } : { list: shown, total, page: input.page, size: input.size };
}
