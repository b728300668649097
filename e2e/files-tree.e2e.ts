import type { Locator, Page } from '@playwright/test';
import * as contract from '@prdm/contract/files';
import { memberAdd, roles as projectRoles } from '@prdm/contract/projects';
import { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { crumbs, filePlace, fileRow, type FilePlace } from './support/files.ts';
import { dialog } from './support/screens.ts';
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

test('an action of the tree menu affects its folder, and the page leaves a deleted folder', async ({ open }) => {
  const { manager, projectId } = place;
  const { id: upper } = await manager.call(contract.mkdir, { project_id: projectId, pid: place.folder, name: '机电' });
  const { id: lower } = await manager.call(contract.mkdir, { project_id: projectId, pid: upper, name: '暖通' });
  const page = await open(place.path.replace(/pid=.*/, `pid=${lower}`), asManager());
  await node(page, '机电').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '重命名' }).click();
  await dialog(page, '重命名').getByLabel('名称').fill('机电专业');
  await dialog(page, '重命名').getByRole('button', { name: '保存' }).click();
  await expect(crumbs(page)).toHaveText(/机电专业.*暖通/);

  await node(page, '机电专业').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '删除' }).click();
  await expect(page).toHaveURL(new RegExp(`pid=${place.folder}$`));
  await expect(page.getByText('文件夹是空的')).toBeVisible();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(fileRow(page, '机电专业')).toBeVisible();
});

test('a user with view rights only gets the same actions in the tree as in the list', async ({ open, admin }) => {
  const person = await admin.addPerson({ account: 'tree.partner', name: '看树', password: 'Design-2026' });
  const { list } = await place.manager.call(projectRoles, {});
  const role_ids = list.filter(({ name }) => name === '协作单位').map(({ id }) => id);
  await place.manager.call(memberAdd, { project_id: place.projectId, user_ids: [person.id], role_ids });
  const theirs = await Api.signIn(admin.address, person.account, person.password);
  const page = await open(place.path.replace(/&pid=.*/, ''), { token: theirs.token });
  await node(page, place.folderName).click({ button: 'right' });
  expect(await offered(page)).toEqual(['打开']);
});
