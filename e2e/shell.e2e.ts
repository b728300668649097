import type { Page } from '@playwright/test';
import { logout } from '@prdm/contract/identity';
import { Api } from './support/api.ts';
import { expect, test } from './support/test.ts';

const userMenu = (page: Page) => page.getByRole('button', { name: /的菜单$|^Menu of |的選單$/ });

test('on a phone panels stay inside the window', async ({ open, admin }) => {
  const page = await open('/company/staff', { token: admin.token, width: 390, height: 844 });
  await page.getByRole('button', { name: /^通知/ }).click();
  const panel = page.locator('.popup-panel');
  await expect(panel).toBeVisible();
  const { x, width } = (await panel.boundingBox()) ?? { x: -1, width: 0 };
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);
});

test('[ST-032] [ER-020] an expired session shows one box; confirming it clears the session and reloads', async ({
  open,
  server,
}) => {
  const own = await Api.admin(server.address);
  const page = await open('/home', { token: own.token });
  await expect(userMenu(page)).toBeVisible();
  await own.call(logout, {});
  // By an event: the box of a refused request may cover the page already.
  await page.getByRole('button', { name: /^通知/ }).dispatchEvent('click');
  const box = page.getByRole('dialog', { name: '您已退出登录' });
  await expect(box.getByRole('button')).toHaveText(['留在此页', '重新登录']);
  await expect(page.locator('dialog[open]')).toHaveCount(1);
  await page.evaluate(() => void Object.assign(globalThis, { isOldPage: true }));
  await box.getByRole('button', { name: '重新登录' }).click();
  await page.waitForFunction(() => !('isOldPage' in globalThis) && localStorage.getItem('token') === null);
  await expect(page).toHaveURL(/\/login\?redirect=\/home$/);
  await expect(page.getByLabel('账号', { exact: true })).toBeVisible();
});

test('[BU-024] theme and language are chosen and kept; the theme is applied before the first paint', async ({
  open,
  admin,
}) => {
  const page = await open('/notice', { token: admin.token });
  const html = page.locator('html');
  const choose = async (...names: string[]) => {
    await userMenu(page).click();
    for (const name of names) await page.getByRole('menuitemradio', { name }).click();
  };
  await expect(html).toHaveAttribute('data-theme', 'light');
  await expect(html).toHaveAttribute('lang', 'zh-CN');
  await choose('深色', 'English');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(page).toHaveTitle('All notifications - 设计院任务管理平台');
  await page.addInitScript(`
    document.addEventListener('readystatechange', () => {
      window.early = [...(window.early ?? []), document.documentElement.dataset.theme];
    });
  `);
  await page.reload();
  expect(await page.evaluate('early[0]')).toBe('dark');
  await expect(page).toHaveTitle('All notifications - 设计院任务管理平台');
  await choose('Same as system', '繁體中文');
  await expect(html).toHaveAttribute('lang', 'zh-TW');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.context().clearCookies();
  await page.reload();
  await expect(html).toHaveAttribute('lang', 'zh-TW');
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
