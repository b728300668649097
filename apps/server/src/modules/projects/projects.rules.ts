import { decide, isLeader, type Decision, type Principal } from '@prdm/access';
import { isBimLargerThanBuilt, type ProjectRight } from '@prdm/contract/projects';
import { ALLOWED, decided, refusedBecause } from '../../platform/http/decisions.ts';
import { isMember } from '../../platform/http/subjects.ts';

/** What the rules look at of a project. */
export interface JudgedProject {
  readonly id: number;
  readonly status: string;
  readonly archived_by: number | null;
}

/**
 * Held in the project itself, or as an administrator in the own list (decisions.md 5.3: "PM, A"). It is asked only after the call has
 * proved that the person may enter the project, so an administrator's own list opens no project of which he or she is no member.
 */
function holds(principal: Principal, projectId: number, action: string): Decision {
  const inProject = decide(principal, { ask: 'node', scope: 'project', projectId, actions: action });
  return inProject.allowed ? inProject : decide(principal, { ask: 'node', scope: 'other', actions: action });
}

/** Whether somebody may do this with the project. Whether it is archived is a state and asked elsewhere, except for undoing just that. */
export function mayInProject(principal: Principal, project: JudgedProject, right: string): Decision {
  switch (right as ProjectRight | 'read') {
    case 'read':
      return ALLOWED;
    case 'edit':
      return holds(principal, project.id, 'Project-edit');
    case 'member':
      return holds(principal, project.id, 'Project-member');
    case 'archive':
      return holds(principal, project.id, 'Project-archive');
    case 'unarchive':
      return mayUnarchive(principal, project);
    case 'transfer':
      return mayTransfer(principal, project);
    default:
      throw new Error(`a project knows no right "${right}"`);
  }
}

/**
 * An administrator, or whoever archived it and still runs it. Of one that is not archived whoever may archive it: that there is nothing to
 * undo is a state (1008), told to all who might have done it, also when somebody was faster.
 */
function mayUnarchive(principal: Principal, project: JudgedProject): Decision {
  const own = decide(principal, { ask: 'node', scope: 'other', actions: 'Project-archive' });
  if (own.allowed) return own;
  const byAnother = project.status === 'archived' && project.archived_by !== principal.userId;
  if (byAnother || !isMember(principal, project.id)) return refusedBecause('unarchive');
  return decide(principal, { ask: 'node', scope: 'project', projectId: project.id, actions: 'Project-archive' });
}

/** Whoever manages the members, and the leading manager (decisions.md section 7). */
function mayTransfer(principal: Principal, project: JudgedProject): Decision {
  return isLeader(principal) ? decided(true, 'transfer') : holds(principal, project.id, 'Project-member');
}

export type Can = Record<ProjectRight, boolean>;

/** What somebody may do with the project as it stands now. */
export function canOf(principal: Principal, project: JudgedProject): Can {
  const archived = project.status === 'archived';
  const may = (right: ProjectRight): boolean => mayInProject(principal, project, right).allowed;
  return {
    edit: !archived && may('edit'),
    member: !archived && may('member'),
    archive: !archived && may('archive'),
    unarchive: archived && may('unarchive'),
    transfer: !archived && may('transfer'),
  };
}

/** The pattern item numbers are given out by; {serial:3} is filled up with zeros to three digits and grows beyond. */
export const ITEM_NUMBER_PATTERN = '{year}-{serial:3}';

export function itemNumber(pattern: string, given: { year: number; serial: number }): string {
  return pattern
    .replace('{year}', String(given.year))
    .replace(/\{serial(?::(\d))?\}/, (_all, digits: string | undefined) =>
      String(given.serial).padStart(Number(digits ?? 1), '0'),
    );
}

/**
 * What is allowed and unusual, as translation keys. An invited partner may hold every project role, the manager's too (design
 * consortia are run by either side), but then somebody outside the firm takes people in and archives.
 */
export const warningsOf = (saved: {
  readonly sheet?: Parameters<typeof isBimLargerThanBuilt>[0];
  readonly managerType?: string;
}): string[] => [
  ...(saved.managerType === 'partner' ? ['projects.managerIsPartner'] : []),
  ...(saved.sheet !== undefined && isBimLargerThanBuilt(saved.sheet) ? ['projects.bimLargerThanBuilt'] : []),
];
