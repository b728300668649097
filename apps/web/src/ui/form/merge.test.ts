import { expect, test } from 'vitest';
import { merge } from './merge.ts';

const base = { name: 'Harbour', client: 'Port', floors: 12, people: [1, 2], note: null };

test('untouched fields come from the saved record, changed fields stay mine', () => {
  const { values, clashes } = merge(base, { ...base, floors: 14 }, { ...base, client: 'City', people: [1, 3] });
  expect(values).toEqual({ name: 'Harbour', client: 'City', floors: 14, people: [1, 3], note: null });
  expect(clashes).toEqual([]);
});

test('a field that both users changed keeps mine and is a clash, unless both values are equal', () => {
  const mine = { ...base, name: 'Harbour East', floors: 14 };
  const { values, clashes } = merge(base, mine, { ...base, name: 'Harbour West', floors: 14 });
  expect(values.name).toBe('Harbour East');
  expect(clashes).toEqual(['name']);
});

test('another kind of empty is no change of an empty field', () => {
  const { values, clashes } = merge(base, { ...base, note: '' }, { ...base, note: 'look at this' });
  expect(values.note).toBe('look at this');
  expect(clashes).toEqual([]);
});

test('a field that the form does not show comes from the saved record', () => {
  expect(merge(base, { name: 'Harbour' }, { ...base, client: 'City' }).values).toMatchObject({ client: 'City' });
});
