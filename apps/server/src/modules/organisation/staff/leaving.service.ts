import type { Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import type { WorkKind } from '@prdm/contract/organisation/work';
import type { StaffStatus } from '@prdm/contract/status';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { departmentsRepo } from '../departments/departments.repo.ts';
import { clearLed } from '../leading/leading.service.ts';
import { StaffLeft, StaffRestored } from '../organisation.events.ts';
import { organisationRepo } from '../organisation.repo.ts';
import { settingsRepo } from '../settings/settings.repo.ts';
import { staffAdminRepo } from './staff-admin.repo.ts';
import { change, type StaffParts, type Target } from './staff.service.ts';
import { staffRepo } from './staff.repo.ts';

/** Open work of a user. The caller writes the texts. */
export interface WorkInHands {
  readonly kind: WorkKind;
  readonly count: number;
}
/** Counts the open work of a user in another area. */
export type LeavingCheck = (trx: Trx, enterpriseId: number, userId: number) => Promise<WorkInHands | null>;

/** The people among these whom the records of another area name without a foreign key. */
export type NamedCheck = (trx: Trx, enterpriseId: number, userIds: readonly number[]) => Promise<number[]>;

export type LeavingParts = StaffParts & { readonly leavingChecks: readonly LeavingCheck[] };

/** Open work of a user, by kind. */
export async function workOf(
  { leavingChecks }: Pick<LeavingParts, 'leavingChecks'>,
  trx: Trx,
  enterpriseId: number,
  userId: number,
): Promise<WorkInHands[]> {
  const open: WorkInHands[] = [];
  for (const check of leavingChecks) {
    const found = await check(trx, enterpriseId, userId);
    if (found) open.push(found);
  }
  return open;
}

/** Makes a user former and stores the department. Throws 1008 with the list of open work that must be handed over first. */
export async function removeStaff(
  parts: LeavingParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  target: Target & { status: string },
): Promise<void> {
  const { id, name } = target;
  const from = target.status as StaffStatus;
  if (from === 'former') throw fail.wrongState();
  await change(parts, trx, actor, principal, target, { from, to: 'former' });
  const open = await workOf(parts, trx, actor.enterpriseId, id);
  if (open.length > 0) throw fail.wrongState('organisation.handOverFirst', { open });
  await clearLed(parts, trx, actor, target, { heads: true });
  const wasFallback = await settingsRepo(parts.tables.within(trx), actor.enterpriseId).dropFallback(id);
  await parts.bus.emit(trx, StaffLeft, {
    actor,
    target: { kind: 'user', id, name },
    before: { status: from, ...(wasFallback ? { fallback_approver: true } : {}) },
    after: { status: 'former', ...(wasFallback ? { fallback_approver: false } : {}) },
    data: { userId: id, name, wasFallback },
  });
  await parts.live.notify(trx, actor.enterpriseId, { users: [id] }, { type: 'session' });
}

/**
 * Restores a disabled or former user. A former user counts against the member limit again, and returns to the former department. If that
 * was removed, the user moves to the nearest existing department above it.
 */
export async function restoreStaff(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  target: Target & { status: string },
): Promise<void> {
  const { id, name } = target;
  const { enterpriseId } = actor;
  const from = target.status === 'former' ? 'former' : 'disabled';
  const staff = staffRepo(parts.tables.within(trx), enterpriseId);
  await change(parts, trx, actor, principal, target, { from, to: 'active' });
  if (from === 'former') {
    const { member_limit: limit } = await organisationRepo(parts.tables.within(trx), enterpriseId).lockEnterprise();
    if ((await staff.members()) > limit) throw fail.of(CODES.memberLimit, 'codes.1010');
  }
  const [row] = await staff.byIds([id]);
  const before = row?.department_id ?? null;
  const departments = departmentsRepo(parts.tables.within(trx), enterpriseId);
  const now = before === null ? null : await departments.nearestLiving(before);
  if (now !== before) await staffAdminRepo(parts.tables.within(trx), enterpriseId).place(id, now);
  await parts.bus.emit(trx, StaffRestored, {
    actor,
    target: { kind: 'user', id, name },
    before: { status: from },
    after: { status: 'active', department_id: now },
    data: { userId: id, name },
  });
}
