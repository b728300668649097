import type { Principal } from '@prdm/access';
import { isMember, seesAllProjects, type SubjectKind } from './subjects.ts';

/**
 * Those given projects from which the caller was removed. For an unknown id (`unknown`) the same query runs without a project. Otherwise
 * the response time would show whether a foreign record exists.
 */
export async function leftAmong(
  projectKind: Pick<SubjectKind<unknown>, 'load'>,
  principal: Principal,
  projectIds: readonly number[],
  unknown: boolean,
): Promise<ReadonlySet<number>> {
  const foreign = [...new Set(projectIds.filter((id) => !isMember(principal, id)))];
  if (seesAllProjects(principal) || (foreign.length === 0 && !unknown)) return new Set();
  const projects = await projectKind.load(principal, foreign.length === 0 ? [0] : foreign);
  return new Set(projects.filter((project) => project.formerMember === true).map((project) => project.id));
}
