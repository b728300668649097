import { covers, decide, isLeader, type Principal } from '@prdm/access';
import { isHeldInProjects } from '@prdm/contract/nodes';
import type { ProjectRight } from '@prdm/contract/projects';
import type { Lang } from '@prdm/locales';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { ALLOWED } from '../../platform/http/decisions.ts';
import { isMember } from '../../platform/http/subjects.ts';
import { refuseLack } from '../organisation/index.ts';
import { EVERY_PROFESSION, type MemberRoleRow } from './members.repo.ts';
import { managerRoleId, type ProjectParts, type WantedRole } from './members.ts';
import { mayInProject, projectRange } from './projects.rules.ts';
import { projectsRepo } from './projects.repo.ts';

/**
 * The caller with the present rights, who still has this right on the project (1005). The lock of the enterprise comes
 * before that of the project, as in every transaction that takes both. Under it no role and no other membership changes
 * by a call.
 */
export async function lockedIn(
  { tables, organisation }: ProjectParts,
  trx: Trx,
  principal: Principal,
  projectId: number,
  right: ProjectRight,
): Promise<Principal> {
  const now = await organisation.lockedCaller(trx, principal, () => ALLOWED);
  const [project] = await projectsRepo(tables.within(trx), principal.enterpriseId).byIds([projectId]);
  if (!project) throw fail.notFound();
  const enters =
    isMember(now, projectId) || covers(projectRange(now), { department: project.department_id, project: projectId });
  if (!enters || !mayInProject(now, project, right).allowed) throw fail.denied();
  return now;
}

/**
 * Throws 1005 on `manager_id` when the caller lacks a right of the manager's role in this project. Leaders and administrators
 * may transfer a project without these rights (decisions.md section 7), but not to themselves.
 */
export async function refuseManager(
  parts: ProjectParts,
  trx: Trx,
  caller: Principal,
  { lang, projectId, managerId }: { lang: Lang; projectId: number; managerId: number },
): Promise<void> {
  const byOffice =
    isLeader(caller) || decide(caller, { ask: 'node', scope: 'other', actions: 'Project-member' }).allowed;
  if (byOffice && managerId !== caller.userId) return;
  const roleId = await managerRoleId(parts, trx, caller.enterpriseId);
  await refuseRoles(parts, trx, caller, [roleId], { lang, projectId, field: 'manager_id' });
}

/**
 * Throws 1005 with the right when the caller lacks a right of one of the roles in this project, and 1001 for a role that
 * is not held in projects. It judges roles that are given and roles that are taken away (docs/domains/access.md).
 */
export async function refuseRoles(
  { organisation }: ProjectParts,
  trx: Trx,
  caller: Principal,
  roleIds: readonly number[],
  { lang, projectId, field }: { lang: Lang; projectId: number; field: string },
): Promise<void> {
  const roles = await organisation.rolesByIds(caller.enterpriseId, [...new Set(roleIds)], trx);
  for (const id of roleIds) {
    const role = roles.get(id);
    if (!role || !isHeldInProjects(role)) throw fail.invalid(field, 'projects.notAProjectRole');
    refuseLack(lang, caller, role, { projectId, field });
  }
}

/** An invited partner holds only roles that exist in projects alone (1008). */
export async function refusePartners(
  { organisation }: ProjectParts,
  trx: Trx,
  enterpriseId: number,
  userIds: readonly number[],
  { roleIds, field }: { roleIds: readonly number[]; field: string },
): Promise<void> {
  const roles = await organisation.rolesByIds(enterpriseId, [...new Set(roleIds)], trx);
  if ([...roles.values()].every(({ kind }) => kind === 'project')) return;
  const kinds = await organisation.kindsOfPeople(enterpriseId, userIds, trx);
  if ([...kinds.values()].some(({ type }) => type === 'partner'))
    throw fail.wrongState('organisation.partnerRoles', { field });
}

/** The roles that a member gets or loses. A role in another profession counts as another one. */
export function changedRoles(held: readonly MemberRoleRow[], wanted: readonly WantedRole[]): number[] {
  const before = held.map(({ role_id: id, profession_id: profession }) => ({ id, profession }));
  const after = wanted.map(({ roleId: id, professionId }) => ({ id, profession: professionId ?? EVERY_PROFESSION }));
  const isIn = (all: typeof before, { id, profession }: (typeof before)[number]): boolean =>
    all.some((one) => one.id === id && one.profession === profession);
  return [...after.filter((one) => !isIn(before, one)), ...before.filter((one) => !isIn(after, one))].map(
    ({ id }) => id,
  );
}
