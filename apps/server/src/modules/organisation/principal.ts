import { seesContent, type Principal } from '@prdm/access';
import type { Standing } from './standing.ts';

const NONE: ReadonlySet<number> = new Set();
const NO_PROJECTS = {
  projectAccess: {},
  projectRoles: {},
  projectContent: {},
  projectLevels: {},
  hiddenProjects: NONE,
};

/**
 * The user's standing and project map in the form of decide(). Projects with a secrecy level are hidden unless an enterprise role shows
 * them. Every principal of the server is built here.
 */
export function principalOf(
  enterpriseId: number,
  userId: number,
  { roles, groupIds, place, levels, isSystem }: Standing,
  map: ProjectMap,
): Principal {
  if (isSystem === true) return { ...NO_PROJECTS, userId, enterpriseId, roles, groupIds, place, levels, isSystem };
  const principal: Principal = { userId, enterpriseId, roles, groupIds, place, levels, ...map };
  return seesContent(principal, 'secret') ? { ...principal, hiddenProjects: NONE } : principal;
}

/** The memberships of a user in the form of decide(). `hiddenProjects`: projects with a secrecy level without the user as member. */
export type ProjectMap = Pick<
  Principal,
  'projectAccess' | 'projectRoles' | 'projectContent' | 'projectLevels' | 'hiddenProjects'
>;
