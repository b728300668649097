import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { uploadCreate } from '@prdm/contract/files';
import { LIMITS } from '@prdm/contract/limits';
import { Api } from './support/api.ts';
import {
  crumbs,
  dock,
  fileRow,
  filePlace,
  inMemory,
  lineOf,
  sha,
  shaOf,
  stored,
  uploadFolder,
  uploadRow,
  type FilePlace,
} from './support/files.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const MB = 1024 * 1024;
let place: FilePlace;
let folder: string;

test.beforeAll(async ({ server }) => {
  place = await filePlace(await Api.admin(server.address), server.address);
  folder = await mkdtemp(join(tmpdir(), 'prdm-uploads-'));
});
test.afterAll(async () => rm(folder, { recursive: true, force: true }));

const files = (page: Page) => page.getByTestId('upload-file');
const control = (page: Page, verb: string, name: string) =>
  uploadRow(page, name).getByRole('button', { name: `${verb} ${name}` });
const expectState = (page: Page, name: string, status: string) =>
  expect(uploadRow(page, name)).toHaveAttribute('data-status', status);
const head = (page: Page) => dock(page).locator('header');

test('[UP-001] [UP-002] the panel has five columns, a link to the folder, and a title that counts to the end', async ({
  open,
}) => {
  const page = await open(place.path, { token: place.manager.token });
  const line = await lineOf(page);
  await line.slow(200_000);
  await files(page).setInputFiles([
    inMemory('小.txt', 'small'),
    inMemory('大.bin', randomBytes(MB)),
    inMemory('末.txt', 'last'),
  ]);
  await expectState(page, '小.txt', 'success');
  await expectState(page, '大.bin', 'uploading');
  await expectState(page, '末.txt', 'waiting');
  await expect(head(page)).toContainText('正在上传');
  await expect(head(page)).toContainText('1/3');
  await expect(dock(page).getByRole('columnheader')).toHaveText(['文件（夹）名', '大小', '上传目录', '状态', '操作']);
  const cells = uploadRow(page, '大.bin').getByRole('cell');
  await expect(cells.nth(0)).toHaveText('大.bin');
  await expect(cells.nth(1)).toHaveText('1 MB');
  await expect(cells.nth(2)).toHaveText(place.folderName);
  await expect(cells.nth(3)).toContainText(/正在上传 \d+%/);
  await expect(cells.nth(3)).toContainText(/KB\/秒 · \d+秒/);
  await expect(cells.nth(4).getByRole('button')).toHaveCount(2);
  await expectAccessible(page, 'the files page with a running upload');

  await page.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: place.name }).click();
  await expect(page).toHaveURL(new RegExp(`pid=${place.root}`));
  await cells.nth(2).getByRole('link', { name: place.folderName }).click();
  await expect(page).toHaveURL(new RegExp(`/file/index\\?project_id=${place.projectId}&pid=${place.folder}$`));
  await expect(crumbs(page)).toContainText(place.folderName);

  await line.free();
  await expect(head(page)).toContainText('上传完成');
  await expect(head(page)).toContainText('3/3');
});

test('a file whose name exists in the folder shows its version number', async ({ open }) => {
  const page = await open(place.path, { token: place.manager.token });
  for (const [content, told] of [
    ['one', /^已完成\s*$/],
    ['two', /^已完成 已存为第 2 版$/],
  ] as const) {
    await files(page).setInputFiles([inMemory('再传.txt', content)]);
    await expect(uploadRow(page, '再传.txt').last().getByRole('cell').nth(3)).toHaveText(told);
  }
});

test('[UP-003] the toggle hides and shows the list, close takes the finished panel away', async ({ open }) => {
  const page = await open(place.path, { token: place.manager.token });
  await files(page).setInputFiles(inMemory('收起.txt', 'x'));
  await dock(page).hover(); // otherwise the panel collapses
  await expect(head(page)).toContainText('上传完成');
  await dock(page).getByRole('button', { name: '收起', exact: true }).click();
  await expect(dock(page).getByRole('table')).toHaveCount(0);
  await expect(head(page)).toContainText('1/1');
  await dock(page).getByRole('button', { name: '展开', exact: true }).click();
  await expect(uploadRow(page, '收起.txt')).toBeVisible();
  await dock(page).getByRole('button', { name: '关闭上传列表' }).click();
  await expect(dock(page)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[UP-004] the upload button offers file and folder, and the second picks a directory', async ({ open }) => {
  await mkdir(join(folder, '图纸/建筑'), { recursive: true });
  await writeFile(join(folder, '图纸/总说明.txt'), 'all');
  await writeFile(join(folder, '图纸/建筑/平面.dwg'), 'plan');
  await writeFile(join(folder, '图纸/Thumbs.db'), 'litter');
  const page = await open(place.path, { token: place.manager.token });
  await page.getByRole('button', { name: '上传', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['上传文件', '上传文件夹']);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: '上传文件夹' }).click();
  await (await choosing).setFiles(join(folder, '图纸'));
  await expect(head(page)).toContainText('上传完成');
  await expect(head(page)).toContainText('2/2');
  await uploadFolder(page, '图纸').getByRole('button', { name: '展开 图纸' }).click();
  await expect(uploadRow(page, '建筑/平面.dwg')).toBeVisible();
  await fileRow(page, '图纸').getByText('图纸', { exact: true }).click();
  await expect(fileRow(page, '建筑')).toBeVisible();
  await expect(fileRow(page, '总说明.txt')).toBeVisible();

  await page.getByRole('button', { name: '上传', exact: true }).click();
  const single = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: '上传文件', exact: true }).click();
  expect((await single).isMultiple()).toBe(true);
});

