import { isSuperAdmin, type Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import type { StaffStatus } from '@prdm/contract/status';
import type { Actor } from '../../../platform/actor.ts';
import type { Bus } from '../../../platform/bus.ts';
import { randomToken } from '../../../platform/crypto.ts';
import type { ModuleDb, Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import type { Live } from '../../../platform/live.ts';
import type { Identity, PasswordPolicy, StoredPassword } from '../../identity/index.ts';
import { callerNow, lockedCaller, refuseAbove, roleNames } from '../caller.ts';
import { departmentsRepo } from '../departments/departments.repo.ts';
import { mayGive } from '../kinds.ts';
import { StaffDisabled } from '../organisation.events.ts';
import type { PrincipalsOf } from '../principals.ts';
import { organisationRepo, type OrganisationTables, type StaffToAdd } from '../organisation.repo.ts';
import { refuseLeader } from '../leading/leader.ts';
import { clearLed } from '../leading/leading.service.ts';
import { refuseRecord } from './records/rules.ts';
import { refuseLimit, writeNew } from './records/writers.ts';
import { staffAdminRepo } from './staff-admin.repo.ts';
import { staffRepo } from './staff.repo.ts';

/** Input for a new user of an enterprise. */
export interface NewPerson extends Omit<StaffToAdd, 'userId'> {
  readonly password: string;
  readonly mustChange: boolean;
  readonly policy: PasswordPolicy;
  readonly roleIds: readonly number[];
}

/** The same with the hashed password: hashing inside the transaction would hold its locks too long. */
export type PersonToStore = Omit<NewPerson, 'password' | 'policy'> & {
  readonly stored: StoredPassword;
  /** The direct leader is added together with the person: the place among the added people. */
  readonly leaderAt?: number;
};

export interface StaffParts {
  readonly bus: Bus;
  readonly live: Live;
  readonly identity: Identity;
  readonly tables: ModuleDb<OrganisationTables>;
  readonly principalsOf: PrincipalsOf;
  readonly addPeople: (trx: Trx, enterpriseId: number, given: readonly PersonToStore[]) => Promise<number[]>;
}

/** A generated password: 16 characters, or as close to it as the policy allows. */
export function madePassword(policy: PasswordPolicy): string {
  const length = Math.min(Math.max(16, policy.min), policy.max);
  // The suffix excludes a password of digits only, which no policy allows.
  return `${randomToken(length).slice(0, length - 2)}7a`;
}

/**
 * Adds a user to the enterprise. The lock of the enterprise keeps parallel additions within the member limit (1010), and the caller's roles
 * are read after it. The user gets the employee role besides the given ones.
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
  const caller = await callerNow(parts, trx, principal, 'Company-user');
  refuseRecord(caller, null, {
    department_id: given.departmentId,
    company_id: given.companyId ?? null,
    entry_date: given.entryDate ?? null,
    formal_date: given.formalDate ?? null,
  });
  await refuseLeader(parts, trx, enterpriseId, { personId: null, leaderId: given.leaderId ?? null, before: null });
  const roles = await organisation.roles();
  const beyond = roles.filter((role) => given.roleIds.includes(role.id) && !mayGive(caller, role));
  if (beyond.length > 0)
    throw fail.of(CODES.denied, 'organisation.notYourRole', {
      field: 'role_ids',
      params: { roles: roleNames(actor.lang, beyond) },
    });
  await refuseLimit(parts, trx, enterpriseId, { limit, added: 1 });
  // The department may have been removed between the lookup and the lock.
  const departments = departmentsRepo(parts.tables.within(trx), enterpriseId);
  if ((await departments.nearestLiving(given.departmentId)) !== given.departmentId) throw fail.notFound();
  const [userId] = await writeNew(parts, trx, actor, [given]);
  return userId as number;
}

export interface Target {
  readonly id: number;
  readonly name: string;
  readonly version: number;
}

/**
 * Changes the status of a user (active, disabled, former). It takes the lock of the enterprise and then reads the caller's rights. The
 * caller must be allowed to give every role of the user. When two users disable each other at once, the second one fails.
 */
export async function change(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  target: Target,
  transition: { from: StaffStatus; to: StaffStatus },
): Promise<void> {
  const { enterpriseId } = actor;
  const caller = await lockedCaller(parts, trx, principal, 'Company-user');
  await refuseAbove(parts, trx, caller, { userId: target.id, lang: actor.lang });
  const repo = staffRepo(parts.tables.within(trx), enterpriseId);
  const holdsSuperAdmin = isSuperAdmin({ roles: await repo.rolesOf([target.id]) });
  if (transition.to !== 'active') {
    if (target.id === actor.userId) throw fail.wrongState('organisation.notOneself');
    const others = (await repo.activeHolders('superAdmin')).filter((id) => id !== target.id);
    if (holdsSuperAdmin && others.length === 0) throw fail.wrongState('organisation.lastSuperAdmin');
  }
  const [row] = await repo.byIds([target.id]);
  if (row?.status !== transition.from) throw fail.wrongState();
  if (!(await repo.setStatus(target.id, target.version, transition.from, transition.to))) throw fail.conflict();
  const email = (await staffAdminRepo(parts.tables.within(trx), enterpriseId).record(target.id))?.email ?? '';
  await parts.identity.setEnabled(trx, enterpriseId, { id: target.id, email }, transition.to === 'active');
}

/** Disables a user. Every session ends with the transaction. Throws for oneself and for the last superAdmin (decisions.md 5.4). */
export async function disableStaff(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  target: Target,
): Promise<void> {
  const { id, name } = target;
  await change(parts, trx, actor, principal, target, { from: 'active', to: 'disabled' });
  await clearLed(parts, trx, actor, target, { heads: false });
  await parts.bus.emit(trx, StaffDisabled, {
    actor,
    target: { kind: 'user', id, name },
    before: { status: 'active' },
    after: { status: 'disabled' },
    data: { userId: id, name },
  });
  // The open browser reloads, and finds its session ended.
  await parts.live.notify(trx, actor.enterpriseId, { users: [id] }, { type: 'session' });
}
