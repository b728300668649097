import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { STORED_NODES } from '@prdm/contract/nodes';
import { MONEY_MODULES } from '@prdm/contract/kit/money';
import { useAppState } from '../lib/app-state.ts';
import { setLanguage } from '../lib/i18n.ts';
import { choose, ok, queryOf } from '../testing/page-acts.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

/* The pages of roles: list, form with matrix, comparison and preview, and the people of a role. */
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, roles: { role: 'administrator', access: [{ action: 'home-Role-index' }] } });
}, 60_000);
beforeEach(() => {
  act(() => useAppState.setState({ device: 'desktop', sidebarOpen: true, project: null }));
  app.wire.seen.length = 0;
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const can = { edit: true, copy: true, del: true } as const;
const ROW = {
  id: 7,
  key: null,
  name: '所长助理',
  kind: 'personnel',
  access: ['home-Task-all'],
  view_range: 'department',
  sort: 1,
  holders: 3,
  version: 2,
  can_give: true,
  can,
};
const LEVELS = Object.fromEntries(MONEY_MODULES.map((module) => [module, 0]));
const INFO = { ...ROW, is_system: false, content_access: [], data_board_access: [], module_permission: LEVELS };
const NODES = {
  nodes: STORED_NODES.map((node) => ({ node, range: node === 'home-Contract-add' ? null : 'enterprise' })),
  contents: [],
  levels: MONEY_MODULES.map((module) => ({ module, most: 3 })),
};
const NO_CHANGE = { holders: 3, rights: [], people: [], total: 0 };
const listed = (...list: object[]) => app.data('/apis/role/index', { list, total: list.length });
const forms = (path: string) =>
  app.wire.seen.filter(({ url }) => url === path).map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

test('[R-053] /company/role/index shows the roles, and the menu marks the page', async () => {
  listed(ROW, { ...ROW, id: 8, key: 'superAdmin', name: '超级管理员', can: { ...can, edit: 'roles.why.superAdmin' } });
  app.open('/company/role/index');
  const row = within(await screen.findByRole('row', { name: /所长助理/ }));
  row.getByText('3');
  row.getByText('本部门');
  screen.getByRole('row', { name: /超级管理员/ });
  const menu = within(await screen.findByRole('navigation', { name: '企业管理' }));
  const paths = menu.getAllByRole<HTMLAnchorElement>('link').map(({ pathname }) => pathname);
  expect(paths).toContain('/company/role/index');
  expect(paths).not.toContain('/company/role/add');
});

test('[R-054] role/add opens an empty form and sends it; a refused name stays in the form', async () => {
  listed(ROW);
  app.data('/apis/role/nodes', NODES);
  app.open('/company/role/add');
  const name = await screen.findByLabelText<HTMLInputElement>('名称');
  expect(name.value).toBe('');
  await screen.findByRole('checkbox', { name: '查看全部任务' });
  await waitFor(() => expect(screen.getByRole('checkbox', { name: '新建合同' })).toHaveProperty('disabled', true));
  await userEvent.type(name, 'ＬＥＡＤＥＲ');
  await userEvent.click(screen.getByRole('button', { name: '创建角色' }));
  await screen.findByText('该名称保留给系统角色，请换一个名称');
  expect(forms('/apis/role/add')).toEqual([]);
  await userEvent.clear(name);
  await userEvent.type(name, '资料员');
  await userEvent.click(screen.getByRole('checkbox', { name: '查看全部任务' }));
  app.data('/apis/role/add', { id: 9 });
  await userEvent.click(screen.getByRole('button', { name: '创建角色' }));
  await waitFor(() => expect(forms('/apis/role/add')).toHaveLength(1));
  expect(forms('/apis/role/add')[0]).toMatchObject({ name: '资料员', kind: 'personnel', 'access[0]': 'home-Task-all' });
  await screen.findByRole('row', { name: /所长助理/ });
});

test('[R-054] role/edit opens the filled form, compares with another role and shows gains and losses', async () => {
  listed(ROW, { ...ROW, id: 8, name: '对照' });
  app.data('/apis/role/nodes', NODES);
  const other = { ...INFO, id: 8, name: '对照', access: ['home-Task-all', 'home-Task-add'] };
  app.says('/apis/role/info', (call) => ok(queryOf(call).get('id') === '8' ? other : INFO));
  app.data('/apis/role/preview', NO_CHANGE);
  app.open('/company/role/edit?id=7');
  expect((await screen.findByLabelText<HTMLInputElement>('名称')).value).toBe('所长助理');
  expect(screen.getByRole('checkbox', { name: '查看全部任务' })).toHaveProperty('checked', true);
  await screen.findByText(/当前更改不影响任何人/);
  app.data('/apis/role/preview', {
    holders: 3,
    rights: [{ part: 'access', key: 'home-Task-all', gain: 0, lose: 3 }],
    people: [
      {
        id: 4,
        name: '李工',
        gains: [],
        losses: [{ part: 'access', key: 'home-Task-all', from: 2, to: 0, projects: 0 }],
      },
    ],
    total: 3,
  });
  await userEvent.click(screen.getByRole('checkbox', { name: '查看全部任务' }));
  await screen.findByText('3 人失去“查看全部任务”');
  // The effect stands beside the button that causes it.
  const effect = screen.getByText('保存后影响 3 人：获得 0 项，失去 1 项');
  expect(effect.closest('.form-page-foot')).toBe(
    screen.getByRole('button', { name: '保存' }).closest('.form-page-foot'),
  );
  await choose(screen.getByRole('combobox', { name: '与其他角色对比' }), '对照');
  await screen.findByText('2 处不同');
  // The role lost its right above, so both rights are of the other role only.
  expect(screen.getAllByText('仅对比角色有')).toHaveLength(2);
  await userEvent.type(screen.getByRole('searchbox', { name: '模块或功能' }), '合同');
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: '查看全部任务' })).toBeNull());
  screen.getByRole('checkbox', { name: '查看合同' });
  app.data('/apis/role/edit', null);
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  await screen.findByRole('row', { name: /所长助理/ });
  expect(forms('/apis/role/edit')).toMatchObject([{ id: '7', version: '2', access: '[]' }]);
});

