import { describe, expect, test } from 'vitest';
import { isCertain, matchedGroups, restingGroups, rowAfter, type Group, type Source, type Sources } from './rows.ts';

const source = (id: string, name: string, special: Partial<Source> = {}): Source => ({
  id,
  name,
  picture: 'right',
  to: `/${id}`,
  ...special,
});
const NONE: Sources = { recents: [], actions: [], pages: [], general: [] };
const shown = (groups: readonly Group[]): Record<string, string[]> =>
  Object.fromEntries(groups.map(({ name, rows }) => [name, rows.map((row) => row.name)]));
const first = (groups: readonly Group[]): string | undefined => groups[0]?.rows[0]?.name;

describe('without a word', () => {
  test('recent records come first, eight at most, then actions of the page, pages, actions of every page', () => {
    const recents = Array.from({ length: 10 }, (_, at) => source(`task:${at}`, `T${at}`));
    const groups = restingGroups({
      recents,
      actions: [source('a', '新建任务')],
      pages: [source('p', '工作台')],
      general: [source('g', '退出登录')],
    });
    expect(groups.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['recent', 8],
      ['actions', 1],
      ['pages', 1],
      ['general', 1],
    ]);
  });
});

describe('with a word', () => {
  test('the group of the best match comes first, so that its row is active', () => {
    const sources = { ...NONE, pages: [source('p', '员工', { syllables: 'yuan gong' })] };
    const found = { projects: [source('project:1', '全体员工宿舍')] };
    expect(first(matchedGroups('员工', sources, found, true))).toBe('员工');
    expect(first(matchedGroups('员工宿舍', sources, found, true))).toBe('全体员工宿舍');
    expect(shown(matchedGroups('yg', sources, {}, true))).toEqual({ pages: ['员工'] });
  });

  test('a record that was found by pinyin is a match of the server', () => {
    const groups = matchedGroups('bjtsg', NONE, { projects: [source('project:1', '滨江图书馆')] }, true);
    expect(groups[0]?.rows[0]).toMatchObject({ name: '滨江图书馆', spans: [] });
    expect(groups[0]?.rows[0]?.score).toBeGreaterThan(0);
  });

  test('a number or a short name finds a record, its letters are not marked', () => {
    const found = { projects: [source('project:2', '乙'), source('project:1', '甲', { aliases: ['A-12', '图书'] })] };
    expect(first(matchedGroups('a-12', NONE, found, true))).toBe('甲');
  });

  test('a recent record that was found too stands once, with what the server says of it', () => {
    const recents = [source('task:7', '结构图')];
    const found = { tasks: [source('task:7', '结构图（二版）'), source('task:8', '结构说明')] };
    expect(shown(matchedGroups('结构', { ...NONE, recents }, found, true))).toEqual({
      recent: ['结构图（二版）'],
      tasks: ['结构说明'],
    });
  });

  test('rows of an older answer stay, below what matches, and Enter does not open them', () => {
    const found = { projects: [source('project:1', '老城中学'), source('project:2', '滨江图书馆')] };
    const groups = matchedGroups('图书', NONE, found, false);
    expect(shown(groups)).toEqual({ projects: ['滨江图书馆', '老城中学'] });
    const certain = groups[0]?.rows.map((row) => isCertain(row, '图书', false));
    expect(certain).toEqual([true, false]);
  });

  test('the key of an action finds it', () => {
    const actions = [source('a', '新建任务', { keys: 'n t' })];
    expect(shown(matchedGroups('nt', { ...NONE, actions }, null, false))).toEqual({ actions: ['新建任务'] });
  });

  test('actions of the page and of every page are one group', () => {
    const sources = { ...NONE, actions: [source('a', '新建主题')], general: [source('g', '主题：深色')] };
    expect(shown(matchedGroups('主题', sources, null, true))).toEqual({ actions: ['主题：深色', '新建主题'] });
  });
});

test('arrows go round, Home and End lead to the ends, other keys nowhere', () => {
  const rows = restingGroups({ ...NONE, pages: ['a', 'b', 'c'].map((id) => source(id, id)) })[0]?.rows ?? [];
  const after = (at: number, key: string) => rowAfter(rows, at, key)?.id;
  expect([after(0, 'ArrowDown'), after(2, 'ArrowDown'), after(0, 'ArrowUp')]).toEqual(['b', 'a', 'c']);
  expect([after(1, 'Home'), after(1, 'End'), after(1, 'a')]).toEqual(['a', 'c', undefined]);
  expect(rowAfter([], -1, 'ArrowDown')).toBeUndefined();
});
