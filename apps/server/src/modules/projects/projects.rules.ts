import {
  decide,
  highestLevels,
  isLeader,
  ownLevels,
  rangeOf,
  seesAllProjects,
  type DataRange,
  type Decision,
  type Principal,
} from '@prdm/access';
import { isBimLargerThanBuilt, type ProjectRight } from '@prdm/contract/projects';
import { fail } from '../../platform/errors.ts';
import { ALLOWED, decided, refusedBecause } from '../../platform/http/decisions.ts';
import { isMember } from '../../platform/http/subjects.ts';
import type { ProjectMap, RoleInProjects } from '../organisation/index.ts';

/** The columns of a project that the rules need. */
export interface JudgedProject {
  readonly id: number;
  readonly is_project: boolean;
  readonly status: string;
  readonly manager_id: number;
  readonly archived_by: number | null;
  readonly department_id: number | null;
}

/**
 * The projects that a user may read beside the own ones: the range of Task-all, the node for reading all tasks of a project. Such a reader
 * has the rights of a member without a project role (docs/domains/access.md).
 */
export const projectRange = (principal: Principal): DataRange => {
  const range = rangeOf(principal, 'Task-all', 'read');
  // Memberships open a project with or without the node, so the project lists of the range add nothing.
  return { ...range, everything: range.everything || seesAllProjects(principal), userId: null, projects: [] };
};

/**
 * The non-projects that a user may read beside the own ones: those in the range of NonProject-edit, and those whose tasks the
 * user may read.
 */
export const nonProjectRange = (principal: Principal): DataRange => {
  const tasks = projectRange(principal);
  const range = rangeOf(principal, 'NonProject-edit', 'read');
  return {
    ...tasks,
    everything: tasks.everything || range.everything,
    departments: [...new Set([...tasks.departments, ...range.departments])],
    companies: [...new Set([...tasks.companies, ...range.companies])],
  };
};

/** Whether work may change inside: an ongoing project or an open non-project. */
export const isOpen = ({ status }: { readonly status: string }): boolean => status === 'ongoing' || status === 'open';

/** Throws 443 for an archived project and 1008 for a closed non-project. */
export function refuseClosed({ status }: { readonly status: string }): void {
  if (status === 'archived') throw fail.archived();
  if (status === 'closed') throw fail.wrongState('non-projects.closed');
}

/** The manager of a non-project, and users whose range of NonProject-edit reaches it. */
export function mayManage(principal: Principal, project: JudgedProject): Decision {
  if (project.manager_id === principal.userId && isMember(principal, project.id))
    return decided(true, 'manager', 'owner');
  return holds(principal, project, 'NonProject-edit');
}

/** Whether the user may delete a non-project. */
export const mayDelete = (principal: Principal, project: JudgedProject): Decision =>
  holds(principal, project, 'NonProject-edit');

/**
 * The right is held in the project, or as an administrator in the own list (decisions.md 5.3: "PM, A"). The call has already checked that
 * the caller may enter, so the own list of an administrator opens no other projects. For a reader by the data range, the view range of the
 * role must reach the project too.
 */
function holds(
  principal: Principal,
  { id: projectId, department_id: department }: JudgedProject,
  node: string,
): Decision {
  const inProject = decide(principal, { ask: 'node', scope: 'project', projectId, actions: node });
  if (inProject.allowed) return inProject;
  if (isMember(principal, projectId)) return decide(principal, { ask: 'node', scope: 'other', actions: node });
  return decide(principal, { ask: 'record', node, use: 'write', record: { project: projectId, department } });
}

