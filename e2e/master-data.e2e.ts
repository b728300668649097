import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { industries, projectTypes } from '@prdm/contract/config/dictionaries';
import { listParts, unpack } from '../apps/server/src/platform/sheets/zip-parts.ts';
import { expectAccessible } from './support/axe.ts';
import { buildProject } from './support/furnish.ts';
import { dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const INDUSTRIES = '/company/cfgdata?dictionary=industry';
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const grip = (page: Page, name: string): Locator => page.getByRole('button', { name: `移动“${name}”` });
const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: '撤销' }).last().click();
/** The entries of this test: the standard entries stand before them. */
const own = async (page: Page): Promise<string[]> =>
  (await page.locator('.entity-name > .ellipsis').allTextContents()).filter((name) => name.endsWith('行业'));

test('[R-036] an administrator keeps a dictionary, and a second browser follows at once', async ({ open, admin }) => {
  for (const name of ['甲行业', '乙行业', '丙行业']) await admin.call(industries.add, { name });
  const page = await open(INDUSTRIES, { token: admin.token });
  const other = await open(`${INDUSTRIES}&state=enabled`, { token: admin.token });
  const both = async (names: string[]) => {
    for (const each of [page, other]) await expect.poll(() => own(each)).toEqual(names);
  };
  await both(['甲行业', '乙行业', '丙行业']);
  await expectAccessible(page, 'dictionary');

  // A name that is taken stays in the form, with the message at the field.
  await page.getByRole('button', { name: '新建行业' }).click();
  const form = dialog(page, '新建行业');
  await form.getByRole('textbox', { name: '名称' }).fill('甲行业');
  await form.getByRole('button', { name: '新建' }).click();
  await expect(form.getByText('名称已存在')).toBeVisible();
  await form.getByRole('textbox', { name: '名称' }).fill('丁行业');
  await form.getByRole('button', { name: '新建' }).click();
  await expect(form).toHaveCount(0);
  await both(['甲行业', '乙行业', '丙行业', '丁行业']);

  // Drag the last one before the first own one, and undo it.
  await row(page, '丁行业').hover();
  const from = await grip(page, '丁行业').boundingBox();
  const to = await row(page, '甲行业').boundingBox();
  if (from === null || to === null) throw new Error('the rows are not drawn');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 4, to.y + to.height / 2, { steps: 5 });
  await page.mouse.move(from.x + 4, to.y + 2, { steps: 5 });
  await page.mouse.up();
  await both(['丁行业', '甲行业', '乙行业', '丙行业']);
  await undo(page);
  await both(['甲行业', '乙行业', '丙行业', '丁行业']);

  // The same by keys.
  await grip(page, '甲行业').focus();
  await page.keyboard.press('ArrowDown');
  await both(['乙行业', '甲行业', '丙行业', '丁行业']);

  // Two at once, and back.
  for (const name of ['丙行业', '丁行业']) await row(page, name).getByRole('checkbox').check();
  await page.getByRole('button', { name: '停用', exact: true }).last().click();
  await expect(row(page, '丙行业').getByText('停用')).toBeVisible();
  await expect.poll(() => own(other)).toEqual(['乙行业', '甲行业']);
  await expectAccessible(page, 'disabled entries');
  await undo(page);
  await both(['乙行业', '甲行业', '丙行业', '丁行业']);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出表格' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('行业.xlsx');
  const bytes = await readFile(await download.path());
  const parts = listParts(bytes);
  expect(parts.map(({ name }) => name)).toContain('xl/workbook.xml');
  const text = parts.map((part) => unpack(bytes, part, 1_000_000).toString('utf8')).join('');
  for (const name of ['名称', '房地产', '乙行业', '丁行业']) expect(text).toContain(name);

  // An entry in use is not deleted, and the menu says how often it is used.
  const manager = await admin.addPerson({ account: 'used.by', name: '引用人', password: 'Design-2026' });
  await buildProject(admin, { name: '引用项目', managerId: manager.id });
  const { list } = await admin.call(projectTypes.index, { ispage: 'not', counted: true });
  const used = list.find((each) => (each.used ?? 0) > 0);
  if (used === undefined) throw new Error('no project type is used');
  await page.getByRole('link', { name: '项目类型' }).click();
  await row(page, used.name).hover();
  await page.getByRole('button', { name: `${used.name} 的更多操作` }).click();
  const entry = page.getByRole('menu').getByRole('menuitem', { name: /删除/ });
  await expect(entry).toHaveAttribute('aria-disabled', 'true');
  await expect(entry).toContainText(String(used.used));
});
