import type { Calendar, CalendarDay, DayCounts, DayType } from '@prdm/contract/config/working-days';
import { isWorkType } from '@prdm/contract/config/working-days';
import { wireDay } from '@prdm/contract/kit/shanghai';
import { dayAt, firstDayOf, usualDay, type CalendarRules, type DayRule, type ResolvedDay } from './calendar.ts';

const COUNTED: Record<DayType, keyof DayCounts> = {
  workday: 'workdays',
  restday: 'restdays',
  holiday: 'holidays',
  adjusted_workday: 'adjusted_workdays',
};

const countsOf = (days: readonly CalendarDay[]): DayCounts => {
  const counts = { workdays: 0, restdays: 0, holidays: 0, adjusted_workdays: 0, total: 0 };
  for (const { type } of days) {
    counts[COUNTED[type]] += 1;
    if (isWorkType(type)) counts.total += 1;
  }
  return counts;
};

/** Every day of a year and the counts. `say` gives the text of a statutory name. */
export function calendarYear(
  rules: CalendarRules,
  year: number,
  say: (key: string) => string,
): Pick<Calendar, 'days' | 'months' | 'counts'> {
  const nameOf = ({ source, name }: ResolvedDay): string => (source === 'statutory' ? say(name) : name);
  const days: CalendarDay[] = [];
  for (let day = firstDayOf(year); day < firstDayOf(year + 1); day += 1) {
    const found = dayAt(rules, day);
    const usual = found.source === 'company' ? usualDay(rules, day) : null;
    days.push({
      day: wireDay(day),
      type: found.type,
      name: nameOf(found),
      source: found.source,
      usual: usual && { type: usual.type, name: nameOf(usual) },
    });
  }
  const months = Array.from({ length: 12 }, (_, month) =>
    countsOf(days.filter(({ day }) => Number(day.slice(5, 7)) === month + 1)),
  );
  return { days, months, counts: countsOf(days) };
}

/**
 * Whether an exception would change nothing: same type, and no name of its own. Such a day is stored as no exception,
 * so a range over a weekend does not mark the weekend.
 */
export const isNoException = (usual: ResolvedDay, { type, name }: DayRule): boolean =>
  usual.type === type && name === '';
