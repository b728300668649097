import { expect, test } from 'vitest';
import type { ImportRow } from '@prdm/contract/kit/sheet-import';
import { filtersOf, reasonOf, rowsWith, writtenBy } from './import.logic.ts';

const row = (line: number, fate: ImportRow['fate']): ImportRow => ({
  line,
  fate,
  cells: [],
  was: null,
  reason: null,
  column: null,
});
const rows = [row(2, 'new'), row(3, 'refused'), row(4, 'new')];
const counts = { new: 2, changed: 0, same: 0, refused: 1 };

test('only fates with rows are filters, and all rows come first', () => {
  expect(filtersOf({ counts, rows })).toEqual([
    { fate: 'all', count: 3 },
    { fate: 'new', count: 2 },
    { fate: 'refused', count: 1 },
  ]);
  expect(rowsWith(rows, 'new').map(({ line }) => line)).toEqual([2, 4]);
  expect(rowsWith(rows, 'all')).toHaveLength(3);
});

test('new and changed rows are written', () => {
  expect(writtenBy({ counts: { new: 2, changed: 3, same: 4, refused: 5 } })).toBe(5);
});

test('the reason of a row names its column', () => {
  const columns = ['账号', '姓名'];
  expect(reasonOf({ reason: '此项必填', column: 0 }, columns)).toBe('账号 · 此项必填');
  expect(reasonOf({ reason: '超过成员限额', column: null }, columns)).toBe('超过成员限额');
  expect(reasonOf({ reason: null, column: null }, columns)).toBe('');
});
