import { describe, expect, it } from 'vitest';
import { problemOf } from '../src/kit/problems.ts';
import { isBimLargerThanBuilt, type AreaUnit } from '../src/projects/areas.ts';
import { sheet } from '../src/projects/sheet.ts';

const FIGURES = ['build_area', 'bim_area', 'land_area', 'height', 'total_hours'] as const;

describe.each(FIGURES)('%s', (name) => {
  const problem = (value: unknown) => {
    const parsed = sheet[name].safeParse(value, { reportInput: true });
    return parsed.success ? null : problemOf(parsed.error);
  };

  it.each([
    ['-5', 'validation.tooSmall'],
    [-0.5, 'validation.tooSmall'],
    ['12a', 'validation.number'],
    ['--5', 'validation.number'],
    ['-', 'validation.number'],
    ['1e3', 'validation.number'],
    ['.5', 'validation.number'],
    [null, 'validation.number'],
    ['1.', 'validation.number'],
    ['12a.345', 'validation.number'],
  ])('%o is refused with %s', (value, key) => {
    expect(problem(value)?.key).toBe(key);
  });

  it('the message holds the lower bound', () => {
    expect(problem('-5')?.params).toEqual({ n: 0 });
  });

  it.each([['0'], ['12.50'], [' 7 '], [12]])('%o is accepted', (value) => {
    expect(problem(value)).toBeNull();
  });
});

it.each([
  ['height', 'projects.amount'],
  ['total_hours', 'projects.halfHours'],
] as const)('a third decimal of %s is refused with %s', (name, key) => {
  const parsed = sheet[name].safeParse('1.234', { reportInput: true });
  expect(parsed.error && problemOf(parsed.error).key).toBe(key);
});

describe.each(['build_area', 'bim_area', 'land_area'] as const)(
  '[VA-003] %s keeps two decimals, rounded half up',
  (name) => {
    it.each([
      ['12.345', '12.35'],
      ['12.344', '12.34'],
      ['1.005', '1.01'],
      [1.005, '1.01'],
      ['0.004999999999999999999999', '0.00'],
      ['0.005', '0.01'],
      ['9.995', '10.00'],
      ['99999999999.999', '100000000000.00'],
      ['999999999999.99', '999999999999.99'],
      ['999999999999.994', '999999999999.99'],
      [`1.${'3'.repeat(300)}`, '1.33'],
      ['12.5', '12.5'],
      ['12', '12'],
      ['007.125', '7.13'],
    ])('%s is %s', (value, kept) => {
      expect(sheet[name].parse(value)).toBe(kept);
    });

    it.each(['999999999999.995', '1234567890123', '1234567890123.1'])('%s is too large', (value) => {
      const parsed = sheet[name].safeParse(value, { reportInput: true });
      expect(parsed.error && problemOf(parsed.error)).toMatchObject({
        key: 'validation.tooLarge',
        params: { n: 999_999_999_999.99 },
      });
    });
  },
);

describe('more floor area modelled than built', () => {
  it.each<[string, AreaUnit, string, AreaUnit, boolean]>([
    ['10000', 'm2', '1', 'wan_m2', false],
    ['10000.01', 'm2', '1', 'wan_m2', true],
    ['1', 'wan_m2', '1', 'ha', false],
    ['2000', 'm2', '3', 'mu', false],
    ['2000.01', 'm2', '3', 'mu', true],
    ['999999999999.99', 'm2', '999999999999.98', 'm2', true],
    ['0', 'm2', '0', 'm2', false],
    ['1.005', 'm2', '1.01', 'm2', false],
    ['1.005', 'm2', '1.0049', 'm2', true],
  ])('%s %s of %s %s: %s', (bim, bimUnit, built, builtUnit, expected) => {
    const areas = { bim_area: bim, bim_area_unit: bimUnit, build_area: built, build_area_unit: builtUnit };
    expect(isBimLargerThanBuilt(areas)).toBe(expected);
  });

  it('gives no warning while a value is not readable', () => {
    const areas = { bim_area: '99', bim_area_unit: 'm2', build_area: '10', build_area_unit: 'm2' };
    expect(isBimLargerThanBuilt(areas)).toBe(true);
    expect(isBimLargerThanBuilt({ ...areas, bim_area: '99a' })).toBe(false);
    expect(isBimLargerThanBuilt({ ...areas, build_area: '' })).toBe(false);
    expect(isBimLargerThanBuilt({ ...areas, build_area_unit: undefined })).toBe(false);
  });
});
