import type { TextKey } from '@prdm/locales/text-key';
import type { ImportRecord, SheetImport, SkippedRecord } from '../../../../platform/sheets/imports/declare.ts';
import { recordOf, recordsRepo, type PersonRecord } from '../records/records.repo.ts';
import { refuseRecord, refuseTouch, refuseWithoutDepartment } from '../records/rules.ts';
import { withdraw, writeChanged } from '../records/writers.ts';
import { contactAfter, refuseContact } from '../staff-contact.ts';
import { refuseAsLeader } from '../../leading/leader.ts';
import { settingsRepo } from '../../settings/settings.repo.ts';
import { refusalOf, type KnownPerson, type Plan, type StaffWorld } from './plan.ts';
import { settle } from './settle.ts';
import { worldOf, type SheetParts } from './world.ts';

type Undo = Parameters<SheetImport['undo']>[0];

/** The record before the import. Its values have the order of `recordOf`. */
function recordBefore(person: KnownPerson, values: readonly unknown[]): PersonRecord {
  const names = Object.keys(recordOf(person));
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? null])) as unknown as PersonRecord;
}

/**
 * Removes added people who never signed in and whom nothing names, and gives changed people their old record. Everyone
 * whose record changed since stays. The rules of user/modify hold for the caller of the undo. Throws 1005 when the
 * caller may not touch one of the people.
 */
export async function undoStaff(parts: SheetParts, given: Undo): Promise<SkippedRecord[]> {
  const { trx, caller, records } = given;
  const ids = records.map(({ key }) => Number(key));
  const befores = records.flatMap(({ before }) => (before === null ? [] : [before as readonly unknown[]]));
  const world = await worldOf(parts, trx, caller, {
    fields: [],
    accounts: [],
    ids,
    numbers: befores.flatMap((values) => values.filter((value): value is string => typeof value === 'string')),
    locks: true,
  });
  const skipped = new Map<string, TextKey>();
  const untouched: { record: ImportRecord; person: KnownPerson }[] = [];
  for (const record of records) {
    const person = world.people.get(Number(record.key));
    const [version] = record.after as [number];
    if (!person) skipped.set(record.key, 'sheets.reasons.gone');
    else if (person.version !== version || person.status !== 'active')
      skipped.set(record.key, 'sheets.reasons.changedSince');
    else untouched.push({ record, person });
  }
  // An import can be undone once. A caller who may not touch some of its people must not use that up.
  for (const { person } of untouched) refuseTouch(world.caller, person, world.held.get(person.user_id) ?? []);
  const plans = await plansOf(parts, given, untouched, world, skipped);
  const changes = plans.flatMap(({ person, after }) =>
    person ? [{ id: person.user_id, version: person.version, before: recordOf(person), after }] : [],
  );
  // The old records come first: they may name no added person as leader any more.
  await writeChanged(parts, trx, caller.actor, changes);
  const added = untouched.filter(({ record }) => record.before === null).map(({ person }) => person);
  for (const [id, reason] of await whyKept(parts, given, added, world)) skipped.set(String(id), reason);
  const removed = added.filter(({ user_id: id }) => !skipped.has(String(id)));
  await withdraw(
    parts,
    trx,
    caller.actor,
    removed.map((person) => ({
      id: person.user_id,
      name: person.name,
      before: { account: person.account, ...recordOf(person) },
    })),
  );
  return records.flatMap(({ key, name }) => {
    const reason = skipped.get(key);
    return reason === undefined ? [] : [{ name, reason }];
  });
}

/** The changed people with their old records, as far as the rules allow them now. Adds the others to `skipped`. */
async function plansOf(
  parts: SheetParts,
  { trx, caller }: Undo,
  untouched: readonly { record: ImportRecord; person: KnownPerson }[],
  world: StaffWorld,
  skipped: Map<string, TextKey>,
): Promise<Plan[]> {
  const wanted = untouched.flatMap(({ record, person }) =>
    record.before === null ? [] : [{ person, after: recordBefore(person, record.before as readonly unknown[]) }],
  );
  const repo = recordsRepo(parts.tables.within(trx), caller.actor.enterpriseId);
  const leaders = await repo.byIds(wanted.flatMap(({ after }) => after.leader_id ?? []));
  const leaderOf = new Map(leaders.map((leader) => [leader.user_id, leader]));
  const plans: Plan[] = [];
  for (const { person, after } of wanted) {
    const held = world.held.get(person.user_id) ?? [];
    const refusal = refusalOf(() => {
      refuseTouch(world.caller, person, held);
      refuseWithoutDepartment(person, after);
      refuseRecord(world.caller, person, after);
      const { phone, email } = after;
      if (phone !== person.phone || email !== person.email)
        contactAfter(world.caller, { id: person.user_id, phone, email }, person);
      refuseContact(world.caller, { ...person, held }, { before: person, after }, world.lang);
      if (after.leader_id !== null && after.leader_id !== person.leader_id)
        refuseAsLeader(leaderOf.get(after.leader_id));
    });
    const hasDepartment = after.department_id === null || world.departments.has(after.department_id);
    if (refusal !== null || !hasDepartment) skipped.set(String(person.user_id), 'sheets.reasons.notAllowed');
    else plans.push({ key: String(person.user_id), person, after, leaderKey: null });
  }
  const refused = settle(plans, world);
  for (const key of refused.keys()) skipped.set(key, 'sheets.reasons.notAllowed');
  return plans.filter(({ key }) => !refused.has(key));
}

/** Why added people stay. A person who leads one who stays is in use too. */
async function whyKept(
  parts: SheetParts,
  { trx, caller }: Undo,
  added: readonly KnownPerson[],
  world: StaffWorld,
): Promise<Map<number, TextKey>> {
  const { enterpriseId } = caller.actor;
  const ids = added.map(({ user_id: id }) => id);
  const kept = new Map<number, TextKey>();
  const keep = (some: readonly number[], reason: TextKey): void => {
    for (const id of some) if (!kept.has(id)) kept.set(id, reason);
  };
  for (const person of added) {
    const held = world.held.get(person.user_id) ?? [];
    if (refusalOf(() => refuseTouch(world.caller, person, held)) !== null)
      keep([person.user_id], 'sheets.reasons.notAllowed');
    if (held.some(({ key }) => key !== 'employee')) keep([person.user_id], 'sheets.reasons.changedSince');
  }
  keep(await parts.identity.usedAmong(trx, enterpriseId, ids), 'sheets.reasons.signedIn');
  keep(await parts.identity.namedAmong(trx, enterpriseId, ids), 'sheets.reasons.inUse');
  const { fallback_approver_ids: fallback } = await settingsRepo(parts.tables.within(trx), enterpriseId).read();
  keep(
    fallback.filter((id) => ids.includes(id)),
    'sheets.reasons.inUse',
  );
  for (const check of parts.namedChecks) keep(await check(trx, enterpriseId, ids), 'sheets.reasons.inUse');
  const leads = await recordsRepo(parts.tables.within(trx), enterpriseId).leadersAmong(ids);
  const among = new Set(ids);
  for (let before = -1; before !== kept.size;) {
    before = kept.size;
    for (const { user_id: id, leader_id: leader } of leads)
      if (!among.has(id) || kept.has(id)) keep([leader], 'sheets.reasons.inUse');
  }
  return kept;
}