/** The project map of a user in the form of decide(), from the memberships and the project roles in them. */
export function projectMapOf(
  memberships: readonly {
    readonly project_id: number;
    readonly role_id: number | null;
    readonly hidden?: boolean;
  }[],
  roles: ReadonlyMap<number, RoleInProjects>,
): ProjectMap {
  const held = new Map<number, number[]>();
  for (const { project_id: id, role_id: role, hidden } of memberships)
    if (hidden !== true) held.set(id, [...(held.get(id) ?? []), ...(role === null ? [] : [role])]);
  const projects = [...held].map(([id, ids]) => [String(id), ids.toSorted((a, b) => a - b)] as const);
  const accessOf = (ids: readonly number[]) =>
    ids.flatMap((id) => {
      const { name = '', access = [] } = roles.get(id) ?? {};
      return access.map((action) => ({ action, via: { kind: 'project-role' as const, id, name } }));
    });
  const levelsOf = (id: number) => ownLevels(roles.get(id)?.module_permission as Record<string, unknown> | undefined);
  return {
    projectAccess: Object.fromEntries(projects.map(([id, ids]) => [id, accessOf(ids)])),
    projectRoles: Object.fromEntries(projects),
    projectContent: Object.fromEntries(
      projects.map(([id, ids]) => [id, [...new Set(ids.flatMap((role) => roles.get(role)?.content_access ?? []))]]),
    ),
    hiddenProjects: new Set(memberships.filter(({ hidden }) => hidden === true).map((row) => row.project_id)),
    projectLevels: Object.fromEntries(projects.map(([id, ids]) => [id, highestLevels(ids.map(levelsOf))])),
  };
}

/** Whether the user may do this with the project. A non-project has the rights `read` and `member` alone. The archived state is checked elsewhere, except for undoing the archiving. */
export function mayInProject(principal: Principal, project: JudgedProject, right: string): Decision {
  if (right === 'read') return ALLOWED;
  if (!project.is_project) return right === 'member' ? mayManage(principal, project) : decided(false, right);
  switch (right as ProjectRight) {
    case 'edit':
      return holds(principal, project, 'Project-edit');
    case 'member':
      return holds(principal, project, 'Project-member');
    case 'archive':
      return holds(principal, project, 'Project-archive');
    case 'unarchive':
      return mayUnarchive(principal, project);
    case 'transfer':
      return mayTransfer(principal, project);
    default:
      throw new Error(`a project knows no right "${right}"`);
  }
}

/**
 * Allowed to an administrator, and to the manager who archived the project. On a project that is not archived the right to archive is
 * enough: those callers get the state error 1008 instead of a refusal, also when another user was faster.
 */
function mayUnarchive(principal: Principal, project: JudgedProject): Decision {
  const own = isMember(principal, project.id)
    ? decide(principal, { ask: 'node', scope: 'other', actions: 'Project-archive' })
    : holds(principal, project, 'Project-archive');
  if (own.allowed) return own;
  const byAnother = project.status === 'archived' && project.archived_by !== principal.userId;
  if (byAnother || !isMember(principal, project.id)) return refusedBecause('unarchive');
  return decide(principal, { ask: 'node', scope: 'project', projectId: project.id, actions: 'Project-archive' });
}

/** Allowed to users who manage the members, and to the leading manager (decisions.md section 7). */
function mayTransfer(principal: Principal, project: JudgedProject): Decision {
  return isLeader(principal) ? decided(true, 'transfer') : holds(principal, project, 'Project-member');
}

export type Can = Record<ProjectRight, boolean>;

/** The rights of the user on the project in its present state. */
export function canOf(principal: Principal, project: JudgedProject): Can {
  const archived = !isOpen(project);
  const may = (right: ProjectRight): boolean => mayInProject(principal, project, right).allowed;
  return {
    edit: !archived && may('edit'),
    member: !archived && may('member'),
    archive: !archived && may('archive'),
    unarchive: archived && may('unarchive'),
    transfer: !archived && may('transfer'),
  };
}

/** Pattern of automatic item numbers. {serial:3} is padded with zeros to three digits and may grow longer. */
export const ITEM_NUMBER_PATTERN = '{year}-{serial:3}';

/**
 * Translation keys of warnings: allowed but unusual values. An invited partner may be the manager, because either side can run a design
 * consortium. Then a user outside the company adds members and archives.
 */
export const warningsOf = (saved: {
  readonly sheet?: Parameters<typeof isBimLargerThanBuilt>[0];
  readonly managerType?: string;
}): string[] => [
  ...(saved.managerType === 'partner' ? ['projects.managerIsPartner'] : []),
  ...(saved.sheet !== undefined && isBimLargerThanBuilt(saved.sheet) ? ['projects.bimLargerThanBuilt'] : []),
];
