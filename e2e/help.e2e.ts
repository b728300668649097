import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const userMenu = (page: Page) => page.getByRole('button', { name: /的菜单$/ });

test('[R-010] [BU-040] the manual opens from the user menu, without top bar and side menu', async ({ open, admin }) => {
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
  await expect(text.getByRole('table')).toContainText('等待他人');
  await expect(text.getByRole('heading', { level: 2 })).toHaveCount(5);
  await expect(page).toHaveURL(/\/home$/);
});

test('the manual is read by chapters, sections and search, and leads to the calls of the server', async ({
  open,
  admin,
}) => {
  const page = await open('/help', { token: admin.token });
  const contents = page.getByRole('navigation', { name: '目录' });
  await contents.getByRole('link', { name: '任务与审核' }).click();
  await expect(page).toHaveURL(/\/help\/tasks$/);
  await contents.getByRole('link', { name: '确认', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: '确认', exact: true })).toBeInViewport();

  await page.getByRole('searchbox', { name: '搜索手册' }).fill('回收站');
  const found = page.getByRole('main').getByRole('listitem');
  await expect(found.first()).toContainText('回收站');
  await found.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/help\/files#recycle$/);
  await expect(page.getByRole('heading', { level: 2, name: '回收站' })).toBeInViewport();
  await page.getByRole('searchbox', { name: '搜索手册' }).fill('没有这样的词');
  await expect(page.getByText('没有找到相关内容')).toBeVisible();
  await expectAccessible(page, 'the manual, searched');

  // During a search no chapter is open. Enter goes to the first result.
  await expect(contents.locator('[aria-current]')).toHaveCount(0);
  await page.getByRole('searchbox', { name: '搜索手册' }).fill('回收站');
  await page.getByRole('searchbox', { name: '搜索手册' }).press('Enter');
  await expect(page).toHaveURL(/\/help\/files#recycle$/);
  await expect(page.getByRole('heading', { level: 2, name: '回收站' })).toBeInViewport();
  await expect(page.getByRole('searchbox', { name: '搜索手册' })).toHaveValue('');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('searchbox', { name: '搜索手册' }).fill('回收站');
  await expect(found.first()).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('link', { name: '接口说明' }).click();
  await expect(page).toHaveURL(/\/help\/api$/);
  // The text does not reduce access to signing in where rights on records are needed.
  await page.getByRole('searchbox').fill('task/transferConfirm');
  await expect(page.getByText('/apis/task/transferConfirm').locator('..')).toContainText('对所指记录有权限');
  await page.getByRole('link', { name: '使用手册' }).click();
  await expect(page).toHaveURL(/\/help$/);
  await page.goto('/help/nothing');
  await expect(page.getByText('手册里没有这一章')).toBeVisible();
});

test('the manual exists in the other languages', async ({ open, admin }) => {
  for (const [lang, title, back] of [
    ['en', 'Models', 'Back to home'],
    ['tw', '模型', '返回首頁'],
  ] as const) {
    const page = await open('/help/models', { token: admin.token, lang });
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await page.getByRole('link', { name: back }).click();
    await expect(page).toHaveURL(/\/home$/);
  }
});
