import type { Page } from '@playwright/test';
import { modelIndex } from '@prdm/contract/models';
import { smallHouse, uploadModels } from './support/model.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 20_000 });
/** The first test uploads the models of the other tests. */
test.describe.configure({ mode: 'serial' });

const uploaded = { projectId: 0, modelId: 0 };
const list = () => `/file/model/index?project_id=${uploaded.projectId}`;
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

test('a card shows the model before its first opening, and its owner', async ({ open, admin }) => {
  test.setTimeout(150_000);
  const house = smallHouse();
  const { projectId, models } = await uploadModels(open, admin, {
    account: 'cards',
    project: '滨江剧场',
    files: { '观众厅.ifc': house, '坏文件.ifc': `${house.slice(0, 900)}\u0000 cut off` },
  });
  Object.assign(uploaded, { projectId, modelId: models['观众厅.ifc'] });
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
  expect(await thumbs()).toEqual(['观众厅.ifc']);
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
