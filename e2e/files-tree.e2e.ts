import type { Locator, Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { filePlace, fileRow, type FilePlace } from './support/files.ts';
import { expect, test } from './support/test.ts';

let place: FilePlace;
test.beforeAll(async ({ server }) => {
  place = await filePlace(await Api.admin(server.address), server.address);
});

const asManager = () => ({ token: place.manager.token });
const tree = (page: Page): Locator => page.getByRole('navigation', { name: '文件夹' });
const node = (page: Page, name: string): Locator => tree(page).getByRole('button', { name, exact: true });
const entries = (page: Page): Locator => page.getByRole('menuitem');
/** Entries of a menu, without the shortcuts that the list shows beside them. */
const offered = async (page: Page): Promise<string[]> => {
  await expect(entries(page).first()).toBeVisible();
  const texts = await page.locator('.ant-dropdown-menu-title-content').allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(entries(page)).toHaveCount(0);
  return texts.map((text) => text.split('\n')[0]?.trim() ?? '');
};

test('a folder of the tree has the menu of its row: by right click, by its button and by keyboard', async ({
  open,
}) => {
  const page = await open(place.path.replace(/&pid=.*/, ''), asManager());
  await fileRow(page, place.folderName).click({ button: 'right' });
  const ofRow = await offered(page);
  expect(ofRow).toEqual(['打开', '移动到', '复制到', '重命名', '权限', '删除']);
  await node(page, place.folderName).click({ button: 'right' });
  expect(await offered(page)).toEqual(ofRow);

  const more = tree(page).getByRole('button', { name: `${place.folderName} 的更多操作` });
  await node(page, place.folderName).hover();
  await more.click();
  expect(await offered(page)).toEqual(ofRow);

  await node(page, place.folderName).focus();
  await page.keyboard.press('Shift+F10');
  expect(await offered(page)).toEqual(ofRow);
  await expect(node(page, place.folderName)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(more).toBeFocused();
  expect((await more.boundingBox())?.width).toBe(24);
  await page.keyboard.press('Enter');
  await expect(entries(page).first()).toBeVisible();
  await expectAccessible(page, 'menu of the tree');
  expect(await offered(page)).toEqual(ofRow);

  // The root is in no list, so it cannot be renamed, moved or deleted.
  await node(page, place.name).click({ button: 'right' });
  await expect(entries(page)).toHaveCount(0);
});
