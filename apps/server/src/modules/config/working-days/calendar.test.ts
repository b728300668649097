import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { isWorkType, type DayType } from '@prdm/contract/config/working-days';
import { dayNumber, numberOfDay, wireDay } from '@prdm/contract/kit/shanghai';
import {
  createCalendar,
  dayAt,
  DEFAULT_WEEK,
  OFFICE_HOURS,
  weekdayOf,
  type CalendarRules,
  type DayRule,
} from './calendar.ts';
import { isKnownYear, STATUTORY } from './statutory.ts';
import { calendarYear } from './year.ts';

const at = (text: string): Date => new Date(`${text.replace(' ', 'T')}+08:00`);
const NONE = new Map<string, DayRule>();
const official: CalendarRules = { week: DEFAULT_WEEK, statutory: STATUTORY, company: NONE };
const calendar = createCalendar(official);
const withDays = (days: Record<string, DayType>, week: readonly number[] = DEFAULT_WEEK) =>
  createCalendar({
    week,
    statutory: STATUTORY,
    company: new Map(Object.entries(days).map(([day, type]) => [day, { type, name: '' }])),
  });

describe('the year 2026', () => {
  const { counts, months, days } = calendarYear(official, 2026, (key) => key);

  it('has 248 working days, 33 days off for holidays and 6 make-up days', () => {
    expect(counts).toEqual({ workdays: 242, adjusted_workdays: 6, total: 248, holidays: 33, restdays: 84 });
    expect(months.map(({ total }) => total)).toEqual([21, 16, 22, 21, 19, 21, 23, 21, 22, 18, 21, 23]);
  });

  it('names its holidays and make-up days', () => {
    const found = (day: string) => days.find((row) => row.day === day);
    expect(found('2026-02-17')).toMatchObject({ type: 'holiday', name: 'config.holidays.spring', source: 'statutory' });
    expect(found('2026-02-28')).toMatchObject({ type: 'adjusted_workday', name: 'config.holidays.spring' });
    expect(found('2026-02-25')).toMatchObject({ type: 'workday', name: '', source: 'base', usual: null });
    expect([...STATUTORY.values()].filter(({ name }) => name === 'config.holidays.other')).toEqual([]);
  });

  it('is known, and 2027 counts Monday to Friday without being known', () => {
    expect([2003, 2004, 2026, 2027].map(isKnownYear)).toEqual([false, true, true, false]);
    expect(calendarYear(official, 2027, (key) => key).counts).toMatchObject({ total: 261, holidays: 0 });
  });
});

describe('a company exception', () => {
  const rules = {
    ...official,
    company: new Map<string, DayRule>([
      ['2026-02-17', { type: 'workday', name: '' }],
      ['2026-06-12', { type: 'holiday', name: '院庆' }],
    ]),
  };
  it('counts before a statutory day and before the week, and the year shows both', () => {
    const { days, counts } = calendarYear(rules, 2026, (key) => key);
    expect(days.filter(({ source }) => source === 'company')).toEqual([
      {
        day: '2026-02-17',
        type: 'workday',
        name: '',
        source: 'company',
        usual: { type: 'holiday', name: 'config.holidays.spring' },
      },
      { day: '2026-06-12', type: 'holiday', name: '院庆', source: 'company', usual: { type: 'workday', name: '' } },
    ]);
    expect(counts.total).toBe(248);
  });

  it('can free whole months, and the search for the next working day still ends', () => {
    const days = Object.fromEntries(
      Array.from({ length: 400 }, (_, n) => [wireDay(numberOfDay('2027-01-01') + n), 'restday' as const]),
    );
    expect(withDays(days).addWorkdays(at('2026-12-31 09:30:00'), 1)).toEqual(at('2028-02-07 09:30:00'));
  });
});

