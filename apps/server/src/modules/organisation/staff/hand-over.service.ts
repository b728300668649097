import { hidesProject, type Principal } from '@prdm/access';
import { MASK } from '@prdm/contract/kit/money';
import type { STAYS_BECAUSE, WorkKind } from '@prdm/contract/staff';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { lockedCaller, refuseAbove } from '../caller.ts';
import { departmentsRepo } from '../departments/departments.repo.ts';
import { pathTo } from '../../../platform/entity/tree.ts';
import { handOverLed } from '../leading/leading.service.ts';
import { StaffHandedOver } from '../organisation.events.ts';
import type { StaffParts } from './staff.service.ts';
import { staffRepo } from './staff.repo.ts';

/** Result of a hand-over. The caller writes the texts. */
export interface HandedOver {
  readonly moved: number;
  /** `projectId`: the project of the piece of work. Its name is masked for a caller from whom the project is hidden. */
  readonly left: readonly {
    readonly name: string;
    readonly why: (typeof STAYS_BECAUSE)[number];
    readonly projectId?: number | null;
  }[];
}
/**
 * Moves the work of another area from one user to another, as far as the other may take it. Work of a project that is
 * hidden from the caller goes only to its members.
 */
export type HandOver = (trx: Trx, actor: Actor, from: number, to: number, caller: Principal) => Promise<HandedOver>;

interface Someone {
  readonly id: number;
  readonly name: string;
}

/**
 * Moves all work of one kind in one transaction. The lock of the enterprise excludes a concurrent disable or removal, so no work goes to an
 * inactive user.
 */
export async function handOverWork(
  parts: StaffParts & { handOvers: ReadonlyMap<WorkKind, HandOver> },
  trx: Trx,
  actor: Actor,
  principal: Principal,
  given: { kind: WorkKind; from: Someone; to: Someone },
): Promise<HandedOver> {
  const { kind, from, to } = given;
  // The check covers the enterprise roles of `from`. Project roles move along with the work and are not judged.
  const caller = await lockedCaller(parts, trx, principal, 'Company-user');
  await refuseAbove(parts, trx, caller, { userId: from.id, lang: actor.lang });
  if (from.id === to.id) throw fail.invalid('to_id', 'organisation.handOverToSelf');
  const [row] = await staffRepo(parts.tables.within(trx), actor.enterpriseId).byIds([to.id]);
  if (row?.status !== 'active') throw fail.wrongState();
  // Invited partners work only in the projects shared with them, so they cannot take over other work.
  if (row.type === 'partner') throw fail.invalid('to_id', 'organisation.handOverToPartner');
  const lead: HandOver = () => handOverLed(parts, trx, actor, caller, { from, to });
  const move = kind === 'lead' ? lead : parts.handOvers.get(kind);
  if (!move) throw new Error(`no hand-over is registered for the kind ${kind}`);
  const done = await move(trx, actor, from.id, to.id, caller);
  await parts.bus.emit(trx, StaffHandedOver, {
    actor,
    target: { kind: 'user', id: from.id, name: from.name },
    after: { kind, to: to.name, moved: done.moved, left: done.left.length },
    data: { userId: from.id, name: from.name, toId: to.id, toName: to.name, kind, moved: done.moved },
  });
  const left = done.left.map(({ name, why, projectId }) => ({
    name: hidesProject(caller, projectId) ? MASK : name,
    why,
  }));
  return { ...done, left };
}

/** Heads of the user's department and of those above it, from the bottom up, without the user. Reads inside a running transaction. */
export async function headsOver(
  parts: Pick<StaffParts, 'tables'>,
  trx: Trx,
  enterpriseId: number,
  userId: number,
): Promise<number[]> {
  const [row] = await staffRepo(parts.tables.within(trx), enterpriseId).byIds([userId]);
  if (!row || row.department_id === null) return [];
  const way = pathTo(await departmentsRepo(parts.tables.within(trx), enterpriseId).all(), row.department_id);
  const heads = way.toReversed().flatMap((department) => department.leader_id ?? []);
  return [...new Set(heads)].filter((id) => id !== userId);
}
