import type { Page } from '@playwright/test';
import { modelIndex } from '@prdm/contract/models';
import { buildProject } from './support/furnish.ts';
import { smallHouse, uploadModels } from './support/model.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 20_000 });
/** The first test uploads the models of the other tests. */
test.describe.configure({ mode: 'serial' });

const uploaded = { projectId: 0, modelId: 0, second: 0 };
const list = (query = '') => `/file/model/index?project_id=${uploaded.projectId}${query}`;
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });
const names = (page: Page) => page.getByRole('article').locator('.model-card-name').allTextContents();

test('a card shows the model before its first opening, and its owner', async ({ open, admin }) => {
  test.setTimeout(150_000);
  const house = smallHouse();
  const { projectId, models } = await uploadModels(open, admin, {
    account: 'cards',
    project: '滨江剧场',
    files: { '观众厅.ifc': house, '前厅.ifc': `${house}\n\n`, '坏文件.ifc': `${house.slice(0, 900)}\u0000 cut off` },
  });
  Object.assign(uploaded, { projectId, modelId: models['观众厅.ifc'], second: models['前厅.ifc'] });
  const page = await open(list(), { token: admin.token });
  const drawn = card(page, '观众厅.ifc').locator('.model-picture img');
  await expect(card(page, '观众厅.ifc')).toContainText(/KB/);
  await expect(card(page, '观众厅.ifc')).toContainText('系统管理员');
  await expect(drawn).toBeVisible();
  await expect(drawn).toHaveJSProperty('naturalWidth', 480);
  await expect(drawn).toHaveJSProperty('naturalHeight', 300);
  const thumbs = async () => {
    const { list: all } = await admin.call(modelIndex, { project_id: projectId });
    return all.filter(({ thumb }) => thumb !== null).map(({ name }) => name);
  };
  expect((await thumbs()).toSorted()).toEqual(['前厅.ifc', '观众厅.ifc'].toSorted());
  await expect(card(page, '坏文件.ifc').locator('.model-picture')).toHaveAttribute('data-drawn', 'false');
  await card(page, '观众厅.ifc').getByRole('link', { name: '滨江剧场' }).click();
  await expect(page).toHaveURL(/\/file\/index\?.*pid=/);
});

test('the owner replaces the picture and restores the automatic one', async ({ open, admin }) => {
  const page = await open(list(), { token: admin.token });
  const own = card(page, '观众厅.ifc');
  const drawn = own.locator('.model-picture img');
  await expect(drawn).toBeVisible();
  /**
   * The upper left corner of the picture, which is background in an automatic one. The script is text, because these
   * tests have no browser types.
   */
  const isRed = () =>
    page.evaluate<boolean>(`(async () => {
      const image = document.querySelector('[data-testid="model-${uploaded.modelId}"] .model-picture img');
      if (!image) return false; // The card is drawn again while its picture changes.
      await image.decode();
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      context.drawImage(image, 4, 4, 1, 1, 0, 0, 1, 1);
      const [red, green] = context.getImageData(0, 0, 1, 1).data;
      return red > 150 && green < 80;
    })()`);
  const red = await page.evaluate<string>(`(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 900;
    const context = canvas.getContext('2d');
    context.fillStyle = 'rgb(200, 30, 30)';
    context.fillRect(0, 0, 900, 900);
    return canvas.toDataURL('image/png').split(',')[1];
  })()`);
  const buffer = Buffer.from(red, 'base64');
  await page
    .getByTestId(`picture-${uploaded.modelId}`)
    .setInputFiles({ name: '红.png', mimeType: 'image/png', buffer });
  await expect.poll(isRed).toBe(true);
  const broken = { name: '不是图片.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  await page.getByTestId(`picture-${uploaded.modelId}`).setInputFiles(broken);
  await expect(page.getByText('无法读取所选图片')).toBeVisible();
  await own.getByRole('button', { name: '“观众厅.ifc”的图片' }).click();
  await expect(page.getByRole('menuitem', { name: '更换图片' })).toBeVisible();
  await page.getByRole('menuitem', { name: '恢复自动图片' }).click();
  await expect.poll(isRed).toBe(false);
});

test('a picture that cannot be sent shows no error', async ({ open, admin }) => {
  test.setTimeout(120_000);
  const page = await open(list(), { token: admin.token });
  const sent: string[] = [];
  // Simulates a model whose picture the server could not draw.
  await page.route('**/apis/model/info*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ json: { ...body, data: { ...body.data, thumb: null } } });
  });
  await page.route('**/apis/model/thumbAdd', async (route) => {
    sent.push(route.request().method());
    await route.fulfill({ json: { code: 444, msg: '您不在该项目中', data: null } });
  });
  await card(page, '前厅.ifc').getByRole('link', { name: '前厅.ifc' }).click();
  await expect(page.getByRole('toolbar', { name: '模型工具' })).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => sent).toEqual(['POST']);
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/\/file\/model\/view/);
  await expect(page.getByText('您不在该项目中')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('word, state and order narrow the list and stay in the address', async ({ open, admin }) => {
  const page = await open(list(), { token: admin.token });
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByRole('button', { name: '排序' }).click();
  await page.getByRole('menuitemradio', { name: '名称' }).click();
  await expect.poll(() => names(page)).toEqual(['观众厅.ifc', '坏文件.ifc', '前厅.ifc']);
  await page.getByRole('searchbox').fill('厅');
  await expect.poll(() => names(page)).toEqual(['观众厅.ifc', '前厅.ifc']);
  await expect(page).toHaveURL(/sort=name/);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['观众厅.ifc', '前厅.ifc']);
  await page.goto(list('&status=failed'));
  await expect.poll(() => names(page)).toEqual(['坏文件.ifc']);
  await page.getByRole('searchbox').fill('没有的');
  await expect(page.getByText('没有符合条件的')).toBeVisible();
});

test('an empty list offers one way to upload', async ({ open, admin }) => {
  const person = await admin.addPerson({ account: 'empty.models', name: '新人', password: 'Design-2026' });
  const { id } = await buildProject(admin, { name: '空项目', managerId: person.id });
  const page = await open(`/file/model/index?project_id=${id}`, { token: admin.token });
  await expect(page.getByText('还没有模型')).toBeVisible();
  await expect(page.getByRole('link', { name: '到文件中上传 IFC' })).toHaveCount(1);
});

test('a user with the right is quietly offered a new conversion of an old result', async ({ open, admin }) => {
  test.setTimeout(120_000);
  const page = await open(list(), { token: admin.token });
  let shown = 0;
  await page.route('**/apis/model/info*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.viewable.outdated = true;
    shown = body.data.version_id;
    body.data.can.reparse = true;
    await route.fulfill({ json: body });
  });
  const requests: (string | null)[] = [];
  await page.route('**/apis/model/reparse', async (route) => {
    requests.push(route.request().postData());
    await route.fulfill({ json: { code: 0, msg: '', data: null } });
  });
  await page.goto(`/file/model/view?id=${uploaded.modelId}&project_id=${uploaded.projectId}`);
  await expect(page.getByRole('note')).toContainText('由旧版本解析');
  await page.getByRole('note').getByRole('button', { name: '重新解析' }).click();
  await expect
    .poll(() => requests)
    .toEqual([`project_id=${uploaded.projectId}&id=${uploaded.modelId}&version_id=${shown}`]);
  // The page polls. An answer that is pending at the end of the test is ignored.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
