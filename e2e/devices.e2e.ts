import { expect, test } from './support/test.ts';

test('[R-004] [R-024] [SH-017] /mini and /computer carry work between phone and computer, with fixed Chinese titles', async ({
  open,
  admin,
  server,
}) => {
  const stranger = await open('/mini', { lang: 'en' });
  await expect(stranger).toHaveTitle('手机端 - 设计院任务管理平台');
  await expect(stranger.getByRole('heading', { level: 1, name: 'On a phone' })).toBeVisible();
  await expect(stranger.getByRole('img', { name: `QR code of ${server.address}` })).toBeVisible();
  await stranger.getByRole('link', { name: 'Open' }).click();
  await expect(stranger).toHaveURL(/\/login\?redirect=/);
  await expect(stranger).toHaveTitle('Sign in - 设计院任务管理平台');

  const page = await open('/company/staff?word=x', { token: admin.token, lang: 'en' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page).toHaveTitle(/^Staff/);
  await page.getByRole('button', { name: /^Menu of / }).click();
  await page.getByRole('menuitem', { name: 'Continue on a computer' }).click();
  await expect(page).toHaveURL(/\/computer\?to=/);
  await expect(page).toHaveTitle('电脑端 - 设计院任务管理平台');
  await expect(page.locator('.top-bar, header').first()).toBeVisible();
  await expect(page.getByText(`${server.address}/company/staff?word=x`)).toBeVisible();
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByText('The address is on the clipboard')).toBeVisible();
  await page.goto('/computer?to=//evil.example/x');
  await expect(page.getByText(`${server.address}/`, { exact: true })).toBeVisible();
});

test('[R-009] /email shows its page without top bar and side menu', async ({ open, admin }) => {
  const page = await open('/email?code=000000', { token: admin.token });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('header.top-bar, nav.side-menu')).toHaveCount(0);
});
