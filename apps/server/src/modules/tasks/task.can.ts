import type { Principal } from '@prdm/access';
import { TASK_ACTIONS, type TaskAction } from '@prdm/contract/tasks';
import { courseOf, holderIn, peopleOf } from './page/course.ts';
import { isFullyAllotted } from './page/hours.ts';
import { remindObstacle } from './remind.ts';
import type { TaskRecord } from './task.repo.ts';
import { judge, rolesFor } from './task.rules.ts';
import { type TextKey } from '@prdm/locales';

/** Facts besides state and role that can block an action. */
export interface Around {
  /** Children of the task: allotted minutes, number, and number of unfinished ones. */
  readonly allotted: number;
  readonly count: number;
  readonly open: number;
  readonly parentPaused: boolean;
  /** The reader is the transfer target and would be the only reviewer of the own work. */
  readonly targetReviews: boolean;
  readonly now: Date;
}

/** All actions in the order of the page, each with `allowed` and the reason. The rules are those of the calls. */
export function canDo(
  principal: Principal,
  task: TaskRecord,
  around: Around,
): { action: TaskAction; allowed: boolean; why: TextKey | null }[] {
  const holds = holderIn(principal, task.project_id);
  return TASK_ACTIONS.map((action) => {
    // A task of an archived project cannot be read, so this one stands in a closed non-project.
    if (!task.in_open_project) return { action, allowed: false, why: 'non-projects.closed' };
    // Adding a sub-task requires this node in the project, and the call checks it before the parent.
    if (action === 'addChild' && !holds('Task-add')) return { action, allowed: false, why: 'codes.1005' };
    const judgement = judge(courseOf(task), action, rolesFor(principal.userId, peopleOf(task), action, holds));
    const why = judgement.ok ? obstacle(action, task, around, principal.userId) : judgement.why;
    return { action, allowed: why === null, why };
  });
}

function obstacle(action: TaskAction, task: TaskRecord, around: Around, userId: number): TextKey | null {
  if (action === 'remind') return remindObstacle(userId, task, around.now);
  if (action === 'addChild' && isFullyAllotted(task.required_minutes, around.allotted))
    return 'tasks.why.hoursAllotted';
  if ((action === 'submit' || action === 'pass') && around.open > 0) return 'tasks.why.childrenOpen';
  if (action === 'del' && around.count > 0) return 'tasks.why.hasChildren';
  if (action === 'republish' && task.status === 'paused' && around.parentPaused) return 'tasks.why.parentPaused';
  if (action === 'transferConfirm' && around.targetReviews) return 'tasks.targetReviews';
  return null;
}
