import { isSuperAdmin, type Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { roleNames } from '../caller.ts';
import { isNobodysToGive, mayGive, rolesAbove } from '../kinds.ts';
import { StaffRolesChanged } from '../organisation.events.ts';
import { organisationRepo } from '../organisation.repo.ts';
import type { StaffParts } from './staff.service.ts';
import { staffRepo } from './staff.repo.ts';

/**
 * Gives and removes roles until the user holds exactly `wanted` and employee. The caller must be allowed to give every given, removed and
 * kept role. A caller who may give a role may also remove it, to correct a mistake. The last superAdmin keeps the role.
 * Call it under the lock of the enterprise, after the check of the record's version.
 */
export async function changeRoles(
  parts: Pick<StaffParts, 'bus' | 'live' | 'tables'>,
  trx: Trx,
  actor: Actor,
  caller: Principal,
  person: { id: number; name: string },
  wanted: readonly number[],
  field = 'role_ids',
): Promise<void> {
  const repo = organisationRepo(parts.tables.within(trx), actor.enterpriseId);
  const staff = staffRepo(parts.tables.within(trx), actor.enterpriseId);
  const roles = await repo.roles();
  const held = new Set((await staff.rolesOf([person.id])).map(({ id }) => id));
  const given = roles.filter(({ id }) => wanted.includes(id) && !held.has(id));
  const taken = roles.filter((role) => held.has(role.id) && !wanted.includes(role.id) && !isNobodysToGive(role));
  if (given.length === 0 && taken.length === 0) return;
  if (given.length > 0 && (await staff.typeOf(person.id)) === 'partner')
    throw fail.wrongState('organisation.partnerRoles', { field });
  // The kept roles count too: a caller cannot change a user who holds a higher role.
  const kept = rolesAbove(
    caller,
    roles.filter(({ id }) => held.has(id)),
  );
  const changed = [...given, ...taken].filter((role) => !mayGive(caller, role));
  const beyond = [...new Set([...changed, ...kept])];
  if (beyond.length > 0)
    throw fail.of(CODES.denied, 'organisation.notYourRole', {
      field,
      params: { roles: roleNames(actor.lang, beyond) },
    });
  if (isSuperAdmin({ roles: taken })) {
    const others = (await staff.activeHolders('superAdmin')).filter((id) => id !== person.id);
    if (others.length === 0) throw fail.wrongState('organisation.lastSuperAdmin', { field });
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
  // The menus and buttons of the open browser follow the old roles until it reloads.
  await parts.live.notify(trx, actor.enterpriseId, { users: [person.id] }, { type: 'session' });
}
