import type { Principal } from '@prdm/access';
import type { z } from 'zod';
import { CODES } from '@prdm/contract/codes';
import type { DelegationRow, index } from '@prdm/contract/processes/delegations';
import { wireTime } from '@prdm/contract/kit/fields';
import type { Actor } from '../../../platform/actor.ts';
import type { EventKind } from '../../../platform/bus.ts';
import { isExclusionViolation, type Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import type { ProcessesParts } from '../process-change.ts';
import { rightsOn } from './delegation.kind.ts';
import {
  DelegationAdded,
  DelegationEdited,
  DelegationEnded,
  DelegationRefused,
  type DelegationFacts,
} from './delegations.events.ts';
import { delegationsRepo, type StoredDelegation } from './delegations.repo.ts';
import { assertLength, assertTimes, beginOf, stateOf } from './delegations.rules.ts';
import { momentOf } from './moment.ts';
import { reportUnresolved } from './unresolved.ts';

type Person = Actor & { readonly userId: number };

/** Own delegations and those to the reader. */
export async function listDelegations(
  parts: ProcessesParts,
  { enterpriseId, userId }: Principal,
): Promise<z.output<typeof index.output>> {
  const repo = delegationsRepo(parts.tables.read, enterpriseId);
  const moment = momentOf(parts.clock);
  const [given, received] = await Promise.all([
    repo.listOf('from_id', userId, moment),
    repo.listOf('to_id', userId, moment),
  ]);
  const people = [...given, ...received].flatMap((row) => [row.from_id, row.to_id]);
  const names = await parts.names(enterpriseId, [...new Set(people)]);
  const person = (id: number) => ({ id, name: names.get(id)?.name ?? '' });
  const shown = (row: StoredDelegation & { now: Date }): DelegationRow => {
    const state = stateOf(row, row.now);
    const lasts = state === 'planned' || state === 'active';
    const may = rightsOn(row, userId);
    return {
      id: row.id,
      from: person(row.from_id),
      to: person(row.to_id),
      from_at: wireTime(row.from_at),
      to_at: wireTime(row.to_at),
      note: row.note,
      state,
      refused_at: row.refused_at === null ? null : wireTime(row.refused_at),
      source: { kind: row.source_kind, id: row.source_id },
      version: row.version,
      can: {
        edit: lasts && may['edit'] === true,
        end: lasts && may['end'] === true,
        refuse: lasts && may['refuse'] === true,
      },
    };
  };
  return { given: given.map(shown), received: received.map(shown) };
}

/** Throws unless both are active colleagues of the enterprise and different people. */
async function assertPeople(
  parts: ProcessesParts,
  trx: Trx,
  enterpriseId: number,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> {
  if (fromId === toId) throw fail.invalid('to_id', 'delegations.toSelf');
  const kinds = await parts.kindsOfPeople(enterpriseId, [fromId, toId], trx);
  if (kinds.get(fromId)?.type === 'partner') throw fail.denied(false, { reason: 'partner' });
  if (kinds.get(toId)?.type === 'partner') throw fail.invalid('to_id', 'delegations.toPartner');
  if (kinds.get(toId)?.status !== 'active') throw fail.of(CODES.userDisabled, 'codes.1012', { field: 'to_id' });
}

/** Turns the second own delegation of one moment into a refusal. */
async function apart<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!isExclusionViolation(error, 'process_delegation_apart')) throw error;
    throw fail.of(CODES.timeClash, 'delegations.overlaps', { field: 'from_at' });
  }
}

const valuesOf = (row: Pick<StoredDelegation, 'to_id' | 'from_at' | 'to_at' | 'note'>) => ({
  to_id: row.to_id,
  from_at: row.from_at.toISOString(),
  to_at: row.to_at.toISOString(),
  note: row.note,
});

