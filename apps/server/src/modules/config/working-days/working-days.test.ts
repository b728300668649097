import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  workingDayIndex,
  workingDayReset,
  workingDaySet,
  workingDayWeek,
  type Calendar,
} from '@prdm/contract/config/working-days';
import { translate } from '../../../platform/translate.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildPerson, PASSWORD, theEnterprise } from '../../../testing/worlds/builders.ts';

let app: TestApp;
let admin: string;
let employee: string;
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  employee = await app.signIn((await buildPerson(app)).account, PASSWORD);
});
afterAll(() => app.stop());
beforeEach(() =>
  app.platform.db.transaction(async () => {
    await app.platform.db.pool.query('delete from working_day');
    await app.platform.db.pool.query(`update working_calendar set workdays = '{1,2,3,4,5}', version = version + 1`);
  }),
);

const year = async (n = 2026, token = admin, lang = 'zh'): Promise<Calendar> =>
  (await app.call(workingDayIndex, { year: n }, { token, lang })).data;
const dayOf = async (day: string, token = admin) =>
  (await year(Number(day.slice(0, 4)), token)).days.find((row) => row.day === day);
const set = async (days: object[], token = admin, version?: number) =>
  app.call(workingDaySet, { days, version: version ?? (await year()).version }, { token });
const logged = async () =>
  (
    await app.platform.db.pool.query(
      'select event, target_name, before, after from action_log order by id desc limit 1',
    )
  ).rows[0];

describe('the calendar of a year', () => {
  it('shows each day with type, name and source to every signed-in person, in the language of the reader', async () => {
    const seen = await year(2026, employee);
    expect(seen).toMatchObject({ year: 2026, is_known: true, workdays: [1, 2, 3, 4, 5], counts: { total: 248 } });
    expect(seen.days).toHaveLength(365);
    expect(seen.days[47]).toEqual({
      day: '2026-02-17',
      type: 'holiday',
      name: '春节',
      source: 'statutory',
      usual: null,
    });
    expect((await year(2026, employee, 'en')).days[47]?.name).toBe('Spring Festival');
    expect(await year(2027)).toMatchObject({ is_known: false, counts: { total: 261 } });
    expect((await year(2028)).days).toHaveLength(366);
  });

  it('refuses a year outside the calendar, and a caller who is not signed in', async () => {
    for (const bad of ['1999', '2100', 'x', '2026.5', ''])
      expect(await app.call(workingDayIndex, { year: bad }, { token: admin })).toMatchObject({
        code: 1001,
        data: { field: 'year' },
      });
    expect((await app.call(workingDayIndex, { year: 2026 })).code).toBe(5);
  });
});

