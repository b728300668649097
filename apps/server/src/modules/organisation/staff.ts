import { isSuperAdmin, type Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import type { StaffStatus } from '@prdm/contract/status';
import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import { randomToken } from '../../platform/crypto.ts';
import type { Lent, Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import type { Live } from '../../platform/live.ts';
import type { Identity, PasswordPolicy, StoredPassword } from '../identity/index.ts';
import { callerNow, lockedCaller } from './caller.ts';
import { departmentsRepo } from './departments.repo.ts';
import { mayGive } from './kinds.ts';
import { StaffAdded, StaffDisabled } from './organisation.events.ts';
import { organisationRepo, type OrganisationTables } from './organisation.repo.ts';
import { staffRepo } from './staff.repo.ts';

/** Somebody to be added to an enterprise. */
export interface NewPerson {
  readonly account: string;
  readonly password: string;
  readonly mustChange: boolean;
  readonly policy: PasswordPolicy;
  readonly name: string;
  readonly roleIds: readonly number[];
  readonly departmentId?: number;
  readonly positionId?: number;
  readonly professionId?: number;
  readonly phone?: string;
  readonly email?: string;
  readonly type?: 'person' | 'partner';
  readonly sex?: string;
  readonly employeeNo?: string;
  readonly entryDate?: string;
  readonly createdBy?: number | null;
}

/** The same with the password as it is stored: what stands inside a transaction others wait for. */
export type PersonToStore = Omit<NewPerson, 'password' | 'policy'> & { readonly stored: StoredPassword };

export interface StaffParts {
  readonly bus: Bus;
  readonly live: Live;
  readonly identity: Identity;
  readonly tables: Lent<OrganisationTables>;
  readonly addPerson: (trx: Trx, enterpriseId: number, given: PersonToStore) => Promise<number>;
}

/** A password that nobody chose: 16 characters, or as near to it as the policy allows. */
export function madePassword(policy: PasswordPolicy): string {
  const length = Math.min(Math.max(16, policy.min), policy.max);
  // The tail keeps it from being digits alone, which no policy allows.
  return `${randomToken(length).slice(0, length - 2)}7a`;
}

/**
 * Adds somebody to the enterprise. Stands in line at the enterprise's row, so that the member limit (1010) holds however many are added
 * at once, and the caller still is who may give these roles; everybody holds the employee role besides what is given.
 */
export async function addStaff(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  given: PersonToStore & { departmentId: number },
): Promise<number> {
  const { enterpriseId } = actor;
  const organisation = organisationRepo(parts.tables.within(trx), enterpriseId);
  const { member_limit: limit } = await organisation.lockEnterprise();
  const caller = await callerNow(parts, trx, principal);
  const roles = await organisation.roles();
  if (!roles.filter(({ id }) => given.roleIds.includes(id)).every((role) => mayGive(caller, role)))
    throw fail.of(CODES.denied, 'organisation.notYourRole', { field: 'role_ids' });
  if ((await staffRepo(parts.tables.within(trx), enterpriseId).members()) >= limit)
    throw fail.of(CODES.memberLimit, 'codes.1010');
  // Removed between the look-up and the lock: nobody may be put into a department that is gone.
  if ((await departmentsRepo(parts.tables.within(trx), enterpriseId).living([given.departmentId])).length === 0)
    throw fail.notFound();
  const employee = roles.find((role) => role.key === 'employee');
  const roleIds = [...new Set([...(employee ? [employee.id] : []), ...given.roleIds])];
  const userId = await parts.addPerson(trx, enterpriseId, { ...given, roleIds, createdBy: actor.userId });
  await parts.bus.emit(trx, StaffAdded, {
    actor,
    target: { kind: 'user', id: userId, name: given.name },
    after: { account: given.account, name: given.name, department_id: given.departmentId, role_ids: roleIds },
    data: { userId, name: given.name, departmentId: given.departmentId },
  });
  return userId;
}

export interface Target {
  readonly id: number;
  readonly name: string;
  readonly version: number;
}

/**
 * Moves a person between working, disabled and former under the enterprise's lock, which the caller's rights are read behind. Whoever
 * holds superAdmin is touched by a superAdmin alone, and of two disabling each other at once one is too late.
 */
export async function change(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  target: Target,
  step: { from: StaffStatus; to: StaffStatus },
): Promise<void> {
  const { enterpriseId } = actor;
  const caller = await lockedCaller(parts, trx, principal);
  const repo = staffRepo(parts.tables.within(trx), enterpriseId);
  const holdsSuperAdmin = isSuperAdmin({ roles: await repo.rolesOf([target.id]) });
  if (holdsSuperAdmin && !isSuperAdmin(caller)) throw fail.denied();
  if (step.to !== 'active') {
    if (target.id === actor.userId) throw fail.wrongState('organisation.notOneself');
    const others = (await repo.activeHolders('superAdmin')).filter((id) => id !== target.id);
    if (holdsSuperAdmin && others.length === 0) throw fail.wrongState('organisation.lastSuperAdmin');
  }
  const [row] = await repo.byIds([target.id]);
  if (row?.status !== step.from) throw fail.wrongState();
  if (!(await repo.setStatus(target.id, target.version, step.from, step.to))) throw fail.conflict();
  await parts.identity.setEnabled(trx, enterpriseId, target.id, step.to === 'active');
}

/** Disables: every session ends with the transaction. Not oneself, not the last superAdmin (decisions.md 5.4). */
export async function disableStaff(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  target: Target,
): Promise<void> {
  const { id, name } = target;
  await change(parts, trx, actor, principal, target, { from: 'active', to: 'disabled' });
  await parts.bus.emit(trx, StaffDisabled, {
    actor,
    target: { kind: 'user', id, name },
    before: { status: 'active' },
    after: { status: 'disabled' },
    data: { userId: id, name },
  });
  // The open browser asks again and finds its session gone.
  await parts.live.tell(trx, actor.enterpriseId, { users: [id] }, { type: 'session' });
}
