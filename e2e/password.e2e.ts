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

test('[SH-023] [VA-013] [ST-030] [ST-031] [EN-026] the dialog has its width and rules; a change closes it, signs out, reloads after 800 ms; the new password works', async ({
  open,
  admin,
  server,
}) => {
  const person = await admin.addPerson({ account: 'changer', name: '李工', password: 'First-pass-1' });
  const own = await Api.signIn(server.address, person.account, person.password);
  const page = await open('/home', { token: own.token, width: 1920 });
  const policy = page.waitForRequest('**/apis/user/setting');
  const first = await openDialog(page);
  expect((await policy).postData()).toBe('name=base_setting');
  // 35.5 % of the window. The dialog grows to its size when it opens.
  const width = async () => (await first.dialog.boundingBox())?.width ?? 0;
  await expect.poll(async () => Math.abs((await width()) - 1920 * 0.355)).toBeLessThan(0.5);
  await expect(first.dialog.getByText('6 位以上，同时包含数字和字母')).toBeVisible();
  await expectAccessible(page, 'change password');
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
