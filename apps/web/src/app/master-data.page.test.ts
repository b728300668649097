import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { professions } from '@prdm/contract/config/dictionaries';
import { useAppState } from '../lib/app-state.ts';
import { translate } from '../lib/i18n.ts';
import { useToasts } from '../lib/toasts.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';
import type { Answer, Seen } from '../testing/wire.ts';

/* The pages of ordinary entities, with a server that keeps the entries of one dictionary. */
type Row = z.output<typeof professions.index.output>['list'][number];

const KEEPER = { ...ME, roles: { role: 'administrator', access: [{ action: 'home-ProjectSetting-index' }] } };
const PATH = '/apis/config/profession';
let app: WholeApp;
let rows: Row[] = [];
let serial = 0;

const row = (id: number, name: string, special: Partial<Row> = {}): Row => ({
  id,
  name,
  code: null,
  sort: id,
  enabled: true,
  version: 1,
  used: 0,
  short_name: '',
  colour: null,
  ...special,
  can: { edit: true, enable: true, disable: true, del: (special.used ?? 0) === 0 ? true : 'records.reasons.inUse' },
});
const ok = (data: unknown = null): Answer => ({ body: { code: 0, msg: '', data } });
const form = ({ body }: Seen) => Object.fromEntries(new URLSearchParams(body));
const idsIn = (call: Seen) => Object.entries(form(call)).flatMap(([k, v]) => (k.endsWith('[id]') ? [Number(v)] : []));
const change = (call: Seen, special: (row: Row) => Partial<Row>): Answer => {
  const ids = idsIn(call);
  rows = rows.map((each) => (ids.includes(each.id) ? { ...each, version: each.version + 1, ...special(each) } : each));
  return ok();
};
let deleted: Row[] = [];

beforeAll(async () => {
  app = await startWholeApp(KEEPER);
}, 60_000);
beforeEach(() => {
  rows = [
    row(1, '建筑', { used: 12, colour: '#1f5fd6' }),
    row(2, '结构'),
    row(3, '暖通', { enabled: false }),
    row(4, '测绘'),
  ];
  deleted = [];
  serial = 100;
  app.wire.seen.length = 0;
  act(() => useToasts.setState({ toasts: [] }));
  act(() => useAppState.setState({ device: 'desktop', sidebarOpen: true, project: null }));
  app.says(`${PATH}/index`, ({ url }) => {
    const query = new URLSearchParams(url.split('?')[1]);
    const [state, word] = [query.get('state'), query.get('word') ?? ''];
    const list = rows.filter(
      (each) => each.name.includes(word) && (state === 'all' || each.enabled === (state !== 'disabled')),
    );
    return ok({ list, total: list.length });
  });
  app.says(`${PATH}/add`, (call) => {
    const { name = '' } = form(call);
    if (rows.some((each) => each.name === name))
      return { body: { code: 1018, msg: '名称已存在', data: { field: 'name' } } };
    rows = [...rows, row((serial += 1), name)];
    return ok({ id: serial });
  });
  app.says(`${PATH}/edit`, (call) => {
    const { id, version, name = '' } = form(call);
    const stored = rows.find((each) => each.id === Number(id));
    if (stored?.version !== Number(version)) return { body: { code: 1009, msg: '他人已修改', data: null } };
    rows = rows.map((each) => (each === stored ? { ...each, name, version: each.version + 1 } : each));
    return ok();
  });
  app.says(`${PATH}/disable`, (call) => change(call, () => ({ enabled: false })));
  app.says(`${PATH}/enable`, (call) => change(call, () => ({ enabled: true })));
  app.says(`${PATH}/del`, (call) => {
    deleted = rows.filter(({ id }) => idsIn(call).includes(id));
    rows = rows.filter(({ id }) => !idsIn(call).includes(id));
    return ok();
  });
  app.says(`${PATH}/restore`, (call) => {
    rows = [...rows, ...deleted.filter(({ id }) => idsIn(call).includes(id))];
    return ok();
  });
  app.says(`${PATH}/sort`, (call) => {
    const { id, after_id: after } = form(call);
    const moved = rows.filter((each) => each.id === Number(id));
    const rest = rows.filter((each) => each.id !== Number(id));
    const at = after === undefined ? 0 : rest.findIndex((each) => each.id === Number(after)) + 1;
    rows = [...rest.slice(0, at), ...moved, ...rest.slice(at)];
    return ok();
  });
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const shown = () => [...document.querySelectorAll('.entity-name > .ellipsis')].map(({ textContent }) => textContent);
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
const menuOf = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: translate('common.moreOf', { name }) }));
  return screen.findByRole('menu');
};
const choose = async (name: string, label: string) =>
  userEvent.click(within(await menuOf(name)).getByRole('menuitem', { name: label }));
