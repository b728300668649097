import { afterEach, expect, test } from 'vitest';
import { ME } from '../testing/whole-app.ts';
import { dropRecentProject, keepRecent, recentProjects, recentRecords, withRecent, type Recent } from './recents.ts';
import { useSession } from './session/session.ts';

afterEach(() => localStorage.clear());

const signIn = (id: number) => useSession.setState({ me: { ...ME, id } });

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

test('many tasks do not displace the projects', () => {
  const projects = Array.from({ length: 10 }, (_, id) => record(id, { kind: 'project', place: '' }));
  const tasks = Array.from({ length: 20 }, (_, id) => record(id));
  const list = [...projects, ...tasks].reduce<Recent[]>(withRecent, []);
  expect(list.filter(({ kind }) => kind === 'project').map(({ id }) => id)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test('each person has own records, and a refused project is dropped', () => {
  signIn(5);
  keepRecent(record(1, { kind: 'project' }));
  keepRecent(record(1));
  signIn(6);
  expect(recentRecords()).toEqual([]);
  signIn(5);
  expect(recentProjects().map(({ id }) => id)).toEqual([1]);
  dropRecentProject(1);
  expect(recentRecords()).toEqual([record(1)]);
});

test('a damaged store counts as empty', () => {
  signIn(5);
  for (const text of ['', '{', '7', 'null', '{"id":1}', '[1,null,{"id":"x","name":"y"},{"id":3,"name":""}]']) {
    localStorage.setItem('recent.5', text);
    expect(recentRecords(), text).toEqual([]);
  }
});
