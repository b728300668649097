import type { Page } from '@playwright/test';
import { pngOf } from '../apps/server/src/testing/worlds/pictures.ts';
import { profile } from '@prdm/contract/me';
import { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { buildProject, publishTasks } from './support/furnish.ts';
import { dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const PASSWORD = 'Design-2026';
const menu = (page: Page) => page.getByRole('button', { name: /的菜单$/ });
const RED = { name: '照片.png', mimeType: 'image/png', buffer: pngOf(600, 400, [200, 40, 40]) };
/** The portrait in the top bar, when it is drawn. */
const barPicture = (page: Page) => menu(page).locator('img.avatar');
const isDrawn = (page: Page, within: string) =>
  page.evaluate<boolean>(
    `[...document.querySelectorAll(${JSON.stringify(within)})].some((img) => img.naturalWidth === 200)`,
  );

async function newcomer(admin: Api, account: string, name: string) {
  const person = await admin.addPerson({ account, name, password: PASSWORD });
  return { ...person, api: await Api.signIn(admin.address, account, PASSWORD) };
}

test('[R-022] the profile opens in a new tab; changed name and contact also show in the frame', async ({
  open,
  admin,
}) => {
  const { api } = await newcomer(admin, 'own.record', '林自己');
  const page = await open('/home', { token: api.token });
  await menu(page).click();
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('menuitem', { name: '个人资料' }).click(),
  ]);
  await expect(tab).toHaveURL(/\/profile$/);
  await expect(page).toHaveURL(/\/home$/);
  const form = tab.getByRole('region', { name: '基本资料' });
  await expect(form.getByRole('button', { name: '保存' })).toBeDisabled();
  await form.getByLabel('姓名', { exact: true }).fill('林改名');
  await form.getByLabel('手机号', { exact: true }).fill('12');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText('手机号格式不正确')).toBeVisible();
  await expect(form.getByLabel('姓名', { exact: true })).toHaveValue('林改名');
  await form.getByLabel('手机号', { exact: true }).fill('13800138001');
  await form.getByLabel('再次输入手机号', { exact: true }).fill('13800138001');
  await form.getByLabel('登录密码', { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: '保存' }).click();
  await expect(tab.getByRole('button', { name: '林改名 的菜单' })).toBeVisible();
  expect(await api.call(profile, {})).toMatchObject({ name: '林改名', phone: '13800138001', version: 2 });
  await expect(tab.getByRole('region', { name: '最近登录' }).getByRole('row')).toHaveCount(2);
  await expectAccessible(tab, 'profile');
  await tab.getByRole('button', { name: '修改密码' }).click();
  await expect(dialog(tab, '修改密码')).toBeVisible();
});

test('[ER-004] a portrait is chosen, fitted and saved with the server’s message, and shows everywhere', async ({
  open,
  admin,
}) => {
  const person = await newcomer(admin, 'with.picture', '高头像');
  const project = await buildProject(admin, { name: '头像项目', managerId: person.id });
  await publishTasks(person.api, project, person, ['画一张图']);
  const page = await open('/home', { token: person.api.token });
  await expect(menu(page).locator('.avatar')).toHaveText('头像');
  await menu(page).click();
  await page.getByRole('menuitem', { name: '更换头像' }).click();
  const choosing = dialog(page, '更换头像');
  await choosing.getByLabel('选择图片').setInputFiles({ ...RED, buffer: Buffer.from('no picture') });
  await expect(choosing.getByRole('alert')).toHaveText('图片已损坏，无法读取');
  await choosing.getByLabel('选择图片').setInputFiles(RED);
  await expect(choosing.getByRole('alert')).toHaveCount(0);
  await expect(choosing.getByRole('img', { name: /^预览/ })).toHaveCount(2);
  await choosing.getByLabel('缩放').fill('2');
  await choosing.getByRole('group', { name: '移动图片，可用方向键' }).press('ArrowLeft');
  await expectAccessible(page, 'portrait');
  await page.route('**/apis/pub/updateField', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), msg: '头像已是新的' } });
  });
  await choosing.getByRole('button', { name: '保存' }).click();
  await expect(choosing).toHaveCount(0);
  await expect(page.locator('.toast')).toHaveText('头像已是新的');
  await expect(barPicture(page)).toBeVisible();
  await expect.poll(() => isDrawn(page, '.top-bar img.avatar')).toBe(true);

  const others = await open('/company/staff?word=with.picture', { token: admin.token });
  await expect.poll(() => isDrawn(others, '.page-table img.avatar')).toBe(true);
  await others.goto(`/file/task/index?project_id=${project.id}`);
  await expect(others.getByText('画一张图')).toBeVisible();
  await expect.poll(() => isDrawn(others, '.page-table img.avatar')).toBe(true);

  await menu(page).click();
  await page.getByRole('menuitem', { name: '更换头像' }).click();
  await dialog(page, '更换头像').getByRole('button', { name: '移除头像' }).click();
  await expect(menu(page).locator('.avatar')).toHaveText('头像');
  await expect(barPicture(page)).toHaveCount(0);
});
