import { expect, test } from 'vitest';
import { optionsOf } from './config.logic.ts';

test('options stand in the configured order, equal places by name', () => {
  const entries = [
    { id: 3, code: null, name: '结构', sort: 2 },
    { id: 1, code: null, name: '建筑', sort: 1 },
    { id: 2, code: null, name: '给排水', sort: 2 },
  ];
  expect(optionsOf('profession', entries).map(({ label }) => label)).toEqual(['建筑', '给排水', '结构']);
  expect(entries[0]?.id).toBe(3);
  expect(optionsOf('profession', undefined)).toEqual([]);
});
