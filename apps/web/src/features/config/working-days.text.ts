import type { CalendarDay, DayType } from '@prdm/contract/config/working-days';
import { locale } from '../../lib/format.ts';
import { translate } from '../../lib/i18n.ts';
import { endOf, startOf, type Note, type Range } from './working-days.logic.ts';

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const written = (options: Intl.DateTimeFormatOptions) => (day: string) =>
  new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' }).format(at(day));

/** "6月12日 周五", "Fri, Jun 12". */
export const dayText = written({ month: 'short', day: 'numeric', weekday: 'short' });
const shortDay = written({ month: 'short', day: 'numeric' });
const longDay = written({ month: 'long', day: 'numeric', weekday: 'long' });

export const monthText = (month: number): string =>
  written({ month: 'long' })(`2026-${String(month).padStart(2, '0')}-01`);

/** 2026-06-01 was a Monday. */
export const weekdayText = (weekday: number, style: 'narrow' | 'short' | 'long'): string =>
  written({ weekday: style })(`2026-06-0${weekday}`);

export const typeText = (type: DayType): string => translate(`config.days.types.${type}`);

/** The letter on a day. Rest days and ordinary working days have none. */
export const markText = (type: DayType): string =>
  type === 'holiday' || type === 'adjusted_workday' ? translate(`config.days.marks.${type}`) : '';

/** The accessible name of a day: date, type, name, and that the company set it. */
export const spokenDay = ({ day, type, name, source }: CalendarDay): string =>
  [longDay(day), typeText(type), name, source === 'company' ? translate('config.days.company') : '']
    .filter((part) => part !== '')
    .join(', ');

export const rangeText = (range: Range): string =>
  range.anchor === range.head
    ? dayText(range.anchor)
    : translate('config.days.span', { from: shortDay(startOf(range)), to: shortDay(endOf(range)) });

/** "15–23" and what the days are. */
export function noteText({ from, to, type, name }: Note): { days: string; what: string } {
  const [first, last] = [Number(from.slice(8)), Number(to.slice(8))];
  const what =
    name === '' ? typeText(type) : type === 'adjusted_workday' ? translate('config.days.madeUp', { name }) : name;
  return { days: first === last ? String(first) : `${first}–${last}`, what };
}

/** The week in words: "周一至周五" for days in a row, else the days one by one. */
export function weekText(days: readonly number[]): string {
  const [first = 1, last = 7] = [days[0], days.at(-1)];
  const isRow = days.length > 2 && last - first === days.length - 1;
  const words = { from: weekdayText(first, 'short'), to: weekdayText(last, 'short') };
  return isRow
    ? translate('config.days.span', words)
    : days.map((day) => weekdayText(day, 'short')).join(translate('config.days.comma'));
}