const undo = async () => userEvent.click(await screen.findByRole('button', { name: '撤销' }));
const calls = (act: string) => app.wire.seen.filter(({ url }) => url.startsWith(`${PATH}/${act}`));
const field = (name: string) => screen.findByRole('textbox', { name });
/** A button that still shows its progress has another name before its own. */
const send = async (name: RegExp) =>
  userEvent.click(await within(screen.getByRole('dialog')).findByRole('button', { name }));
const openList = async (at = '/company/profession') => {
  app.open(at);
  await waitFor(() => expect(shown().length).toBeGreaterThan(0));
};

test('[R-037] the list of disciplines shows names, use counts and disabled entries, and can be filtered by state', async () => {
  await openList();
  expect(shown()).toEqual(['建筑', '结构', '暖通', '测绘']);
  within(rowOf('建筑')).getByText('12 处引用');
  within(rowOf('暖通')).getByText('已停用');
  expect(rowOf('暖通').className).toContain('row-off');
  await userEvent.click(screen.getByRole('tab', { name: '停用' }));
  await waitFor(() => expect(shown()).toEqual(['暖通']));
  expect(location.search).toBe('?state=disabled');
});

test('an entry in use cannot be deleted, and the menu says how often it is used', async () => {
  await openList();
  const item = within(await menuOf('建筑')).getByRole('menuitem', { name: /删除/ });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  expect(item.textContent).toContain('12');
  expect(
    within(screen.getByRole('menu')).getByRole('menuitem', { name: '停用' }).getAttribute('aria-disabled'),
  ).not.toBe('true');
});

test('a new entry is added; a name twice shows at the name and the form stays', async () => {
  await openList();
  await userEvent.click(screen.getByRole('button', { name: '新建专业' }));
  await userEvent.type(await field('名称'), '结构');
  await send(/新建$/);
  await within(screen.getByRole('dialog')).findByText('名称已存在');
  await userEvent.type(await field('名称'), '二');
  await send(/新建$/);
  await waitFor(() => expect(shown()).toContain('结构二'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a stale form offers the newest record and keeps what was typed', async () => {
  await openList();
  await userEvent.click(screen.getByText('结构'));
  await userEvent.clear(await field('名称'));
  await userEvent.type(await field('名称'), '结构设计');
  rows = rows.map((each) => (each.id === 2 ? { ...each, name: '建筑结构', version: 2 } : each));
  await send(/保存$/);
  await userEvent.click(await screen.findByRole('button', { name: '载入最新内容，保留我的修改' }));
  expect((await field('名称')).getAttribute('value')).toBe('结构设计');
  await send(/保存$/);
  await waitFor(() => expect(shown()).toContain('结构设计'));
});

test('disable and delete run at once and can be undone', async () => {
  await openList();
  await choose('结构', '停用');
  await waitFor(() => expect(rowOf('结构').className).toContain('row-off'));
  await undo();
  await waitFor(() => expect(rowOf('结构').className).not.toContain('row-off'));
  await choose('测绘', '删除');
  await waitFor(() => expect(shown()).not.toContain('测绘'));
  await undo();
  await waitFor(() => expect(shown()).toContain('测绘'));
  expect(form(calls('restore')[0] as Seen)).toEqual({ 'items[0][id]': '4', 'items[0][version]': '2' });
});

test('the ticked rows are disabled together; delete leaves out those in use', async () => {
  await openList();
  await userEvent.click(screen.getByRole('checkbox', { name: '全选' }));
  const bar = within(screen.getByRole('toolbar'));
  bar.getByRole('button', { name: '启用 (1)' });
  await userEvent.click(bar.getByRole('button', { name: '停用 (3)' }));
  await waitFor(() => expect(rows.filter(({ enabled }) => enabled)).toEqual([]));
  await screen.findByText('已停用 3 条');
  await undo();
  await waitFor(() => expect(rows.filter(({ enabled }) => enabled)).toHaveLength(3));
  bar.getByRole('button', { name: '删除 (3)' });
});

test('an arrow key on a handle moves the row, the new place is announced, and undo returns it', async () => {
  await openList();
  const grip = screen.getByRole('button', { name: /^移动“建筑”/ });
  grip.focus();
  fireEvent.keyDown(grip, { key: 'ArrowDown' });
  expect(shown()).toEqual(['结构', '建筑', '暖通', '测绘']);
  screen.getByText('建筑，第 2 位，共 4 位');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^移动“建筑”/ }));
  await waitFor(() => expect(calls('sort')).toHaveLength(1));
  expect(form(calls('sort')[0] as Seen)).toEqual({ id: '1', after_id: '2' });
  await undo();
  await waitFor(() => expect(shown()).toEqual(['建筑', '结构', '暖通', '测绘']));
});

