import type { Decision, Principal } from '@prdm/access';
import { storedNode, type Node } from '@prdm/contract/nodes';
import { CODES } from '@prdm/contract/codes';
import { LANGS, type Lang } from '@prdm/locales';
import type { ModuleDb, Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { translate } from '../../platform/translate.ts';
import { rolesAbove, type RoleRow } from './kinds.ts';
import { organisationRepo, type OrganisationTables } from './organisation.repo.ts';
import type { PrincipalsOf } from './principals.ts';
import { holdsStored } from './roles/role.rules.ts';
import { decideStaff, type PlacedPerson } from './staff/staff-range.ts';
import { staffRepo } from './staff/staff.repo.ts';
import { keyInData } from '@prdm/locales/text-key';

/** The right that the call needs: a node of the enterprise, or a rule for the present rights. */
export type Need = Node | ((now: Principal) => Decision);

/**
 * The caller with the present rights, in the enterprise and in projects. The gate judged the rights before the lock of the enterprise.
 * Example: two users remove a role from each other at once, or disable each other. The second one no longer holds the right. Throws 1005
 * without `need`.
 */
export async function callerNow(
  { principalsOf }: { readonly principalsOf: PrincipalsOf },
  trx: Trx,
  { enterpriseId, userId }: Principal,
  need: Need,
): Promise<Principal> {
  const now = (await principalsOf(enterpriseId, [userId], trx)).get(userId)?.principal;
  if (!now) throw fail.denied();
  if (!(typeof need === 'string' ? holdsStored(now, storedNode(need)) : need(now).allowed)) throw fail.denied();
  return now;
}

/** Takes the lock of the enterprise first. For calls that need nothing else from its row. */
export async function lockedCaller(
  parts: { readonly tables: ModuleDb<OrganisationTables>; readonly principalsOf: PrincipalsOf },
  trx: Trx,
  principal: Principal,
  need: Need,
): Promise<Principal> {
  await organisationRepo(parts.tables.within(trx), principal.enterpriseId).lockEnterprise();
  return callerNow(parts, trx, principal, need);
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
