import type { HeldRole, Principal } from '@prdm/access';
import { storedNode, type Node } from '@prdm/contract/nodes';
import type { Lent, Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { holdsStored } from './kinds.ts';
import { organisationRepo, type OrganisationTables } from './organisation.repo.ts';

/** Roles as they are stored, as decide() wants them: built-in ones are known by key alone. */
export const heldRoles = (
  rows: readonly { id: number; key: string | null; name: string; access: readonly string[] }[],
): HeldRole[] =>
  rows.map(({ id, key, name, access }) => ({
    id,
    name,
    key: key === 'superAdmin' || key === 'leader' ? key : null,
    access: access.map((action) => ({ action })),
  }));

/**
 * The caller with the roles held at this moment. Rights were judged before the enterprise's lock was had: of two who take a role from
 * each other at once, or shut each other out, the later one holds it no more. `node` is the one that the call asks for.
 */
export async function callerNow(
  { tables }: { readonly tables: Lent<OrganisationTables> },
  trx: Trx,
  principal: Principal,
  node: Node = 'Company-user',
): Promise<Principal> {
  const person = await organisationRepo(tables.within(trx), principal.enterpriseId).person(principal.userId);
  if (person?.status !== 'active') throw fail.denied();
  const now = { ...principal, roles: heldRoles(person.roles) };
  if (!holdsStored(now, storedNode(node))) throw fail.denied();
  return now;
}

/** The same with the enterprise's lock taken for it: what a call begins with that needs nothing else of the enterprise's row. */
export async function lockedCaller(
  parts: { readonly tables: Lent<OrganisationTables> },
  trx: Trx,
  principal: Principal,
  node?: Node,
): Promise<Principal> {
  await organisationRepo(parts.tables.within(trx), principal.enterpriseId).lockEnterprise();
  return callerNow(parts, trx, principal, node);
}
