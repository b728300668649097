import type { Page } from '@playwright/test';
import { ADMIN } from './support/server.ts';
import { expect, test } from './support/test.ts';

/* The fixture `open` also fails the test when a request leaves the origin. */

/** Values of `redirect` as they stand in the address. */
const HOSTILE = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5Cevil.example',
  '%2f%2fevil.example',
  '%252f%252fevil.example',
  '/%2fevil.example',
  '/%252fevil.example',
  'https://evil.example',
  'https:evil.example',
  'HTTPS:/evil.example',
  'javascript:document.title=1',
  'java%0Ascript:document.title=1',
  'data:text/html,x',
  '%09//evil.example',
  '/%09/evil.example',
  '/%0A/evil.example',
  '/%0D/evil.example',
  '%20//evil.example',
  '/login?redirect=//evil.example',
  '/login%3Fredirect%3D%2F%2Fevil.example',
  '@evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '/home/..//evil.example',
  '//evil.example@127.0.0.1',
];

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill(ADMIN.account);
  await page.getByLabel('密码', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}
/** A page of the product for a person who is signed in; an unknown address shows the page 404. */
const inside = (page: Page) =>
  page.getByRole('button', { name: /的菜单$/ }).or(page.getByRole('link', { name: '回到首页' }));

test('S40: no value of redirect leads to another host after sign-in, and a page of the product opens', async ({
  open,
  server,
}) => {
  test.setTimeout(180_000);
  const page = await open('/login?redirect=/notice');
  await signIn(page);
  await expect(page).toHaveURL(`${server.address}/notice`);
  const landed: Record<string, string> = {};
  for (const value of HOSTILE) {
    await page.evaluate(() => localStorage.removeItem('token'));
    await page.goto(`${server.address}/login?redirect=${value}`);
    await signIn(page);
    await expect(inside(page), value).toBeVisible();
    await expect.poll(() => new URL(page.url()).pathname, value).not.toMatch(/^\/login/);
    expect(new URL(page.url()).origin, value).toBe(server.address);
    landed[value] = page.url().slice(server.address.length);
    expect(await page.title(), value).not.toBe('1');
    // The address is safe to reload too.
    if (!/^\/(?:home|404)?$/.test(landed[value] ?? '')) {
      await page.reload();
      await expect(inside(page), value).toBeVisible();
      expect(new URL(page.url()).origin, value).toBe(server.address);
    }
  }
  // Only paths of this host lead further than the start page.
  expect(Object.values(landed).filter((path) => /^\/[/\\]/.test(path) && !path.startsWith('//evil'))).toEqual([]);
  console.log(landed);
});

/** Addresses that the server never stores (notices.test.ts). The client does not rely on it. */
const HOSTILE_PATHS = ['//evil.example/x', '/\\evil.example', 'https://evil.example/', 'javascript:document.title=1'];

test('S40: no page of a notice leads to another host', async ({ open, admin, server }) => {
  const page = await open('/home', { token: admin.token });
  const list = HOSTILE_PATHS.map((pc_path, id) => ({
    id: id + 1,
    type: 'system',
    project_id: null,
    project_name: '',
    project_archived: false,
    content: `第${id}条`,
    send_time: '2026-11-24 08:00',
    pc_path,
    source_id: null,
    is_read: true,
  }));
  await page.route('**/apis/notice/index*', (route) =>
    route.fulfill({ json: { code: 0, msg: '', data: { list, total: list.length } } }),
  );
  for (const [id, path] of HOSTILE_PATHS.entries()) {
    await page.goto('/home');
    await page.getByRole('button', { name: /^通知/ }).click();
    const notice = page
      .getByRole('dialog', { name: /^通知/ })
      .getByRole('listitem')
      .filter({ hasText: `第${id}条` });
    await notice.getByRole('button').first().click();
    await expect(page.getByRole('dialog', { name: /^通知/ })).toHaveCount(0);
    await expect(inside(page), path).toBeVisible();
    expect(new URL(page.url()).origin, path).toBe(server.address);
    expect(await page.title(), path).not.toBe('1');
  }
});
