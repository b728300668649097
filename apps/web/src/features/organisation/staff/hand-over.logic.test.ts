import { describe, expect, test } from 'vitest';
import { groupsOf, planOf, type Work } from './hand-over.logic.ts';

const item = (key: string) => ({ key, kind: key.split(':')[0], name: key, project_name: '' }) as Work['list'][number];
const work: Work = {
  open: [
    { kind: 'project', count: 1 },
    { kind: 'task', count: 3 },
    { kind: 'process', count: 2 },
    { kind: 'lead', count: 2 },
  ],
  list: ['project:1', 'task:2', 'task:3', 'process:4', 'report:5', 'department:6'].map(item),
  total: 6,
  hidden: [{ kind: 'task', count: 1 }],
};
const groups = groupsOf(work);

describe('the plan of a hand-over', () => {
  test('groups items by kind, with the number of hidden ones', () => {
    expect(groups.map(({ kind, items, more, hidden }) => [kind, items.length, more, hidden])).toEqual([
      ['project', 1, 0, 0],
      ['task', 2, 1, 1],
      ['process', 1, 0, 0],
      ['lead', 2, 0, 0],
    ]);
  });

  test('the colleague of the first kind fills the rest, also the items that are not shown', () => {
    expect(planOf(groups, { chosen: {}, single: {} })).toEqual({ moves: [], kinds: [], isWhole: false });
    const plan = planOf(groups, { chosen: { project: 7 }, single: {} });
    expect(plan.moves).toEqual(work.list.map(({ key }) => ({ item: key, to_id: 7 })));
    expect(plan).toMatchObject({ kinds: [{ kind: 'task', to: 7 }], isWhole: true });
  });

  test('an item has a colleague of its own, and a cleared item stays', () => {
    const plan = planOf(groups, { chosen: { project: 7, lead: null }, single: { 'task:3': 8, 'process:4': null } });
    expect(plan.moves).toEqual([
      { item: 'project:1', to_id: 7 },
      { item: 'task:2', to_id: 7 },
      { item: 'task:3', to_id: 8 },
    ]);
    expect(plan.isWhole).toBe(false);
  });

  test('work of hidden projects moves only with its whole kind', () => {
    const single = { 'project:1': 7, 'task:2': 7, 'task:3': 8, 'process:4': 7 };
    expect(planOf(groups, { chosen: {}, single })).toMatchObject({ kinds: [], isWhole: false });
    expect(planOf(groups, { chosen: { task: 9 }, single })).toMatchObject({
      kinds: [{ kind: 'task', to: 9 }],
      isWhole: true,
    });
    expect(planOf(groups, { chosen: { task: 9 }, single: { ...single, 'task:2': null } }).kinds).toEqual([]);
  });

  test('work without items, for example of an older server, moves by kind', () => {
    const old = groupsOf({ open: [{ kind: 'task', count: 4 }], list: [], total: 0, hidden: [] });
    expect(planOf(old, { chosen: { task: 7 }, single: {} })).toEqual({
      moves: [],
      kinds: [{ kind: 'task', to: 7 }],
      isWhole: true,
    });
  });
});
