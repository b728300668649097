import type { Actor } from '../../../platform/actor.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { ModuleDb, Trx } from '../../../platform/db.ts';
import type { Live } from '../../../platform/live.ts';
import { numberOfDay } from '@prdm/contract/kit/shanghai';
import { usualDay, type CalendarRules, type DayRule } from './calendar.ts';
import { STATUTORY } from './statutory.ts';
import { WorkingDaysChanged } from './working-days.events.ts';
import { workingDaysRepo, type WorkingDaysTables } from './working-days.repo.ts';
import { isNoException } from './year.ts';

export interface WritingParts {
  readonly bus: Bus;
  readonly live: Live;
  readonly tables: ModuleDb<WorkingDaysTables>;
}

/** A day and its exception. null: the day has none. */
export interface DayException {
  readonly day: string;
  readonly rule: DayRule | null;
}

/** The rules of the calendar inside a transaction. `locks`: no other change runs until its end. */
export async function rulesWithin(
  parts: Pick<WritingParts, 'tables'>,
  trx: Trx,
  enterpriseId: number,
  locks: boolean,
): Promise<{ version: number; rules: CalendarRules }> {
  const repo = workingDaysRepo(parts.tables.within(trx), enterpriseId);
  const { workdays, version } = locks ? await repo.locked() : await repo.calendar();
  return { version, rules: { week: workdays, statutory: STATUTORY, company: await repo.exceptions() } };
}

/** Stores exceptions under the lock, with their event. An exception without effect is stored as none. */
export async function putDays(
  parts: WritingParts,
  trx: Trx,
  actor: Actor,
  { rules, days }: { rules: CalendarRules; days: readonly DayException[] },
): Promise<void> {
  const kept = days.flatMap(({ day, rule }) =>
    rule && !isNoException(usualDay(rules, numberOfDay(day)), rule) ? [{ day, ...rule }] : [],
  );
  const keptDays = new Set(kept.map(({ day }) => day));
  const dropped = days.map(({ day }) => day).filter((day) => !keptDays.has(day));
  const repo = workingDaysRepo(parts.tables.within(trx), actor.enterpriseId);
  await repo.put(actor.userId, kept);
  await repo.remove(dropped);
  const textOf = (rule: DayRule | undefined): string | null => (rule ? `${rule.type} ${rule.name}`.trim() : null);
  const stored = new Map(kept.map((rule) => [rule.day, rule]));
  await parts.bus.emit(trx, WorkingDaysChanged, {
    actor,
    target: { kind: 'working_day', id: null, name: rangeOf(days.map(({ day }) => day)) },
    before: Object.fromEntries(days.map(({ day }) => [day, textOf(rules.company.get(day))])),
    after: Object.fromEntries(days.map(({ day }) => [day, textOf(stored.get(day))])),
    data: { days: days.map(({ day }) => day) },
  });
}

/** Ends a change: raises the version of the locked calendar and announces it. Returns the version. */
export async function raise(
  parts: WritingParts,
  trx: Trx,
  actor: Actor,
  workdays?: readonly number[],
): Promise<number> {
  const version = await workingDaysRepo(parts.tables.within(trx), actor.enterpriseId).raise(actor.userId, workdays);
  await parts.live.notify(trx, actor.enterpriseId, {}, { type: 'working_day' });
  return version;
}

/** The first and the last day. A change of one day names that day. */
function rangeOf(days: readonly string[]): string {
  const ordered = days.toSorted();
  const [first = '', last = ''] = [ordered[0], ordered.at(-1)];
  return first === last ? first : `${first} / ${last}`;
}
