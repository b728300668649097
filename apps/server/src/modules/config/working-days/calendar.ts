import { isWorkType, type DaySource, type DayType } from '@prdm/contract/config/working-days';
import { DAY_MS, dayNumber, startOfDay, wireDay } from '@prdm/contract/kit/shanghai';

/** A day as a rule or an exception states it. `name` is a text key for statutory days and a text for company days. */
export interface DayRule {
  readonly type: DayType;
  readonly name: string;
}

/** The rules of one enterprise. A company exception counts before a statutory day, a statutory day before the week. */
export interface CalendarRules {
  /** Days of the week with work, Monday is 1. */
  readonly week: readonly number[];
  /** Both maps by 'YYYY-MM-DD'. */
  readonly statutory: ReadonlyMap<string, DayRule>;
  readonly company: ReadonlyMap<string, DayRule>;
}

export interface ResolvedDay extends DayRule {
  readonly source: DaySource;
}

const MINUTE_MS = 60_000;

export const DEFAULT_WEEK = [1, 2, 3, 4, 5] as const;

/** Working hours in minutes of the day, used without an attendance rule: 9:00 to 12:00 and 13:00 to 18:00. */
export const OFFICE_HOURS = [
  [9 * 60, 12 * 60],
  [13 * 60, 18 * 60],
] as const;
type Hours = readonly (readonly [from: number, to: number])[];

/** Monday is 1, Sunday is 7. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;
const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();
export const firstDayOf = (year: number): number => Date.UTC(year, 0, 1) / DAY_MS;

/** The day by week and law, without the company's exceptions. */
export function usualDay(rules: CalendarRules, day: number): ResolvedDay {
  const statutory = rules.statutory.get(wireDay(day));
  if (statutory) return { ...statutory, source: 'statutory' };
  return { type: rules.week.includes(weekdayOf(day)) ? 'workday' : 'restday', name: '', source: 'base' };
}

export function dayAt(rules: CalendarRules, day: number): ResolvedDay {
  const company = rules.company.get(wireDay(day));
  return company ? { ...company, source: 'company' } : usualDay(rules, day);
}

export type WorkCalendar = ReturnType<typeof createCalendar>;

/**
 * The calendar of one enterprise with its counting functions. Days are those of Asia/Shanghai. It counts each year once
 * and then answers from sums, so a span of years costs as little as a span of days.
 */
export function createCalendar(rules: CalendarRules) {
  /** By year: entry n is the number of working days before day n of the year. */
  const sums = new Map<number, Uint16Array>();
  const sumsOf = (year: number): Uint16Array => {
    const known = sums.get(year);
    if (known) return known;
    const first = firstDayOf(year);
    const counted = new Uint16Array(firstDayOf(year + 1) - first + 1);
    for (let n = 1; n < counted.length; n += 1)
      counted[n] = (counted[n - 1] as number) + (isWorkType(dayAt(rules, first + n - 1).type) ? 1 : 0);
    sums.set(year, counted);
    return counted;
  };
  const daysIn = (year: number): number => sumsOf(year).at(-1) as number;
  /** Working days of the year before this day. */
  const before = (day: number): number => {
    const year = yearOf(day);
    return sumsOf(year)[day - firstDayOf(year)] as number;
  };
  const isWorkdayNumber = (day: number): boolean => isWorkType(dayAt(rules, day).type);

  /** Working days from `from` up to, not including, `to`; `from` is not later. */
  const within = (from: number, to: number): number => {
    let count = before(to) - before(from);
    for (let year = yearOf(from); year < yearOf(to); year += 1) count += daysIn(year);
    return count;
  };

  /** The `left`-th working day after `day`. */
  const after = (day: number, left: number): number => {
    let wanted = before(day + 1) + left;
    let year = yearOf(day + 1);
    // The loop ends: the week has a working day, and exceptions end with the last year of the calendar.
    for (; wanted > daysIn(year); year += 1) wanted -= daysIn(year);
    const counted = sumsOf(year);
    let [low, high] = [1, counted.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((counted[middle] as number) >= wanted) high = middle;
      else low = middle + 1;
    }
    return firstDayOf(year) + low - 1;
  };

  const moved = (at: Date, days: number): Date => {
    const day = dayNumber(at);
    return days <= 0 ? at : new Date(at.getTime() + (after(day, days) - day) * DAY_MS);
  };

  /** Working minutes of one day before `minute` of the day. */
  const worked = (hours: Hours, minute: number): number =>
    hours.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(minute, to) - from), 0);

  return {
    rules,
    isWorkday: (at: Date): boolean => isWorkdayNumber(dayNumber(at)),
    /** Moves a time by whole working days into the future. The time of day stays. 0 or less moves nothing. */
    addWorkdays: moved,
    /** Working days after the day of `from`, up to and including the day of `to`. 0 when `to` is earlier. */
    workdaysBetween(from: Date, to: Date): number {
      const [first, last] = [dayNumber(from) + 1, dayNumber(to) + 1];
      return last <= first ? 0 : within(first, last);
    },
    /** Whole minutes of working hours from `from` to `to`. 0 when `to` is earlier. */
    workMinutes(from: Date, to: Date, hours: Hours = OFFICE_HOURS): number {
      if (to <= from) return 0;
      const upTo = (at: Date): number => {
        const day = dayNumber(at);
        const minute = Math.floor((at.getTime() - startOfDay(day)) / MINUTE_MS);
        return isWorkdayNumber(day) ? worked(hours, minute) : 0;
      };
      return within(dayNumber(from), dayNumber(to)) * worked(hours, 24 * 60) + upTo(to) - upTo(from);
    },
  };
}