test('Alt and an arrow move the current row, and another order of the list hides the handles', async () => {
  await openList();
  fireEvent.keyDown(document.body, { key: 'j' });
  fireEvent.keyDown(document.body, { key: 'ArrowDown', altKey: true });
  expect(shown()).toEqual(['结构', '建筑', '暖通', '测绘']);
  await waitFor(() => expect(calls('sort')).toHaveLength(1));
  app.open('/company/profession?sort=name');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^移动/ })).toBeNull());
});

test('a change of another user shows at once', async () => {
  await openList();
  rows = rows.map((each) => (each.id === 2 ? { ...each, name: '结构专业' } : each));
  act(() => app.push({ type: 'entity', kind: 'profession' }));
  await waitFor(() => expect(shown()).toContain('结构专业'));
});

const PLAIN = {
  id: 1,
  code: null,
  sort: 0,
  enabled: true,
  version: 1,
  used: null,
  short_name: '',
  colour: '#2b6cb0',
  assessment: false,
};
const DICTIONARIES = [
  ['项目阶段', 'stage'],
  ['项目类型', 'project_type'],
  ['标签组', 'label_group'],
  ['密级', 'secret_level'],
  ['公司主体', 'company'],
  ['行业', 'industry'],
  ['项目等级', 'project_grade'],
  ['结构类型', 'structure_type'],
  ['服务内容', 'service_content'],
] as const;

test('[R-036] project data shows each of its nine dictionaries from its own call, stages first', async () => {
  for (const [, kind] of DICTIONARIES)
    app.data(`/apis/config/${kind}/index`, { list: [{ ...PLAIN, name: `条目 ${kind}` }], total: 1 });
  app.open('/company/cfgdata');
  await screen.findByText('条目 stage');
  const links = within(screen.getByRole('link', { name: '公司主体' }).closest('nav') as HTMLElement).getAllByRole(
    'link',
  );
  // Folder templates are no dictionary and stand last.
  expect(links.map(({ textContent }) => textContent)).toEqual([...DICTIONARIES.map(([name]) => name), '文件夹模板']);
  for (const [name, kind] of DICTIONARIES) {
    await userEvent.click(screen.getByRole('link', { name }));
    await screen.findByText(`条目 ${kind}`);
  }
});

test('[R-036] project data shows its dictionaries, and the address names one', async () => {
  app.data('/apis/config/industry/index', { list: [], total: 0 });
  app.open('/company/cfgdata?dictionary=industry');
  await screen.findByText('还没有行业');
  screen.getAllByRole('button', { name: '新建行业' });
  await userEvent.click(screen.getByRole('link', { name: '公司主体' }));
  await waitFor(() => expect(location.search).toBe('?dictionary=company'));
  await screen.findByText('还没有公司主体');
  expect(screen.getByRole('link', { name: '公司主体' }).getAttribute('aria-current')).toBe('page');
});
