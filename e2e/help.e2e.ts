import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const userMenu = (page: Page) => page.getByRole('button', { name: /的菜单$/ });

test('[R-010] [BU-040] the manual opens from the user menu, without top bar and side menu, and scrolls to what was chosen', async ({
  open,
  admin,
}) => {
  const page = await open('/home', { token: admin.token });
  await userMenu(page).click();
  const opening = page.context().waitForEvent('page');
  await page.getByRole('menuitem', { name: '使用手册' }).click();
  const manual = await opening;
  await expect(manual).toHaveURL(/\/help$/);
  await expect(manual.getByRole('heading', { level: 1, name: '快速上手' })).toBeVisible();
  await expect(manual.locator('header.top-bar, nav.side-menu')).toHaveCount(0);
  await expect(manual).toHaveTitle(/^使用手册 - /);
  // The whole document, not only its title.
  const text = manual.getByRole('article');
  await expect(text).toContainText('首页（/home）分三栏');
  await expect(text.getByRole('table').first()).toContainText('等待他人');
  await expect(text.getByRole('heading', { level: 2 })).toHaveCount(6);
  await expect(page).toHaveURL(/\/home$/);

  const heading = (name: string) => manual.getByRole('heading', { level: 2, name, exact: true });
  const contents = manual.getByRole('navigation', { name: '目录' });
  await contents.getByRole('link', { name: '任务与审核' }).click();
  await expect(manual).toHaveURL(/\/help\/tasks$/);
  await contents.getByRole('link', { name: '确认', exact: true }).click();
  await expect(heading('确认')).toBeInViewport();
  const search = manual.getByRole('searchbox', { name: '搜索手册' });
  const found = manual.getByRole('main').getByRole('listitem').first();
  await search.fill('回收站');
  await expect(found).toContainText('回收站');
  await expectAccessible(manual, 'the manual, searched');
  await found.getByRole('link').click();
  await expect(manual).toHaveURL(/\/help\/files#recycle$/);
  await expect(heading('回收站')).toBeInViewport();
  await manual.setViewportSize({ width: 390, height: 844 });
  await search.fill('回收站');
  await expect(found).toBeInViewport();
});
