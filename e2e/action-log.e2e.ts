import { readFile } from 'node:fs/promises';
import { roleAdd, roleEdit } from '@prdm/contract/organisation/roles';
import { actionLogIndex } from '@prdm/contract/organisation/action-log';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('[R-057] a changed role is in the log with its fields before and after', async ({ open, admin }) => {
  const name = `档案员${Date.now() % 100_000}`;
  const { id } = await admin.call(roleAdd, { name, kind: 'personnel', access: ['home-File-admin'] });
  await admin.call(roleEdit, { id, version: 1, name, access: ['home-File-admin'], view_range: 'enterprise' });

  const page = await open('/company/cfgLog', { token: admin.token });
  const row = page.getByRole('row').filter({ hasText: '修改角色' }).filter({ hasText: name });
  await row.getByRole('button', { name: '查看变更' }).click();
  const change = page.locator('.log-changes tbody tr').filter({ hasText: '数据范围' });
  await expect(change.locator('td').first()).toHaveText('仅本人');
  await expect(change.locator('td').last()).toHaveText('整个企业');
  await expectAccessible(page, 'action log');
  // The worker seals the row within 10 s.
  await expect
    .poll(async () => (await admin.call(actionLogIndex, { record: `role:${id}` })).list.every(({ sealed }) => sealed), {
      timeout: 12_000,
    })
    .toBe(true);

  await page.getByRole('button', { name: '只看该对象' }).click();
  await expect(page).toHaveURL(new RegExp(`record=role(:|%3A)${id}`));
  await expect(page.locator('.log-seal[data-sealed="true"]')).toHaveCount(2);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出表格' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('操作日志.xlsx');
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');

  // A new row of another person is announced, not inserted.
  await admin.call(roleEdit, { id, version: 2, name, access: [], view_range: 'self' });
  await page.getByRole('button', { name: /有 1 条新记录/ }).click({ timeout: 20_000 });
  await expect(page.getByRole('row').filter({ hasText: '修改角色' })).toHaveCount(2);

  await page
    .getByRole('link', { name: `打开“${name}”` })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/company/role/edit\\?id=${id}`));
});

test('the log on a phone shows cards, and an empty filter says so', async ({ open, admin }) => {
  const page = await open('/company/cfgLog', { token: admin.token, width: 390, height: 844 });
  const card = page.locator('.page-card').first();
  await card.locator('.card-name').click();
  await expect(page.locator('.log-details').first()).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.goto('/company/cfgLog?from=2090-01-01');
  await expect(page.getByText('没有符合条件的内容')).toBeVisible();
});
