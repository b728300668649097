import type { Page } from '@playwright/test';
import { positions } from '@prdm/contract/organisation/entities';
import { departmentAdd } from '@prdm/contract/organisation';
import { expectAccessible } from './support/axe.ts';
import { dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const csv = (...lines: string[]) => ({
  name: '岗位.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\ufeff${lines.join('\n')}\n`),
});
const fates = (page: Page): Promise<string[]> => {
  const rows = dialog(page, '导入岗位').getByRole('table').locator('.import-body').getByRole('row');
  return rows.evaluateAll((all) => all.map((row) => row.children[1]?.textContent ?? ''));
};

test('positions are imported from a file after a look at each row, and the import is undone', async ({
  open,
  admin,
}) => {
  await admin.call(departmentAdd, { name: '导入所' });
  await admin.call(positions.add, { name: '导入岗甲' });
  const named = async () =>
    (await admin.call(positions.index, { ispage: 'not', word: '导入岗', state: 'all' })).list.map(
      ({ name, department_name }) => `${name} ${department_name}`.trim(),
    );
  const page = await open('/company/position?word=导入岗', { token: admin.token });
  await page.getByRole('button', { name: '导入岗位' }).click();
  const box = dialog(page, '导入岗位');
  const file = box.locator('input[type=file]');
  await expectAccessible(page, 'import: choose');

  // The template downloads.
  const downloading = page.waitForEvent('download');
  await box.getByRole('button', { name: '下载模板' }).click();
  expect((await downloading).suggestedFilename()).toBe('岗位导入模板.xlsx');

  // A file that is no table is refused, and the dialog stays.
  await file.setInputFiles({ name: 'x.xlsx', mimeType: '', buffer: Buffer.from('%PDF-1.7') });
  await expect(box.getByRole('alert')).toContainText('不是');

  // The check names the fate of each row, beginning with the refused ones.
  const lines = ['名称,部门', '导入岗甲,导入所', '导入岗乙,导入所', '导入岗丙,没有这个所'];
  await file.setInputFiles(csv(...lines));
  await expect(box.getByText('新增 1 行，修改 1 行，相同 0 行，不导入 1 行')).toBeVisible();
  await expect(box.getByText('没有这个部门：没有这个所')).toBeVisible();
  await expectAccessible(page, 'import: checked');
  await box.getByRole('tab', { name: /全部/ }).click();
  await expect
    .poll(() => fates(page))
    .toEqual([expect.stringContaining('修改'), expect.stringContaining('新增'), expect.stringContaining('不导入')]);
  expect(await named()).toEqual(['导入岗甲']);

  // Another change since the check needs a new check.
  const run = box.getByRole('button', { name: '导入 2 行' });
  const { id, version } = (await admin.call(positions.index, { word: '导入岗甲' })).list[0] as {
    id: number;
    version: number;
  };
  await admin.call(positions.edit, { id, version, name: '导入岗甲', position_template_id: undefined });
  await run.click();
  await expect(box.getByRole('alert')).toContainText('检查之后数据有了变化');
  await box.getByRole('button', { name: '重新检查' }).click();
  await run.click();
  await expect(box.getByText('已导入：新增 1 行，修改 1 行')).toBeVisible();
  expect((await named()).toSorted()).toEqual(['导入岗乙 导入所', '导入岗甲 导入所']);
  await expect(page.getByRole('row').filter({ hasText: '导入岗乙' })).toHaveCount(1);

  await box.getByRole('button', { name: '撤销导入' }).click();
  await expect(box.getByText('已撤销，恢复 2 行')).toBeVisible();
  expect(await named()).toEqual(['导入岗甲']);
  await box.getByRole('button', { name: '关闭' }).click();
  await expect(page.getByRole('row').filter({ hasText: '导入岗乙' })).toHaveCount(0);
});
