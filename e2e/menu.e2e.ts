import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: /^企业管理$|^项目$/ });
const entry = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true });
const widthOf = async (page: Page) => (await menu(page).boundingBox())?.width ?? 0;

test('[SH-005] [ST-019] [ST-022] the menu collapses and opens, a cookie keeps the state over a reload, and a phone closes it without sliding', async ({
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

test('[LI-011] below 1440 px the menu starts collapsed, and a group opens 200 ms after the pointer enters it', async ({
  open,
  admin,
}) => {
  const page = await open('/company/staff', { token: admin.token, width: 1200 });
  const head = menu(page).getByRole('button', { name: '组织' });
  await expect(head).toBeVisible();
  await expect.poll(() => widthOf(page)).toBe(56);
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
