import { highestLevels, seesContent, type Principal } from '@prdm/access';
import type { Standing } from './standing.ts';

const NO_PROJECTS = { projectAccess: {}, projectRoles: {} } as const;

/**
 * The user's standing and project map in the form of decide(). A level that a project role brings counts as `own` at most, because the role
 * reaches no further than its project. Projects with a secrecy level are hidden unless an enterprise role shows them.
 */
export const principalOf = (
  enterpriseId: number,
  userId: number,
  { roles, groupIds, place, levels, isSystem }: Standing,
  { projectLevels, hiddenProjects, ...projects }: ProjectMap,
): Principal => {
  if (isSystem === true) return { ...NO_PROJECTS, userId, enterpriseId, roles, groupIds, place, levels, isSystem };
  const principal: Principal = {
    userId,
    enterpriseId,
    roles,
    groupIds,
    place,
    levels: highestLevels([levels, Object.fromEntries(Object.keys(projectLevels).map((module) => [module, 1]))]),
    ...projects,
  };
  const isHidden = hiddenProjects !== undefined && hiddenProjects.size > 0 && !seesContent(principal, 'secret');
  return isHidden ? { ...principal, hiddenProjects } : principal;
};

/** The memberships of a user in the form of decide(), with the levels of the project roles held. */
export type ProjectMap = Pick<Principal, 'projectAccess' | 'projectRoles' | 'projectContent'> & {
  /** Projects with a secrecy level without the user as member. */
  readonly hiddenProjects?: Principal['hiddenProjects'];
  readonly projectLevels: Principal['levels'];
};
