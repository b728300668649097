import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import type { CostVersion } from '@prdm/contract/config/cost';
import {
  bpOf,
  columnOf,
  draftOf,
  inputOf,
  isChanged,
  isComplete,
  isYuan,
  percentText,
  restFor,
  rowsOf,
  sumOf,
  yuanText,
} from './cost.logic.ts';

const version: CostVersion = {
  id: 1,
  project_type_id: null,
  valid_from: '2026-06-01',
  stages: [
    { stage_id: 1, name: '方案设计', code: 'concept', enabled: true, bp: 2000 },
    { stage_id: 2, name: '施工图设计', code: 'construction_doc', enabled: true, bp: 8000 },
  ],
  professions: [{ profession_id: 3, name: '建筑', code: 'arch', enabled: true, bp: 10_000 }],
  roles: [{ role: 'designer', bp: 10_000 }],
  fee_bp: 800,
  base_tax: 'gross',
  advance_limit: '500000.00',
  contract_threshold: '1000000.00',
  version: 1,
  can: { edit: true, del: true },
};

test.each([
  ['', 0],
  ['35', 3500],
  ['35.5', 3550],
  ['0.05', 5],
  ['100', 10_000],
  ['100.01', null],
  ['1.234', null],
  ['-1', null],
  ['a', null],
])('%j is %s ten-thousandths', (text, bp) => {
  expect(bpOf(text)).toBe(bp);
});

test('every share survives its text', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 10_000 }), (bp) => bpOf(percentText(bp)) === bp));
});

describe('the rest of a level', () => {
  test('is missing or too much, and a wrong figure is no sum', () => {
    expect(sumOf({ a: '35', b: '60' })).toMatchObject({ sum: 9500, missing: 500, isWhole: false });
    expect(sumOf({ a: '35', b: '65' })).toMatchObject({ missing: 0, isWhole: true });
    expect(sumOf({ a: '35', b: 'x' })).toMatchObject({ isBad: true, isWhole: false });
  });

  test.each([
    ['missing, on a row with a share', { a: '35', b: '60' }, 'a', '40.00'],
    ['missing, on an empty row', { a: '35', b: '60' }, 'c', '5.00'],
    ['too much', { a: '35', b: '70' }, 'b', '65.00'],
    ['too much, all of it', { a: '100', b: '5' }, 'b', ''],
    ['too much for this row', { a: '98', b: '5' }, 'b', '2.00'],
    ['more than the row has', { a: '105', b: '4' }, 'b', null],
    ['nothing missing', { a: '100' }, 'a', null],
    ['another row is no figure', { a: 'x', b: '5' }, 'b', null],
  ])('%s', (_what, shares, key, wanted) => {
    expect(restFor(shares, key)).toBe(wanted);
  });

  test('put on a row makes the level whole', () => {
    const shares = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.integer({ min: 0, max: 10_000 }).map(percentText),
    );
    fc.assert(
      fc.property(shares, fc.constantFrom('a', 'b', 'c', 'd'), (given, key) => {
        const rest = restFor(given, key);
        if (rest !== null) expect(sumOf({ ...given, [key]: rest }).isWhole).toBe(true);
      }),
    );
  });
});

test('a draft is changed by its figures and its day, not by how a figure is written', () => {
  const draft = draftOf(version);
  expect(isChanged(draft, version)).toBe(false);
  const typed = { ...draft.figures, stages: { 1: '20', 2: '80.0', 9: '' }, advanceLimit: '500000' };
  expect(isChanged({ ...draft, figures: typed }, version)).toBe(false);
  expect(isChanged({ ...draft, figures: { ...typed, fee: '9' } }, version)).toBe(true);
  expect(isChanged({ ...draft, validFrom: '2026-07-01' }, version)).toBe(true);
  expect(isChanged({ ...draft, id: null }, undefined)).toBe(true);
});

test('the input names entries with a share in the order of the rows, and amounts with two decimals', () => {
  const draft = draftOf(version);
  const figures = {
    ...draft.figures,
    stages: { 2: '80', 1: '20', 9: '' },
    advanceLimit: '12.5',
    contractThreshold: '7',
  };
  const order = { stages: ['9', '1', '2'], professions: ['3'], roles: ['designer'] };
  expect(isComplete({ ...draft, figures })).toBe(true);
  expect(inputOf({ ...draft, figures }, order)).toEqual({
    valid_from: '2026-06-01',
    stages: [
      { stage_id: 1, bp: 2000 },
      { stage_id: 2, bp: 8000 },
    ],
    professions: [{ profession_id: 3, bp: 10_000 }],
    roles: [{ role: 'designer', bp: 10_000 }],
    fee_bp: 800,
    base_tax: 'gross',
    advance_limit: '12.50',
    contract_threshold: '7.00',
  });
  for (const wrong of [{ fee: '' }, { fee: '101' }, { advanceLimit: '' }, { contractThreshold: '-1' }, { roles: {} }])
    expect(isComplete({ ...draft, figures: { ...figures, ...wrong } })).toBe(false);
});

test('amounts and pasted columns', () => {
  expect([yuanText('7'), yuanText('7.5'), yuanText('7.55'), yuanText('x')]).toEqual(['7.00', '7.50', '7.55', 'x']);
  expect(['7', '0.00', '1234567890123', '-7.00', '', '7.555'].map(isYuan)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(columnOf('35')).toBeNull();
  expect(columnOf('35%\t建筑\r\n25\n')).toEqual(['35', '25']);
});

test('rows are the entries that can be chosen, then others that a version names', () => {
  const parts = [
    { key: '1', name: '方案', enabled: true },
    { key: '7', name: '旧阶段', enabled: false },
  ];
  expect(rowsOf([{ id: 1, name: '方案设计' }], parts).map(({ key, enabled }) => [key, enabled])).toEqual([
    ['1', true],
    ['7', false],
  ]);
});
