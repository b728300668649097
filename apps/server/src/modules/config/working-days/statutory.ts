import published from 'chinese-days/dist/chinese-days.json' with { type: 'json' };
import type { TextKey } from '@prdm/locales';
import type { DayRule } from './calendar.ts';

/**
 * The published holidays and make-up days of the State Council, from the package chinese-days. The data file has no
 * time zone, unlike the functions of the package (docs/decisions/0013-working-days.md).
 * A value is 'English name,Chinese name,number of days'.
 */
const HOLIDAYS: Readonly<Record<string, TextKey>> = {
  "New Year's Day": 'config.holidays.newYear',
  'Spring Festival': 'config.holidays.spring',
  'Tomb-sweeping Day': 'config.holidays.qingming',
  'Labour Day': 'config.holidays.labour',
  'Dragon Boat Festival': 'config.holidays.dragonBoat',
  'Mid-autumn Festival': 'config.holidays.midAutumn',
  'National Day': 'config.holidays.national',
  'Anti-Fascist 70th Day': 'config.holidays.victory',
};

const named = (value: string): TextKey => HOLIDAYS[value.split(',')[0] ?? ''] ?? 'config.holidays.other';

const rulesOf = (days: Readonly<Record<string, string>>, type: DayRule['type']): [string, DayRule][] =>
  Object.entries(days).map(([day, value]) => [day, { type, name: named(value) }]);

/** Statutory days by 'YYYY-MM-DD'. `name` is a text key. A make-up day replaces a holiday. */
export const STATUTORY: ReadonlyMap<string, DayRule> = new Map([
  ...rulesOf(published.holidays, 'holiday'),
  ...rulesOf(published.workdays, 'adjusted_workday'),
]);

/**
 * Years with published days. A holiday at the turn of the year can fall into a year that is not published yet, so a
 * year counts from its third holiday.
 */
const years = Map.groupBy(Object.keys(published.holidays), (day) => Number(day.slice(0, 4)));
export const isKnownYear = (year: number): boolean => (years.get(year)?.length ?? 0) > 3;
