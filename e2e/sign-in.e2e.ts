import type { Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { ADMIN } from './support/server.ts';
import { expect, test } from './support/test.ts';

const account = (page: Page) => page.getByLabel('账号', { exact: true });
const password = (page: Page) => page.getByLabel('密码', { exact: true });
const enter = (page: Page) => page.getByRole('button', { name: '登录', exact: true });

async function signIn(page: Page, given: { account: string; password: string } = ADMIN): Promise<void> {
  await account(page).fill(given.account);
  await password(page).fill(given.password);
  await enter(page).click();
}

const tokenOf = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('token'));

test('[R-001] /login shows the sign-in form, without top bar and side menu', async ({ open }) => {
  const page = await open('/login');
  await expect(account(page)).toBeFocused();
  await expect(password(page)).toBeVisible();
  await expect(page.locator('header.top-bar, nav.side-menu')).toHaveCount(0);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page).toHaveTitle('登录 - 设计院任务管理平台');
});

test('[BU-020] [ST-023] a wrong password is refused, the right one stores a token and loads the user', async ({
  open,
}) => {
  const page = await open('/login');
  await signIn(page, { account: 'admin', password: 'not-this-1' });
  await expect(page.getByRole('alert')).toHaveText('账号或密码错误');
  await expect(password(page)).toHaveValue('');
  await expect(password(page)).toBeFocused();
  expect(await tokenOf(page)).toBeNull();
  const info = page.waitForResponse((response) => response.url().includes('/apis/pub/info'));
  await signIn(page);
  expect(await (await info).json()).toMatchObject({ code: 0, data: { account: 'admin' } });
  await expect(page).toHaveURL(/\/home$/);
  expect(await tokenOf(page)).toMatch(/.{20,}/);
});

test('a missing value shows at its field before any request', async ({ open }) => {
  const page = await open('/login');
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.url().includes('loginpwd'))));
  await enter(page).click();
  await expect(page.getByText('请输入账号')).toBeVisible();
  await expect(page.getByText('请输入密码')).toBeVisible();
  await expect(account(page)).toBeFocused();
  await account(page).fill('a');
  await password(page).fill('x');
  await enter(page).click();
  await expect(page.getByText('账号需为 2 至 30 个字符')).toBeVisible();
  expect(sent).toBe(0);
});

test('the password can be shown', async ({ open }) => {
  const page = await open('/login');
  await password(page).fill('secret-1');
  await page.getByRole('button', { name: '显示密码' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: '隐藏密码' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
});

test('[R-014] a closed page leads to /login?redirect= with its whole address, and back after sign-in', async ({
  open,
}) => {
  const page = await open('/project/detail');
  await expect(page).toHaveURL(/\/login\?redirect=\/project\/detail$/);
  const notices = await open('/notice?page=2&a=no_read');
  await expect(notices).toHaveURL(/\/login\?redirect=\/notice%3Fpage%3D2%26a%3Dno_read$/);
  await signIn(notices);
  await expect(notices).toHaveURL(/\/notice\?page=2&a=no_read$/);
});

test('a redirect to another site is not followed', async ({ open, server }) => {
  for (const evil of ['https://evil.example/', '//evil.example', '/\\evil.example', '/%09/evil.example']) {
    const page = await open(`/login?redirect=${evil}`);
    await signIn(page);
    await expect(page).toHaveURL(`${server.address}/home`);
  }
});

test('[R-013] a signed-in user who opens /login goes to / and on to /home', async ({ open, admin }) => {
  const page = await open('/login', { token: admin.token });
  await expect(page).toHaveURL(/\/home$/);
});

test('[ST-027] info is called once before the first page shows', async ({ open, admin }) => {
  const page = await open('/login');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/apis/')) calls.push(new URL(request.url()).pathname);
  });
  await page.evaluate((token) => localStorage.setItem('token', token), admin.token);
  await page.goto('/notice');
  await expect.poll(() => calls).toContain('/apis/notice/index');
  expect(calls.filter((path) => path === '/apis/pub/info')).toHaveLength(1);
  expect(calls.indexOf('/apis/pub/info')).toBeLessThan(calls.indexOf('/apis/notice/index'));
});

