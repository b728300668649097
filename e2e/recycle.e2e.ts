import type { Page } from '@playwright/test';
import * as contract from '@prdm/contract/files';
import { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { filePlace, inMemory, uploadRow, type FilePlace } from './support/files.ts';
import { expect, test } from './support/test.ts';

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
  await expectAccessible(page, 'the recycle bin');
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