test('a standard role keeps its stored name when a reader of another language saves it', async () => {
  listed(ROW);
  app.data('/apis/role/nodes', NODES);
  app.data('/apis/role/info', { ...INFO, key: 'employee', name: '员工' });
  app.data('/apis/role/preview', NO_CHANGE);
  app.data('/apis/role/edit', null);
  await act(() => setLanguage('en'));
  try {
    app.open('/company/role/edit?id=7');
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('员工');
    await screen.findByText(/Shown as “Employee”/);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(forms('/apis/role/edit')[0]).toMatchObject({ name: '员工' }));
  } finally {
    await act(() => setLanguage('zh'));
  }
});

test('role/edit shows the content of others, sends it, and offers no key that the reader lacks', async () => {
  listed(ROW);
  const contents = ['contact', 'hours', 'opinions', 'secret'].map((key) => ({ key, can: key !== 'secret' }));
  app.data('/apis/role/nodes', { ...NODES, contents });
  app.data('/apis/role/info', { ...INFO, content_access: ['hours'] });
  app.data('/apis/role/preview', {
    ...NO_CHANGE,
    rights: [{ part: 'content_access', key: 'contact', gain: 2, lose: 0 }],
    total: 2,
  });
  app.open('/company/role/edit?id=7');
  const part = within(await screen.findByRole('group', { name: '内容权限' }));
  const box = (name: string) => part.getByRole('checkbox', { name });
  expect(box('他人工时')).toHaveProperty('checked', true);
  await waitFor(() => expect(box('涉密项目')).toHaveProperty('disabled', true));
  await userEvent.click(box('联系方式'));
  await screen.findByText('2 人获得“联系方式”');
  await waitFor(() => {
    const asked = forms('/apis/role/preview').at(-1);
    expect(asked).toMatchObject({ 'content_access[0]': 'contact', 'content_access[1]': 'hours' });
  });
  app.data('/apis/role/edit', null);
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  await screen.findByRole('row', { name: /所长助理/ });
  expect(forms('/apis/role/edit')[0]).toMatchObject({ 'content_access[0]': 'contact', 'content_access[1]': 'hours' });
});

test('a role that the reader may not change shows its parts and can be copied', async () => {
  listed(ROW);
  app.data('/apis/role/nodes', NODES);
  app.data('/apis/role/info', { ...INFO, can: { ...can, edit: 'roles.why.own' } });
  app.open('/company/role/edit?id=7');
  await screen.findByText('您自己拥有该角色，须由其他管理员更改');
  expect(screen.getByRole('checkbox', { name: '查看全部任务' })).toHaveProperty('disabled', true);
  screen.getByRole('button', { name: '复制' });
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
});

test('[R-055] role/user shows exactly the people of the role', async () => {
  const holder = (id: number, name: string) => ({
    id,
    name,
    thumb: '',
    department_name: '结构所',
    position_name: '',
    status: 'active',
    projects: [],
  });
  const of: Record<string, object[]> = { 7: [holder(4, '李工'), holder(6, '周工')], 8: [holder(9, '别人')] };
  app.data('/apis/role/info', INFO);
  app.says('/apis/role/users', (call) => {
    const list = of[queryOf(call).get('id') ?? ''] ?? [];
    return ok({ list, total: list.length, page: 1, size: 20 });
  });
  app.open('/company/role/user?id=7');
  await screen.findByText('所长助理：人员');
  await screen.findByRole('row', { name: /李工/ });
  const names = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
  expect(names).toEqual(['李工', '周工']);
});
