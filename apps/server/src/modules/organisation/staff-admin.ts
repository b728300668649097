import { isSuperAdmin, type Principal } from '@prdm/access';
import type { z } from 'zod';
import { CODES } from '@prdm/contract/codes';
import type { StaffRow } from '@prdm/contract/organisation';
import { problemOf } from '@prdm/contract/problems';
import { baseSetting, type doSetting, type userModify } from '@prdm/contract/staff';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import type { StoredPassword } from '../identity/index.ts';
import { lockedCaller } from './caller.ts';
import { departmentsRepo } from './departments.repo.ts';
import { SettingsChanged, StaffModified, StaffSorted } from './organisation.events.ts';
import { organisationRepo } from './organisation.repo.ts';
import { staffRows, type ReadParts } from './organisation.reads.ts';
import { searchWords } from './search-words.ts';
import { staffAdminRepo, type WorkingWish } from './staff-admin.repo.ts';
import { changeRoles } from './staff-roles.ts';
import type { StaffParts, Target } from './staff.ts';
import { staffRepo } from './staff.repo.ts';

export interface StaffList {
  readonly list: StaffRow[];
  readonly total: number;
}

/** Whoever holds superAdmin is touched by a superAdmin alone. */
export async function mayTouch(
  parts: StaffParts,
  trx: Trx,
  principal: Principal,
  userIds: readonly number[],
): Promise<void> {
  if (isSuperAdmin(principal)) return;
  const roles = await staffRepo(parts.tables.within(trx), principal.enterpriseId).rolesOf(userIds);
  if (isSuperAdmin({ roles })) throw fail.denied();
}

/** A department that is there; none only for who stands in none. */
async function mayStandIn(
  { tables }: Pick<StaffParts, 'tables'>,
  trx: Trx,
  enterpriseId: number,
  wanted: number | undefined,
  now: number | null,
): Promise<void> {
  if (wanted === undefined) {
    if (now !== null) throw fail.invalid('department_id', 'validation.required');
  } else if ((await departmentsRepo(tables.within(trx), enterpriseId).living([wanted])).length === 0)
    throw fail.notFound();
}

/** Writes somebody's record anew, and the roles where these are told; 1008 for who has left, 1009 when another was faster. */
export async function modifyStaff(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  input: z.output<typeof userModify.input>,
): Promise<void> {
  const { enterpriseId } = actor;
  // In line with whoever removes departments: nobody is put into one that is gone.
  const caller = await lockedCaller(parts, trx, principal);
  await mayTouch(parts, trx, caller, [input.id]);
  const repo = staffAdminRepo(parts.tables.within(trx), enterpriseId);
  const before = await repo.record(input.id);
  if (before?.status === 'former') throw fail.wrongState();
  await mayStandIn(parts, trx, enterpriseId, input.department_id, before?.department_id ?? null);
  const record = {
    name: input.name,
    phone: input.phone ?? '',
    email: input.email ?? '',
    sex: input.sex ?? '',
    employee_no: input.employee_no ?? '',
    entry_date: input.entry_date ?? null,
    department_id: input.department_id ?? null,
    position_id: input.position_id ?? null,
    profession_id: input.profession_id ?? null,
  };
  if (!(await repo.write(input.id, input.version, { ...record, ...searchWords(input.name) }))) throw fail.conflict();
  await parts.bus.emit(trx, StaffModified, {
    actor,
    target: { kind: 'user', id: input.id, name: input.name },
    before: { ...before },
    after: record,
    data: { userId: input.id, name: input.name },
  });
  if (input.role_ids !== undefined) await changeRoles(parts, trx, actor, caller, input, input.role_ids);
}

/** Gives somebody who works here another password; 1008 for who does not, 1009 when another was faster. */
export async function resetPassword(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  target: Target & { status: string },
  password: StoredPassword,
): Promise<void> {
  const { id, version } = target;
  // In line with whoever gives and takes roles: nobody resets with a right that is gone, nor somebody who is above by now.
  const caller = await lockedCaller(parts, trx, principal);
  if (id === caller.userId) throw fail.denied();
  await mayTouch(parts, trx, caller, [id]);
  if (target.status !== 'active') throw fail.wrongState();
  if (!(await staffAdminRepo(parts.tables.within(trx), actor.enterpriseId).touch(id, version))) throw fail.conflict();
  await parts.identity.resetPassword(trx, actor, { id, name: target.name }, password);
}