async function tell<D extends DelegationFacts>(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  event: EventKind<D>,
  {
    row,
    before,
    more,
  }: {
    row: Omit<StoredDelegation, 'refused_at'>;
    before?: StoredDelegation;
    more: Omit<D, keyof DelegationFacts>;
  },
): Promise<void> {
  const names = await parts.plainNames(trx, actor.enterpriseId, [row.from_id, row.to_id]);
  const person = (id: number) => ({ id, name: names.get(id) ?? '' });
  const facts: DelegationFacts = {
    delegationId: row.id,
    from: person(row.from_id),
    to: person(row.to_id),
    fromAt: row.from_at.toISOString(),
    toAt: row.to_at.toISOString(),
    version: row.version,
  };
  await parts.bus.emit(trx, event, {
    actor,
    target: { kind: 'delegation', id: row.id, name: person(row.to_id).name },
    before: before && valuesOf(before),
    after: valuesOf(row),
    data: { ...facts, ...more } as D,
  });
  const users = [...new Set([row.from_id, row.to_id, before?.to_id ?? row.to_id])];
  await parts.live.notify(trx, actor.enterpriseId, { users }, { type: 'review' });
}

interface NewDelegation {
  readonly from_id: number;
  readonly to_id: number;
  readonly from_at: Date;
  readonly to_at: Date;
  readonly note: string;
  readonly source_kind: string;
  readonly source_id: number | null;
}

async function insert(parts: ProcessesParts, trx: Trx, actor: Actor, given: NewDelegation): Promise<StoredDelegation> {
  const repo = delegationsRepo(parts.tables.within(trx), actor.enterpriseId);
  const id = await apart(() => repo.add({ ...given, created_at: parts.clock.now() }));
  const row = { ...given, id, version: 1, refused_at: null };
  await tell(parts, trx, actor, DelegationAdded, { row, more: {} });
  await reportUnresolved(parts, trx, actor, row);
  return row;
}

/** Delegates the actor's approvals from `fromAt` (default: now) up to but not including `toAt`. */
export function addDelegation(
  parts: ProcessesParts,
  actor: Person,
  given: { toId: number; fromAt?: Date; toAt: Date; note?: string },
): Promise<{ id: number; version: number }> {
  return parts.db.transaction(async (trx) => {
    await assertPeople(parts, trx, actor.enterpriseId, { fromId: actor.userId, toId: given.toId });
    const now = await delegationsRepo(parts.tables.within(trx), actor.enterpriseId).now(momentOf(parts.clock));
    const times = { from_at: beginOf(given.fromAt, now), to_at: given.toAt };
    assertTimes(times, now);
    const { id, version } = await insert(parts, trx, actor, {
      ...times,
      from_id: actor.userId,
      to_id: given.toId,
      note: given.note ?? '',
      source_kind: 'manual',
      source_id: null,
    });
    return { id, version };
  });
}

/** Throws 1008 for a delegation that is over or refused. Returns the present time. */
async function assertLasts(parts: ProcessesParts, trx: Trx, actor: Actor, row: StoredDelegation): Promise<Date> {
  const now = await delegationsRepo(parts.tables.within(trx), actor.enterpriseId).now(momentOf(parts.clock));
  const state = stateOf(row, now);
  if (state === 'refused') throw fail.wrongState('delegations.isRefused');
  if (state === 'past') throw fail.wrongState('delegations.isOver');
  return now;
}

async function update(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  { row, version, set }: { row: StoredDelegation; version: number; set: Partial<StoredDelegation> },
): Promise<StoredDelegation> {
  const repo = delegationsRepo(parts.tables.within(trx), actor.enterpriseId);
  if (!(await apart(() => repo.update(row.id, version, set)))) throw fail.conflict();
  return { ...row, ...set, version: version + 1 };
}

