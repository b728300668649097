import type { Page, Route } from '@playwright/test';
import { logout } from '@prdm/contract/identity';
import { LIMITS } from '@prdm/contract/limits';
import { info } from '@prdm/contract/me';
import { Api } from './support/api.ts';
import { buildProject, publishTasks } from './support/furnish.ts';
import { expect, test } from './support/test.ts';

const userMenu = (page: Page) => page.getByRole('button', { name: /的菜单$|^Menu of |的選單$/ });

/**
 * Opens the panel of the bell, which requests notices. By an event, because the box of a refusal may cover the page.
 */
const askSomething = (page: Page) => page.getByRole('button', { name: /^通知/ }).dispatchEvent('click');

test('[R-017] [R-016] / leads to /home; pages under the top bar have no side menu', async ({ open, admin }) => {
  const page = await open('/', { token: admin.token });
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/notice');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.locator('nav.side-menu')).toHaveCount(0);
});

test('[BU-026] every page title ends with the Chinese title of the product', async ({ open, admin }) => {
  for (const path of ['/login', '/forget/nowhere', '/404'])
    await expect(await open(path), path).toHaveTitle(/^[^-]+ - 设计院任务管理平台$/);
  for (const path of ['/home', '/project/index', '/company/staff', '/process/task/process', '/help', '/profile'])
    await expect(await open(path, { token: admin.token }), path).toHaveTitle(/^[^-]+ - 设计院任务管理平台$/);
});

test('an error page names the refused address, also on the way back, and links out of a closed project', async ({
  open,
  admin,
}) => {
  const project = await buildProject(admin, { name: '关闭的项目', managerId: (await admin.call(info, {})).id });
  const tasks = `/file/task/index?project_id=${project.id}`;
  const refuse = (code: number) => (route: Route) => route.fulfill({ json: { code, msg: `said ${code}`, data: null } });
  const page = await open('/home', { token: admin.token });
  // No cached answer yet: going back would show it without a request.
  await page.route('**/apis/task/index?*', refuse(1));
  await page.goto(tasks);
  await expect(page.getByText('said 1')).toBeVisible();
  // Simulates an archiving by another user: every further call to the project is refused.
  await page.route(/apis.(task|project|file|folder)./, refuse(443));
  await page.getByRole('link', { name: '文件', exact: true }).click();
  await expect(page).toHaveURL(/\/443$/);
  await page.goBack();
  await expect(page.locator('.error-address code')).toHaveText(tasks);
  await expect(page).toHaveURL(/\/443$/);
  // Link to the page on which a user with the right restores the project.
  const out = page.getByRole('link', { name: '查看已归档项目' });
  await expect(out).toHaveAttribute('href', '/project/index?state=archived');
  await expect(page.getByRole('button', { name: '返回上一页' })).toHaveCount(0);
});

test('Esc in a form over the page asks after typing, and closes it otherwise', async ({ open, admin }) => {
  const page = await open('/company/staff', { token: admin.token });
  const form = page.getByRole('dialog', { name: '添加员工' });
  const question = page.getByRole('dialog', { name: '放弃填写的内容？' });
  await page.getByRole('button', { name: '添加员工' }).click();
  await form.getByLabel('姓名').fill('王小明');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: '继续填写' }).click();
  await expect(question).toHaveCount(0);
  await expect(form.getByLabel('姓名')).toHaveValue('王小明');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: '放弃' }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole('button', { name: '添加员工' }).click();
  await expect(form.getByLabel('姓名')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
});

test('on a phone panels stay inside the window, and Esc closes the side menu', async ({ open, admin }) => {
  const page = await open('/company/staff', { token: admin.token, width: 390, height: 844 });
  await page.getByRole('button', { name: /^通知/ }).click();
  const panel = page.locator('.popup-panel');
  await expect(panel).toBeVisible();
  const { x, width } = (await panel.boundingBox()) ?? { x: -1, width: 0 };
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '打开菜单' }).click();
  await expect(page.locator('nav.side-menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('nav.side-menu')).toHaveCount(0);
});

test('a line at the top shows that the next page loads', async ({ open, admin }) => {
  const page = await open('/home', { token: admin.token });
  await expect(userMenu(page)).toBeVisible();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/project-list-page*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: '全部项目' }).click();
  await expect(page.locator('.page-on-its-way')).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/project\/index/);
  await expect(page.locator('.page-on-its-way')).toHaveCount(0);
});