describe('counting', () => {
  it.each([
    ['2026-11-20 09:00:00', '2026-11-20 18:00:00', 0],
    ['2026-11-20 09:00:00', '2026-11-23 01:00:00', 1], // Friday to Monday
    ['2026-11-20 23:59:59', '2026-11-22 00:00:00', 0], // Friday night to Sunday
    ['2026-11-16 09:00:00', '2026-11-23 09:00:00', 5],
    ['2026-09-30 09:00:00', '2026-10-10 09:00:00', 3], // The holiday week ends on the 7th, the 10th is a make-up day
    ['2026-11-23 09:00:00', '2026-11-20 09:00:00', 0], // backwards
    ['2003-12-31 09:00:00', '2027-12-31 09:00:00', null], // years
  ])('working days from %s to %s: %s', (from, to, days) => {
    const naive = naiveDays(dayNumber(at(from)) + 1, dayNumber(at(to)) + 1);
    expect(calendar.workdaysBetween(at(from), at(to))).toBe(days ?? naive);
  });

  it.each([
    ['2026-11-20 17:30:00', 1, '2026-11-23 17:30:00'],
    ['2026-11-20 17:30:00', 6, '2026-11-30 17:30:00'],
    ['2026-11-21 17:30:00', 1, '2026-11-23 17:30:00'],
    ['2026-11-20 17:30:00', 0, '2026-11-20 17:30:00'],
    ['2026-09-30 18:00:00', 2, '2026-10-09 18:00:00'],
    ['2026-09-30 18:00:00', 3, '2026-10-10 18:00:00'],
    ['2026-12-31 18:00:00', 1, '2027-01-01 18:00:00'],
  ])('%s and %i working days is %s', (from, days, to) => {
    expect(calendar.addWorkdays(at(from), days)).toEqual(at(to));
  });

  it.each([
    ['2026-04-30 14:00:00', '2026-05-06 12:00:00', 420], // 4 h before the holidays, 3 h after them
    ['2026-05-08 09:00:00', '2026-05-09 18:00:00', 960], // Saturday is a make-up day
    ['2026-05-08 18:00:00', '2026-05-08 23:00:00', 0],
    ['2026-05-08 11:59:30', '2026-05-08 13:00:30', 1],
    ['2026-05-08 12:00:00', '2026-05-08 09:00:00', 0],
  ])('working minutes from %s to %s are %i', (from, to, minutes) => {
    expect(calendar.workMinutes(at(from), at(to))).toBe(minutes);
  });

  it('takes other hours, for example those of an attendance rule', () => {
    const morning = [[8 * 60, 12 * 60]] as const;
    expect(calendar.workMinutes(at('2026-05-08 00:00:00'), at('2026-05-10 00:00:00'), morning)).toBe(480);
  });
});

function naiveDays(from: number, to: number, rules = official): number {
  let count = 0;
  for (let day = from; day < to; day += 1) if (isWorkType(dayAt(rules, day).type)) count += 1;
  return count;
}

describe('on 2,000 random spans', () => {
  const FIRST = numberOfDay('2024-11-01') * 1440;
  const IN_HOURS = Array.from({ length: 1440 }, (_, n) => OFFICE_HOURS.some(([from, to]) => n >= from && n < to));
  const minute = fc.integer({ min: FIRST, max: FIRST + 3 * 365 * 1440 });
  const time = (n: number): Date => new Date(n * 60_000 - 8 * 3_600_000);
  const week = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 });
  const types = fc.constantFrom<DayType>('workday', 'restday', 'holiday', 'adjusted_workday');
  const exceptions = fc.array(fc.tuple(fc.integer({ min: 0, max: 1200 }), types), { maxLength: 20 });
  const worlds = fc.tuple(week, exceptions).map(([days, set]) => ({
    week: days,
    statutory: STATUTORY,
    company: new Map(set.map(([n, type]) => [wireDay(numberOfDay('2024-10-01') + n), { type, name: '' }])),
  }));

  it('days and minutes equal a count day by day and minute by minute', () => {
    fc.assert(
      fc.property(worlds, minute, fc.integer({ min: 0, max: 6 * 1440 }), (rules, from, length) => {
        const { workdaysBetween, workMinutes, isWorkday } = createCalendar(rules);
        const [start, end] = [time(from), time(from + length)];
        const isWork = (n: number): boolean => isWorkType(dayAt(rules, Math.floor(n / 1440)).type);
        let minutes = 0;
        let works = isWork(from);
        for (let n = from; n < from + length; n += 1) {
          if (n % 1440 === 0) works = isWork(n);
          if (works && IN_HOURS[n % 1440]) minutes += 1;
        }
        expect(workMinutes(start, end)).toBe(minutes);
        expect(workdaysBetween(start, end)).toBe(naiveDays(dayNumber(start) + 1, dayNumber(end) + 1, rules));
        expect(isWorkday(start)).toBe(isWork(from));
      }),
      { numRuns: 2000 },
    );
  });

  it('adding working days lands on the day that a step-by-step search finds', () => {
    fc.assert(
      fc.property(worlds, minute, fc.integer({ min: 0, max: 120 }), (rules, from, days) => {
        let day = Math.floor(from / 1440);
        for (let left = days; left > 0; left -= isWorkType(dayAt(rules, day).type) ? 1 : 0) day += 1;
        const moved = createCalendar(rules).addWorkdays(time(from), days);
        expect(moved).toEqual(time(day * 1440 + (from % 1440)));
      }),
      { numRuns: 2000 },
    );
  });
});

it('weeks begin on Monday', () => {
  expect(['2026-11-23', '2026-11-29', '1969-12-29'].map((day) => weekdayOf(numberOfDay(day)))).toEqual([1, 7, 1]);
});
