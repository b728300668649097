import { projectEntry } from './principal.ts';
import { isLeader, isSuperAdmin } from './standing.ts';
import type { Principal } from './types.ts';

/**
 * Whether a role of the person shows this content of others. superAdmin sees all. With a project, the project roles held
 * there count too.
 */
export const seesContent = (principal: Principal, key: string, projectId: number | null = null): boolean =>
  isSuperAdmin(principal) ||
  principal.roles.some(({ content }) => content?.includes(key) === true) ||
  (projectId !== null && projectEntry(principal.projectContent, String(projectId))?.includes(key) === true);

/** Whether the project has a secrecy level that hides it from the person. Never for a member of the project. */
export const hidesProject = (principal: Principal, projectId: number | string | null | undefined): boolean =>
  principal.hiddenProjects.has(Number(projectId));

/** Whether the person sees this project without membership: superAdmin, and a leader from whom it is not hidden. */
export const seesProject = (principal: Principal, projectId: number | string): boolean =>
  isSuperAdmin(principal) || (isLeader(principal) && !hidesProject(principal, projectId));
