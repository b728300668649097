import { isSuperAdmin, type Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { mayGive, type RoleRow } from './kinds.ts';
import { StaffRolesChanged } from './organisation.events.ts';
import { organisationRepo } from './organisation.repo.ts';
import type { StaffParts } from './staff.ts';
import { staffRepo } from './staff.repo.ts';

const FIELD = 'role_ids';

/** Everybody holds the first, and what is held in projects is given and taken there. */
const isNobodysToTake = (role: Pick<RoleRow, 'key' | 'kind'>): boolean =>
  role.key === 'employee' || role.kind === 'project';

/**
 * Gives and takes roles until exactly `wanted` are held, besides employee. Who may give a role may take it too, so that a slip can be
 * undone; the last superAdmin stays one. Under the enterprise's lock, after the person's version was compared.
 */
export async function changeRoles(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  caller: Principal,
  person: { id: number; name: string },
  wanted: readonly number[],
): Promise<void> {
  const repo = organisationRepo(parts.tables.within(trx), actor.enterpriseId);
  const staff = staffRepo(parts.tables.within(trx), actor.enterpriseId);
  const roles = await repo.roles();
  const held = new Set((await staff.rolesOf([person.id])).map(({ id }) => id));
  const given = roles.filter(({ id }) => wanted.includes(id) && !held.has(id));
  const taken = roles.filter((role) => held.has(role.id) && !wanted.includes(role.id) && !isNobodysToTake(role));
  if (given.length === 0 && taken.length === 0) return;
  if (given.length > 0 && (await staff.typeOf(person.id)) === 'partner')
    throw fail.wrongState('organisation.partnerRoles', { field: FIELD });
  if (![...given, ...taken].every((role) => mayGive(caller, role)))
    throw fail.of(CODES.denied, 'organisation.notYourRole', { field: FIELD });
  if (isSuperAdmin({ roles: taken })) {
    const others = (await staff.activeHolders('superAdmin')).filter((id) => id !== person.id);
    if (others.length === 0) throw fail.wrongState('organisation.lastSuperAdmin', { field: FIELD });
  }
  await repo.giveRoles(
    person.id,
    given.map(({ id }) => id),
  );
  await repo.takeRoles(
    person.id,
    taken.map(({ id }) => id),
  );
  const [before, gone] = [[...held], new Set(taken.map(({ id }) => id))];
  await parts.bus.emit(trx, StaffRolesChanged, {
    actor,
    target: { kind: 'user', id: person.id, name: person.name },
    before: { role_ids: before },
    after: { role_ids: [...before.filter((id) => !gone.has(id)), ...given.map(({ id }) => id)] },
    data: { userId: person.id, name: person.name },
  });
  // What the open browser shows of menus and buttons goes by the old roles until it asks again.
  await parts.live.tell(trx, actor.enterpriseId, { users: [person.id] }, { type: 'session' });
}
