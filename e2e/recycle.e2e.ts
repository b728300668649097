import type { Page } from '@playwright/test';
import * as contract from '@prdm/contract/files';
import { memberAdd, roles as projectRoles } from '@prdm/contract/projects';
import { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { fileRow, filePlace, inMemory, uploadRow, type FilePlace } from './support/files.ts';
import { expect, test } from './support/test.ts';

/** Tests restoring from the recycle bin, and the page of a user who loses the rights meanwhile. */
let place: FilePlace;
test.beforeAll(async ({ server }) => {
  place = await filePlace(await Api.admin(server.address), server.address);
});

const asManager = () => ({ token: place.manager.token });
const binPath = () => `/file/recycle?project_id=${place.projectId}`;
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const placing = (page: Page) => page.getByRole('dialog', { name: /^恢复 \d+ 项到/ });
const namesIn = async (pid: number): Promise<string[]> =>
  (await place.manager.call(contract.index, { project_id: place.projectId, pid, size: 200 })).list.map(
    ({ name }) => name,
  );
const folder = async (name: string, pid = place.root): Promise<number> =>
  (await place.manager.call(contract.mkdir, { pid, name })).id;
async function upload(page: Page, pid: number, names: string[]): Promise<void> {
  await page.goto(`/file/index?project_id=${place.projectId}&pid=${pid}`);
  await page.getByTestId('upload-file').setInputFiles(names.map((name) => inMemory(name, name)));
  for (const name of names) await expect(uploadRow(page, name)).toHaveAttribute('data-status', 'success');
}
const idIn = async (pid: number, name: string): Promise<number> => {
  const { list } = await place.manager.call(contract.index, { project_id: place.projectId, pid, size: 200 });
  return list.find((entry) => entry.name === name)?.id ?? 0;
};

test('a deleted entry is restored into another folder, by choice or because its own is gone', async ({ open }) => {
  const page = await open(place.path, asManager());
  const [old, target] = [await folder('旧专业'), await folder('新专业')];
  await upload(page, old, ['甲.txt', '乙.txt', '丙.txt']);
  const file_ids = await Promise.all(['甲.txt', '乙.txt', '丙.txt'].map((name) => idIn(old, name)));
  await place.manager.call(contract.del, { file_ids });
  await page.goto(binPath());
  await expect(row(page, '甲.txt')).not.toContainText('已删除');
  await place.manager.call(contract.del, { folder_ids: [old] });
  await page.reload();
  await expect(row(page, '甲.txt')).toContainText('旧专业已删除');

  await row(page, '甲.txt').hover();
  await row(page, '甲.txt').getByRole('button', { name: '将 甲.txt 恢复到其他文件夹' }).click();
  await expect(placing(page).getByRole('button', { name: '恢复到此处' })).toBeDisabled();
  await expectAccessible(page, 'choosing where to restore to');
  await placing(page).getByRole('button', { name: '新专业', exact: true }).click();
  await placing(page).getByRole('button', { name: '恢复到此处' }).click();
  await expect(placing(page)).toHaveCount(0);
  await expect(row(page, '甲.txt')).toHaveCount(0);
  expect(await namesIn(target)).toEqual(['甲.txt']);

  for (const name of ['乙.txt', '丙.txt']) await row(page, name).getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: '恢复到…' }).click();
  await placing(page).getByRole('button', { name: '新专业', exact: true }).click();
  await placing(page).getByRole('button', { name: '恢复到此处' }).click();
  await expect(page.getByText('已恢复 2 项')).toBeVisible();
  expect((await namesIn(target)).toSorted()).toEqual(['丙.txt', '乙.txt', '甲.txt'].toSorted());
});

/** A new member of the project, with a standard role or with rights in single folders only. */
async function member(address: string, roleName: string | null): Promise<{ id: number; token: string }> {
  const account = `bin${roleName === null ? 'bare' : 'role'}${Date.now()}`;
  const person = await (await Api.admin(address)).addPerson({ account, name: '王强', password: 'Design-2026' });
  const { list } = await place.manager.call(projectRoles, {});
  const role_ids = list.filter(({ name }) => name === roleName).map(({ id }) => id);
  await place.manager.call(memberAdd, { project_id: place.projectId, user_ids: [person.id], role_ids });
  return { id: person.id, token: (await Api.signIn(address, account, 'Design-2026')).token };
}
type Given = ('view' | 'create' | 'delete')[];
const give = (folder_id: number, user_id: number, rights: Given, seen: Given = []) =>
  place.manager.call(contract.permissionSet, { folder_id, user_id, rights, seen });

test('a user without write access to the former place is asked for another folder', async ({ open, server }) => {
  await member(server.address, '设计人'); // a project without roles has no folder rights
  const person = await member(server.address, null);
  const [old, target] = [await folder('归档前'), await folder('可放')];
  const page = await open(place.path, asManager());
  await upload(page, old, ['丁.txt']);
  await place.manager.call(contract.del, { file_ids: [await idIn(old, '丁.txt')] });
  await give(old, person.id, ['view', 'delete']);
  await give(target, person.id, ['view', 'create']);
  const theirs = await open(binPath(), { token: person.token });
  await row(theirs, '丁.txt').hover();
  await row(theirs, '丁.txt').getByRole('button', { name: '恢复 丁.txt', exact: true }).click();
  await expect(placing(theirs)).toContainText('没有权限写入原来的文件夹');
  await expect(theirs.locator('.toast')).toHaveCount(0);
  const refused = placing(theirs).getByRole('button', { name: '归档前' });
  await expect(refused).toBeDisabled();
  await expect(refused).toContainText('无“新建”权限');
  await expect(placing(theirs).getByRole('button', { name: place.name })).toBeDisabled();
  await placing(theirs).getByRole('button', { name: '可放', exact: true }).click();
  await placing(theirs).getByRole('button', { name: '恢复到此处' }).click();
  await expect(placing(theirs)).toHaveCount(0);
  expect(await namesIn(target)).toEqual(['丁.txt']);
});

test('a user who loses the rights in a folder stays on the page, which shows that it is gone', async ({
  open,
  server,
}) => {
  await member(server.address, '设计人');
  const person = await member(server.address, null);
  const shown = await folder('暂可看');
  await upload(await open(place.path, asManager()), shown, ['戊.txt']);
  const file = await idIn(shown, '戊.txt');
  await give(shown, person.id, ['view', 'create']);
  const page = await open(`/file/index?project_id=${place.projectId}&pid=${shown}&file=${file}`, {
    token: person.token,
  });
  const drawer = page.getByRole('dialog', { name: '文件详情' });
  await expect(drawer.getByRole('region', { name: '戊.txt' })).toHaveText('戊.txt');
  // The page leaves for the moment. Otherwise it would load the bytes again and the browser would log the refusal.
  const address = page.url();
  await page.goto('about:blank');
  await give(shown, person.id, [], ['view', 'create']);
  await page.goto(address);
  await expect(drawer).toContainText('数据不存在');
  await expect(page).toHaveURL(/\/file\/index/);
  await drawer.press('Escape');
  await expect(fileRow(page, '戊.txt')).toHaveCount(0);
  await page.getByRole('button', { name: '暂可看' }).first().waitFor({ state: 'detached' });
  await expect(page).toHaveURL(/\/file\/index/);
});
