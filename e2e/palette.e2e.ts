import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { filePlace, fileRow, inMemory, uploadRow, type FilePlace } from './support/files.ts';
import { expect, test, type Visitor } from './support/test.ts';

const DRAWING = '二层结构平面图.dwg';

const palette = (page: Page) => page.getByRole('dialog', { name: '搜索' });
const option = (page: Page, name: string) => palette(page).getByRole('option').filter({ hasText: name });
const drawer = (page: Page) => page.getByRole('dialog', { name: '文件详情' });

type Open = (path: string, visitor?: Visitor) => Promise<Page>;

/** A project with one drawing in a folder. */
async function withDrawing(open: Open, admin: Api, address: string): Promise<FilePlace> {
  const place = await filePlace(admin, address);
  const page = await open(place.path, { token: place.manager.token });
  await page.getByTestId('upload-file').setInputFiles(inMemory(DRAWING, 'AC1032'));
  await expect(uploadRow(page, DRAWING)).toHaveAttribute('data-status', 'success');
  await expect(fileRow(page, DRAWING)).toBeVisible();
  return place;
}

test('a drawing opens from any page by one chord, typing and Enter, here or in a new tab', async ({
  open,
  admin,
  server,
}) => {
  const place = await withDrawing(open, admin, server.address);
  const page = await open('/company/staff', { token: admin.token });
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const acts: string[] = [];
  const press = async (key: string) => {
    acts.push(key);
    await page.keyboard.press(key);
  };

  await press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('二层结构');
  await expect(option(page, DRAWING)).toHaveAttribute('aria-selected', 'true');
  await press('Enter');
  await expect(drawer(page)).toContainText(DRAWING);
  await expect(page).toHaveURL(
    new RegExp(`/file/index\\?project_id=${place.projectId}&pid=${place.folder}&file=\\d+$`),
  );
  expect(acts, 'acts besides typing').toEqual(['Control+k', 'Enter']);
  await expect(palette(page)).toHaveCount(0);

  // The next opening offers it without a word. From the new tab the page stays as it is.
  await page.goto('/company/staff');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(option(page, DRAWING)).toHaveAttribute('aria-selected', 'true');
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  await expect(drawer(await opened)).toContainText(DRAWING);
  await expect(page).toHaveURL(/\/company\/staff$/);
});

test('palette and key sheet are accessible in both themes, and the focus returns to where it was', async ({
  open,
  admin,
}) => {
  for (const theme of ['light', 'dark'] as const) {
    const page = await open('/company/staff', { token: admin.token, theme });
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    const search = page.getByRole('searchbox');
    await search.focus();
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await expectAccessible(page, `palette, ${theme}`);
    await page.keyboard.type('系统');
    await expect(option(page, '系统管理员')).toBeVisible();
    await expectAccessible(page, `palette with a word, ${theme}`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('无此物');
    await expect(palette(page).getByText('没有找到“无此物”').first()).toBeVisible();
    await expectAccessible(page, `palette without results, ${theme}`);
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
    await expect(search).toBeFocused();

    await search.blur();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: '快捷键' });
    await expect(sheet.getByRole('region', { name: '本页' })).toContainText('搜索本页');
    await expectAccessible(page, `key sheet, ${theme}`);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  }
});

test('letters that follow Ctrl+K at once reach the palette, though its code still loads', async ({ open, admin }) => {
  const page = await open('/notice', { token: admin.token });
  await expect(page.getByRole('button', { name: '搜索', exact: true })).toBeVisible();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/palette-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gp');
  release();
  await expect(palette(page).getByRole('combobox')).toHaveValue('gp');
  await expect(option(page, '项目列表')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/project\/index$/);
});
