import { expect, test } from 'vitest';
import { withRecent, type Recent } from './recents.ts';

const record = (id: number, special: Partial<Recent> = {}): Recent => ({
  kind: 'task',
  id,
  name: `T${id}`,
  to: `/file/task/index?project_id=1&id=${id}`,
  place: '滨江图书馆',
  ...special,
});

test('a record that is opened again moves to the front with its present name', () => {
  const list = withRecent([record(1), record(2)], record(2, { name: '新名' }));
  expect(list.map(({ name }) => name)).toEqual(['新名', 'T1']);
});

test('records of different kinds with one id are different records', () => {
  expect(withRecent([record(1)], record(1, { kind: 'file' }))).toHaveLength(2);
});

test('the oldest records are dropped', () => {
  const list = Array.from({ length: 30 }, (_, at) => at).reduce<Recent[]>(
    (kept, id) => withRecent(kept, record(id)),
    [],
  );
  expect(list).toHaveLength(12);
  expect(list[0]?.id).toBe(29);
});
