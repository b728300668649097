import type { Principal } from '@prdm/access';
import { TASK_ACTIONS, type TaskAction } from '@prdm/contract/tasks';
import { courseOf, holderIn, peopleOf } from './tasks.course.ts';
import { isFullyAllotted } from './tasks.hours.ts';
import type { TaskRecord } from './tasks.repo.ts';
import { judge, rolesFor } from './tasks.rules.ts';

/** What of a task's surroundings stands against an action that state and role would allow. */
export interface Around {
  /** Its children: their hours, how many there are, how many are not finished. */
  readonly allotted: number;
  readonly count: number;
  readonly open: number;
  readonly parentPaused: boolean;
  /** The reader is asked to take it over and would decide the own work alone. */
  readonly targetReviews: boolean;
}

/** What the caller may do next, in the order in which a page offers it; decided by the same rules as the actions themselves. */
export function canDo(
  principal: Principal,
  task: TaskRecord,
  around: Around,
): { action: TaskAction; allowed: boolean; why: string | null }[] {
  const holds = holderIn(principal, task.project_id);
  return TASK_ACTIONS.map((action) => {
    // A sub-task is a task added to the project: its call asks for that node before it looks at the parent.
    if (action === 'addChild' && !holds('Task-add')) return { action, allowed: false, why: 'codes.1005' };
    const judgement = judge(courseOf(task), action, rolesFor(principal.userId, peopleOf(task), action, holds));
    const why = judgement.ok ? obstacle(action, task, around) : judgement.why;
    return { action, allowed: why === null, why };
  });
}

function obstacle(action: TaskAction, task: TaskRecord, around: Around): string | null {
  if (action === 'addChild' && isFullyAllotted(task.required_minutes, around.allotted))
    return 'tasks.why.hoursAllotted';
  if ((action === 'submit' || action === 'pass') && around.open > 0) return 'tasks.why.childrenOpen';
  if (action === 'del' && around.count > 0) return 'tasks.why.hasChildren';
  if (action === 'republish' && task.status === 'paused' && around.parentPaused) return 'tasks.why.parentPaused';
  if (action === 'transferConfirm' && around.targetReviews) return 'tasks.targetReviews';
  return null;
}
