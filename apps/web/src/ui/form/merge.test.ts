import { expect, test } from 'vitest';
import { merge } from './merge.ts';

const base = { name: 'Harbour', client: 'Port', floors: 12, people: [1, 2], note: null };

test('what I did not touch comes from the other one, what I changed stays mine', () => {
  const { values, clashes } = merge(base, { ...base, floors: 14 }, { ...base, client: 'City', people: [1, 3] });
  expect(values).toEqual({ name: 'Harbour', client: 'City', floors: 14, people: [1, 3], note: null });
  expect(clashes).toEqual([]);
});

test('a field both have changed keeps mine and is named, unless both mean the same', () => {
  const mine = { ...base, name: 'Harbour East', floors: 14 };
  const { values, clashes } = merge(base, mine, { ...base, name: 'Harbour West', floors: 14 });
  expect(values.name).toBe('Harbour East');
  expect(clashes).toEqual(['name']);
});

test('an empty field is not changed by being empty in another way', () => {
  const { values, clashes } = merge(base, { ...base, note: '' }, { ...base, note: 'look at this' });
  expect(values.note).toBe('look at this');
  expect(clashes).toEqual([]);
});

test('a field the form does not show comes with the newest record', () => {
  expect(merge(base, { name: 'Harbour' }, { ...base, client: 'City' }).values).toMatchObject({ client: 'City' });
});