test('[UP-008] pause and resume, retry, cancel and remove change the row', async ({ open }) => {
  const page = await open(place.path, { token: place.manager.token });
  const line = await lineOf(page);
  await line.slow(150_000);
  await files(page).setInputFiles(inMemory('控制.bin', randomBytes(2 * MB)));
  await expect(uploadRow(page, '控制.bin')).toContainText(/正在上传 [1-9]\d*%/);
  await control(page, '暂停', '控制.bin').click();
  await expectState(page, '控制.bin', 'paused');
  const held = await uploadRow(page, '控制.bin').getByRole('cell').nth(3).innerText();
  await page.waitForTimeout(700);
  expect(await uploadRow(page, '控制.bin').getByRole('cell').nth(3).innerText()).toBe(held);
  await control(page, '继续', '控制.bin').click();
  await expectState(page, '控制.bin', 'uploading');
  await control(page, '取消', '控制.bin').click();
  await expectState(page, '控制.bin', 'cancel');
  await control(page, '移除', '控制.bin').click();
  await expect(uploadRow(page, '控制.bin')).toHaveCount(0);
  await line.free();
  expect(await stored(place.manager, place, '控制.bin')).toBeNull();

  await page.route(`**${uploadCreate.path}?*`, (route) => route.fulfill({ json: { code: 1, msg: '', data: null } }));
  await files(page).setInputFiles(inMemory('重试.txt', 'again'));
  await expectState(page, '重试.txt', 'error');
  await page.unroute(`**${uploadCreate.path}?*`);
  await control(page, '重试', '重试.txt').click();
  await expectState(page, '重试.txt', 'success');
  await control(page, '移除', '重试.txt').click();
  await expect(uploadRow(page, '重试.txt')).toHaveCount(0);
  expect((await stored(place.manager, place, '重试.txt'))?.bytes.toString()).toBe('again');
});

test('on a phone an upload has two lines, with its state and its actions visible', async ({ open }) => {
  const page = await open(place.path, { token: place.manager.token, width: 390, height: 844 });
  await (await lineOf(page)).slow(150_000);
  const long = '初步设计说明与主要设备材料表'.repeat(4) + '.docx';
  await files(page).setInputFiles([inMemory(long, randomBytes(2 * MB)), inMemory('次.bin', randomBytes(MB))]);
  await expect(uploadRow(page, long)).toContainText(/正在上传 [1-9]\d*%/);
  const panel = await dock(page).boundingBox();
  const right = (panel?.x ?? 0) + (panel?.width ?? 0);
  expect(right).toBeLessThanOrEqual(390);
  for (const name of [long, '次.bin']) {
    const row = uploadRow(page, name);
    await expect(row).toContainText(name === long ? '正在上传' : '等待');
    for (const part of [row.locator('.upload-status'), control(page, '暂停', name), control(page, '取消', name)]) {
      await expect(part).toBeInViewport({ ratio: 1 });
      const box = await part.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(right);
    }
  }
  expect((await uploadRow(page, '次.bin').boundingBox())?.height).toBeLessThanOrEqual(64);
  await control(page, '取消', long).click();
  await expectState(page, long, 'cancel');
});

test('[UP-017] a failed upload shows it and can be retried', async ({ open }) => {
  const page = await open(place.path, { token: place.manager.token });
  await page.route(`**${uploadCreate.path}?*`, (route) => route.fulfill({ json: { code: 1, msg: '', data: null } }));
  await files(page).setInputFiles([inMemory('失败1.txt', 'one'), inMemory('失败2.txt', 'two')]);
  await expect(uploadRow(page, '失败1.txt')).toContainText('文件上传失败，请重新上传');
  await expectState(page, '失败2.txt', 'error');
  await expect(control(page, '重试', '失败1.txt')).toBeVisible();
  await expect(head(page)).toContainText('上传失败');
  await expect(head(page)).toContainText('0/2');
  await expect(head(page)).not.toContainText('上传完成');
  await page.unroute(`**${uploadCreate.path}?*`);
  await head(page).getByRole('button', { name: '重试失败的 2 个' }).click();
  await expect(head(page)).toContainText('上传完成');
  await expect(head(page)).toContainText('2/2');
});

