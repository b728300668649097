import { expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { refsOf } from '@prdm/contract/kit';
import { valueText } from './action-values.ts';

const NAME = '滨江科技园';

it('[R-057] every id of an input of a change shows the name of its record', () => {
  const unnamed = new Set<string>();
  let checked = 0;
  for (const { method, input } of registry)
    for (const { path, ref } of method === 'GET' ? [] : refsOf(input)) {
      const field = path.findLast((step) => step !== '*') ?? '';
      if (ref.byKey) continue;
      checked += 1;
      const names = new Map([[ref.kind, new Map([[5, NAME]])]]);
      if (valueText(field, 5, { lang: 'zh', kind: ref.kind, names }) !== NAME) unnamed.add(`${field} of ${ref.kind}`);
    }
  expect([...unnamed]).toEqual([]);
  expect(checked).toBeGreaterThan(200);
});

it('a field of several kinds names the kind of the row, otherwise that of its events', () => {
  const names = new Map([
    ['department', new Map([[5, '结构所']])],
    ['task', new Map([[5, '结构图']])],
    ['user', new Map([[5, '李娜']])],
  ]);
  const text = (field: string, kind: string) => valueText(field, 5, { lang: 'zh', kind, names });
  expect([text('parent_id', 'department'), text('parent_id', 'task')]).toEqual(['结构所', '结构图']);
  expect([text('from_id', 'task'), text('assigner_id', 'task'), text('order', 'user')]).toEqual([
    '李娜',
    '李娜',
    '李娜',
  ]);
  expect(text('days', 'task')).toBe('5');
});

it('a field of several kinds is one that names the record of its own row', () => {
  const kinds = new Map<string, Set<string>>();
  for (const { method, input } of registry)
    for (const { path, ref } of method === 'GET' ? [] : refsOf(input)) {
      const field = path.findLast((step) => step !== '*') ?? '';
      kinds.set(field, (kinds.get(field) ?? new Set()).add(ref.kind));
    }
  const several = [...kinds].filter(([, of]) => of.size > 1).map(([field]) => field);
  // Another field here needs a line in OF_EVENTS for the rows about records of other kinds.
  expect(several.toSorted()).toEqual(['after_id', 'from_id', 'id', 'parent_id', 'version_id']);
});
