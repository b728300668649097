import { z } from 'zod';
import { blank, day, optionalText, someOf, version, weekday, year } from '../kit/fields.ts';
import { endpoint } from '../kit.ts';
import { LIMITS } from '../limits.ts';

/**
 * workday: an ordinary day of work. restday: an ordinary free day. holiday: a free day with a reason.
 * adjusted_workday (调休上班): a day of work that the week alone would leave free.
 */
export const DAY_TYPES = ['workday', 'restday', 'holiday', 'adjusted_workday'] as const;
export type DayType = (typeof DAY_TYPES)[number];

/** base: the week of the enterprise. statutory: the published holidays of the year. company: an exception of the enterprise. */
export const DAY_SOURCES = ['base', 'statutory', 'company'] as const;
export type DaySource = (typeof DAY_SOURCES)[number];

/** Years that the calendar answers for. */
export const CALENDAR_YEARS = { first: 2000, last: 2099 } as const;

export const isWorkType = (type: DayType): boolean => type === 'workday' || type === 'adjusted_workday';

export const ADMINISTERS_DAYS = { scope: 'enterprise', anyOf: ['AttendancePunchCardSetting-list'] } as const;

export const calendarDay = () =>
  day().refine((value) => {
    const at = Number(value.slice(0, 4));
    return at >= CALENDAR_YEARS.first && at <= CALENDAR_YEARS.last;
  }, 'config.days.outside');

const type = z.enum(DAY_TYPES);

const dayRow = z.object({
  day: z.string(),
  type,
  /** The name of the holiday in the reader's language, or the name that the enterprise gave. */
  name: z.string(),
  source: z.enum(DAY_SOURCES),
  /** Only for source company: the day without the exception. */
  usual: z.object({ type, name: z.string() }).nullable(),
});
export type CalendarDay = z.output<typeof dayRow>;

const counts = {
  workdays: z.number(),
  restdays: z.number(),
  holidays: z.number(),
  adjusted_workdays: z.number(),
  /** Days on which the enterprise works: workdays and adjusted_workdays. */
  total: z.number(),
};
const dayCounts = z.object(counts);
export type DayCounts = z.output<typeof dayCounts>;

const calendar = z.object({
  year: z.number(),
  /** Version of the whole calendar. Each change raises it. */
  version: z.number(),
  /** The days of the week with work, Monday is 1. */
  workdays: z.array(z.number()),
  /** False: no statutory days are known for the year. The base week counts, for example Monday to Friday. */
  is_known: z.boolean(),
  days: z.array(dayRow),
  /** January to December. */
  months: z.array(dayCounts),
  counts: dayCounts,
});
export type Calendar = z.output<typeof calendar>;

/** Every day of a year with its type, for every signed-in person. */
export const workingDayIndex = endpoint({
  method: 'GET',
  path: '/apis/working_day/index',
  access: 'signed-in',
  input: z.strictObject({ year: year() }),
  output: calendar,
});

/** No day twice, so the order of the list does not matter. */
const eachOnce = <T>(dayOf: (entry: T) => string) => ({
  check: (entries: T[]) => new Set(entries.map(dayOf)).size === entries.length,
  message: 'config.days.twice',
});
const byDay = eachOnce((entry: { day: string }) => entry.day);
const bySelf = eachOnce((entry: string) => entry);

const changed = z.object({ version: z.number() });

/**
 * Sets days for the enterprise. A day without `type` returns to the statutory calendar. A day that already has the type
 * and name by week or law becomes no exception. `version` is that of the calendar; a stale one answers 1009.
 */
export const workingDaySet = endpoint({
  method: 'POST',
  path: '/apis/working_day/set',
  access: ADMINISTERS_DAYS,
  input: z.strictObject({
    days: someOf(
      z.strictObject({
        day: calendarDay(),
        type: blank(type.optional()),
        name: optionalText(LIMITS.dayNameMax),
      }),
      LIMITS.daysMax,
    ).refine(byDay.check, byDay.message),
    version: version(),
  }),
  output: changed,
});

/** Removes the exceptions of days, so the statutory calendar counts. */
export const workingDayReset = endpoint({
  method: 'POST',
  path: '/apis/working_day/reset',
  access: ADMINISTERS_DAYS,
  input: z.strictObject({
    days: someOf(calendarDay(), LIMITS.daysMax).refine(bySelf.check, bySelf.message),
    version: version(),
  }),
  output: changed,
});

/** Sets the base week. It counts for every year, on days without statutory rule and without exception. */
export const workingDayWeek = endpoint({
  method: 'POST',
  path: '/apis/working_day/week',
  access: ADMINISTERS_DAYS,
  input: z.strictObject({
    workdays: someOf(weekday(), 7).refine((days) => new Set(days).size === days.length, 'config.days.twice'),
    version: version(),
  }),
  output: changed,
});
