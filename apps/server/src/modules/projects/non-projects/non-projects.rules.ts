import type { Decision, Principal } from '@prdm/access';
import type { NonProjectCan } from '@prdm/contract/projects/non-projects';
import type { NonProjectStatus } from '@prdm/contract/status';
import type { TextKey } from '@prdm/locales';
import { ALLOWED } from '../../../platform/http/decisions.ts';
import { mayDelete, mayManage, type JudgedProject } from '../projects.rules.ts';

export const NON_PROJECT_ACTIONS = ['edit', 'member', 'close', 'reopen', 'del'] as const;
export type NonProjectAction = (typeof NON_PROJECT_ACTIONS)[number];

/** The pattern of the numbers. The series counts within a year of Asia/Shanghai. */
export const NON_PROJECT_NUMBER = 'F{year}-{serial:3}';

/** The states in which an action is open, and the state after it (decisions.md 5.3). */
const STATES: Readonly<Record<NonProjectAction, readonly NonProjectStatus[]>> = {
  edit: ['open'],
  member: ['open'],
  close: ['open'],
  reopen: ['closed'],
  del: ['open', 'closed'],
};

/** The text of the refusal by state, or null when the action is open. */
export function closedBecause(status: string, action: NonProjectAction): TextKey | null {
  if (STATES[action].some((state) => state === status)) return null;
  return status === 'closed' ? 'non-projects.closed' : 'non-projects.stillOpen';
}

/** The right to an action in any state. */
export function mayInNonProject(principal: Principal, project: JudgedProject, right: string): Decision {
  if (right === 'read') return ALLOWED;
  if (right === 'del') return mayDelete(principal, project);
  if ((NON_PROJECT_ACTIONS as readonly string[]).includes(right)) return mayManage(principal, project);
  throw new Error(`a non-project knows no right "${right}"`);
}

/** The actions of the user in the present state. */
export function canInNonProject(principal: Principal, project: JudgedProject): NonProjectCan {
  const can = (action: NonProjectAction): boolean =>
    closedBecause(project.status, action) === null && mayInNonProject(principal, project, action).allowed;
  return { edit: can('edit'), member: can('member'), close: can('close'), reopen: can('reopen'), del: can('del') };
}
