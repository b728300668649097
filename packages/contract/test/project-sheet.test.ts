import { describe, expect, it } from 'vitest';
import { problemOf } from '../src/problems.ts';
import { isBimLargerThanBuilt, type AreaUnit } from '../src/project-areas.ts';
import { sheet } from '../src/project-sheet.ts';

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
    ['1.234', name === 'total_hours' ? 'projects.halfHours' : 'projects.amount'],
  ])('%o is told to be %s', (value, key) => {
    expect(problem(value)?.key).toBe(key);
  });

  it('the least that is allowed stands in the message', () => {
    expect(problem('-5')?.params).toEqual({ n: 0 });
  });

  it.each([['0'], ['12.50'], [' 7 '], [12]])('%o is fine', (value) => {
    expect(problem(value)).toBeNull();
  });
});

describe('more floor area modelled than built', () => {
  it.each<[string, AreaUnit, string, AreaUnit, boolean]>([
    ['10000', 'm2', '1', 'wan_m2', false],
    ['10000.01', 'm2', '1', 'wan_m2', true],
    ['1', 'wan_m2', '1', 'ha', false],
    ['2000', 'm2', '3', 'mu', false],
    ['2000.01', 'm2', '3', 'mu', true],
    ['999999999999.99', 'm2', '999999999999.98', 'm2', true],
    ['0', 'm2', '0', 'm2', false],
  ])('%s %s of %s %s: %s', (bim, bimUnit, built, builtUnit, expected) => {
    const areas = { bim_area: bim, bim_area_unit: bimUnit, build_area: built, build_area_unit: builtUnit };
    expect(isBimLargerThanBuilt(areas)).toBe(expected);
  });

  it('nothing is said while something cannot be read', () => {
    const areas = { bim_area: '99', bim_area_unit: 'm2', build_area: '10', build_area_unit: 'm2' };
    expect(isBimLargerThanBuilt(areas)).toBe(true);
    expect(isBimLargerThanBuilt({ ...areas, bim_area: '99a' })).toBe(false);
    expect(isBimLargerThanBuilt({ ...areas, build_area: '' })).toBe(false);
    expect(isBimLargerThanBuilt({ ...areas, build_area_unit: undefined })).toBe(false);
  });
});