export function editDelegation(
  parts: ProcessesParts,
  actor: Actor,
  row: StoredDelegation,
  given: { version: number; fromAt?: Date; toAt?: Date; note?: string },
): Promise<{ id: number; version: number }> {
  return parts.db.transaction(async (trx) => {
    if (row.version !== given.version) throw fail.conflict();
    const now = await assertLasts(parts, trx, actor, row);
    const isMoved = given.fromAt !== undefined && wireTime(given.fromAt) !== wireTime(row.from_at);
    if (isMoved && row.from_at <= now) throw fail.invalid('from_at', 'delegations.hasBegun');
    const set = {
      from_at: isMoved ? beginOf(given.fromAt, now) : row.from_at,
      to_at: given.toAt ?? row.to_at,
      note: given.note ?? row.note,
    };
    assertTimes(set, now);
    const changed = await update(parts, trx, actor, { row, version: given.version, set });
    await tell(parts, trx, actor, DelegationEdited, { row: changed, before: row, more: { earlierId: null } });
    await reportUnresolved(parts, trx, actor, changed);
    return { id: changed.id, version: changed.version };
  });
}

/** Ends a delegation now. One that has not begun never has any effect. */
export function endDelegation(
  parts: ProcessesParts,
  actor: Actor,
  row: StoredDelegation,
  version: number,
): Promise<void> {
  return parts.db.transaction(async (trx) => {
    if (row.version !== version) throw fail.conflict();
    const now = await assertLasts(parts, trx, actor, row);
    await finish(parts, trx, actor, { row, now });
  });
}

async function finish(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  { row, now }: { row: StoredDelegation; now: Date },
): Promise<void> {
  const set = { to_at: row.from_at > now ? row.from_at : now };
  const ended = await update(parts, trx, actor, { row, version: row.version, set });
  await tell(parts, trx, actor, DelegationEnded, { row: ended, before: row, more: {} });
}

export function refuseDelegation(
  parts: ProcessesParts,
  actor: Actor,
  row: StoredDelegation,
  version: number,
): Promise<void> {
  return parts.db.transaction(async (trx) => {
    if (row.version !== version) throw fail.conflict();
    const now = await assertLasts(parts, trx, actor, row);
    const refused = await update(parts, trx, actor, { row, version, set: { refused_at: now } });
    await tell(parts, trx, actor, DelegationRefused, { row: refused, before: row, more: {} });
  });
}

/** A delegation that a record sets, such as a leave. It may begin in the past. */
export interface SourcedDelegation {
  readonly source: { readonly kind: string; readonly id: number };
  readonly fromId: number;
  readonly toId: number;
  readonly fromAt: Date;
  readonly toAt: Date;
  readonly note?: string;
}

/**
 * Writes the one delegation of a record in the caller's transaction, or changes it. A refusal stays valid until the
 * record names another deputy. Throws 1001, 1012 and 1020 like `addDelegation`.
 */
export async function setDelegation(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  given: SourcedDelegation,
): Promise<void> {
  const repo = delegationsRepo(parts.tables.within(trx), actor.enterpriseId);
  const { source, fromId, toId, fromAt, toAt, note = '' } = given;
  await assertPeople(parts, trx, actor.enterpriseId, { fromId, toId });
  const values = { from_id: fromId, to_id: toId, from_at: fromAt, to_at: toAt, note };
  assertLength(values);
  const row = await repo.bySource(source.kind, source.id);
  if (!row) {
    await insert(parts, trx, actor, { ...values, source_kind: source.kind, source_id: source.id });
    return;
  }
  const set = { ...values, refused_at: row.to_id === toId ? row.refused_at : null };
  const changed = await update(parts, trx, actor, { row, version: row.version, set });
  const earlierId = row.to_id === toId ? null : row.to_id;
  await tell(parts, trx, actor, DelegationEdited, { row: changed, before: row, more: { earlierId } });
  await reportUnresolved(parts, trx, actor, changed);
}

/** Ends the delegation of a record now. Does nothing without one that lasts. */
export async function clearDelegation(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  source: SourcedDelegation['source'],
): Promise<void> {
  const repo = delegationsRepo(parts.tables.within(trx), actor.enterpriseId);
  const row = await repo.bySource(source.kind, source.id);
  const now = await repo.now(momentOf(parts.clock));
  if (!row || !['planned', 'active'].includes(stateOf(row, now))) return;
  await finish(parts, trx, actor, { row, now });
}
