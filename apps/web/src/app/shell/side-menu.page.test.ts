import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Me } from '@prdm/contract/me';
import { useAppState } from '../../lib/app-state.ts';
import { useSession } from '../../lib/session/session.ts';
import { listOf, projectInfo } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

/* The side menu, and what the top bar shows beside it. */
const ADMIN: Me = { ...ME, roles: { role: 'superAdmin', access: [] } };
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp(ADMIN);
}, 60_000);
beforeEach(() => {
  act(() => useSession.setState({ me: ADMIN }));
  act(() => useAppState.setState({ device: 'desktop', sidebarOpen: true, project: null }));
  const totals = { today: 0, waiting: 0, projects: 0 };
  app.data('/apis/fhome/index', { totals, today: [], waiting: [], projects: [] });
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江科技园' }));
});
afterEach(async () => {
  localStorage.removeItem('project');
  await app.leave();
});
afterAll(() => app.stop());

const menu = () => screen.findByRole('navigation', { name: /^企业管理$|^项目$/ });
const entry = async (name: string) => within(await menu()).findByRole('link', { name });
const paths = async () => (await within(await menu()).findAllByRole<HTMLAnchorElement>('link')).map((a) => a.pathname);
const at = (path: string) => waitFor(() => expect(location.pathname).toBe(path));
const projectName = () => screen.queryByTestId('project-name')?.textContent;
const openOwnMenu = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /的菜单$/ }));
  await screen.findByRole('menuitem', { name: '修改密码' });
};
const configuration = () => screen.queryByRole('menuitem', { name: '企业管理' });

test('[R-027] [SH-016] [SH-009] company pages show top bar and side menu, a title, and no project name', async () => {
  act(() => useAppState.setState({ project: { id: 3, name: '滨江科技园' } }));
  app.open('/company/staff');
  await waitFor(async () => expect((await entry('员工')).getAttribute('aria-current')).toBe('page'));
  await waitFor(() => expect(document.title).toBe('员工 - 组织 - 管理 - 设计院任务管理平台'));
  const bar = screen.getByRole('banner');
  expect(within(bar).getByText('员工').getAttribute('aria-current')).toBe('page');
  expect(projectName()).toBeUndefined();
});

test('[SH-001] under /company only company entries show, under /file only file entries', async () => {
  app.open('/company/staff');
  const company = await paths();
  expect(company).toContain('/company/staff');
  expect(company.filter((path) => path?.startsWith('/company/') !== true)).toEqual([]);
  app.open('/file/task/index?project_id=3');
  await at('/file/task/index');
  await waitFor(async () =>
    expect((await paths()).toSorted()).toEqual(['/file/index', '/file/model/index', '/file/task/index']),
  );
});

test('[SH-010] file pages show the name of the open project; with none the address becomes /home', async () => {
  app.open('/file/task/index');
  await at('/home');
  app.open('/file/task/index?project_id=3');
  await waitFor(() => expect(projectName()).toBe('滨江科技园'));
  app.open('/home');
  await at('/home');
  app.open('/file/task/index');
  await at('/file/task/index');
  await waitFor(() => expect(projectName()).toBe('滨江科技园'));
});

test('[SH-008] under project paths the name area shows', async () => {
  app.open('/project/index');
  const crumb = () => screen.getByRole('navigation', { name: '当前位置' }).textContent;
  await waitFor(() => expect(crumb()).toBe('项目/项目列表'));
  app.open('/project/detail?id=3');
  await waitFor(() => expect(projectName()).toBe('滨江科技园'));
});

test('[R-077] /company opens the first company page that is allowed, /project the projects', async () => {
  app.open('/company');
  await at('/company/staff');
  await screen.findByRole('button', { name: '添加员工' });
  app.data('/apis/project/index', listOf([]));
  app.open('/project');
  await at('/project/index');
  expect((await screen.findByRole('link', { name: '进行中' })).getAttribute('aria-current')).toBe('page');
});

test('[ER-013] a user without the node finds no entry, and the page itself shows that access is denied', async () => {
  act(() => useSession.setState({ me: ME }));
  for (const path of ['/company/staff', '/company']) {
    app.open(path);
    await at('/403');
    await screen.findByRole('heading', { name: '暂无访问权限' });
    if (path === '/company/staff') await screen.findByText(path);
    app.open('/home');
    await at('/home');
  }
  await openOwnMenu();
  expect(configuration()).toBeNull();
  await userEvent.keyboard('{Escape}');
});

test('system configuration leads an administrator to the first page allowed', async () => {
  await openOwnMenu();
  await userEvent.click(configuration() as HTMLElement);
  await at('/company/staff');
});

test('[SH-006] [ST-021] on a phone the hamburger opens and closes the menu, and choosing an entry closes it', async () => {
  act(() => useAppState.setState({ device: 'mobile', sidebarOpen: false }));
  app.open('/company/staff');
  const bar = within(await screen.findByRole('banner'));
  const toggle = async (name: '打开菜单' | '关闭菜单') => userEvent.click(await bar.findByRole('button', { name }));
  const none = () => expect(document.querySelector('nav.side-menu')).toBeNull();
  await bar.findByRole('button', { name: '打开菜单' });
  none();
  await toggle('打开菜单');
  await menu();
  await toggle('关闭菜单');
  await waitFor(none);
  await toggle('打开菜单');
  await userEvent.click(await entry('部门'));
  await at('/company/department');
  await waitFor(none);
  await toggle('打开菜单');
  await menu();
  await userEvent.keyboard('{Escape}');
  await waitFor(none);
});
