import type { Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { buildProject } from './support/furnish.ts';
import { expect, test } from './support/test.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: /^企业管理$|^项目$/ });
const entry = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true });
const widthOf = async (page: Page) => (await menu(page).boundingBox())?.width ?? 0;

test('[R-027] [SH-016] [SH-009] company pages show top bar and side menu, a title, and no project name', async ({
  open,
  admin,
}) => {
  const page = await open('/company/staff', { token: admin.token });
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(entry(page, '员工')).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveTitle('员工 - 设计院任务管理平台');
  await expect(page.getByTestId('project-name')).toHaveCount(0);
});

test('[SH-001] under /company only company entries show, under /file only file entries', async ({ open, admin }) => {
  const project = await buildProject(admin, { name: '菜单测试', managerId: 1 });
  const page = await open('/company/staff', { token: admin.token });
  const paths = () =>
    menu(page)
      .getByRole('link')
      .evaluateAll((links: { pathname: string }[]) => links.map(({ pathname }) => pathname));
  await expect(entry(page, '员工')).toBeVisible();
  expect((await paths()).every((path) => path.startsWith('/company/'))).toBe(true);
  await page.goto(`/file/task/index?project_id=${project.id}`);
  await expect(menu(page)).toBeVisible();
  expect((await paths()).length).toBeGreaterThan(0);
  expect((await paths()).every((path) => path.startsWith('/file/'))).toBe(true);
});

test('[SH-010] file pages show the name of the open project; with none the address becomes /home', async ({
  open,
  admin,
}) => {
  const project = await buildProject(admin, { name: '滨江科技园', managerId: 1 });
  const none = await open('/file/task/index', { token: admin.token });
  await expect(none).toHaveURL(/\/home$/);
  const page = await open(`/file/task/index?project_id=${project.id}`, { token: admin.token });
  await expect(page.getByTestId('project-name')).toHaveText('滨江科技园');
  await page.goto('/file/task/index');
  await expect(page.getByTestId('project-name')).toHaveText('滨江科技园');
});

test('[SH-008] under project paths the name area shows', async ({ open, admin }) => {
  const project = await buildProject(admin, { name: '名称区', managerId: 1 });
  const page = await open(`/project/detail?id=${project.id}`, { token: admin.token });
  await expect(page.getByTestId('project-name')).toBeVisible();
});

test('[SH-005] [ST-019] the menu collapses and opens; a cookie keeps the state over a reload', async ({
  open,
  admin,
}) => {
  const page = await open('/company/staff', { token: admin.token });
  await expect.poll(() => widthOf(page)).toBe(208);
  await page.getByRole('button', { name: '收起菜单' }).click();
  await expect.poll(() => widthOf(page)).toBe(56);
  expect((await page.context().cookies()).find(({ name }) => name === 'sidebar')?.value).toBe('collapsed');
  await page.reload();
  await expect.poll(() => widthOf(page)).toBe(56);
  await page.keyboard.press('[');
  await expect.poll(() => widthOf(page)).toBe(208);
});

test('below 1440 px the menu starts collapsed', async ({ open, admin }) => {
  const page = await open('/company/staff', { token: admin.token, width: 1200 });
  await expect.poll(() => widthOf(page)).toBe(56);
});

test('[LI-011] a collapsed group opens 200 ms after the pointer enters it', async ({ open, admin }) => {
  const page = await open('/company/staff', { token: admin.token, width: 1200 });
  const head = menu(page).getByRole('button', { name: '人员' });
  await expect(head).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await head.hover();
  await page.clock.runFor(190);
  await expect(entry(page, '部门')).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(entry(page, '部门')).toBeVisible();
  // Beside its icon: below it, the group would move the other icons down.
  const [icon, flown] = [await head.boundingBox(), await entry(page, '部门').boundingBox()];
  expect(flown?.x).toBeGreaterThan((icon?.x ?? 0) + (icon?.width ?? 0));
  await entry(page, '部门').click();
  await expect(page).toHaveURL(/\/company\/department$/);
});

test('[SH-006] [ST-021] on a phone the hamburger opens and closes the menu, and choosing an entry closes it', async ({
  open,
  admin,
}) => {
  const page = await open('/company/staff', { token: admin.token, width: 800 });
  await expect(page.locator('html')).toHaveAttribute('data-device', 'mobile');
  await expect(menu(page)).toHaveCount(0);
  const toggle = page.getByRole('banner').getByRole('button', { name: /^(打开|关闭)菜单$/ });
  await toggle.click();
  await expect(menu(page)).toBeVisible();
  await toggle.click();
  await expect(menu(page)).toHaveCount(0);
  await toggle.click();
  await entry(page, '部门').click();
  await expect(page).toHaveURL(/\/company\/department$/);
  await expect(menu(page)).toHaveCount(0);
});

test('[ST-022] from 1400 to 800 px the device switches and the menu is closed without sliding; 1026 is mobile, 1027 is not', async ({
  open,
  admin,
}) => {
  const page = await open('/company/staff', { token: admin.token, width: 1400 });
  await page.getByRole('button', { name: '展开菜单' }).click();
  await expect.poll(() => widthOf(page)).toBe(208);
  await page.setViewportSize({ width: 800, height: 900 });
  await expect(page.locator('html')).toHaveAttribute('data-device', 'mobile');
  await expect(menu(page)).toHaveCount(0);
  expect(
    await page.evaluate("document.getAnimations().filter(({ effect }) => effect.target.closest('.side-menu')).length"),
  ).toBe(0);
  await page.setViewportSize({ width: 1027, height: 900 });
  await expect(page.locator('html')).toHaveAttribute('data-device', 'desktop');
  await page.setViewportSize({ width: 1026, height: 900 });
  await expect(page.locator('html')).toHaveAttribute('data-device', 'mobile');
});

test('[R-077] /company opens the first company page that is allowed, /project the projects', async ({
  open,
  admin,
}) => {
  const page = await open('/company', { token: admin.token });
  await expect(page).toHaveURL(/\/company\/staff$/);
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: '系统管理员' })).toBeVisible();
  await page.goto('/project');
  await expect(page).toHaveURL(/\/project\/index$/);
  await expect(page.getByRole('link', { name: '进行中' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: '新建项目' }).first()).toBeVisible();
});

test('[ER-013] a user without the node finds no entry, and the page itself shows that access is denied', async ({
  open,
  admin,
  server,
}) => {
  const person = await admin.addPerson({ account: 'plain', name: '普通员工', password: 'Design-2026' });
  const own = await Api.signIn(server.address, person.account, person.password);
  const page = await open('/company/staff', { token: own.token });
  await expect(page).toHaveURL(/\/403$/);
  await expect(page.getByText('/company/staff')).toBeVisible();
  await expect(page.getByRole('heading', { name: '暂无访问权限' })).toBeVisible();
  await page.goto('/company');
  await expect(page).toHaveURL(/\/403$/);
  await page.goto('/home');
  await page.getByRole('button', { name: /的菜单$/ }).click();
  await expect(page.getByRole('menuitem', { name: '修改密码' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '企业管理' })).toHaveCount(0);
});

test('system configuration leads an administrator to the first page allowed', async ({ open, admin }) => {
  const page = await open('/home', { token: admin.token });
  await page.getByRole('button', { name: /的菜单$/ }).click();
  await page.getByRole('menuitem', { name: '企业管理' }).click();
  await expect(page).toHaveURL(/\/company\/staff$/);
});
