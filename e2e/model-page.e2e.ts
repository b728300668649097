import type { Page } from '@playwright/test';
import { viewpointAdd } from '@prdm/contract/models';
import { changed, drawnIn, pictureOf } from './support/drawing.ts';
import { DRAW_MS, openModelPage, smallHouse, steady, tool, uploadModels, type Opens } from './support/model.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 20_000 });
/** The first test uploads the model of the other tests. */
test.describe.configure({ mode: 'serial' });

const uploaded = { projectId: 0, modelId: 0 };
const openModel = (open: Opens, token: string): Promise<Page> => openModelPage(open, uploaded, { token });
const line = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });
const storeys = (page: Page) => page.getByRole('toolbar', { name: '楼层' });

test('the tree is walked, opened, picked from and hidden by keyboard alone', async ({ open, admin }) => {
  test.setTimeout(150_000);
  const { projectId, models } = await uploadModels(open, admin, {
    account: 'storeys',
    project: '滨江中学',
    files: { '宿舍楼.ifc': smallHouse() },
  });
  Object.assign(uploaded, { projectId, modelId: models['宿舍楼.ifc'] });
  const page = await openModel(open, admin.token);
  const tree = page.getByRole('tree', { name: '构件' });
  // As text, because these tests have no browser types.
  const active = () =>
    page.evaluate<string>(`{
      const id = document.querySelector('[role=tree]').getAttribute('aria-activedescendant');
      document.getElementById(id).getAttribute('aria-label');
    }`);
  await expect(line(page, '一层')).toBeVisible();
  await tree.focus();
  await page.keyboard.press('Home');
  expect(await active()).toBe('小样项目');
  while ((await active()) !== '一层') await page.keyboard.press('ArrowDown');
  await expect(line(page, '一层')).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(line(page, '一层')).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  expect(await active()).toBe('门');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await active()).toBe('入户门');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('properties').getByRole('heading')).toHaveText('入户门');
  await page.keyboard.press('Space');
  await expect(line(page, '入户门')).toHaveAttribute('data-hidden', 'true');
  await page.keyboard.press('Space');
  await expect(line(page, '入户门')).toHaveAttribute('data-hidden', 'false');
  await page.keyboard.press('ArrowLeft');
  expect(await active()).toBe('门');
  await page.keyboard.press('ArrowLeft');
  await expect(line(page, '门')).toHaveAttribute('aria-expanded', 'false');
  // The tree is one tab stop: the next one is outside of it.
  await page.keyboard.press('Tab');
  await expect(tree.locator(':focus')).toHaveCount(0);
});

test('one click looks into a storey, a second one restores the former view', async ({ open, admin }) => {
  test.setTimeout(120_000);
  const page = await openModel(open, admin.token);
  await steady(page);
  const whole = await pictureOf(page);
  const storey = storeys(page).getByRole('button', { name: '一层' });
  await expect(storey).toContainText('±0.000');
  await expect(storeys(page).getByRole('button', { name: '二层' })).toContainText('+3.000');
  await storey.click();
  await page.waitForTimeout(400);
  await steady(page);
  await expect(storey).toHaveAttribute('aria-pressed', 'true');
  expect(await changed(page, whole, await pictureOf(page)), 'the upper storey is cut away').toBeGreaterThan(0.03);
  await storeys(page).getByRole('button', { name: '整栋' }).click();
  await steady(page);
  await expect(storey).toHaveAttribute('aria-pressed', 'false');
  expect(await changed(page, whole, await pictureOf(page)), 'as it was before').toBeLessThan(0.002);
  // A section made by the user is no storey view.
  await storey.click();
  await tool(page, '剖切').click();
  const axis = page.getByRole('button', { name: 'X 轴' });
  const before = await axis.boundingBox();
  await axis.click();
  await expect(page.getByText('剖切面 1')).toBeVisible();
  // The buttons that a new plane adds to the bar move no button under the pointer.
  expect(await axis.boundingBox()).toEqual(before);
  await expect(storey).toHaveAttribute('aria-pressed', 'false');
});