describe('setting days', () => {
  it('makes exceptions of the enterprise, which a reset ends', async () => {
    const before = await year();
    const answer = await set([
      { day: '2026-06-12', type: 'holiday', name: '院庆' },
      { day: '2026-06-13', type: 'adjusted_workday' },
    ]);
    expect(answer).toMatchObject({ code: 0, data: { version: before.version + 1 } });
    expect(await dayOf('2026-06-12', employee)).toEqual({
      day: '2026-06-12',
      type: 'holiday',
      name: '院庆',
      source: 'company',
      usual: { type: 'workday', name: '' },
    });
    expect((await year()).months[5]).toMatchObject({ total: 21, holidays: 4, adjusted_workdays: 1 });
    const input = { days: ['2026-06-12', '2026-06-13'], version: before.version + 1 };
    expect((await app.call(workingDayReset, input, { token: admin })).code).toBe(0);
    expect(await year()).toEqual({ ...before, version: before.version + 2 });
  });

  it('writes one row of the action log with the values before and after', async () => {
    await set([{ day: '2026-06-12', type: 'holiday', name: '院庆' }]);
    expect(await logged()).toMatchObject({
      event: 'config.workingDaysChanged',
      target_name: '2026-06-12',
      before: { '2026-06-12': null },
      after: { '2026-06-12': 'holiday 院庆' },
    });
    await set([{ day: '2026-06-13' }, { day: '2026-06-12' }]);
    expect(await logged()).toMatchObject({
      target_name: '2026-06-12 / 2026-06-13',
      before: { '2026-06-12': 'holiday 院庆', '2026-06-13': null },
      after: { '2026-06-12': null, '2026-06-13': null },
    });
  });

  it('stores no exception for a day that already is so', async () => {
    await set([
      { day: '2026-06-12', type: 'restday' },
      { day: '2026-06-13', type: 'restday' },
      { day: '2026-06-14', type: 'restday', name: '值班' },
    ]);
    const days = (await year()).days.filter(({ source }) => source === 'company').map(({ day }) => day);
    expect(days).toEqual(['2026-06-12', '2026-06-14']);
    await set([{ day: '2026-06-12', type: 'workday' }]);
    expect(await dayOf('2026-06-12')).toMatchObject({ source: 'base', usual: null });
  });

  it('answers 1009 to the second of two changes of the same version, and keeps the first', async () => {
    const { version } = await year();
    expect((await set([{ day: '2026-06-12', type: 'holiday' }], admin, version)).code).toBe(0);
    for (const stale of [
      set([{ day: '2026-06-15', type: 'holiday' }], admin, version),
      app.call(workingDayReset, { days: ['2026-06-12'], version }, { token: admin }),
      app.call(workingDayWeek, { workdays: [1], version }, { token: admin }),
    ])
      expect((await stale).code).toBe(1009);
    expect(await year()).toMatchObject({ version: version + 1, workdays: [1, 2, 3, 4, 5] });
    expect(await dayOf('2026-06-12')).toMatchObject({ type: 'holiday' });
    expect(await dayOf('2026-06-15')).toMatchObject({ type: 'workday' });
  });

  it('of two writers at once, one wins', async () => {
    const { version } = await year();
    const both = ['2026-06-12', '2026-06-15'].map((day) => set([{ day, type: 'holiday' }], admin, version));
    expect((await Promise.all(both)).map(({ code }) => code).toSorted()).toEqual([0, 1009]);
  });

  it.each([
    ['no days', [], 'days'],
    ['a day that does not exist', [{ day: '2026-02-30', type: 'holiday' }], 'days.0.day'],
    ['a day outside the calendar', [{ day: '2101-01-01', type: 'holiday' }], 'days.0.day'],
    ['a type that does not exist', [{ day: '2026-02-03', type: 'feast' }], 'days.0.type'],
    ['a name that is too long', [{ day: '2026-02-03', type: 'holiday', name: 'x'.repeat(31) }], 'days.0.name'],
    ['the same day twice', [{ day: '2026-02-03', type: 'holiday' }, { day: '2026-02-03' }], 'days'],
    ['too many days', Array.from({ length: 367 }, () => ({ day: '2026-02-03' })), 'days'],
  ])('refuses %s with its field', async (_, days, field) => {
    expect(await set(days)).toMatchObject({ code: 1001, data: { field } });
  });

  it('is refused to a person without the node, and another enterprise keeps its own calendar', async () => {
    const { rows } = await app.platform.db.pool.query(`insert into enterprise (name) values ('别家') returning id`);
    const { version } = await year();
    const days = [{ day: '2026-06-12', type: 'holiday' }];
    expect((await set(days, employee)).code).toBe(1005);
    expect((await app.call(workingDayWeek, { workdays: [1], version }, { token: employee })).code).toBe(1005);
    expect((await app.call(workingDayReset, { days: ['2026-06-12'], version }, { token: employee })).code).toBe(1005);
    expect((await set(days)).code).toBe(0);
    const theirs = await app.modules.config.workingDays.year(rows[0].id, 2026, 'zh');
    expect(theirs).toMatchObject({ version: 1, counts: { total: 248 } });
  });
});

describe('the base week', () => {
  it('counts for every day without a statutory rule or exception', async () => {
    const { version } = await year();
    const answer = await app.call(workingDayWeek, { workdays: [6, 1, 2, 3, 4, 5], version }, { token: admin });
    expect(answer).toMatchObject({ code: 0, data: { version: version + 1 } });
    expect((await year()).workdays).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await dayOf('2026-06-13')).toMatchObject({ type: 'workday', source: 'base' });
    expect(await dayOf('2026-06-20')).toMatchObject({ type: 'holiday' });
    expect(await logged()).toMatchObject({
      event: 'config.workingWeekChanged',
      after: { workdays: [1, 2, 3, 4, 5, 6] },
    });
  });

  it.each([[[]], [[0]], [[8]], [[1, 1]]])('refuses %j', async (workdays) => {
    const { version } = await year();
    const { code, data } = await app.call(workingDayWeek, { workdays, version }, { token: admin });
    expect([code, data.field.split('.')[0]]).toEqual([1001, 'workdays']);
  });
});

describe('the cache', () => {
  it('loads the calendar once, and a change reaches the next call of every process', async () => {
    const enterprise = await theEnterprise(app);
    const { workingDays } = app.modules.config;
    await year();
    const first = await workingDays.of(enterprise);
    await year(2027);
    expect(await workingDays.of(enterprise)).toBe(first);
    await set([{ day: '2026-11-23', type: 'holiday' }]);
    expect(await dayOf('2026-11-23')).toMatchObject({ type: 'holiday' });
    const noon = new Date('2026-11-23T04:00:00Z');
    expect((await workingDays.of(enterprise)).isWorkday(noon)).toBe(false);
  });

  it('has a text for every name of a statutory day', async () => {
    for (const lang of ['zh', 'en', 'tw'] as const) {
      const names = (await year(2026, admin, lang)).days.map(({ name }) => name);
      expect(names.filter((name) => name.startsWith('config.'))).toEqual([]);
      expect(translate(lang, 'config.holidays.other')).not.toBe('config.holidays.other');
    }
  });
});
