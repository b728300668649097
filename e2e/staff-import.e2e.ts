import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { departmentAdd, userIndex } from '@prdm/contract/organisation';
import { rowsOfSheet, sheetOf } from '../apps/server/src/testing/worlds/sheets.ts';
import { expectAccessible } from './support/axe.ts';
import { dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const xlsx = async (rows: readonly (readonly (string | null)[])[]) => ({
  name: '员工.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await sheetOf(rows),
});

async function signIn(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

test('people come in by a spreadsheet, and each signs in with the own first password', async ({ open, admin }) => {
  await admin.call(departmentAdd, { name: '引进所' });
  const page = await open('/company/staff?word=come.', { token: admin.token });
  await page.getByRole('button', { name: '导入员工' }).click();
  const box = dialog(page, '导入员工');
  const file = box.locator('input[type=file]');
  await file.setInputFiles({ name: 'x.xlsx', mimeType: '', buffer: Buffer.from('PK\u0003\u0004 broken') });
  await expect(box.getByRole('alert')).toBeVisible();

  const titles = ['账号', '姓名', '部门', '专业', '手机号', '工号', '直接上级账号', '入职日期', '转正日期'];
  await file.setInputFiles(
    await xlsx([
      titles,
      ['come.lead', '郑引领', '引进所', '结构', '13800000001', 'C-01', null, '2026-03-02', '2026-09-02'],
      ['come.new', '王新来', '引进所', '结构', null, 'C-02', null, '2026-03-02', null],
      ['come.bad', '赵错误', '没有这个所', null, null, null, null, null, null],
      [null, '无账号', '引进所', null, null, null, null, null, null],
    ]),
  );
  await expect(box.getByText('新增 2 行，修改 0 行，相同 0 行，不导入 2 行')).toBeVisible();
  await expect(box.getByText('没有这个部门：没有这个所')).toBeVisible();
  await expectAccessible(page, 'staff import: checked');
  await box.getByRole('button', { name: '导入 2 行' }).click();
  await expect(box.getByText('已导入：新增 2 行，修改 0 行')).toBeVisible();
  await expect(box.getByText(/初始密码只在此显示一次/)).toBeVisible();
  await expectAccessible(page, 'staff import: passwords');

  // The dialog does not close with the passwords unsaved.
  await box.getByRole('button', { name: '关闭' }).click();
  const question = dialog(page, '不下载初始密码就关闭？');
  await question.getByRole('button', { name: '取消' }).click();
  const downloading = page.waitForEvent('download');
  await box.getByRole('button', { name: '下载初始密码' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('初始密码.xlsx');
  const rows = await rowsOfSheet(await readFile(await download.path()));
  expect(rows.map((row) => row.slice(0, 2))).toEqual([
    ['账号', '姓名'],
    ['come.lead', '郑引领'],
    ['come.new', '王新来'],
  ]);
  await box.getByRole('button', { name: '关闭' }).click();
  await expect(box).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: '王新来' })).toBeVisible();

  const exporting = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出表格' }).click();
  const exported = await rowsOfSheet(await readFile(await (await exporting).path()));
  expect(exported.map(([account]) => account)).toEqual(['账号', 'come.lead', 'come.new']);

  const password = String(rows[2]?.[2]);
  const own = await open('/login?redirect=/notice');
  await signIn(own, 'come.new', password);
  await expect(own.getByRole('heading', { name: '请先修改密码' })).toBeVisible();
  await own.getByLabel('原密码').fill(password);
  await own.getByLabel('新密码', { exact: true }).fill('kq7wze');
  await own.getByLabel('确认新密码').fill('kq7wze');
  await own.getByRole('button', { name: '修改并进入' }).click();
  await expect(own).toHaveURL(/^[^?]*\/notice$/);

  // The undo keeps the person who signed in.
  await page.getByRole('button', { name: '导入员工' }).click();
  await box.getByRole('button', { name: '撤销导入' }).click();
  await expect(box.getByText('已撤销，恢复 1 行')).toBeVisible();
  await expect(box.getByText('王新来: 已登录过')).toBeVisible();
  const left = (await admin.call(userIndex, { word: 'come.' })).list.map(({ account }) => account);
  expect(left).toEqual(['come.new']);
});

test('people are ordered by hand and get a position together', async ({ open, admin }) => {
  const { id } = await admin.call(departmentAdd, { name: '排序所' });
  for (const name of ['甲排序', '乙排序', '丙排序'])
    await admin.addPerson({ account: `order${name.charCodeAt(0)}`, name, departmentId: id });
  const page = await open(`/company/staff?department_id=${id}`, { token: admin.token });
  const names = () =>
    page
      .locator('.page-table .ant-table-row')
      .evaluateAll((rows) => rows.map((row) => row.textContent?.slice(0, 3) ?? ''));
  const named = async () => (await names()).map((text) => text.replace(/^.*?([甲乙丙]).*$/, '$1'));
  await expect.poll(named).toEqual(['甲', '乙', '丙']);
  const grip = page.getByRole('button', { name: /移动“甲排序”/ });
  await grip.focus();
  await grip.press('ArrowDown');
  await expect.poll(named).toEqual(['乙', '甲', '丙']);
  const stored = async () =>
    (await admin.call(userIndex, { department_id: id })).list.map(({ name }) => name.slice(0, 1));
  await expect.poll(stored).toEqual(['乙', '甲', '丙']);

  const handle = page.getByRole('row').filter({ hasText: '丙排序' }).locator('.grip');
  const target = page.getByRole('row').filter({ hasText: '乙排序' });
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('no place');
  await page.mouse.move(from.x + 5, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 2, { steps: 6 });
  await page.mouse.up();
  await expect.poll(stored).toEqual(['丙', '乙', '甲']);

  for (const name of ['甲排序', '乙排序'])
    await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
  await page.getByRole('button', { name: '设置岗位' }).click();
  const box = dialog(page, '为 2 名员工设置岗位');
  await expectAccessible(page, 'assign position');
  await box.getByRole('combobox').click();
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first().click();
  await box.getByRole('button', { name: '设置 2 人' }).click();
  await expect(box).toHaveCount(0);
  const list = (await admin.call(userIndex, { department_id: id })).list;
  expect(list.map(({ position_name }) => position_name !== '')).toEqual([false, true, true]);
});
