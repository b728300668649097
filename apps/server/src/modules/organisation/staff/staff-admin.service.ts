import type { Bare } from '@prdm/contract/kit';
import type { Principal } from '@prdm/access';
import type { z } from 'zod';
import { CODES } from '@prdm/contract/codes';
import type { UncutStaffRow } from '@prdm/contract/organisation';
import { problemOf } from '@prdm/contract/kit/problems';
import { readJson } from '@prdm/contract/kit/strict-json';
import { baseSetting, type doSetting, type userModify } from '@prdm/contract/staff';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import type { StoredPassword } from '../../identity/index.ts';
import { lockedCaller, refuseAbove, refuseOutside } from '../caller.ts';
import { departmentsRepo } from '../departments/departments.repo.ts';
import { SettingsChanged, StaffModified, StaffSorted } from '../organisation.events.ts';
import { organisationRepo } from '../organisation.repo.ts';
import { staffRows, type ReadParts } from '../organisation.reads.ts';
import { staffAdminRepo, type WorkingFilter } from './staff-admin.repo.ts';
import { contactAfter, refuseContact } from './staff-contact.ts';
import { changeRoles } from './staff-roles.service.ts';
import type { StaffParts, Target } from './staff.service.ts';
import { refuseLeader } from '../leading/leader.ts';
import { staffWithin } from './staff-range.ts';
import { recordOf, recordsRepo } from './records/records.repo.ts';
import { refuseRecord, refuseTouch, refuseWithoutDepartment } from './records/rules.ts';
import { writeChanged } from './records/writers.ts';
import { staffRepo } from './staff.repo.ts';
import { keyInData } from '@prdm/locales/text-key';

export interface StaffList {
  readonly list: UncutStaffRow[];
  readonly total: number;
}

/** Only a superAdmin may write the record of a superAdmin (name, phone, position). All people must be in the caller's range. */
async function mayTouch(parts: StaffParts, trx: Trx, principal: Principal, userIds: readonly number[]): Promise<void> {
  const repo = staffRepo(parts.tables.within(trx), principal.enterpriseId);
  const held = Map.groupBy(await repo.rolesOf(userIds), ({ user_id: id }) => id);
  for (const person of await repo.byIds(userIds)) refuseTouch(principal, person, held.get(person.user_id) ?? []);
}

/**
 * Replaces the record of a user, and the roles when they are given. Throws 1005 at a phone or e-mail that the caller may
 * not change, 1008 for a former user, 1009 for a stale version.
 */
export async function modifyStaff(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  input: Bare<z.output<typeof userModify.input>>,
): Promise<void> {
  const { enterpriseId } = actor;
  // The lock excludes a concurrent removal of departments, so no user moves into a removed one.
  const caller = await lockedCaller(parts, trx, principal, 'Company-user');
  await mayTouch(parts, trx, caller, [input.id]);
  const repo = recordsRepo(parts.tables.within(trx), enterpriseId);
  const [present] = await repo.byIds([input.id]);
  if (!present) throw fail.notFound();
  if (present.status === 'former') throw fail.wrongState();
  const before = recordOf(present);
  const leaderId = input.leader_id ?? null;
  const after = {
    name: input.name,
    ...contactAfter(caller, input, before),
    sex: input.sex ?? '',
    employee_no: input.employee_no ?? '',
    entry_date: input.entry_date ?? null,
    formal_date: input.formal_date ?? null,
    work_start_date: input.work_start_date ?? null,
    department_id: input.department_id ?? null,
    position_id: input.position_id ?? null,
    profession_id: input.profession_id ?? null,
    leader_id: leaderId,
    company_id: input.company_id ?? null,
    position_title_id: input.position_title_id ?? null,
  };
  refuseWithoutDepartment(before, after);
  const departments = departmentsRepo(parts.tables.within(trx), enterpriseId);
  // The department may have been removed between the lookup and the lock.
  if (after.department_id !== null && (await departments.nearestLiving(after.department_id)) !== after.department_id)
    throw fail.notFound();
  refuseRecord(caller, before, after);
  await refuseLeader(parts, trx, enterpriseId, { personId: input.id, leaderId, before: before.leader_id });
  await writeChanged(parts, trx, actor, [{ id: input.id, version: input.version, before, after }]);
  const held = await staffRepo(parts.tables.within(trx), enterpriseId).rolesOf([input.id]);
  refuseContact(caller, { ...present, held }, { before, after }, actor.lang);
  if (input.role_ids !== undefined) await changeRoles(parts, trx, actor, caller, input, input.role_ids);
}

/** Gives an active user another password. Throws 1008 for an inactive user, 1009 for a stale version. */
export async function resetPassword(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  target: Target & { status: string },
  password: StoredPassword,
): Promise<void> {
  const { id, version } = target;
  // The lock excludes concurrent role changes: the caller still holds the right, and the target is not above the caller.
  const caller = await lockedCaller(parts, trx, principal, 'Company-user');
  if (id === caller.userId) throw fail.denied();
  await refuseAbove(parts, trx, caller, { userId: id, lang: actor.lang });
  if (target.status !== 'active') throw fail.wrongState();
  const repo = staffAdminRepo(parts.tables.within(trx), actor.enterpriseId);
  if (!(await repo.touch(id, version))) throw fail.conflict();
  const email = (await repo.record(id))?.email ?? '';
  await parts.identity.resetPassword(trx, actor, { id, name: target.name, email }, password);
}

