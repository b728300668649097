import type { Page } from '@playwright/test';
import { changed, drawnIn, pictureOf } from './support/drawing.ts';
import { DRAW_MS, openModelPage, smallHouse, steady, tool, uploadModels, type Opens } from './support/model.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 20_000 });
/** The first test uploads the models of the other tests. */
test.describe.configure({ mode: 'serial' });

const uploaded = { projectId: 0, modelId: 0 };
const openModel = (open: Opens, token: string): Promise<Page> => openModelPage(open, uploaded, { token });
const line = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });
const command = (page: Page, name: string) => page.getByRole('menuitem', { name });
const heading = (page: Page) => page.getByTestId('properties').getByRole('heading');

async function findInTree(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('名称、类别或编码').fill(name);
  await expect(line(page, name)).toBeVisible();
}

test('an old file has one group of walls; properties speak the reader’s language, are filtered and copied', async ({
  open,
  admin,
}) => {
  test.setTimeout(200_000);
  const old = smallHouse().replace("IFCWALL('0tinyPrdm0000000000106'", "IFCWALLSTANDARDCASE('0tinyPrdm0000000000106'");
  const { projectId, models } = await uploadModels(open, admin, {
    account: 'walls',
    project: '城北中学',
    files: { '实验楼.ifc': old },
  });
  Object.assign(uploaded, { projectId, modelId: models['实验楼.ifc'] });
  const page = await openModel(open, admin.token);
  await line(page, '一层').getByRole('button', { name: '展开' }).click();
  await expect(line(page, '墙')).toHaveCount(1);
  await expect(line(page, '墙')).toContainText('4');

  await findInTree(page, '南墙');
  await line(page, '南墙').locator('.model-tree-name').click();
  const properties = page.getByTestId('properties');
  await expect(properties.getByTitle('PredefinedType')).toHaveText(['预定义类型', '预定义类型']);
  await expect(properties).toContainText('Pset_WallCommon墙：通用属性');
  await properties.getByRole('searchbox').fill('预定义');
  await expect(properties.locator('.model-property')).toHaveCount(2);
  await properties.getByRole('searchbox').fill('LoadBearing');
  await expect(properties.locator('.model-property')).toHaveText(['LoadBearing否']);
  await properties.getByRole('searchbox').fill('没有这个');
  await expect(properties).toContainText('没有符合的属性');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await properties.getByRole('searchbox').fill('FireRating');
  await properties.getByRole('button', { name: '复制“FireRating”' }).click();
  // As text, because these tests have no browser types.
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('2.0h');
});

test('tools on the selection say what to do without one; shortcuts do what the menu says', async ({ open, admin }) => {
  test.setTimeout(120_000);
  const page = await openModel(open, admin.token);
  const [hide, isolate, showAll] = ['隐藏所选构件', '只看所选构件', '显示全部构件'].map((name) => tool(page, name));
  if (!hide || !isolate || !showAll) throw new Error('the bar lacks a tool');
  await expect(hide).toBeDisabled();
  await expect(hide).toHaveAttribute('title', '隐藏所选构件：请先点选构件');
  await expect(isolate).toBeDisabled();
  await expect(showAll).toHaveAttribute('title', '显示全部构件：没有隐藏的构件');

  await findInTree(page, '南墙');
  await line(page, '南墙').locator('.model-tree-name').click();
  await expect(hide).toBeEnabled();
  await expect(hide).toHaveAttribute('title', '隐藏所选构件（H）');
  await page.keyboard.press('h');
  await expect(line(page, '南墙')).toHaveAttribute('data-hidden', 'true');
  await expect(hide).toBeDisabled();
  await page.keyboard.press('Shift+H');
  await expect(line(page, '南墙')).toHaveAttribute('data-hidden', 'false');
  await expect(showAll).toBeDisabled();

  // In a field a letter is text.
  await line(page, '南墙').locator('.model-tree-name').click();
  await expect(heading(page)).toHaveText('南墙');
  await page.getByPlaceholder('名称、类别或编码').press('End');
  await page.keyboard.type('hi');
  await expect(showAll).toBeDisabled();
  await page.getByPlaceholder('名称、类别或编码').fill('墙');
  await page.getByRole('tree').focus();
  await page.keyboard.press('i');
  await expect(line(page, '北墙')).toHaveAttribute('data-hidden', 'true');
  await expect(line(page, '南墙')).toHaveAttribute('data-hidden', 'false');
  await page.keyboard.press('Escape');
  await expect(hide).toBeDisabled();
});

