import { highestLevels, type Principal } from '@prdm/access';
import type { Standing } from './standing.ts';

/**
 * The user's standing and project map in the form of decide(). A level that a project role brings counts as `own` at most, because the role
 * reaches no further than its project.
 */
export const principalOf = (
  enterpriseId: number,
  userId: number,
  { roles, groupIds, place, levels }: Standing,
  { projectLevels, ...projects }: ProjectMap,
): Principal => ({
  userId,
  enterpriseId,
  roles,
  groupIds,
  place,
  levels: highestLevels([levels, Object.fromEntries(Object.keys(projectLevels).map((module) => [module, 1]))]),
  ...projects,
});

/** The memberships of a user in the form of decide(), with the levels of the project roles held. */
export type ProjectMap = Pick<Principal, 'projectAccess' | 'projectRoles'> & {
  readonly projectLevels: Principal['levels'];
};
