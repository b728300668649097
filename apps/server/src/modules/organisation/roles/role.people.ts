import type { Principal } from '@prdm/access';
import type { Actor } from '../../../platform/actor.ts';
import { fail } from '../../../platform/errors.ts';
import type { Authorized } from '../../../platform/ids/authorized.ts';
import { lockedCaller } from '../caller.ts';
import type { UserRow } from '../kinds.ts';
import { changeRoles } from '../staff/staff-roles.service.ts';
import { staffRepo } from '../staff/staff.repo.ts';
import type { RoleParts } from './role.parts.ts';
import { roleRepo } from './role.repo.ts';
import type { NamedRole } from './role.service.ts';

interface Change {
  readonly role: NamedRole;
  readonly users: readonly Authorized<UserRow, string, 'user'>[];
  readonly act: 'give' | 'take';
}

/**
 * Gives an enterprise role to people, or takes it from them: all or none. The rank rules are those of user/modify
 * (`changeRoles`): the caller may give this role and every role that the person keeps, and partners get none. Returns
 * the number of people whose roles changed.
 */
export const changeHolders = (
  parts: RoleParts,
  actor: Actor,
  principal: Principal,
  { role, users, act }: Change,
): Promise<number> =>
  parts.db.transaction(async (trx) => {
    const caller = await lockedCaller(parts, trx, principal, 'Role-index');
    const row = await roleRepo(parts.tables.within(trx), actor.enterpriseId).role(role.id);
    if (!row) throw fail.notFound();
    if (row.kind === 'project') throw fail.wrongState('roles.givenInProjects');
    if (row.key === 'employee') throw fail.wrongState('roles.everybodyHolds');
    const staff = staffRepo(parts.tables.within(trx), actor.enterpriseId);
    let changed = 0;
    for (const { row: person } of new Map(users.map((user) => [user.id, user])).values()) {
      const held = (await staff.rolesOf([person.id])).map(({ id }) => id);
      if (held.includes(role.id) === (act === 'give')) continue;
      const wanted = act === 'give' ? [...held, role.id] : held.filter((id) => id !== role.id);
      await changeRoles(parts, trx, actor, caller, person, wanted, 'user_ids');
      changed += 1;
    }
    if (changed > 0) await parts.live.notify(trx, actor.enterpriseId, {}, { type: 'entity', kind: 'role' });
    return changed;
  });
