import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import {
  dock,
  fileRow,
  filePlace,
  inMemory,
  lineOf,
  uploadFolder,
  uploadRow,
  type FilePlace,
} from './support/files.ts';
import { expect, test } from './support/test.ts';

/** A chosen folder is one line of the panel, and the panel covers no controls. */
let place: FilePlace;
let folder: string;
const MANY = 120;

test.beforeAll(async ({ server }) => {
  place = await filePlace(await Api.admin(server.address), server.address);
  folder = await mkdtemp(join(tmpdir(), 'prdm-folders-'));
  await mkdir(join(folder, '施工图/结构'), { recursive: true });
  await mkdir(join(folder, '说明'));
  for (const name of ['0.txt', '1.txt', '2.txt']) await writeFile(join(folder, '说明', name), name);
  for (let n = 0; n < MANY; n += 1) await writeFile(join(folder, `施工图/结构/${n}.dwg`), randomBytes(4096));
});
test.afterAll(async () => rm(folder, { recursive: true, force: true }));

const head = (page: Page) => dock(page).locator('header');
const line = (page: Page) => uploadFolder(page, '施工图');
const control = (page: Page, verb: string) => line(page).getByRole('button', { name: `${verb} 施工图` });

test('a folder of many files is one line with its own progress, paused, resumed and cancelled as a whole', async ({
  open,
}) => {
  const page = await open(place.path, { token: place.manager.token });
  const net = await lineOf(page);
  await net.slow(60_000);
  await page.getByTestId('upload-folder').setInputFiles(join(folder, '施工图'));
  await expect(line(page)).toHaveAttribute('data-status', 'uploading');
  await expect(line(page)).toContainText(new RegExp(`[1-9]\\d*/${MANY} 个文件`));
  await expect(line(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[1-9]/);
  await expect(dock(page).getByTestId('upload-row')).toHaveCount(0);
  await expect(line(page).getByRole('cell').nth(1)).toHaveText('480 KB');
  await expect(line(page).getByRole('link', { name: place.folderName })).toBeVisible();

  await line(page).getByRole('button', { name: '展开 施工图' }).click();
  await expect(dock(page).getByTestId('upload-row')).toHaveCount(100);
  await expect(dock(page)).toContainText('另有 20 个文件未列出');
  await expect(dock(page).getByTestId('upload-row').first()).toHaveAttribute('data-status', 'uploading');
  await expectAccessible(page, 'the panel with an opened folder');
  await line(page).getByRole('button', { name: '收起 施工图' }).click();

  // Slow enough that the file is always being sent when the test stops it.
  await net.slow(200);
  await page.waitForTimeout(700);
  await control(page, '暂停').click();
  await expect(line(page)).toHaveAttribute('data-status', 'paused');
  const held = await line(page).innerText();
  await page.waitForTimeout(1500);
  expect(await line(page).innerText()).toBe(held);
  await net.free();
  await page.getByTestId('upload-file').setInputFiles(inMemory('旁.txt', 'beside'));
  await expect(uploadRow(page, '旁.txt')).toHaveAttribute('data-status', 'success');
  await expect(line(page)).toHaveAttribute('data-status', 'paused');
  await net.slow(2000);

  await control(page, '继续').click();
  await expect(line(page)).toHaveAttribute('data-status', 'uploading');
  await control(page, '取消').click();
  await expect(line(page)).not.toHaveAttribute('data-status', /uploading|waiting|paused/);
  await page.waitForTimeout(1500);
  await expect(line(page).getByRole('progressbar')).toHaveCount(0);
  await expect(head(page)).toContainText('上传完成');
  await control(page, '移除').click();
  await expect(line(page)).toHaveCount(0);
});

test('a complete folder shows it, and is in its target', async ({ open }) => {
  const page = await open(place.path, { token: place.manager.token });
  await page.getByTestId('upload-folder').setInputFiles(join(folder, '说明'));
  await expect(uploadFolder(page, '说明')).toHaveAttribute('data-status', 'success');
  await expect(uploadFolder(page, '说明')).toContainText('3/3 个文件');
  await expect(head(page)).toContainText('3/3');
  await fileRow(page, '说明').getByText('说明', { exact: true }).click();
  for (const name of ['0.txt', '1.txt', '2.txt']) await expect(fileRow(page, name)).toBeVisible();
});

test('the panel collapses when all uploads are complete, and closes on the next page', async ({ open }) => {
  const page = await open(place.path, { token: place.manager.token });
  await page.clock.install();
  await page.getByTestId('upload-file').setInputFiles(inMemory('小.txt', 'small'));
  await expect(uploadRow(page, '小.txt')).toHaveAttribute('data-status', 'success');
  await page.mouse.move(400, 300);
  await expect(dock(page)).toHaveAttribute('data-collapsed', 'false');
  await page.clock.fastForward(15_000);
  await expect(dock(page)).toHaveAttribute('data-collapsed', 'true');
  await expect(head(page)).toContainText('上传完成');
  await expect(head(page)).toContainText('1/1');
  const box = await dock(page).boundingBox();
  expect(box?.height).toBeLessThanOrEqual(32);
  expect(box?.width).toBeLessThanOrEqual(280);
  await dock(page).getByRole('button', { name: '展开', exact: true }).click();
  await expect(uploadRow(page, '小.txt')).toBeVisible();
  await page.mouse.move(400, 300);
  await page.clock.fastForward(15_000);
  await expect(uploadRow(page, '小.txt')).toBeVisible(); // opened by hand, it stays
  await dock(page).getByRole('button', { name: '收起', exact: true }).click();
  await page.getByRole('link', { name: '模型' }).click();
  await expect(page).toHaveURL(/\/file\/model\/index/);
  await expect(dock(page)).toHaveCount(0);
});

test('outside the file pages the panel is a line that covers no buttons', async ({ open }) => {
  const page = await open(place.path, { token: place.manager.token });
  await (await lineOf(page)).slow(30_000);
  await page.getByTestId('upload-file').setInputFiles(inMemory('长.bin', randomBytes(2_000_000)));
  await expect(uploadRow(page, '长.bin')).toHaveAttribute('data-status', 'uploading');
  await page.getByRole('link', { name: '模型' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '离开，继续上传' }).click();
  await expect(page).toHaveURL(/\/file\/model\/index/);
  await expect(dock(page)).toHaveAttribute('data-collapsed', 'true');
  await expect(head(page)).toContainText('正在上传');
  await expect(head(page)).toContainText('0/1');
  const box = await dock(page).boundingBox();
  expect(box?.height).toBeLessThanOrEqual(32);
  const [left, right] = [box?.x ?? 0, (box?.x ?? 0) + (box?.width ?? 0)];
  expect(Math.abs((left + right) / 2 - 720)).toBeLessThanOrEqual(1);
});

test('beside an open file the panel covers none of its buttons, collapsed or not', async ({ open }) => {
  for (const width of [1440, 1100]) {
    const page = await open(place.path, { token: place.manager.token, width });
    await page.clock.install();
    await page.getByTestId('upload-file').setInputFiles(inMemory(`按钮${width}.txt`, 'small'));
    await expect(uploadRow(page, `按钮${width}.txt`)).toHaveAttribute('data-status', 'success');
    await fileRow(page, `按钮${width}.txt`).getByText(`按钮${width}.txt`, { exact: true }).click();
    const buttons = page.getByRole('dialog', { name: '文件详情' }).locator('.record-foot').getByRole('button');
    await expect(buttons.first()).toBeVisible();
    for (const collapsed of ['false', 'true']) {
      if (collapsed === 'true') await page.clock.fastForward(15_000);
      await expect(dock(page)).toHaveAttribute('data-collapsed', collapsed);
      for (const button of await buttons.all()) await button.click({ trial: true });
    }
    await page.close();
  }
});