test('the menu by the second button in the picture, in the tree and by key; a drag with the button still moves the picture', async ({
  open,
  admin,
}) => {
  test.setTimeout(180_000);
  const page = await openModel(open, admin.token);
  await steady(page);
  const { at } = await drawnIn(page);
  if (at === null) throw new Error('nothing is drawn');
  const first = await pictureOf(page);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(at.x + 60, at.y + 20, { steps: 5 });
  await page.mouse.up({ button: 'right' });
  await steady(page);
  expect(await changed(page, first, await pictureOf(page)), 'shifted').toBeGreaterThan(0.02);
  await expect(page.getByRole('menu')).toHaveCount(0);

  await page.mouse.click(at.x + 60, at.y + 20, { button: 'right' });
  await expect(command(page, '隐藏')).toContainText('H');
  const name = (await heading(page).textContent()) ?? '';
  expect(name).not.toBe('');
  for (const entry of ['定位', '只看', '取消选择', '复制 GlobalId', '保存视点', '发起任务'])
    await expect(command(page, entry)).toBeVisible();
  await expect(command(page, '显示全部')).toHaveAttribute('aria-disabled', 'true');
  await command(page, '隐藏').click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await findInTree(page, name);
  await expect(line(page, name)).toHaveAttribute('data-hidden', 'true');

  // Only background is under the pointer: actions on a component are not offered.
  await page.keyboard.press('Escape');
  await page.locator('canvas').focus();
  await page.keyboard.press('Shift+F10');
  await expect(command(page, '显示全部')).toBeFocused();
  await expect(command(page, '定位')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(line(page, name)).toHaveAttribute('data-hidden', 'false');
  await expect(page.locator('canvas')).toBeFocused();

  await findInTree(page, '入户门');
  await line(page, '入户门').click({ button: 'right' });
  await expect(heading(page)).toHaveText('入户门');
  await command(page, '保存视点').click();
  await expect(page.getByLabel('视点名称')).toHaveValue('入户门');
  await page.getByRole('tab', { name: '构件' }).click();
  await findInTree(page, '北墙');
  await page.getByRole('tree').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ContextMenu');
  await expect(heading(page)).toHaveText('北墙');
  await command(page, '发起任务').click();
  await expect(page).toHaveURL(/\/file\/task\/addEdit\?.*viewpoint_id=\d+/, { timeout: DRAW_MS });
  await expect(page.getByLabel('任务名称')).toHaveValue('北墙');
});

test('a double click saves one viewpoint; the strip of storeys shows the storey of a viewpoint', async ({
  open,
  admin,
}) => {
  test.setTimeout(180_000);
  const page = await openModel(open, admin.token);
  const strip = page.getByRole('toolbar', { name: '楼层' });
  const pressed = () => strip.locator('[aria-pressed="true"]').allTextContents();
  await expect.poll(pressed).toEqual(['整栋']);
  await strip.getByRole('button', { name: '二层' }).click();
  await steady(page);
  await page.getByRole('tab', { name: '视点' }).click();
  await page.getByLabel('视点名称').fill('二层看图');
  await page.getByRole('button', { name: '保存视点' }).dblclick();
  const saved = page.locator('.model-viewpoint').filter({ hasText: '二层看图' });
  await expect(saved).toHaveCount(1, { timeout: DRAW_MS });
  await page.waitForTimeout(1500);
  await expect(saved).toHaveCount(1);

  await strip.getByRole('button', { name: '整栋' }).click();
  await expect.poll(pressed).toEqual(['整栋']);
  await saved.click();
  await expect.poll(pressed, { timeout: DRAW_MS }).toEqual(['二层+3.000']);
  await page.reload();
  await expect(strip).toBeVisible({ timeout: DRAW_MS });
  await expect.poll(pressed).toEqual(['二层+3.000']);
  await strip.getByRole('button', { name: '整栋' }).click();
  await expect.poll(pressed).toEqual(['整栋']);
  await tool(page, '剖切').click();
  await page.getByRole('button', { name: 'X 轴' }).click();
  await expect.poll(pressed, 'a cut of one’s own').toEqual([]);
});
