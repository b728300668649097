import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { COST_LEVELS, WHOLE_BP, type CostLevel } from '@prdm/contract/config/cost';
import { fenOf, YUAN, yuanOf } from '@prdm/contract/kit/yuan';
import { mayDelete, mayEdit, percentOf, validOn, wrongSum } from './cost.rules.ts';

const level = (...bps: number[]) => bps.map((bp, id) => ({ id, bp }));
const WHOLE = { stages: level(2000, 2500, 4500, 1000), professions: level(10_000), roles: [] };
const content = (given: Partial<Record<CostLevel, number[]>>) => ({
  stages: level(...(given.stages ?? [WHOLE_BP])),
  professions: level(...(given.professions ?? [WHOLE_BP])),
  roles: (given.roles ?? [WHOLE_BP]).map((bp) => ({ role: 'designer' as const, bp })),
});

describe('the sum of a level', () => {
  it.each([
    [{}, null],
    [{ stages: [3333, 3333, 3334] }, null],
    [{ stages: [3333, 3333, 3333] }, { level: 'stages', diff: -1 }],
    [{ professions: [5000, 5500] }, { level: 'professions', diff: 500 }],
    [{ roles: [] }, { level: 'roles', diff: -10_000 }],
    [
      { stages: [1], professions: [1] },
      { level: 'stages', diff: -9999 },
    ],
  ])('%j gives %j', (given, wanted) => {
    expect(wrongSum(content(given))).toEqual(wanted);
  });

  it('counts a level without parts as 0', () => {
    expect(wrongSum(WHOLE)).toEqual({ level: 'roles', diff: -WHOLE_BP });
  });

  it('is right exactly when the whole numbers make 10,000, and names the first wrong level', () => {
    const parts = fc.array(fc.integer({ min: 1, max: WHOLE_BP }), { maxLength: 12 });
    /** Parts that make the whole. */
    const whole = fc
      .uniqueArray(fc.integer({ min: 1, max: WHOLE_BP - 1 }), { maxLength: 11 })
      .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), WHOLE_BP])
      .map((cuts) => cuts.slice(1).map((cut, at) => cut - (cuts[at] as number)));
    const levels = fc.record({
      stages: fc.oneof(whole, parts),
      professions: fc.oneof(whole, parts),
      roles: fc.oneof(whole, parts),
    });
    fc.assert(
      fc.property(levels, (given) => {
        const sums = COST_LEVELS.map((name) => given[name].reduce((sum, bp) => sum + bp, 0));
        const at = sums.findIndex((sum) => sum !== WHOLE_BP);
        const wanted = at < 0 ? null : { level: COST_LEVELS[at], diff: (sums[at] as number) - WHOLE_BP };
        expect(wrongSum(content(given))).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the version that counts on a day', () => {
  const version = (id: number, projectTypeId: number | null, validFrom: string) => ({ id, projectTypeId, validFrom });
  const versions = [
    version(1, null, '1900-01-01'),
    version(2, null, '2026-01-01'),
    version(3, 7, '2026-03-01'),
    version(4, 7, '2026-06-01'),
    version(5, 8, '2027-01-01'),
  ];

  it.each([
    ['the default', null, '2025-12-31', 1],
    ['the default from its day on', null, '2026-01-01', 2],
    ['a type before its first version: the default', 7, '2026-02-28', 2],
    ['a type from its day on', 7, '2026-03-01', 3],
    ['the day before the next version', 7, '2026-05-31', 3],
    ['the next version', 7, '2026-06-01', 4],
    ['a type with a later version only: the default', 8, '2026-12-31', 2],
    ['a type without versions', 9, '2030-01-01', 2],
  ])('%s', (_what, type, day, id) => {
    expect(validOn(versions, type, day)?.id).toBe(id);
    expect(validOn(versions.toReversed(), type, day)?.id).toBe(id);
  });

  it('is undefined without a default', () => {
    expect(validOn([version(5, 8, '2027-01-01')], 8, '2026-12-31')).toBeUndefined();
  });

  it('may change from its day on only when it began today or later, and be deleted only before its day', () => {
    const today = '2026-06-01';
    const answers = ['2026-05-31', '2026-06-01', '2026-06-02'].map((validFrom) => {
      const dated = { projectTypeId: null, validFrom };
      return [mayEdit(dated, today), mayDelete(dated, today)];
    });
    expect(answers).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ]);
  });
});

describe('figures', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [1250, '12.50'],
    [-10_000, '-100.00'],
  ])('%d ten-thousandths are %s percent', (bp, text) => {
    expect(percentOf(bp)).toBe(text);
  });

  it('yuan and fen convert without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }), (fen) => {
        expect(yuanOf(fen)).toMatch(YUAN);
        expect(fenOf(yuanOf(fen))).toBe(fen);
      }),
    );
    expect([yuanOf(0), yuanOf(7), yuanOf(-100_050), fenOf('-0.00'), fenOf('000012.30')]).toEqual([
      '0.00',
      '0.07',
      '-1000.50',
      0,
      1230,
    ]);
  });
});
