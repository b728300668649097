import { expect, test } from 'vitest';
import { keyInData, type Translate } from '../../lib/i18n.ts';
import { countOf, filtered } from './menu-filter.ts';
import type { MenuItem, MenuLeaf } from './menu-model.ts';

const NAMES: Readonly<Record<string, string>> = {
  org: '组织',
  staff: '员工',
  department: '部门',
  data: '基础数据',
  profession: '专业',
  calendar: '工作日历',
};
const SOUNDS = { staff: 'yuan gong', department: 'bu men', profession: 'zhuan ye', calendar: 'gong zuo ri li' };
const t: Translate = (key) => NAMES[key] ?? key;
const leaf = (key: string): MenuLeaf => ({ kind: 'leaf', path: `/${key}`, labelKey: keyInData(key), icon: null });
const group = (key: string, ...children: string[]): MenuItem => ({
  kind: 'group',
  key,
  labelKey: keyInData(key),
  icon: 'users',
  children: children.map(leaf),
});
const MENU = [group('org', 'staff', 'department'), group('data', 'profession'), leaf('calendar')];
const found = (word: string) =>
  filtered(MENU, word, t, SOUNDS).flatMap((item) =>
    item.kind === 'leaf' ? [item.path] : item.children.map(({ path }) => path),
  );

test.each([
  ['', ['/staff', '/department', '/profession', '/calendar']],
  ['部', ['/department']],
  ['zy', ['/profession']],
  ['gongzuo', ['/calendar']],
  ['组织', ['/staff', '/department']],
  ['g', ['/staff', '/calendar']],
  ['x', []],
])('%s finds %o', (word, paths) => expect(found(word)).toEqual(paths));

test('the entries of groups count', () => expect(countOf(MENU)).toBe(4));
