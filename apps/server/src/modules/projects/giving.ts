import type { Principal } from '@prdm/access';
import { isHeldInProjects } from '@prdm/contract/nodes';
import type { Lang } from '@prdm/locales';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { refuseLack } from '../organisation/index.ts';
import { EVERY_PROFESSION, type MemberRoleRow } from './members.repo.ts';
import type { ProjectParts, WantedRole } from './members.ts';
import { mayInProject } from './projects.rules.ts';
import { projectsRepo } from './projects.repo.ts';

/**
 * The caller with the present rights, who may still manage the members of the project (1005). The lock of the enterprise
 * comes before that of the project, as in every transaction that takes both. Under it no role and no other membership
 * changes by a call.
 */
export async function lockedManager(
  { tables, organisation }: ProjectParts,
  trx: Trx,
  principal: Principal,
  projectId: number,
): Promise<Principal> {
  const [project] = await projectsRepo(tables.within(trx), principal.enterpriseId).byIds([projectId]);
  if (!project) throw fail.notFound();
  return organisation.lockedCaller(trx, principal, (now) => mayInProject(now, project, 'member'));
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
