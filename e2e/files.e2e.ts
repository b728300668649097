import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import * as contract from '@prdm/contract/files';
import { memberAdd, roles as projectRoles } from '@prdm/contract/projects';
import { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { crumbs, dock, fileRow, filePlace, inMemory, stored, uploadRow, type FilePlace } from './support/files.ts';
import { choose, dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

let place: FilePlace;

test.beforeAll(async ({ server }) => {
  place = await filePlace(await Api.admin(server.address), server.address);
});

const asManager = () => ({ token: place.manager.token });
const rowMenu = async (page: Page, row: string, entry: string) => {
  await fileRow(page, row).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).click();
};
const drawer = (page: Page) => page.getByRole('dialog', { name: '文件详情' });
const upload = async (page: Page, name: string, content: string) => {
  await page.getByTestId('upload-file').setInputFiles(inMemory(name, content));
  await expect(uploadRow(page, name).last()).toHaveAttribute('data-status', 'success');
};

test('a folder is made, opened, renamed by menu and by keyboard, and has no size while it is empty', async ({
  open,
}) => {
  const page = await open(place.path, asManager());
  await page.getByRole('button', { name: '新建文件夹' }).click();
  await dialog(page, '新建文件夹').getByLabel('名称').fill('结构');
  await dialog(page, '新建文件夹').getByRole('button', { name: '保存' }).click();
  await expect(fileRow(page, '结构')).toBeVisible();
  await expect(fileRow(page, '结构')).not.toContainText('0 B');
  await rowMenu(page, '结构', '重命名');
  await expect(dialog(page, '重命名').getByLabel('名称')).toBeFocused();
  await page.keyboard.type('结构专业');
  await dialog(page, '重命名').getByRole('button', { name: '保存' }).click();
  await expect(fileRow(page, '结构专业')).toBeVisible();
  // An open dialog takes the keys.
  await expect(dialog(page, '重命名')).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('F2');
  await dialog(page, '重命名').getByLabel('名称').fill('结构图');
  await page.keyboard.press('Enter');
  await expect(fileRow(page, '结构图')).toBeVisible();
  await fileRow(page, '结构图').click();
  await expect(crumbs(page)).toHaveText(new RegExp(`${place.folderName}.*结构图`));
  await expect(page.getByText('文件夹是空的')).toBeVisible();
});

/** Resolves when all finite animations have ended. Endless ones are ignored. */
const MOTIONS_END = `Promise.allSettled(
  document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity).map((one) => one.finished)
)`;

test('the entries of a row’s menu do not move after they appear', async ({ open }) => {
  const page = await open(place.path, asManager());
  await upload(page, '菜单.txt', 'x');
  const asked = dialog(page, '重命名');
  for (let tries = 0; tries < 3; tries += 1) {
    await fileRow(page, '菜单.txt').click({ button: 'right' });
    const entry = page.getByRole('menuitem', { name: '重命名' });
    const seen = await entry.boundingBox();
    await page.mouse.move((seen?.x ?? 0) + 20, (seen?.y ?? 0) + 5);
    await page.mouse.down();
    await page.evaluate(MOTIONS_END);
    expect(await entry.boundingBox()).toEqual(seen);
    await page.mouse.up();
    await expect(asked).toBeVisible();
    await page.evaluate(MOTIONS_END);
    await asked.getByRole('button', { name: '取消' }).click();
    await expect(asked).toHaveCount(0);
  }
});

test('files come by button and by drag and drop, and are downloaded as they were', async ({ open }) => {
  const page = await open(place.path, asManager());
  await upload(page, '按钮.txt', 'by button');
  await expect(fileRow(page, '按钮.txt')).toContainText('V1');
  const data = await page.evaluateHandle(`
    (() => {
      const data = new DataTransfer();
      data.items.add(new File(['by drag and drop'], '拖放.txt'));
      return data;
    })()
  `);
  const table = page.getByRole('region', { name: '文件', exact: true });
  await table.dispatchEvent('dragover', { dataTransfer: data });
  await expect(page.getByText('松开鼠标，上传到')).toBeVisible();
  await table.dispatchEvent('drop', { dataTransfer: data });
  await expect(uploadRow(page, '拖放.txt')).toHaveAttribute('data-status', 'success');
  await expect(page.getByText('松开鼠标，上传到')).toHaveCount(0);
  await expect(fileRow(page, '拖放.txt')).toBeVisible();

  const saving = Promise.any([
    page.waitForEvent('download'),
    page
      .context()
      .waitForEvent('page')
      .then((tab) => tab.waitForEvent('download')),
  ]);
  await rowMenu(page, '拖放.txt', '下载');
  const download = await saving;
  expect(download.suggestedFilename()).toBe('拖放.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe('by drag and drop');
});

test('a new version becomes the current one, and an older one is restored as the newest', async ({ open }) => {
  const page = await open(place.path, asManager());
  await upload(page, '版本.txt', 'first');
  await fileRow(page, '版本.txt').click();
  await expect(drawer(page).getByRole('region', { name: '版本.txt' })).toHaveText('first');
  // The file has another name on the disk and still becomes a version of this one.
  await page.getByTestId('upload-version').setInputFiles(inMemory('版本-改.txt', 'second'));
  await expect(drawer(page).getByRole('listitem')).toHaveCount(2);
  await expect(drawer(page).getByRole('listitem').first()).toContainText('V2');
  await expect(drawer(page).getByRole('region', { name: '版本.txt' })).toHaveText('second');
  await drawer(page).getByRole('button', { name: '恢复第 1 版' }).click();
  await expect(drawer(page).getByRole('listitem').first()).toContainText('V3');
  await expect(drawer(page).getByRole('listitem').first()).toContainText('由第 1 版恢复');
  await expect(drawer(page).getByRole('region', { name: '版本.txt' })).toHaveText('first');
  expect((await stored(place.manager, place, '版本.txt'))?.bytes.toString()).toBe('first');
  await expectAccessible(page, 'a file with versions');
  await page.getByTestId('upload-version').setInputFiles(inMemory('图.png', 'x'));
  const told = page.locator('.toast').filter({ hasText: '新版本的文件类型应与原文件相同' });
  await expect(told).toBeVisible();
  const covered = async (): Promise<number> => {
    const message = await told.boundingBox();
    const close = await drawer(page).getByRole('button', { name: '关闭' }).boundingBox();
    return (close?.y ?? 0) + (close?.height ?? 0) - (message?.y ?? 0);
  };
  await expect.poll(covered).toBeLessThanOrEqual(0); // it covers no button of the drawer
});

test('an older version opens in a new tab; a type without a preview shows a line', async ({ open }) => {
  const page = await open(place.path, asManager());
  await upload(page, '说明.txt', 'first');
  await upload(page, '说明.txt', 'second');
  await upload(page, '总图.dwg', 'x');
  await fileRow(page, '说明.txt').click();
  const tab = page.waitForEvent('popup');
  await drawer(page).getByRole('link', { name: '查看第 1 版' }).click();
  await expect((await tab).getByRole('region', { name: '说明.txt' })).toHaveText('first');
  await expect(drawer(page)).not.toContainText('不支持在线预览');
  await drawer(page).press('Escape');
  await fileRow(page, '总图.dwg').click();
  await expect(drawer(page)).toContainText('此类文件不支持在线预览，请下载查看');
  await expect(drawer(page).getByRole('link', { name: '查看第 1 版' })).toHaveCount(0);
});

test('[R-008] [ER-023] /preview shows a stored file without the main layout, and reports a picture whose bytes are gone', async ({
  open,
}) => {
  const page = await open(place.path, asManager());
  const folder = await mkdtemp(join(tmpdir(), 'prdm-preview-'));
  const picture = join(folder, '效果图.png');
  await page.screenshot({ path: picture });
  const broken = join(folder, '丢失.png');
  await writeFile(broken, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  await page.getByTestId('upload-file').setInputFiles([picture, broken, ...(await textFile(folder))]);
  await expect(dock(page).locator('header')).toContainText('上传完成');
  const image = await stored(place.manager, place, '效果图.png');
  const text = await stored(place.manager, place, '说明.txt');
  const lost = await stored(place.manager, place, '丢失.png');

  await page.goto(`/preview?file_id=${image?.id}`);
  const shown = page.getByRole('img', { name: '效果图.png' });
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((element: { naturalWidth: number }) => element.naturalWidth)).toBe(1440);
  await expect(page.locator('header.top-bar, nav.side-menu')).toHaveCount(0);
  await page.goto(`/preview?file_id=${text?.id}`);
  await expect(page.getByText('设计说明：本工程位于上海')).toBeVisible();
  await expect(page.locator('header.top-bar, nav.side-menu')).toHaveCount(0);
  await page.goto(`/preview?file_id=${lost?.id}`);
  await expect(page.getByText('图片文件已删除或丢失')).toBeVisible();
  await rm(folder, { recursive: true });
});

/** In GB18030, the encoding of older programs of the trade: "设计说明：本工程位于上海". */
async function textFile(folder: string): Promise<string[]> {
  const path = join(folder, '说明.txt');
  const bytes = 'C9E8BCC6CBB5C3F7A3BAB1BEB9A4B3CCCEBBD3DAC9CFBAA3';
  await writeFile(path, Buffer.from(bytes, 'hex'));
  return [path];
}

/** A new member of the project with the designer role. */
async function member(name: string) {
  const admin = await Api.admin(place.manager.address);
  const person = await admin.addPerson({ account: `guest${Date.now()}`, name, password: 'Design-2026' });
  const { list } = await place.manager.call(projectRoles, {});
  const role_ids = list.filter((role) => role.name === '设计人').map(({ id }) => id);
  await place.manager.call(memberAdd, { project_id: place.projectId, user_ids: [person.id], role_ids });
  return person;
}

test('[PE-006] rights in a folder show their source, inherited ones are fixed, others change after a preview, and are kept', async ({
  open,
}) => {
  const person = await member('李建国');
  const page = await open(place.path, asManager());
  await page.getByRole('button', { name: '权限' }).click();
  const rights = page.getByRole('dialog', { name: '权限' });
  const box = (name: string) => rights.getByRole('checkbox', { name });
  await expect(box('设计人 查看')).toBeChecked();
  await expect(box('设计人 查看')).toBeDisabled();
  await expect(box('设计人 查看')).toHaveAccessibleDescription(`继承自“${place.name}”，不能在此修改`);
  await expect(box('设计人 删除')).not.toBeChecked();
  await expectAccessible(page, 'rights in a folder');
  await box('设计人 删除').check();
  await choose(page, rights, '添加项目成员', '李建国');
  await expect(box('李建国 查看')).toBeChecked();
  await box('李建国 查看').uncheck();
  await box('李建国 授权').check();
  await expect(box('李建国 查看')).toBeChecked();
  await expect(rights.getByRole('region', { name: '保存后的变化' })).toContainText('李建国+ 查看 / 授权');
  await rights.getByRole('button', { name: '保存（2）' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  await page.reload();
  await expect(box('设计人 删除')).toBeChecked();
  await expect(box('李建国 授权')).toBeChecked();
  const guest = await Api.signIn(place.manager.address, person.account, 'Design-2026');
  const { can } = await guest.call(contract.info, { folder_id: place.folder });
  expect([can.delete, can.authorize]).toEqual([true, true]);
  await box('设计人 删除').uncheck();
  await expect(rights.getByRole('region', { name: '保存后的变化' })).toContainText('设计人− 删除');
  await rights.getByRole('button', { name: '关闭' }).click();
  await dialog(page, '放弃 1 项权限修改？').getByRole('button', { name: '继续编辑' }).click();
  await expect(dialog(page, '放弃 1 项权限修改？')).toHaveCount(0);
  await expect(box('设计人 删除')).not.toBeChecked();
});