/** Assigns these users one position or one profession. */
export async function assignStaff(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  given: { userIds: readonly number[]; column: 'position_id' | 'profession_id'; id: number },
): Promise<void> {
  // The lock excludes concurrent role changes, as in every call that writes staff records.
  await mayTouch(parts, trx, await lockedCaller(parts, trx, principal, 'Company-user'), given.userIds);
  const repo = staffAdminRepo(parts.tables.within(trx), actor.enterpriseId);
  for (const { user_id: userId, name, before } of await repo.assign(given.userIds, given.column, given.id))
    await parts.bus.emit(trx, StaffModified, {
      actor,
      target: { kind: 'user', id: userId, name },
      before: { [given.column]: before },
      after: { [given.column]: given.id },
      data: { userId, name },
    });
}

/** Stores the order of these users. The later one of two concurrent calls replaces the whole order. */
export async function sortStaff(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  userIds: readonly number[],
): Promise<void> {
  await refuseOutside(parts, trx, await lockedCaller(parts, trx, principal, 'Company-user'), userIds);
  await staffAdminRepo(parts.tables.within(trx), actor.enterpriseId).sort([...new Set(userIds)]);
  await parts.bus.emit(trx, StaffSorted, {
    actor,
    target: { kind: 'enterprise', id: actor.enterpriseId, name: '' },
    after: { order: userIds },
    data: { userIds: [...userIds] },
  });
}

/** Active staff by role, position or account. Throws 1002 for an account that does not exist here. */
export async function specifiedStaff(
  parts: ReadParts,
  principal: Principal,
  fields: { role_id?: number; position_id?: number; account?: string },
): Promise<StaffList> {
  const account = fields.account === '' ? undefined : fields.account;
  const found = await workingList(parts, principal, {
    roleIds: fields.role_id === undefined ? undefined : [fields.role_id],
    positionId: fields.position_id,
    account,
  });
  if (account !== undefined && found.total === 0) throw fail.of(CODES.accountUnknown, 'codes.1002');
  return found;
}

/** The first LIMITS.unpagedMax of these users. `total` counts all of them, up to the cap of lists. */
async function workingList(
  parts: ReadParts,
  principal: Principal,
  wanted: Omit<WorkingFilter, 'within'>,
): Promise<StaffList> {
  const fields = { ...wanted, within: staffWithin(principal) };
  const repo = staffAdminRepo(parts.tables.read, principal.enterpriseId);
  const [ids, total] = await Promise.all([repo.working(fields), repo.countWorking(fields)]);
  return { list: await staffById(parts, principal, ids), total };
}

export async function staffById(
  parts: ReadParts,
  principal: Principal,
  ids: readonly number[],
): Promise<UncutStaffRow[]> {
  return staffRows(parts, principal, await staffRepo(parts.tables.read, principal.enterpriseId).rows(ids));
}

/** The administrators of the enterprise (`managers`), or all active staff. */
export async function workingStaff(
  parts: ReadParts,
  principal: Principal,
  who: 'managers' | 'everybody',
): Promise<StaffList> {
  const roles = await organisationRepo(parts.tables.read, principal.enterpriseId).roles();
  const roleIds = roles.filter(({ kind }) => kind === 'admin').map(({ id }) => id);
  return workingList(parts, principal, who === 'managers' ? { roleIds } : {});
}

/** Longer than any setting: `payload` holds up to 4,000 characters. */
const PAYLOAD = { min: 2, max: 4000 } as const;

/** Stores the settings of an encrypted payload. It must name the caller's own enterprise. The transfer key is used up in either case. */
export async function writeSetting(
  parts: StaffParts & { db: { transaction<T>(run: (trx: Trx) => Promise<T>): Promise<T> } },
  actor: Actor,
  principal: Principal,
  input: z.output<typeof doSetting.input>,
  sessionId: number,
): Promise<void> {
  const { enterpriseId } = actor;
  const acceptsDefaultKey = async () =>
    (await organisationRepo(parts.tables.read, enterpriseId).enterprise()).accept_default_key;
  const call = { kid: input.kid, owner: { sessionId, ip: null }, acceptsDefaultKey };
  const clear = await parts.identity.openTransfer(call, { text: input.payload, ...PAYLOAD });
  const read = clear === null ? null : readJson(clear);
  const parsed = baseSetting.safeParse(read?.is === 'value' ? read.value : null, { reportInput: true });
  if (!parsed.success) {
    const { field, key, params } = problemOf(parsed.error);
    throw fail.invalid(field === '' ? 'payload' : field, keyInData(key), params);
  }
  const { enterprise_id: named, version, accept_default_key: accepts, ...policy } = parsed.data;
  if (named !== enterpriseId) throw fail.invalid('enterprise_id', 'validation.value');
  await parts.db.transaction(async (trx) => {
    const repo = organisationRepo(parts.tables.within(trx), enterpriseId);
    await lockedCaller(parts, trx, principal, 'User-setting');
    const before = await repo.enterprise();
    const settings = { ...policy, accept_default_key: accepts ?? before.accept_default_key };
    const admin = staffAdminRepo(parts.tables.within(trx), enterpriseId);
    if (!(await admin.writeSettings(settings, version))) throw fail.conflict();
    await parts.bus.emit(trx, SettingsChanged, {
      actor,
      target: { kind: 'enterprise', id: enterpriseId, name: before.name },
      before: {
        password_length_min: before.password_length_min,
        password_length_max: before.password_length_max,
        accept_default_key: before.accept_default_key,
      },
      after: settings,
      data: null,
    });
  });
}