test('a component cut away by a storey view can be isolated: the sections go, with a message', async ({
  open,
  admin,
}) => {
  test.setTimeout(120_000);
  const page = await openModel(open, admin.token);
  const storey = storeys(page).getByRole('button', { name: '一层' });
  await storey.click();
  await expect(storey).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('searchbox').fill('二层隔墙');
  await line(page, '二层隔墙').locator('.model-tree-name').click();
  await tool(page, '只看所选构件').click();
  await expect(page.locator('.toast')).toHaveText('所选构件在剖切范围之外，已取消剖切');
  await expect(storey).toHaveAttribute('aria-pressed', 'false');
  await steady(page);
  expect((await drawnIn(page)).share).toBeGreaterThan(0.001);
  const alone = await pictureOf(page);
  // The whole model has no cut, and the isolation ends.
  const whole = storeys(page).getByRole('button', { name: '整栋' });
  await expect(whole).toHaveAttribute('aria-pressed', 'false');
  await whole.click();
  await expect(whole).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('[role="treeitem"][data-hidden="true"]')).toHaveCount(0);
  await expect
    .poll(async () => changed(page, alone, await pictureOf(page)), { timeout: DRAW_MS })
    .toBeGreaterThan(0.02);
});

test('the selection shines through components in front of it, unless it is hidden', async ({ open, admin }) => {
  test.setTimeout(120_000);
  const page = await openModel(open, admin.token);
  await tool(page, '标准视图').click();
  await page.getByRole('menuitem', { name: '前视图' }).click();
  await page.waitForTimeout(400);
  await steady(page);
  const plain = await pictureOf(page);
  // The north wall is behind the south wall.
  await page.getByRole('searchbox').fill('北墙');
  await line(page, '北墙').locator('.model-tree-name').click();
  await expect
    .poll(async () => changed(page, plain, await pictureOf(page)), { timeout: DRAW_MS })
    .toBeGreaterThan(0.05);
  await line(page, '北墙').getByRole('button', { name: '显示或隐藏 北墙' }).click();
  await expect.poll(async () => changed(page, plain, await pictureOf(page)), { timeout: DRAW_MS }).toBeLessThan(0.03);
});

test('the picture is covered until the view of the link is applied', async ({ open, admin }) => {
  test.setTimeout(150_000);
  const { id } = await admin.call(viewpointAdd, {
    model_id: uploaded.modelId,
    name: '俯视',
    state: JSON.stringify({
      version: 1,
      origin: [0, 0, 0],
      camera: { position: [3, 30, -2], target: [3, 0, -2], projection: 'orthographic' },
      spaces: false,
    }) as never,
  });
  const page = await open(`/file/model/index?project_id=${uploaded.projectId}`, { token: admin.token, theme: 'dark' });
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/apis/viewpoint/info*', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`/file/model/view?id=${uploaded.modelId}&project_id=${uploaded.projectId}&vp=${id}`);
  await page.getByRole('tab', { name: '构件' }).click();
  await expect(line(page, '一层'), 'the model is there').toBeVisible({ timeout: DRAW_MS });
  const cover = page.locator('.model-cover');
  await page.waitForTimeout(500);
  await expect(cover).toBeVisible();
  expect((await cover.boundingBox())?.width).toBe((await page.getByTestId('model-canvas').boundingBox())?.width);
  answer();
  await expect(cover).toHaveCount(0, { timeout: DRAW_MS });
  const first = await pictureOf(page);
  await steady(page);
  expect(await changed(page, first, await pictureOf(page)), 'nothing moves any more').toBeLessThan(0.002);
});

test('a dock keeps its dragged width, also after a reload; a double click restores the first width', async ({
  open,
  admin,
}) => {
  test.setTimeout(120_000);
  const page = await openModel(open, admin.token);
  const dock = page.getByRole('complementary', { name: '构件与视点' });
  const width = async () => Math.round((await dock.boundingBox())?.width ?? 0);
  const first = await width();
  const edge = await dock.getByRole('separator').boundingBox();
  if (edge === null) throw new Error('the dock has no edge');
  await page.mouse.move(edge.x + 3, edge.y + 300);
  await page.mouse.down();
  await page.mouse.move(edge.x + 63, edge.y + 300, { steps: 3 });
  await page.mouse.up();
  expect(await width()).toBe(first + 60);
  await page.reload();
  await expect.poll(width).toBe(first + 60);
  await dock.getByRole('separator').focus();
  await page.keyboard.press('ArrowLeft');
  expect(await width()).toBe(first + 44);
  await dock.getByRole('separator').dblclick();
  expect(await width()).toBe(first);
});