test('[ST-028] a bad token shows the message, clears the token and all local storage, and leads to /login', async ({
  open,
}) => {
  const page = await open('/home', { token: 'not-a-token', lang: 'en' });
  await expect(page.getByText('Sign-in timed out, please sign in again')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?redirect=\/home$/);
  expect(await tokenOf(page)).toBeNull();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[ST-025] a token reset empties local storage but keeps the language', async ({ open }) => {
  const page = await open('/login', { lang: 'en' });
  await page.getByRole('button', { name: 'English' }).click();
  await page.evaluate(() => {
    localStorage.setItem('token', 'not-a-token');
    localStorage.setItem('columns.notices', '{}');
  });
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('[ST-024] sign out calls the server, clears the session and reloads about 500 ms later', async ({
  open,
  server,
}) => {
  const own = await Api.admin(server.address);
  const page = await open('/home', { token: own.token });
  await page.evaluate(() => {
    localStorage.setItem('project', '{"id":1,"name":"x"}');
    localStorage.setItem('account_type', 'enterprise');
  });
  await page.getByRole('button', { name: /的菜单$/ }).click();
  const logout = page.waitForResponse((response) => response.url().endsWith('/apis/pub/logout'));
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  expect(await (await logout).json()).toMatchObject({ code: 0 });
  const answered = Date.now();
  await page.waitForFunction(() => localStorage.getItem('token') === null);
  expect(await page.evaluate(() => ['project', 'account_type'].map((key) => localStorage.getItem(key)))).toEqual([
    null,
    null,
  ]);
  await page.waitForURL(/\/login\?redirect=\/home$/);
  expect(Date.now() - answered).toBeGreaterThan(400);
  await expect(Api.signIn(server.address, 'admin', 'x').catch((error: Error) => error.message)).resolves.toContain(
    '1003',
  );
});

test('sign out in one tab signs out the other', async ({ open, server }) => {
  const own = await Api.admin(server.address);
  const one = await open('/home', { token: own.token });
  const two = await one.context().newPage();
  await two.goto('/notice');
  await expect(two.getByRole('button', { name: /的菜单$/ })).toBeVisible();
  await one.getByRole('button', { name: /的菜单$/ }).click();
  await one.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(two).toHaveURL(/\/login\?redirect=\/notice$/);
});

test('a user with a generated password must change it before opening anything else', async ({ open, admin }) => {
  const person = await admin.addPerson({ account: 'fresh', name: '新同事' });
  const page = await open('/login?redirect=/notice');
  await signIn(page, person);
  await expect(page).toHaveURL(/\/login\/change\?redirect=\/notice$/);
  await expect(page.getByRole('heading', { name: '请先修改密码' })).toBeVisible();
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login\/change/);
  await page.goto('/login/change?redirect=/notice');
  await expectAccessible(page, '/login/change');
  await page.getByLabel('原密码').fill(person.password);
  await page.getByLabel('新密码', { exact: true }).fill('123456');
  await page.getByLabel('确认新密码').fill('other');
  await page.getByRole('button', { name: '修改并进入' }).click();
  await expect(page.getByText('密码不能全是数字')).toBeVisible();
  await expect(page.getByText('两次输入不一致')).toBeVisible();
  await page.getByLabel('新密码', { exact: true }).fill('kq7wze');
  await page.getByLabel('确认新密码').fill('kq7wze');
  await page.getByRole('button', { name: '修改并进入' }).click();
  await expect(page).toHaveURL(/^[^?]*\/notice$/);
  await page.goto('/login/change');
  await expect(page).toHaveURL(/\/home$/);
});

test('everything works in a browser without a secure context', async ({ open, server }) => {
  const port = new URL(server.address).port;
  const page = await open(`http://lan.test:${port}/notice`);
  expect(await page.evaluate('[isSecureContext, typeof crypto.subtle]')).toEqual([false, 'undefined']);
  await signIn(page);
  await expect(page).toHaveURL(`http://lan.test:${port}/notice`);
  await expect(page.getByRole('button', { name: /的菜单$/ })).toBeVisible();
});
