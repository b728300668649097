import { seesContent, type Principal } from '@prdm/access';
import type { Standing } from './standing.ts';

/**
 * The user's standing and project map in the form of decide(). Projects with a secrecy level are hidden unless an enterprise role shows
 * them. Every principal of the server is built here.
 */
export function principalOf(enterpriseId: number, userId: number, standing: Standing, map: ProjectMap): Principal {
  const { roles, groupIds, place, levels } = standing;
  const principal: Principal = { userId, enterpriseId, roles, groupIds, place, levels, ...map };
  return seesContent(principal, 'secret') ? { ...principal, hiddenProjects: NONE } : principal;
}

const NONE: ReadonlySet<number> = new Set();

/** The memberships of a user in the form of decide(). `hiddenProjects`: projects with a secrecy level without the user as member. */
export type ProjectMap = Pick<
  Principal,
  'projectAccess' | 'projectRoles' | 'projectContent' | 'projectLevels' | 'hiddenProjects'
>;