test('[UP-018] a file above the limit shows an error and is not sent', async ({ open }) => {
  const large = join(folder, '超大.zip');
  await writeFile(large, '');
  await truncate(large, LIMITS.uploadBytes + 1);
  const page = await open(place.path, { token: place.manager.token });
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes(uploadCreate.path) && sent.push(request.method()));
  await files(page).setInputFiles(large);
  await expectState(page, '超大.zip', 'exceedSize');
  await expect(uploadRow(page, '超大.zip')).toContainText('超出上传限制');
  await rm(large);
  expect(sent).toEqual([]);
});

test('[UP-020] the bar of a running upload has its moving class after 200 ms', async ({ open }) => {
  const page = await open(place.path, { token: place.manager.token });
  await (await lineOf(page)).slow(50_000);
  // Records when the bar appeared and when it got the class, by the clock of the page.
  await page.evaluate(`
    window.seen = {};
    new MutationObserver(() => {
      const bar = document.querySelector('.upload-bar');
      if (bar) window.seen.bar ??= performance.now();
      if (bar?.classList.contains('upload-bar-moving')) window.seen.moving ??= performance.now();
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  `);
  await files(page).setInputFiles(inMemory('动画.bin', randomBytes(MB)));
  await expect(uploadRow(page, '动画.bin').getByRole('progressbar')).toHaveClass('upload-bar upload-bar-moving');
  const after = Number(await page.evaluate('window.seen.moving - window.seen.bar'));
  // The test sees the bar shortly after its clock starts. It only matters that the class comes late and not at once.
  expect(after).toBeGreaterThan(100);
  expect(after).toBeLessThan(3000);
  await control(page, '取消', '动画.bin').click();
});

test('[UP-014] 30 MB arrive in chunks at the address with ?pid=, and what is stored equals them', async ({ open }) => {
  const path = join(folder, '三十兆.bin');
  await writeFile(path, randomBytes(30 * MB));
  const page = await open(place.path, { token: place.manager.token });
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/apis/upload/chunk'))
      sent.push(`${request.method()} ${pathname.replace(/[0-9a-f]{32}/, 'ID')}${search}`);
  });
  await files(page).setInputFiles(path);
  await expect(uploadRow(page, '三十兆.bin')).toHaveAttribute('data-status', 'success', { timeout: 30_000 });
  const query = `?pid=${place.folder}&project_id=${place.projectId}`;
  expect(sent).toEqual([`POST ${uploadCreate.path}${query}`, `PATCH ${uploadCreate.path}/ID${query}`]);
  const back = await stored(place.manager, place, '三十兆.bin');
  expect(back?.bytes.length).toBe(30 * MB);
  expect(sha(back?.bytes ?? Buffer.alloc(0))).toBe(await shaOf(path));
});

test('[UP-015] a browser without the file API shows that it cannot upload', async ({ open }) => {
  const page = await open('/home', { token: place.manager.token });
  await page.addInitScript('delete window.File');
  await page.goto(place.path);
  await expect(page.getByRole('alert')).toContainText('当前浏览器不支持文件上传');
  await expect(page.getByRole('button', { name: '上传', exact: true })).toHaveCount(0);
});

test('an upload lost with the connection resumes automatically, and one cut by a reload resumes where it stopped', async ({
  open,
}) => {
  const path = join(folder, '断网.bin');
  await writeFile(path, randomBytes(2 * MB));
  const page = await open(place.path, { token: place.manager.token });
  const line = await lineOf(page);
  await line.slow(400_000);
  await files(page).setInputFiles(path);
  await expect(uploadRow(page, '断网.bin')).toContainText(/正在上传 [2-9]\d%/);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(dock(page)).toHaveCount(0);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/apis/upload/chunk'))
      sent.push(`${request.method()} ${request.headers()['upload-offset'] ?? ''}`);
  });
  await line.slow(400_000);
  await files(page).setInputFiles(path);
  await expect(uploadRow(page, '断网.bin')).toContainText(/正在上传 [2-9]\d%/);
  expect(sent[0]).toBe('HEAD ');
  expect(Number(sent[1]?.split(' ')[1])).toBeGreaterThan(0);

  await page.context().setOffline(true);
  await page.waitForTimeout(1000);
  await line.free();
  await page.context().setOffline(false);
  await expectState(page, '断网.bin', 'success');
  expect(sha((await stored(place.manager, place, '断网.bin'))?.bytes ?? Buffer.alloc(0))).toBe(await shaOf(path));
});