test('[ST-032] [ER-020] an ended session brings one box, with stay or sign in again', async ({ open, server }) => {
  const own = await Api.admin(server.address);
  const page = await open('/notice', { token: own.token });
  await expect(userMenu(page)).toBeVisible();
  // The page has sent all its own requests. A first request after the stay would open the box again.
  await page.waitForLoadState('networkidle');
  await own.call(logout, {});
  // Several calls at once: the list, the count and the bell's panel.
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  const panel = page.waitForResponse(/\/apis\/notice\//);
  await askSomething(page);
  const box = page.getByRole('dialog', { name: '您已退出登录' });
  await expect(box).toBeVisible();
  await panel;
  await expect(page.locator('dialog[open]')).toHaveCount(1);
  await box.getByRole('button', { name: '留在此页' }).click();
  await expect(box).toHaveCount(0);
  await page.reload();
  await expect(page).toHaveURL(/\/login\?redirect=\/notice$/);
});

test('confirming the session-expired box signs out and reloads the page', async ({ open, server }) => {
  const own = await Api.admin(server.address);
  const page = await open('/home', { token: own.token });
  await expect(userMenu(page)).toBeVisible();
  await own.call(logout, {});
  await askSomething(page);
  await page.getByRole('button', { name: '重新登录' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=\/home$/);
  expect(await page.evaluate("localStorage.getItem('token')")).toBeNull();
});

test('[ER-008] a lost network shows a toast, a timeout only a console message', async ({ open, admin }) => {
  const cut = await open('/home', { token: admin.token });
  await expect(userMenu(cut)).toBeVisible();
  await cut.route('**/apis/notice/**', (route) => route.abort('internetdisconnected'));
  await cut.getByRole('button', { name: /^通知/ }).click();
  await expect(cut.locator('.toast')).toHaveText('网络连接失败，请检查网络后重试');

  const slow = await open('/login', { token: admin.token });
  await expect(userMenu(slow)).toBeVisible();
  await slow.clock.install();
  const logged: string[] = [];
  slow.on('console', (message) => logged.push(message.text()));
  const asked = slow.waitForRequest('**/apis/notice/index?*');
  await slow.route('**/apis/notice/index?*', () => undefined); // never answers
  await slow.getByRole('button', { name: /^通知/ }).click();
  await asked;
  await slow.clock.fastForward(LIMITS.requestTimeoutMs);
  await expect.poll(() => logged.join()).toContain('timeout /apis/notice/index');
  await expect(slow.locator('.toast')).toHaveCount(0);
});

test('[BU-023] [BU-024] Chinese is the default; another language changes every label, <html lang> and the title, and is kept', async ({
  open,
  admin,
  server,
}) => {
  // All data here is English except the name of the administrator, so other Chinese text belongs to the product.
  const reader = await admin.addPerson({ account: 'grace', name: 'Grace', password: 'Design-2026' });
  const project = await buildProject(admin, { name: 'Harbour Tower', managerId: reader.id });
  await publishTasks(admin, project, reader, ['Third floor plan']);
  const { token } = await Api.signIn(server.address, reader.account, reader.password);
  const page = await open('/notice', { token });
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('row').filter({ hasText: 'Third floor plan' })).toContainText('任务');
  await expect(page).toHaveTitle('全部通知 - 设计院任务管理平台');
  const choose = async (name: string) => {
    await userMenu(page).click();
    await page.getByRole('menuitemradio', { name }).click();
    await page.keyboard.press('Escape');
  };
  await choose('English');
  await expect(page).toHaveTitle('All notifications - Design institute task platform');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const words = async () => (await page.locator('body').innerText()).replace('系统管理员', '');
  await expect.poll(words, { message: 'sentences of the server change too' }).not.toMatch(/[\u4e00-\u9fff]/);
  expect(await words()).toContain('Third floor plan');
  await page.reload();
  await expect(page).toHaveTitle('All notifications - Design institute task platform');
  await choose('繁體中文');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-TW');
  await page.context().clearCookies();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-TW');
});

test('the theme is chosen, kept, and applied before the first paint', async ({ open, admin }) => {
  const page = await open('/home', { token: admin.token });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await userMenu(page).click();
  await page.getByRole('menuitemradio', { name: '深色' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.addInitScript(`
    document.addEventListener('readystatechange', () => {
      window.early = [...(window.early ?? []), document.documentElement.dataset.theme];
    });
  `);
  await page.reload();
  expect(await page.evaluate('early[0]')).toBe('dark');
  await userMenu(page).click();
  await page.getByRole('menuitemradio', { name: '跟随系统' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the base font follows the window, and text is never below 12 px', async ({ open, admin }) => {
  const page = await open('/notice', { token: admin.token });
  for (const [width, size] of [
    [1920, '16px'],
    [960, '8px'],
    [3840, '32px'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe(size);
    const smallest = await page.evaluate(`Math.min(...[...document.querySelectorAll('body *')]
      .filter((element) => element.childNodes.length > 0 && element.textContent.trim() !== '' && element.offsetParent)
      .map((element) => parseFloat(getComputedStyle(element).fontSize)))`);
    expect(smallest).toBeGreaterThanOrEqual(12);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  }
});
