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

test('[R-001] [BU-020] [ST-023] sign-in without a secure context: a wrong password is refused, the right one stores a token and loads the user', async ({
  open,
  server,
}) => {
  const origin = `http://lan.test:${new URL(server.address).port}`;
  const page = await open(`${origin}/login`);
  expect(await page.evaluate('[isSecureContext, typeof crypto.subtle]')).toEqual([false, 'undefined']);
  await expect(account(page)).toBeFocused();
  await expect(page.locator('header.top-bar, nav.side-menu')).toHaveCount(0);
  await expect(page).toHaveURL(`${origin}/login`);
  await expect(page).toHaveTitle('登录 - 设计院任务管理平台');
  await signIn(page, { account: 'admin', password: 'not-this-1' });
  await expect(page.getByRole('alert')).toHaveText('账号或密码错误');
  await expect(password(page)).toHaveValue('');
  await expect(password(page)).toBeFocused();
  expect(await tokenOf(page)).toBeNull();
  const info = page.waitForResponse((response) => response.url().includes('/apis/pub/info'));
  await signIn(page);
  expect(await (await info).json()).toMatchObject({ code: 0, data: { account: 'admin' } });
  await expect(page).toHaveURL(`${origin}/home`);
  expect(await tokenOf(page)).toMatch(/.{20,}/);
  await expect(page.getByRole('button', { name: /的菜单$/ })).toBeVisible();
});

test('[ST-025] [ST-028] a bad token shows the message, empties local storage but keeps the language, and leads to /login', async ({
  open,
}) => {
  const page = await open('/login', { lang: 'en' });
  await page.getByRole('button', { name: 'English' }).click();
  await page.evaluate(() => {
    localStorage.setItem('token', 'not-a-token');
    localStorage.setItem('columns.notices', '{}');
  });
  await page.goto('/home');
  await expect(page.getByText('Sign-in timed out, please sign in again')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?redirect=\/home$/);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('[ST-024] sign out calls the server, clears the session, reloads about 500 ms later, and signs out the other tab', async ({
  open,
  server,
}) => {
  const own = await Api.admin(server.address);
  const page = await open('/home', { token: own.token });
  const other = await page.context().newPage();
  await other.goto('/notice');
  await expect(other.getByRole('button', { name: /的菜单$/ })).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem('project', '{"id":1,"name":"x"}');
    localStorage.setItem('account_type', 'enterprise');
  });
  await page.getByRole('button', { name: /的菜单$/ }).click();
  const logout = page.waitForResponse((response) => response.url().endsWith('/apis/pub/logout'));
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  expect(await (await logout).json()).toMatchObject({ code: 0 });
  const answered = Date.now();
  // One function: the page reloads soon, and a second look could hit the reload.
  await page.waitForFunction(() =>
    ['token', 'project', 'account_type'].every((key) => localStorage.getItem(key) === null),
  );
  await page.waitForURL(/\/login\?redirect=\/home$/);
  expect(Date.now() - answered).toBeGreaterThan(400);
  await expect(other).toHaveURL(/\/login\?redirect=\/notice$/);
  await expect(Api.signIn(server.address, 'admin', 'x').catch((error: Error) => error.message)).resolves.toContain(
    '1003',
  );
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
