import type { Locator, Page } from '@playwright/test';
import { industries, projectTypes } from '@prdm/contract/config/dictionaries';
import { expectAccessible } from './support/axe.ts';
import { buildProject } from './support/furnish.ts';
import { dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const INDUSTRIES = '/company/cfgdata?dictionary=industry';
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const names = (page: Page) => page.locator('.entity-name > .ellipsis').allTextContents();
const grip = (page: Page, name: string): Locator => page.getByRole('button', { name: `移动“${name}”` });
const menu = async (page: Page, name: string): Promise<Locator> => {
  await row(page, name).hover();
  await page.getByRole('button', { name: `${name} 的更多操作` }).click();
  return page.getByRole('menu');
};
const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: '撤销' }).last().click();

test('[R-036] an administrator keeps a dictionary, and a second browser follows at once', async ({ open, admin }) => {
  // Own names: the seed may have others, which stand before them.
  for (const name of ['甲行业', '乙行业', '丙行业']) await admin.call(industries.add, { name });
  const page = await open(INDUSTRIES, { token: admin.token });
  const other = await open(`${INDUSTRIES}&state=enabled`, { token: admin.token });
  const own = async (of: Page) => (await names(of)).filter((name) => /行业/.test(name));
  await expect.poll(() => own(page)).toEqual(['甲行业', '乙行业', '丙行业']);
  await expect.poll(() => own(other)).toEqual(['甲行业', '乙行业', '丙行业']);
  await expectAccessible(page, 'dictionary');

  await page.getByRole('button', { name: '新建行业' }).click();
  const form = dialog(page, '新建行业');
  await form.getByRole('textbox', { name: '名称' }).fill('甲行业');
  await form.getByRole('button', { name: '新建' }).click();
  await expect(form.getByText('名称已存在')).toBeVisible();
  await expectAccessible(page, 'form of an entry');
  await form.getByRole('textbox', { name: '名称' }).fill('丁行业');
  await form.getByRole('button', { name: '新建' }).click();
  await expect(form).toHaveCount(0);
  await expect.poll(() => own(other)).toEqual(['甲行业', '乙行业', '丙行业', '丁行业']);

  await row(page, '乙行业').click();
  const edit = dialog(page, '编辑乙行业');
  await edit.getByRole('textbox', { name: '名称' }).fill('新行业');
  await edit.getByRole('button', { name: '保存' }).click();
  await expect(row(other, '新行业')).toBeVisible();

  // Drag the last one to the top of the own ones.
  await row(page, '丁行业').hover();
  const from = await grip(page, '丁行业').boundingBox();
  const to = await row(page, '甲行业').boundingBox();
  if (from === null || to === null) throw new Error('the rows are not drawn');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 4, to.y + to.height / 2, { steps: 5 });
  await page.mouse.move(from.x + 4, to.y + 2, { steps: 5 });
  await page.mouse.up();
  const dragged = ['丁行业', '甲行业', '新行业', '丙行业'];
  await expect.poll(() => own(page)).toEqual(dragged);
  await expect.poll(() => own(other)).toEqual(dragged);
  await undo(page);
  await expect.poll(() => own(other)).toEqual(['甲行业', '新行业', '丙行业', '丁行业']);

  // The same by keys.
  await grip(page, '甲行业').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => own(other)).toEqual(['新行业', '甲行业', '丙行业', '丁行业']);

  await (await menu(page, '丙行业')).getByRole('menuitem', { name: '停用' }).click();
  await expect(row(page, '丙行业').getByText('已停用')).toBeVisible();
  await expect(row(other, '丙行业')).toHaveCount(0);
  await expectAccessible(page, 'disabled entry');
  await undo(page);
  await expect(row(other, '丙行业')).toBeVisible();

  await (await menu(page, '丙行业')).getByRole('menuitem', { name: '删除' }).click();
  await expect(row(other, '丙行业')).toHaveCount(0);
  await undo(page);
  await expect(row(other, '丙行业')).toBeVisible();
});

test('an entry in use is not deleted, and the menu says how often it is used', async ({ open, admin }) => {
  await buildProject(admin, {
    name: '引用项目',
    managerId: (await admin.addPerson({ account: 'used.by', name: '引用人', password: 'Design-2026' })).id,
  });
  const { list } = await admin.call(projectTypes.index, { ispage: 'not', counted: true });
  const used = list.find((each) => (each.used ?? 0) > 0);
  if (used === undefined) throw new Error('no project type is used');
  const page = await open('/company/cfgdata?dictionary=project_type', { token: admin.token });
  const entry = (await menu(page, used.name)).getByRole('menuitem', { name: /删除/ });
  await expect(entry).toHaveAttribute('aria-disabled', 'true');
  await expect(entry).toContainText(String(used.used));
});

test('the pages of organisation data can be used in both languages and themes', async ({ open, admin }) => {
  for (const path of ['/company/position', '/company/group', '/company/label']) {
    const page = await open(path, { token: admin.token, lang: 'en', theme: 'dark' });
    await page.getByRole('button', { name: /^New / }).first().click();
    await expect(page.getByRole('dialog', { name: /^New / })).toBeVisible();
    await expectAccessible(page, `${path} form in English, dark`);
  }
});
