import type { Page } from '@playwright/test';
import { profile } from '@prdm/contract/me';
import { startMailServer, type MailServer } from '../apps/server/src/testing/servers/mail-server.ts';
import { Api, type Person } from './support/api.ts';
import { expectAccessibleInBothThemes } from './support/axe.ts';
import { signIn } from './support/screens.ts';
import { startServer, type RunningServer } from './support/server.ts';
import { expect, test as base } from './support/test.ts';

/** The product with a real mail server on a port of the system. */
const test = base.extend<object, { smtp: MailServer; server: RunningServer }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the parameter's shape
    async ({}, use) => {
      const smtp = await startMailServer();
      await use(smtp);
      await smtp.down();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ smtp }, use) => {
      const server = await startServer({ SMTP_URL: smtp.url });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const OLD = 'Design-2026';
const FRESH = 'Neu-Wort-26';
const menu = (page: Page) => page.getByRole('button', { name: /的菜单$/ });
const codeField = (page: Page) => page.getByLabel('验证码', { exact: true });

async function newcomer(admin: Api, account: string): Promise<Person & { email: string }> {
  const email = `${account}@institute.example.cn`;
  return { ...(await admin.addPerson({ account, name: '林忘记', password: OLD, email })), email };
}
/** The code of the first mail to this address after the first `from` mails. */
async function mailed(smtp: MailServer, email: string, from: number): Promise<string> {
  const { text } = await smtp.arrived(email, from);
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
}

test('[R-003] [R-012] [BU-021] [API-010] [API-011] [API-014] a forgotten password is replaced with the code of a mail', async ({
  open,
  admin,
  server,
  smtp,
}) => {
  test.setTimeout(120_000);
  const person = await newcomer(admin, 'forgets');
  const old = await open('/notice', { token: (await Api.signIn(server.address, person.account, OLD)).token });
  await expect(menu(old)).toBeVisible();

  // Without single sign-on the page stays.
  const page = await open('/login');
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('link', { name: '忘记密码？' }).click();
  await expect(page).toHaveURL(/\/forget$/);
  await expect(page.locator('header.top-bar, nav.side-menu')).toHaveCount(0);
  await expectAccessibleInBothThemes(page, '/forget, the e-mail');
  await page.getByLabel('邮箱', { exact: true }).fill(person.email);
  const from = smtp.received.length;
  await page.getByRole('button', { name: '发送验证码' }).click();
  await expect(codeField(page)).toBeFocused();
  const code = await mailed(smtp, person.email, from);

  // Another code may be requested only after a minute, which the button counts down.
  const again = page.getByRole('button', { name: /^\d+ 秒后重新发送$/ });
  await expect(again).toBeDisabled();
  const left = async () => Number.parseInt((await again.textContent()) ?? '', 10);
  const first = await left();
  expect(first).toBeLessThanOrEqual(60);
  await expect.poll(left).toBeLessThan(first);

  // A wrong code shows its message at the field, and stays for correction.
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await codeField(page).fill(wrong);
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByText('验证码错误')).toBeVisible();
  await expect(codeField(page)).toHaveValue(wrong);
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessibleInBothThemes(page, '/forget, a wrong code');
  await codeField(page).fill(code);
  await page.getByRole('button', { name: '下一步' }).click();

  await page.getByLabel('新密码', { exact: true }).fill(FRESH);
  await page.getByLabel('确认新密码').fill(FRESH);
  await expectAccessibleInBothThemes(page, '/forget, the new password');
  await page.getByRole('button', { name: '设置新密码' }).click();
  await expect(page.getByText(/^新密码已设置/)).toBeVisible();
  await expectAccessibleInBothThemes(page, '/forget, done');

  // Every session has ended, the old password fails, the new one opens the page.
  await old.reload();
  await expect(old).toHaveURL(/\/login/);
  await page.getByRole('link', { name: '去登录' }).click();
  await signIn(page, { account: person.account, password: OLD });
  await expect(page.getByRole('alert')).toContainText('账号或密码错误');
  await signIn(page, { account: person.account, password: FRESH });
  await expect(menu(page)).toBeVisible();
  expect((await smtp.arrived(person.email, from + 1)).subject).toBe('密码已修改');
});

test('[R-009] a new e-mail is confirmed on /email with the code of its mail, and the result shows without layout', async ({
  open,
  admin,
  server,
  smtp,
}) => {
  const person = await newcomer(admin, 'moves');
  const api = await Api.signIn(server.address, person.account, OLD);
  const page = await open('/profile', { token: api.token });
  const email = 'moved@institute.example.cn';
  const form = page.getByRole('region', { name: '基本资料' });
  await form.getByLabel('邮箱', { exact: true }).fill(email);
  await form.getByLabel('再次输入邮箱', { exact: true }).fill(email);
  const from = smtp.received.length;
  await form.getByRole('button', { name: '发送验证码' }).click();
  await expect(form.getByText(`验证码已发送到 ${email}`)).toBeVisible();
  await expectAccessibleInBothThemes(page, '/profile, a new e-mail');
  const code = await mailed(smtp, email, from);

  const link = await open(`/email?code=${code}`, { token: api.token });
  await expect(link.locator('header.top-bar, nav.side-menu')).toHaveCount(0);
  await expect(codeField(link)).toHaveValue(code);
  await link.getByLabel('登录密码', { exact: true }).fill('not-this-1');
  await link.getByRole('button', { name: '使用此邮箱' }).click();
  await expect(link.getByText('密码错误')).toBeVisible();
  await expectAccessibleInBothThemes(link, '/email, a wrong password');
  await link.getByLabel('登录密码', { exact: true }).fill(OLD);
  await link.getByRole('button', { name: '使用此邮箱' }).click();
  await expect(link.getByText(`邮箱已更换为 ${email}。`)).toBeVisible();
  expect(await api.call(profile, {})).toMatchObject({ email, pending_email: '' });
});
