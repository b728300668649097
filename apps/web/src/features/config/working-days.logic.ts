import type { CalendarDay, DayType } from '@prdm/contract/config/working-days';

const DAY_MS = 86_400_000;
const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The day `n` days later, as 'YYYY-MM-DD'. */
export const shifted = (day: string, n: number): string => new Date(msOf(day) + n * DAY_MS).toISOString().slice(0, 10);

/** Monday is 1, Sunday is 7. */
export const weekdayOf = (day: string): number => ((new Date(msOf(day)).getUTCDay() + 6) % 7) + 1;

/** A selection of days. `head` is where the pointer or the keyboard stands. */
export interface Range {
  readonly anchor: string;
  readonly head: string;
}

export const startOf = ({ anchor, head }: Range): string => (anchor < head ? anchor : head);
export const endOf = ({ anchor, head }: Range): string => (anchor < head ? head : anchor);
export const isIn = (range: Range | null, day: string): boolean =>
  range !== null && day >= startOf(range) && day <= endOf(range);
export const lengthOf = (range: Range): number => (msOf(endOf(range)) - msOf(startOf(range))) / DAY_MS + 1;

/** The days of a month in weeks from Monday. Places without a day are null. */
export function weeksOf(days: readonly CalendarDay[]): (CalendarDay | null)[][] {
  const [first] = days;
  if (first === undefined) return [];
  const places: (CalendarDay | null)[] = [...Array.from({ length: weekdayOf(first.day) - 1 }, () => null), ...days];
  while (places.length % 7 !== 0) places.push(null);
  return Array.from({ length: places.length / 7 }, (_, week) => places.slice(week * 7, week * 7 + 7));
}

/** Days of a month that stand together with the same type, name and source. */
export interface Note {
  readonly from: string;
  readonly to: string;
  readonly type: DayType;
  readonly name: string;
  readonly isCompany: boolean;
}

/** The days of a month that differ from the usual week: holidays, make-up days and exceptions of the company. */
export function notesOf(days: readonly CalendarDay[]): Note[] {
  const notes: Note[] = [];
  for (const { day, type, name, source } of days) {
    if (source === 'base') continue;
    const isCompany = source === 'company';
    const last = notes.at(-1);
    const goesOn =
      last !== undefined &&
      shifted(last.to, 1) === day &&
      last.type === type &&
      last.name === name &&
      last.isCompany === isCompany;
    if (goesOn) notes[notes.length - 1] = { ...last, to: day };
    else notes.push({ from: day, to: day, type, name, isCompany });
  }
  return notes;
}

function sameDayOf(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

const KEYS: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => shifted(day, -1),
  ArrowRight: (day) => shifted(day, 1),
  ArrowUp: (day) => shifted(day, -7),
  ArrowDown: (day) => shifted(day, 7),
  Home: (day) => shifted(day, 1 - weekdayOf(day)),
  End: (day) => shifted(day, 7 - weekdayOf(day)),
  PageUp: (day) => sameDayOf(day, -1),
  PageDown: (day) => sameDayOf(day, 1),
};

/** The day that a key leads to, or null for a key without a meaning here. It stays in the year. */
export function keyTarget(day: string, key: string): string | null {
  const target = KEYS[key]?.(day);
  if (target === undefined) return null;
  const year = day.slice(0, 4);
  if (target < `${year}-01-01`) return `${year}-01-01`;
  return target > `${year}-12-31` ? `${year}-12-31` : target;
}

/** The input that brings days back to what they are now. A day without an exception returns to the statutory calendar. */
export const asBefore = (days: readonly CalendarDay[]): { day: string; type?: DayType; name?: string }[] =>
  days.map(({ day, type, name, source }) => (source === 'company' ? { day, type, name } : { day }));
