import type { Lang } from '@prdm/locales';
import { keyInData } from '@prdm/locales/text-key';
import type { Calendar, DayType } from '@prdm/contract/config/working-days';
import type { Actor } from '../../../platform/actor.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Database, ModuleDb, Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import type { Live } from '../../../platform/live.ts';
import type { NameCache } from '../../../platform/name-cache.ts';
import { translate } from '../../../platform/translate.ts';
import { createCalendar, DEFAULT_WEEK, type CalendarRules, type WorkCalendar } from './calendar.ts';
import { isKnownYear, STATUTORY } from './statutory.ts';
import { workingDayImport } from './sheets/day-import.ts';
import { WorkingWeekChanged } from './working-days.events.ts';
import { workingDaysRepo, type WorkingDaysTables } from './working-days.repo.ts';
import { putDays, raise, rulesWithin } from './writing.ts';
import { calendarYear } from './year.ts';

/**
 * The working-day calendar of each enterprise. Every part of the program that counts working days uses it. Invariants:
 * a change locks the calendar and raises its version. A day of an exception never equals the same day without it.
 */
export type WorkingDays = ReturnType<typeof createWorkingDays>;
export type { WorkCalendar, WorkingDaysTables };

/** The calendar of an enterprise that has changed nothing. */
export const OFFICIAL_CALENDAR = createCalendar({ week: DEFAULT_WEEK, statutory: STATUTORY, company: new Map() });

export interface WorkingDaysParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly nameCache: NameCache;
  readonly tables: ModuleDb<WorkingDaysTables>;
}

interface DayInput {
  readonly day: string;
  /** Without a type the exception ends. */
  readonly type?: DayType;
  readonly name?: string;
}

interface Loaded {
  readonly calendar: WorkCalendar;
  readonly version: number;
  readonly at: number;
}

/** Age limit of a cached calendar, for a process that runs jobs only and reads no edition. */
const OLDEST_MS = 60_000;

export function createWorkingDays(parts: WorkingDaysParts) {
  const known = new Map<number, Loaded>();
  /** Counts the clears, so that a load that began before a clear is not cached. */
  let clears = 0;
  parts.nameCache.onNewEdition((enterpriseId) => {
    clears += 1;
    known.delete(enterpriseId);
  });

  /** Cached as of the beginning of the call. Inside a transaction a load uses its connection. */
  async function loaded(enterpriseId: number, trx?: Trx): Promise<Loaded> {
    const cached = known.get(enterpriseId);
    if (cached && Date.now() - cached.at < OLDEST_MS) return cached;
    const began = clears;
    const repo = workingDaysRepo(trx ? parts.tables.within(trx) : parts.tables.read, enterpriseId);
    // The version comes first. A change between both statements then makes the version stale, never the days.
    const { workdays, version } = await repo.calendar();
    const company = await repo.exceptions();
    const calendar = createCalendar({ week: workdays, statutory: STATUTORY, company });
    const fresh = { calendar, version, at: Date.now() };
    if (began === clears) known.set(enterpriseId, fresh);
    return fresh;
  }

  /** Runs one change under the lock of the calendar. Throws 1009 when the caller saw another version. */
  const change = (
    actor: Actor,
    version: number,
    work: (trx: Trx, rules: CalendarRules) => Promise<readonly number[] | undefined>,
  ): Promise<{ version: number }> =>
    parts.db.transaction(async (trx) => {
      const before = await rulesWithin(parts, trx, actor.enterpriseId, true);
      if (before.version !== version) throw fail.conflict();
      return { version: await raise(parts, trx, actor, await work(trx, before.rules)) };
    });

  return {
    imports: workingDayImport(parts),
    /** The calendar of an enterprise. Pass the transaction when one is open: it must not wait for a second connection. */
    of: async (enterpriseId: number, trx?: Trx): Promise<WorkCalendar> => (await loaded(enterpriseId, trx)).calendar,

    async year(enterpriseId: number, year: number, lang: Lang): Promise<Calendar> {
      const { calendar, version } = await loaded(enterpriseId);
      return {
        year,
        version,
        workdays: [...calendar.rules.week],
        is_known: isKnownYear(year),
        ...calendarYear(calendar.rules, year, (key) => translate(lang, keyInData(key))),
      };
    },

    set: (actor: Actor, given: { days: readonly DayInput[]; version: number }): Promise<{ version: number }> =>
      change(actor, given.version, async (trx, rules) => {
        await putDays(parts, trx, actor, {
          rules,
          days: given.days.map(({ day, type, name = '' }) => ({ day, rule: type ? { type, name } : null })),
        });
        return undefined;
      }),

    setWeek: (actor: Actor, given: { workdays: readonly number[]; version: number }): Promise<{ version: number }> =>
      change(actor, given.version, async (trx, rules) => {
        const workdays = given.workdays.toSorted((a, b) => a - b);
        await parts.bus.emit(trx, WorkingWeekChanged, {
          actor,
          target: { kind: 'working_day', id: null, name: '' },
          before: { workdays: rules.week },
          after: { workdays },
          data: { workdays },
        });
        return workdays;
      }),
  };
}
