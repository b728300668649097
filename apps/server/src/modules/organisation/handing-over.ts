import type { Principal } from '@prdm/access';
import type { STAYS_BECAUSE, WorkKind } from '@prdm/contract/staff';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { lockedCaller } from './caller.ts';
import { departmentsRepo } from './departments.repo.ts';
import { pathTo } from './departments.rules.ts';
import { StaffHandedOver } from './organisation.events.ts';
import { mayTouch } from './staff-admin.ts';
import type { StaffParts } from './staff.ts';
import { staffRepo } from './staff.repo.ts';

/** What a hand-over came to; texts are the caller's business. */
export interface HandedOver {
  readonly moved: number;
  readonly left: readonly { readonly name: string; readonly why: (typeof STAYS_BECAUSE)[number] }[];
}
/** An area above moves its work from one person to another here, as far as the other can take it. */
export type HandOver = (trx: Trx, actor: Actor, from: number, to: number) => Promise<HandedOver>;

interface Someone {
  readonly id: number;
  readonly name: string;
}

/** Moves all work of one kind in one transaction. In line with whoever disables or removes people: nobody takes work over and is gone. */
export async function handOverWork(
  parts: StaffParts & { handOvers: ReadonlyMap<WorkKind, HandOver> },
  trx: Trx,
  actor: Actor,
  principal: Principal,
  given: { kind: WorkKind; from: Someone; to: Someone },
): Promise<HandedOver> {
  const { kind, from, to } = given;
  await mayTouch(parts, trx, await lockedCaller(parts, trx, principal), [from.id]);
  if (from.id === to.id) throw fail.invalid('to_id', 'organisation.handOverToSelf');
  const [row] = await staffRepo(parts.tables.within(trx), actor.enterpriseId).byIds([to.id]);
  if (row?.status !== 'active') throw fail.wrongState();
  // An invited partner does what the shared projects ask for and takes nobody's place in others.
  if (row.type === 'partner') throw fail.invalid('to_id', 'organisation.handOverToPartner');
  const move = parts.handOvers.get(kind);
  if (!move) throw new Error(`nobody hands over work of the kind ${kind}`);
  const done = await move(trx, actor, from.id, to.id);
  await parts.bus.emit(trx, StaffHandedOver, {
    actor,
    target: { kind: 'user', id: from.id, name: from.name },
    after: { kind, to: to.name, moved: done.moved, left: done.left.length },
    data: { userId: from.id, name: from.name, toId: to.id, toName: to.name, kind, moved: done.moved },
  });
  return done;
}

/** Who heads the department of somebody, then who heads those above it; never the person. Inside a running transaction. */
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