/** Gives these people one position, or one profession. */
export async function assignStaff(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  given: { userIds: readonly number[]; column: 'position_id' | 'profession_id'; id: number },
): Promise<void> {
  // In line with whoever gives and takes roles, as every call that writes into people's records.
  await mayTouch(parts, trx, await lockedCaller(parts, trx, principal), given.userIds);
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

/** Puts people into an order; of two at once the later one's holds as a whole. */
export async function sortStaff(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  userIds: readonly number[],
): Promise<void> {
  await lockedCaller(parts, trx, principal);
  await staffAdminRepo(parts.tables.within(trx), actor.enterpriseId).sort([...new Set(userIds)]);
  await parts.bus.emit(trx, StaffSorted, {
    actor,
    target: { kind: 'enterprise', id: actor.enterpriseId, name: '' },
    after: { order: userIds },
    data: { userIds: [...userIds] },
  });
}

/** Working people by role, position or account; 1002 for an account nobody here has. */
export async function specifiedStaff(
  parts: ReadParts,
  principal: Principal,
  wish: { role_id?: number; position_id?: number; account?: string },
): Promise<StaffList> {
  const account = wish.account === '' ? undefined : wish.account;
  const found = await workingList(parts, principal, {
    roleIds: wish.role_id === undefined ? undefined : [wish.role_id],
    positionId: wish.position_id,
    account,
  });
  if (account !== undefined && found.total === 0) throw fail.of(CODES.accountUnknown, 'codes.1002');
  return found;
}

/** The first LIMITS.unpagedMax of these people; `total` counts all of them, as far as lists count. */
async function workingList(parts: ReadParts, principal: Principal, wish: WorkingWish): Promise<StaffList> {
  const repo = staffAdminRepo(parts.tables.read, principal.enterpriseId);
  const [ids, total] = await Promise.all([repo.working(wish), repo.countWorking(wish)]);
  return { list: await staffById(parts, principal, ids), total };
}

export async function staffById(parts: ReadParts, principal: Principal, ids: readonly number[]): Promise<StaffRow[]> {
  return staffRows(parts, principal, await staffRepo(parts.tables.read, principal.enterpriseId).rows(ids));
}

/** Who administers the enterprise (`managers`), or everybody who works here. */
export async function workingStaff(
  parts: ReadParts,
  principal: Principal,
  who: 'managers' | 'everybody',
): Promise<StaffList> {
  const roles = await organisationRepo(parts.tables.read, principal.enterpriseId).roles();
  const roleIds = roles.filter(({ kind }) => kind === 'admin').map(({ id }) => id);
  return workingList(parts, principal, who === 'managers' ? { roleIds } : {});
}

/** The enterprise with its limits and how many places of the member limit are taken. */
export async function enterpriseFacts(parts: ReadParts, enterpriseId: number) {
  const [facts, members] = await Promise.all([
    staffAdminRepo(parts.tables.read, enterpriseId).enterprise(),
    staffRepo(parts.tables.read, enterpriseId).members(),
  ]);
  return { ...facts, members };
}

/** Writes the settings that a payload holds; it must name the caller's own enterprise. The transfer key is spent in any case. */
export async function writeSetting(
  parts: StaffParts & { db: { transaction<T>(run: (trx: Trx) => Promise<T>): Promise<T> } },
  actor: Actor,
  principal: Principal,
  input: z.output<typeof doSetting.input>,
): Promise<void> {
  const { enterpriseId } = actor;
  const clear = await parts.identity.openTransfer(input.kid, input.payload);
  const parsed = baseSetting.safeParse(clear === null ? null : readJson(clear), { reportInput: true });
  if (!parsed.success) {
    const { field, key, params } = problemOf(parsed.error);
    throw fail.invalid(field === '' ? 'payload' : field, key, params);
  }
  const { enterprise_id: named, password_length_min: min, password_length_max: max, version } = parsed.data;
  if (named !== enterpriseId) throw fail.invalid('enterprise_id', 'validation.value');
  await parts.db.transaction(async (trx) => {
    const repo = organisationRepo(parts.tables.within(trx), enterpriseId);
    await lockedCaller(parts, trx, principal, 'User-setting');
    const before = await repo.enterprise();
    const admin = staffAdminRepo(parts.tables.within(trx), enterpriseId);
    if (!(await admin.setPolicy({ min, max }, version))) throw fail.conflict();
    await parts.bus.emit(trx, SettingsChanged, {
      actor,
      target: { kind: 'enterprise', id: enterpriseId, name: before.name },
      before: { password_length_min: before.password_length_min, password_length_max: before.password_length_max },
      after: { password_length_min: min, password_length_max: max },
      data: null,
    });
  });
}

function readJson(clear: string): unknown {
  try {
    return JSON.parse(clear) as unknown;
  } catch {
    return null; // refused by the schema, like a payload that could not be decrypted
  }
}
