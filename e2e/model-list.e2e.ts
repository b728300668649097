import type { Page } from '@playwright/test';
import { modelIndex } from '@prdm/contract/models';
import { buildProject } from './support/furnish.ts';
import { DRAW_MS, openModelPage, smallHouse, uploadModels } from './support/model.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 20_000 });
/** The first test uploads what the others look at. */
test.describe.configure({ mode: 'serial' });

const uploaded = { projectId: 0, modelId: 0, second: 0 };
const list = (query = '') => `/file/model/index?project_id=${uploaded.projectId}${query}`;
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });
const names = (page: Page) => page.getByRole('article').locator('.model-card-name').allTextContents();

test('a card shows the model as the first who opened it saw it, and whose it is', async ({ open, admin }) => {
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
  await expect(card(page, '观众厅.ifc').locator('.model-picture')).toHaveAttribute('data-drawn', 'false');

  const looked = await openModelPage(open, uploaded, { token: admin.token });
  // The list that is open hears of it. It may be on its way still when the model shows, and a page that is closed sends nothing more.
  await expect(drawn).toBeVisible({ timeout: DRAW_MS });
  await looked.close();
  await expect(drawn).toHaveJSProperty('naturalWidth', 480);
  await expect(drawn).toHaveJSProperty('naturalHeight', 300);
  const thumbs = async () => {
    const { list: all } = await admin.call(modelIndex, { project_id: projectId });
    return all.filter(({ thumb }) => thumb !== null).map(({ name }) => name);
  };
  expect(await thumbs()).toEqual(['观众厅.ifc']);
  await card(page, '观众厅.ifc').getByRole('link', { name: '滨江剧场' }).click();
  await expect(page).toHaveURL(/\/file\/index\?.*pid=/);
});

test('a picture that cannot be sent disturbs nobody', async ({ open, admin }) => {
  test.setTimeout(120_000);
  const page = await open(list(), { token: admin.token });
  const sent: string[] = [];
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
});

test('word, state and order narrow the list and stay in the address', async ({ open, admin }) => {
  const page = await open(list(), { token: admin.token });
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByRole('button', { name: /^排列/ }).click();
  await page.getByRole('menuitemradio', { name: '按名称' }).click();
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

test('who may is quietly offered to convert an old result again', async ({ open, admin }) => {
  test.setTimeout(120_000);
  const page = await open(list(), { token: admin.token });
  await page.route('**/apis/model/info*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.viewable.outdated = true;
    body.data.can.reparse = true;
    await route.fulfill({ json: body });
  });
  const asked: (string | null)[] = [];
  await page.route('**/apis/model/reparse', async (route) => {
    asked.push(route.request().postData());
    await route.fulfill({ json: { code: 0, msg: '', data: null } });
  });
  await page.goto(`/file/model/view?id=${uploaded.modelId}&project_id=${uploaded.projectId}`);
  await expect(page.getByRole('note')).toContainText('还不识别单位');
  await page.getByRole('note').getByRole('button', { name: '重新解析' }).click();
  await expect.poll(() => asked).toEqual([`project_id=${uploaded.projectId}&id=${uploaded.modelId}`]);
  // The page asks again by itself; an answer on its way when the test ends is nobody's.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
