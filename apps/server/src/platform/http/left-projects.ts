import type { Principal } from '@prdm/access';
import { isMember, seesAllProjects, type SubjectKind } from './subjects.ts';

/**
 * Of the projects some records belong to, those the caller was taken out of. For an id that names nothing (`unknown`) the same is asked, of
 * no project: how long a refusal takes must not tell a foreign record from none.
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
