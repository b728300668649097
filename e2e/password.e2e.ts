import type { Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

async function openDialog(page: Page) {
  await page.getByRole('button', { name: /的菜单$/ }).click();
  await page.getByRole('menuitem', { name: '修改密码' }).click();
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  await expect(dialog).toBeVisible();
  return {
    dialog,
    old: dialog.getByLabel('原密码', { exact: true }),
    fresh: dialog.getByLabel('新密码', { exact: true }),
    again: dialog.getByLabel('确认新密码', { exact: true }),
    save: dialog.getByRole('button', { name: '修改密码' }),
    cancel: dialog.getByRole('button', { name: '取消' }),
  };
}

test('[SH-023] [VA-013] the dialog is 35.5 % of a 1920 px window wide and shows the rules for a new password', async ({
  open,
  admin,
}) => {
  const page = await open('/home', { token: admin.token, width: 1920 });
  const { dialog } = await openDialog(page);
  // It grows to its size when it opens.
  await expect.poll(async () => Math.abs(((await dialog.boundingBox())?.width ?? 0) - 1920 * 0.355)).toBeLessThan(0.5);
  await expect(dialog.getByText('6 位以上，同时包含数字和字母')).toBeVisible();
  await expectAccessible(page, 'change password');
});

test('[VA-020] [VA-023] fields are checked on leaving; another new password checks the confirmation again', async ({
  open,
  admin,
}) => {
  const page = await open('/home', { token: admin.token });
  const { dialog, old, fresh, again } = await openDialog(page);
  await old.focus();
  await fresh.focus();
  await expect(dialog.getByText('请输入原密码')).toBeVisible();
  await again.focus();
  await expect(dialog.getByText('请输入新密码')).toBeVisible();
  await old.focus();
  await expect(dialog.getByText('请再次输入新密码')).toBeVisible();
  await fresh.fill('kq7wze');
  await again.fill('kq7wze');
  await old.focus();
  await expect(dialog.getByText('两次输入不一致')).toHaveCount(0);
  await fresh.fill('kq7wzee');
  await expect(dialog.getByText('两次输入不一致')).toBeVisible();
});

test('the bounds of the enterprise apply: 5 and 19 characters are refused before anything is sent', async ({
  open,
  admin,
}) => {
  const page = await open('/home', { token: admin.token });
  const { dialog, fresh, old } = await openDialog(page);
  await fresh.fill('abc12');
  await old.focus();
  await expect(dialog.getByText('密码长度不能少于 6 位')).toBeVisible();
  await fresh.fill('abcdefghijklmnop123');
  await old.focus();
  await expect(dialog.getByText('密码长度不能少于 18 位')).toBeVisible();
});

test('[ER-009] a failed load of the policy and a failed change show the message of the server', async ({
  open,
  admin,
}) => {
  const page = await open('/home', { token: admin.token });
  await page.route('**/apis/user/setting', (route) =>
    route.fulfill({ json: { code: 1, msg: 'no policy', data: null } }),
  );
  const { dialog, old, fresh, again, save } = await openDialog(page);
  await expect(page.locator('.toast')).toHaveText('no policy');
  await old.fill('not-mine-1');
  await fresh.fill('kq7wze');
  await again.fill('kq7wze');
  await save.click();
  await expect(dialog.getByText('原密码错误')).toBeVisible();
  await page.route('**/apis/pub/pwd', (route) => route.fulfill({ json: { code: 1, msg: 'not today', data: null } }));
  await save.click();
  await expect(page.locator('.toast').filter({ hasText: 'not today' })).toBeVisible();
});

test('[ST-030] [ST-031] [EN-026] a change closes the dialog, signs out, reloads after 800 ms; the new password works', async ({
  open,
  admin,
  server,
}) => {
  const person = await admin.addPerson({ account: 'changer', name: '李工', password: 'First-pass-1' });
  const own = await Api.signIn(server.address, person.account, person.password);
  const page = await open('/home', { token: own.token });
  const policy = page.waitForRequest('**/apis/user/setting');
  const first = await openDialog(page);
  expect((await policy).postData()).toBe('name=base_setting');
  await first.cancel.click();
  await expect(first.dialog).toHaveCount(0);

  const { dialog, old, fresh, again, save } = await openDialog(page);
  await old.fill(person.password);
  await fresh.fill('kq7wze');
  await again.fill('kq7wze');
  const sent = page.waitForRequest('**/apis/pub/pwd');
  const changed = page.waitForResponse('**/apis/pub/pwd');
  await save.click();
  const fields = new URLSearchParams((await sent).postData() ?? '');
  for (const name of ['oldpassword', 'password', 'repassword', 'password_encode'])
    expect(fields.get(name), name).toBeTruthy();
  expect(fields.get('oldpassword')).not.toContain(person.password);
  expect(await (await changed).json()).toMatchObject({ code: 0 });
  const answered = Date.now();
  await expect(dialog).toHaveCount(0);
  await page.waitForURL(/\/login/);
  expect(Date.now() - answered).toBeGreaterThan(700);
  await expect(Api.signIn(server.address, person.account, person.password)).rejects.toThrow('1003');
  await Api.signIn(server.address, person.account, 'kq7wze');
});
