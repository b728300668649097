import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { crumbs, dock, filePlace, inMemory, lineOf, stored, uploadRow, type FilePlace } from './support/files.ts';
import { dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const MB = 1024 * 1024;
const QUESTION = '有未完成的上传，确认放弃？';
let place: FilePlace;
let other: FilePlace;

test.beforeAll(async ({ server }) => {
  const admin = await Api.admin(server.address);
  place = await filePlace(admin, server.address);
  other = await filePlace(admin, server.address, place);
});

/** Two uploads, the first running on a connection too slow to finish it. */
async function beginUploads(page: Page, names: [string, string]) {
  const line = await lineOf(page);
  await line.slow(60_000);
  await page.getByTestId('upload-file').setInputFiles(names.map((name) => inMemory(name, randomBytes(3 * MB))));
  await expect(uploadRow(page, names[0])).toHaveAttribute('data-status', 'uploading');
  return line;
}
async function uploading(open: (path: string, visitor: { token: string }) => Promise<Page>, names: [string, string]) {
  const page = await open(place.path, { token: place.manager.token });
  return { page, line: await beginUploads(page, names) };
}
const home = (page: Page) => page.getByRole('link', { name: '首页' });

test('[UP-011] closing the panel asks while something is unfinished: declined it continues, confirmed all is cancelled', async ({
  open,
}) => {
  const { page } = await uploading(open, ['关一.bin', '关二.bin']);
  const cancelled: string[] = [];
  page.on('request', (request) => request.method() === 'DELETE' && cancelled.push(request.url()));
  const close = dock(page).getByRole('button', { name: '关闭上传列表' });
  await close.click();
  await dialog(page, QUESTION).getByRole('button', { name: '继续上传' }).click();
  await expect(dialog(page, QUESTION)).toHaveCount(0);
  await expect(uploadRow(page, '关一.bin')).toHaveAttribute('data-status', 'uploading');
  await expect(uploadRow(page, '关二.bin')).toHaveAttribute('data-status', 'waiting');
  const before = await uploadRow(page, '关一.bin').innerText();
  await expect.poll(() => uploadRow(page, '关一.bin').innerText()).not.toBe(before);

  await close.click();
  await dialog(page, QUESTION).getByRole('button', { name: '放弃上传' }).click();
  await expect(dock(page)).toHaveCount(0);
  await expect.poll(() => cancelled.length).toBe(1);
  await home(page).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await stored(place.manager, place, '关一.bin')).toBeNull();
  expect(await stored(place.manager, place, '关二.bin')).toBeNull();
});

test('[UP-012] [UP-016] leaving the file pages asks; staying stays, leaving continues and does not ask again', async ({
  open,
}) => {
  const { page, line } = await uploading(open, ['走一.bin', '走二.bin']);
  await page.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: place.name }).click();
  await expect(page).toHaveURL(new RegExp(`pid=${place.root}`));
  await expect(dialog(page, QUESTION)).toHaveCount(0);

  await home(page).click();
  await expect(dialog(page, QUESTION)).toBeVisible();
  await dialog(page, QUESTION).getByRole('button', { name: '留在此页' }).click();
  await expect(dialog(page, QUESTION)).toHaveCount(0);
  await expect(page).toHaveURL(/\/file\/index/);
  await expect(uploadRow(page, '走一.bin')).toHaveAttribute('data-status', 'uploading');

  await home(page).click();
  await dialog(page, QUESTION).getByRole('button', { name: '离开，继续上传' }).click();
  await expect(page).toHaveURL(/\/home$/);
  // Outside the file pages the panel is a line, and its progress continues.
  await expect(dock(page)).toHaveAttribute('data-collapsed', 'true');
  await dock(page).getByRole('button', { name: '展开', exact: true }).click();
  await expect(uploadRow(page, '走一.bin')).toHaveAttribute('data-status', 'uploading');
  await page.getByRole('button', { name: /^通知/ }).click();
  await page.getByRole('dialog', { name: /^通知/ }).press('Escape');
  await page.goBack();
  await expect(page).toHaveURL(/\/file\/index/);
  await home(page).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(dialog(page, QUESTION)).toHaveCount(0);
  await line.free();
  await expect(dock(page).locator('header')).toContainText('上传完成');
  expect((await stored(place.manager, place, '走一.bin'))?.bytes.length).toBe(3 * MB);
});

test('when all uploads complete during the question, the question closes and the page changes', async ({ open }) => {
  const { page, line } = await uploading(open, ['到一.bin', '到二.bin']);
  await home(page).click();
  await expect(dialog(page, QUESTION)).toBeVisible();
  await line.free();
  await expect(page).toHaveURL(/\/home$/, { timeout: 30_000 });
  await expect(dialog(page, QUESTION)).toHaveCount(0);
  expect((await stored(place.manager, place, '到二.bin'))?.bytes.length).toBe(3 * MB);
});

test('leaving with cancelled uploads leaves nothing running', async ({ open }) => {
  const { page, line } = await uploading(open, ['弃一.bin', '弃二.bin']);
  const cancelled: string[] = [];
  page.on('request', (request) => request.method() === 'DELETE' && cancelled.push(request.url()));
  await home(page).click();
  await dialog(page, QUESTION).getByRole('button', { name: '放弃并离开' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(dock(page)).toHaveCount(0);
  await line.free();
  await expect.poll(() => cancelled.length).toBe(1);
  expect(await stored(place.manager, place, '弃一.bin')).toBeNull();
  expect(await stored(place.manager, place, '弃二.bin')).toBeNull();
});

test('[UP-012] the files of another project are not another page, and without pending uploads there is no question', async ({
  open,
}) => {
  const page = await open(other.path, { token: place.manager.token });
  await page.getByTestId('upload-file').setInputFiles(inMemory('别处.txt', 'x'));
  await expect(uploadRow(page, '别处.txt')).toHaveAttribute('data-status', 'success');
  // Nothing is pending yet, and the page is not reloaded.
  await page.evaluate(`history.pushState(null, '', '${place.path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await expect(crumbs(page)).toContainText(place.folderName);
  const line = await beginUploads(page, ['留一.bin', '留二.bin']);

  await uploadRow(page, '别处.txt').getByRole('link', { name: other.folderName }).click();
  await expect(crumbs(page)).toContainText(other.folderName);
  await expect(dialog(page, QUESTION)).toHaveCount(0);
  await expect(uploadRow(page, '留一.bin')).toHaveAttribute('data-status', 'uploading');
  await line.free();
  await expect(dock(page).locator('header')).toContainText('上传完成');
  await home(page).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(dialog(page, QUESTION)).toHaveCount(0);
});

test('during a pending upload the browser itself asks before the tab closes', async ({ open }) => {
  const { page } = await uploading(open, ['闭一.bin', '闭二.bin']);
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question.accept();
  });
  // Browsers ask only after a user action on the page.
  await crumbs(page).click();
  await page.reload();
  await expect(crumbs(page)).toBeVisible();
  expect(asked).toEqual(['beforeunload']);
});
