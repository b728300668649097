import dayjs from 'dayjs';
import { afterAll, expect, test } from 'vitest';
import { LANGS } from '@prdm/locales';
import { toWire } from '../../lib/format.ts';
import { antdLocale } from './antd-locale.ts';

afterAll(() => antdLocale('zh'));

test.each(LANGS)(
  '[LI-015] dates read year-month-day hour:minute:second and weeks go from Monday to Sunday in %s',
  async (lang) => {
    await antdLocale(lang);
    const sunday = dayjs('2026-11-22T10:00:00');
    const week = [0, 1, 2, 3, 4, 5, 6].map((days) => sunday.startOf('week').add(days, 'day'));
    expect(week.map((day) => day.day())).toEqual([1, 2, 3, 4, 5, 6, 0]);
    expect(week[0]?.format('YYYY-MM-DD')).toBe('2026-11-16');
    expect(toWire(new Date('2026-03-04T01:02:03.456Z'))).toBe('2026-03-04 09:02:03');
  },
);
