import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useAppState } from '../lib/app-state.ts';
import { useSession } from '../lib/session/session.ts';
import { choose } from '../testing/page-acts.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';
import type { Me } from '@prdm/contract/me';

/* The further pages of ordinary entities: each shows its list; members of positions and groups; the menu by rights. */
const holder = (...nodes: string[]): Me => ({
  ...ME,
  roles: { role: 'administrator', access: nodes.map((node) => ({ action: `home-${node}` })) },
});
const ALL = holder('Company-user', 'ProjectSetting-index');
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp(ALL);
}, 60_000);
beforeEach(() => {
  act(() => useSession.setState({ me: ALL }));
  act(() => useAppState.setState({ device: 'desktop', sidebarOpen: true, project: null }));
  app.wire.seen.length = 0;
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const can = { edit: true, enable: true, disable: true, del: true };
const entry = (id: number, name: string, special: object = {}) => ({
  id,
  name,
  code: null,
  sort: id,
  enabled: true,
  version: 1,
  used: 0,
  can,
  ...special,
});
const lists = (path: string, ...list: object[]) => app.data(path, { list, total: list.length });
const forms = (path: string) =>
  app.wire.seen.filter(({ url }) => url === path).map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
const menu = () => screen.findByRole('navigation', { name: '企业管理' });
const paths = async () => (await within(await menu()).findAllByRole<HTMLAnchorElement>('link')).map((a) => a.pathname);

const PERSON = { id: 8, name: '陈经理', thumb: '' };
const PEOPLE = {
  departments: [{ id: 3, parent_id: null, name: '结构所', level: 1 }],
  people: [
    {
      id: 8,
      name: '陈经理',
      thumb: '',
      pinyin: 'chenjingli',
      initials: 'cjl',
      department_id: 3,
      position_id: null,
      position_name: '',
      profession_id: null,
    },
    {
      id: 9,
      name: '李工',
      thumb: '',
      pinyin: 'ligong',
      initials: 'lg',
      department_id: 3,
      position_id: null,
      position_name: '',
      profession_id: null,
    },
  ],
};

test.each([
  ['[R-038]', '/company/positionTitle', '/apis/config/position_title', { level: 'senior' }, '副高级'],
  [
    '[R-039]',
    '/company/stconfig',
    '/apis/config/stask_type',
    { profession_id: 1, profession_name: '结构', standard_hours: 7.5 },
    '7.5 小时',
  ],
  ['[R-040]', '/company/otconfig', '/apis/config/other_task', { note: '投标与方案' }, '投标与方案'],
  [
    '[R-041]',
    '/company/label',
    '/apis/config/label',
    { label_group_id: 1, label_group_name: '重点', colour: '#1f5fd6' },
    '重点',
  ],
  ['[R-030]', '/company/position_template', '/apis/position_template', { duties: '负责结构', level: '中层' }, '中层'],
] as const)('%s %s shows its list', async (_item, page, calls, special, text) => {
  lists(`${calls}/index`, entry(1, '条目一', special), entry(2, '条目二', { ...special, enabled: false }));
  app.open(page);
  const row = within(await screen.findByRole('row', { name: /条目一/ }));
  row.getByText(text);
  within(screen.getByRole('row', { name: /条目二/ })).getByText('已停用');
});

const POSITION = entry(1, '工程师', {
  department_id: 3,
  department_name: '结构所',
  position_template_id: null,
  position_template_name: '',
  used: 1,
});

test('[R-031] the positions show their people, and the drawer adds people to a position', async () => {
  lists('/apis/position/index', POSITION);
  app.data('/apis/user/tree', PEOPLE);
  app.data('/apis/position/members', { list: [{ ...PERSON, department_name: '结构所' }], total: 1 });
  app.data('/apis/user/v3/changePosition', null);
  app.open('/company/position');
  await userEvent.click(await screen.findByRole('button', { name: '1 人' }));
  const drawer = within(await screen.findByRole('dialog', { name: '“工程师”的成员' }));
  expect((await drawer.findByRole('link', { name: /陈经理/ })).getAttribute('href')).toBe('/company/staff?user=8');
  expect(location.search).toBe('?position=1');
  await choose(drawer.getByRole('combobox', { name: '加入人员' }), '李工');
  await userEvent.click(drawer.getByRole('button', { name: '加入' }));
  await screen.findByText('已加入 1 人');
  expect(forms('/apis/user/v3/changePosition')).toEqual([{ 'user_ids[0]': '9', position_id: '1' }]);
});

const GROUP = entry(4, '总工办', {
  purpose: '技术评审',
  users: [PERSON],
  departments: [{ id: 3, name: '结构所' }],
  members: 2,
});

test('[R-032] the groups show their members, and a person is removed and taken back', async () => {
  lists('/apis/group/index', GROUP);
  app.data('/apis/user/tree', PEOPLE);
  app.data('/apis/group/edit', null);
  app.open('/company/group');
  const row = within(await screen.findByRole('row', { name: /总工办/ }));
  row.getByText('结构所、陈经理');
  await userEvent.click(row.getByRole('button', { name: '2 人' }));
  const drawer = within(await screen.findByRole('dialog', { name: '“总工办”的成员' }));
  drawer.getByText('结构所');
  await userEvent.click(drawer.getByRole('button', { name: '移出陈经理' }));
  await userEvent.click(await screen.findByRole('button', { name: '撤销' }));
  await waitFor(() => expect(forms('/apis/group/edit')).toHaveLength(2));
  const whole = { id: '4', name: '总工办', purpose: '技术评审', 'department_ids[0]': '3' };
  expect(forms('/apis/group/edit')).toEqual([
    { ...whole, version: '1', user_ids: '[]' },
    { ...whole, version: '2', 'user_ids[0]': '8' },
  ]);
});

test('[SH-002] the menu has only the entries whose node the reader holds', async () => {
  act(() => useSession.setState({ me: holder('ProjectSetting-index') }));
  app.open('/company/profession');
  expect(await paths()).toEqual([
    '/company/task/process_index',
    '/company/cfgdata',
    '/company/profession',
    '/company/positionTitle',
    '/company/stconfig',
    '/company/otconfig',
    '/company/label',
    '/company/cost',
  ]);
  app.open('/company/position');
  await waitFor(() => expect(location.pathname).toBe('/403'));
});

test('the filter of the menu finds pages by name and pinyin, and Enter opens the first', async () => {
  app.open('/company/working_day');
  const filter = await screen.findByRole('textbox', { name: '筛选菜单' });
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(filter);
  await userEvent.type(filter, 'zc');
  expect(await paths()).toEqual(['/company/positionTitle']);
  await userEvent.clear(filter);
  await userEvent.type(filter, '标签');
  expect(await paths()).toEqual(['/company/label']);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(location.pathname).toBe('/company/label'));
});

test('on a page with a search the first / goes there and the second to the menu', async () => {
  app.open('/company/otconfig');
  const search = await screen.findByRole('searchbox', { name: '搜索其他任务' });
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(search);
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '筛选菜单' }));
});

test('a menu of five entries has no filter', async () => {
  act(() => useSession.setState({ me: holder('Company-user') }));
  app.open('/company/staff');
  expect(await paths()).toHaveLength(5);
  expect(screen.queryByRole('textbox', { name: '筛选菜单' })).toBeNull();
});
