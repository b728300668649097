import { hidesProject, type Principal } from '@prdm/access';
import { MASK } from '@prdm/contract/kit/money';
import {
  WORK_KIND_OF,
  WORK_KINDS,
  type ItemKind,
  type STAYS_BECAUSE,
  type WorkKind,
} from '@prdm/contract/organisation/work';
import type { HandedOver, HandOver, Only } from './handed-over.ts';
import { itemKey, type ItemSources, type NamedItem } from './work-items.ts';
import type { Actor } from '../../../../platform/actor.ts';
import type { Trx } from '../../../../platform/db.ts';
import { fail } from '../../../../platform/errors.ts';
import { lockedCaller, refuseAbove } from '../../caller.ts';
import { departmentsRepo } from '../../departments/departments.repo.ts';
import { pathTo } from '../../../../platform/entity/tree.ts';
import { handOverLed } from '../../leading/leading.service.ts';
import { StaffHandedOver } from '../../organisation.events.ts';
import type { StaffParts } from '../staff.service.ts';
import { staffRepo } from '../staff.repo.ts';

interface Someone {
  readonly id: number;
  readonly name: string;
}

type Parts = StaffParts & { handOvers: ReadonlyMap<WorkKind, HandOver>; itemSources: ItemSources };

/** Throws unless the caller may hand over the work of the person. Takes the lock of the enterprise, which excludes a concurrent disable or removal. */
async function callerFor(
  parts: Parts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  from: Someone,
): Promise<Principal> {
  // The check covers the enterprise roles of `from`. Project roles move along with the work and are not judged.
  const caller = await lockedCaller(parts, trx, principal, 'Company-user');
  await refuseAbove(parts, trx, caller, { userId: from.id, lang: actor.lang });
  return caller;
}

/** Throws at the field unless the colleague can take over work: another active person who is no invited partner. */
async function refuseHeirs(
  parts: Parts,
  trx: Trx,
  enterpriseId: number,
  from: Someone,
  heirs: readonly { readonly id: number; readonly field: string }[],
): Promise<void> {
  const rows = await staffRepo(parts.tables.within(trx), enterpriseId).byIds(heirs.map(({ id }) => id));
  const rowOf = new Map(rows.map((row) => [row.user_id, row]));
  for (const { id, field } of heirs) {
    if (id === from.id) throw fail.invalid(field, 'organisation.handOverToSelf');
    const row = rowOf.get(id);
    if (row?.status !== 'active') throw fail.wrongState();
    // Invited partners work only in the projects shared with them, so they cannot take over other work.
    if (row.type === 'partner') throw fail.invalid(field, 'organisation.handOverToPartner');
  }
}

/** Moves the work of one kind to one colleague, all of it or the named records. */
async function moveKind(
  parts: Parts,
  trx: Trx,
  actor: Actor,
  caller: Principal,
  { kind, from, to, only }: { kind: WorkKind; from: Someone; to: Someone; only?: Only },
): Promise<HandedOver> {
  const lead: HandOver = () => handOverLed(parts, trx, actor, caller, { from, to, only });
  const move = kind === 'lead' ? lead : parts.handOvers.get(kind);
  if (!move) throw new Error(`no hand-over is registered for the kind ${kind}`);
  const done = await move(trx, actor, { from: from.id, to: to.id, caller, only });
  await parts.bus.emit(trx, StaffHandedOver, {
    actor,
    target: { kind: 'user', id: from.id, name: from.name },
    after: { kind, to: to.name, moved: done.moved, left: done.left.length },
    data: { userId: from.id, name: from.name, toId: to.id, toName: to.name, kind, moved: done.moved },
  });
  return done;
}

interface Answer {
  readonly moved: number;
  readonly left: { name: string; why: (typeof STAYS_BECAUSE)[number]; key: string | null }[];
}

const answered = (caller: Principal, left: HandedOver['left']): Answer['left'] =>
  left.map(({ name, why, projectId, item }) => {
    const isHidden = hidesProject(caller, projectId);
    return { name: isHidden ? MASK : name, why, key: item && !isHidden ? itemKey(item) : null };
  });

/** Moves all work of one kind in one transaction. */
export async function handOverWork(
  parts: Parts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  given: { kind: WorkKind; from: Someone; to: Someone },
): Promise<Answer> {
  const { from, to } = given;
  const caller = await callerFor(parts, trx, actor, principal, from);
  await refuseHeirs(parts, trx, actor.enterpriseId, from, [{ id: to.id, field: 'to_id' }]);
  const done = await moveKind(parts, trx, actor, caller, given);
  return { moved: done.moved, left: answered(caller, done.left) };
}

/** One item for one colleague. */
export interface Move {
  readonly item: NamedItem;
  readonly to: Someone;
}

/**
 * Moves single items, each to its colleague, in one transaction. An item that the person does not hold (any more) stays,
 * reason `gone`. It has no name in the answer, because the caller may not be allowed to see it.
 */
export async function handOverItems(
  parts: Parts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  { from, moves }: { from: Someone; moves: readonly Move[] },
): Promise<Answer> {
  const { enterpriseId } = actor;
  const caller = await callerFor(parts, trx, actor, principal, from);
  const heirs = moves.map(({ to }, at) => ({ id: to.id, field: `moves.${at}.to_id` }));
  await refuseHeirs(parts, trx, enterpriseId, from, heirs);
  const held = new Set<string>();
  for (const kind of new Set(moves.map(({ item }) => item.kind)))
    for (const { id } of (await parts.itemSources.get(kind)?.heldBy(trx, enterpriseId, from.id)) ?? [])
      held.add(itemKey({ kind, id }));
  const left: Answer['left'] = moves
    .filter((move) => !held.has(itemKey(move.item)))
    .map((move) => ({ name: '', why: 'gone', key: itemKey(move.item) }));
  let moved = 0;
  const present = moves.filter((move) => held.has(itemKey(move.item)));
  for (const kind of WORK_KINDS) {
    const ofKind = present.filter(({ item }) => WORK_KIND_OF[item.kind] === kind);
    for (const [, group] of Map.groupBy(ofKind, ({ to }) => to.id)) {
      const to = group[0]?.to as Someone;
      const only = new Map<ItemKind, Set<number>>();
      for (const { item } of group) only.set(item.kind, (only.get(item.kind) ?? new Set()).add(item.id));
      const done = await moveKind(parts, trx, actor, caller, { kind, from, to, only });
      moved += done.moved;
      left.push(...answered(caller, done.left));
    }
  }
  return { moved, left };
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
