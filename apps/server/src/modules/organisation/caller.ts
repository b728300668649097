import type { Principal } from '@prdm/access';
import { storedNode, type Node } from '@prdm/contract/nodes';
import { CODES } from '@prdm/contract/codes';
import { LANGS, type Lang } from '@prdm/locales';
import type { ModuleDb, Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { translate } from '../../platform/translate.ts';
import { rolesAbove, type RoleRow } from './kinds.ts';
import { organisationRepo, type OrganisationTables } from './organisation.repo.ts';
import { holdsStored } from './roles/role.rules.ts';
import { standingOf } from './standing.ts';
import { decideStaff, type PlacedPerson } from './staff/staff-range.ts';
import { staffRepo } from './staff/staff.repo.ts';
import { keyInData } from '@prdm/locales/text-key';

/**
 * The caller with the present roles. The rights were judged before the lock of the enterprise. Example: two users remove a role from each
 * other at once, or disable each other. The second one no longer holds the right. `node` is the right that the call needs.
 */
export async function callerNow(
  { tables }: { readonly tables: ModuleDb<OrganisationTables> },
  trx: Trx,
  principal: Principal,
  node: Node = 'Company-user',
): Promise<Principal> {
  const person = await organisationRepo(tables.within(trx), principal.enterpriseId).person(principal.userId);
  if (person?.status !== 'active') throw fail.denied();
  const now = { ...principal, ...standingOf(person) };
  if (!holdsStored(now, storedNode(node))) throw fail.denied();
  return now;
}

/** Takes the lock of the enterprise first. For calls that need nothing else from its row. */
export async function lockedCaller(
  parts: { readonly tables: ModuleDb<OrganisationTables> },
  trx: Trx,
  principal: Principal,
  node?: Node,
): Promise<Principal> {
  await organisationRepo(parts.tables.within(trx), principal.enterpriseId).lockEnterprise();
  return callerNow(parts, trx, principal, node);
}

/** Names of roles in the reader's language. Standard roles are stored with the name of the default language. */
export function roleNames(lang: Lang, roles: readonly Pick<RoleRow, 'key' | 'name'>[]): string {
  const nameOf = ({ key, name }: Pick<RoleRow, 'key' | 'name'>): string => {
    const isStandard = LANGS.some((each) => translate(each, keyInData(`seed.roles.${key}`)) === name);
    return isStandard ? translate(lang, keyInData(`seed.roles.${key}`)) : name;
  };
  return roles.map(nameOf).join(translate(lang, 'organisation.staff.and'));
}

/** Throws 1005 when one of the people is outside the caller's range. Call it after the lock of the enterprise. */
export async function refuseOutside(
  { tables }: { readonly tables: ModuleDb<OrganisationTables> },
  trx: Trx,
  caller: Principal,
  userIds: readonly number[],
): Promise<void> {
  const people = await staffRepo(tables.within(trx), caller.enterpriseId).byIds(userIds);
  for (const person of people) refuseOutsider(caller, person);
}

/** Throws 1005 unless the person is in the caller's range. */
export function refuseOutsider(caller: Principal, person: PlacedPerson): void {
  if (!decideStaff(caller, 'write', person).allowed) throw fail.of(CODES.denied, 'organisation.outsideRange');
}

/** Throws 1005 with role names when the caller may not give one of the held roles. */
export function refuseRoles<R extends RoleRow>(
  caller: Principal,
  held: readonly R[],
  { lang, field }: { lang: Lang; field?: string },
): void {
  const above = rolesAbove(caller, held);
  if (above.length > 0)
    throw fail.of(CODES.denied, 'organisation.outranked', { params: { roles: roleNames(lang, above) }, field });
}

/**
 * Throws 1005 with role names when the user holds a role that the caller may not give. Every change of a user's password, roles, state or
 * work needs this check. Otherwise an administrator could reset the leader's password and sign in as leader.
 * Call it after the lock of the enterprise, with the present roles of the caller. `field`: the input that the refusal belongs to.
 */
export async function refuseAbove(
  { tables }: { readonly tables: ModuleDb<OrganisationTables> },
  trx: Trx,
  caller: Principal,
  { userId, lang, field }: { userId: number; lang: Lang; field?: string },
): Promise<void> {
  const staff = staffRepo(tables.within(trx), caller.enterpriseId);
  // The person may have moved out of the caller's range since the call was judged.
  await refuseOutside({ tables }, trx, caller, [userId]);
  refuseRoles(caller, await staff.rolesOf([userId]), { lang, field });
}