test('hiding a storey dims its lines in the tree, and they stay dimmed when the tree is shown again', async ({
  open,
  admin,
}) => {
  test.setTimeout(120_000);
  const page = await openModel(open, admin.token);
  const eye = line(page, '一层').getByRole('button', { name: '显示或隐藏 一层' });
  await line(page, '一层').hover();
  await eye.click();
  await expect(line(page, '一层')).toHaveAttribute('data-hidden', 'true');
  await expect(line(page, '二层')).toHaveAttribute('data-hidden', 'false');
  await page.getByRole('tab', { name: '视点' }).click();
  await page.getByRole('tab', { name: '构件' }).click();
  await expect(line(page, '一层')).toHaveAttribute('data-hidden', 'true');
  await line(page, '一层').hover();
  await eye.click();
  await expect(line(page, '一层')).toHaveAttribute('data-hidden', 'false');
});

test('Esc disables a tool taken from the bar, wherever the focus is, and the bar shows the true projection', async ({
  open,
  admin,
}) => {
  test.setTimeout(120_000);
  const page = await openModel(open, admin.token);
  for (const name of ['剖切', '测量长度', '漫游']) {
    await tool(page, name).click();
    await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'false');
  }
  // In the search field Esc belongs to the field.
  await tool(page, '剖切').click();
  await page.getByPlaceholder('名称、类别或编码').focus();
  await page.keyboard.press('Escape');
  await expect(tool(page, '剖切')).toHaveAttribute('aria-pressed', 'true');

  await tool(page, '平行投影').click();
  await expect(tool(page, '平行投影')).toHaveAttribute('aria-pressed', 'true');
  // Roaming has no parallel projection.
  await tool(page, '漫游').click();
  await expect(tool(page, '平行投影')).toHaveAttribute('aria-pressed', 'false');
});

test('a briefly lost graphics context is reported, and the message ends when the picture returns', async ({
  open,
  admin,
}) => {
  test.setTimeout(120_000);
  const page = await openModel(open, admin.token);
  // As text, because these tests have no browser types.
  await page.evaluate(`{
    const lost = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    lost.loseContext();
    setTimeout(() => lost.restoreContext(), 2000);
  }`);
  await expect(page.getByRole('alert')).toContainText('显卡暂时不可用');
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: DRAW_MS });
  await steady(page);
});

test('a graphics context lost during a load leaves the model whole when it returns', async ({ open, admin }) => {
  test.setTimeout(120_000);
  const address = `/file/model/view?id=${uploaded.modelId}&project_id=${uploaded.projectId}`;
  const page = await open(address, { token: admin.token, theme: 'dark', width: 1300, height: 620 });
  await page.locator('canvas').waitFor({ timeout: DRAW_MS });
  await page.evaluate(`{
    const lost = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    lost.loseContext();
    setTimeout(() => lost.restoreContext(), 3000);
  }`);
  await expect(page.getByRole('alert')).toContainText('显卡暂时不可用');
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: DRAW_MS });
  await expect(page.getByRole('toolbar', { name: '模型工具' })).toBeVisible({ timeout: DRAW_MS });
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await steady(page);
});

test('properties name the class in words; docks make room for the picture and cover it on a phone', async ({
  open,
  admin,
}) => {
  test.setTimeout(120_000);
  const page = await openModel(open, admin.token);
  await page.getByPlaceholder('名称、类别或编码').fill('墙');
  await line(page, '南墙').locator('.model-tree-name').click();
  await expect(page.getByTestId('properties')).toContainText('墙');
  const widthOf = async () => (await page.locator('canvas').boundingBox())?.width ?? 0;
  const narrow = await widthOf();
  const dock = (name: string) => page.locator('.model-dock-buttons').getByRole('button', { name });
  await dock('属性').click();
  await dock('构件与视点').click();
  await expect.poll(widthOf).toBeGreaterThan(narrow + 400);
  await page.reload();
  await expect(page.getByRole('complementary', { name: '属性' })).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(widthOf).toBe(390);
  await dock('构件与视点').click();
  await expect(page.getByRole('complementary', { name: '构件与视点' })).toBeVisible();
  expect(await widthOf()).toBe(390);
});

test('the table of completeness is fully visible, with the names of the classes', async ({ open, admin }) => {
  test.setTimeout(120_000);
  const page = await openModelPage(open, uploaded, { token: admin.token, width: 1440 });
  await page.getByRole('button', { name: '完整性' }).click();
  const table = page.getByRole('dialog', { name: '完整性' });
  await expect(table.getByRole('rowheader', { name: '墙', exact: true })).toBeVisible();
  await expect(table).toBeInViewport({ ratio: 1 });
});
