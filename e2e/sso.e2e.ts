import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import {
  startIdentityProvider,
  type TestIdentityProvider,
} from '../apps/server/src/testing/servers/identity-provider.ts';
import { Api } from './support/api.ts';
import { expectAccessibleInBothThemes } from './support/axe.ts';
import { ADMIN, startServer, type RunningServer } from './support/server.ts';
import { expect, test as base } from './support/test.ts';

/** A port of the system. The provider registers the address of the server before it starts. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

const test = base.extend<object, { idp: TestIdentityProvider; server: RunningServer }>({
  idp: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the parameter's shape
    async ({}, use) => {
      const publicUrl = `http://127.0.0.1:${await freePort()}`;
      const idp = await startIdentityProvider(publicUrl);
      await use(idp);
      await idp.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ idp }, use) => {
      const server = await startServer({ ...idp.env(idp.publicUrl), PORT: new URL(idp.publicUrl).port });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const tokenOf = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('token'));
const menu = (page: Page) => page.getByRole('button', { name: /的菜单$/ });

async function confirmAtProvider(page: Page, subject: string): Promise<void> {
  await page.getByLabel('Name').fill(subject);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('[R-012] [R-015] [BU-025] [API-003] a person comes from the provider, links the account once, signs out there and comes back', async ({
  open,
  server,
  idp,
}) => {
  idp.people.set('zhang', { name: '张三' });
  const admin = await Api.admin(server.address);
  const person = await admin.addPerson({ account: 'zhang.san', name: '张三' });
  const page = await open('/notice');
  await expect(page).toHaveURL(new RegExp(`^${idp.issuer}/interaction/`));
  await confirmAtProvider(page, 'zhang');

  await expect(page.getByRole('heading', { name: '绑定账号' })).toBeVisible();
  await expect(page).toHaveURL(`${server.address}/sso/callback`);
  await expect(page.getByText('已确认身份：张三')).toBeVisible();
  await expectAccessibleInBothThemes(page, '/sso/callback');
  await page.getByLabel('账号', { exact: true }).fill(person.account);
  await page.getByLabel('密码', { exact: true }).fill('not-this-1');
  await page.getByRole('button', { name: '绑定并登录' }).click();
  await expect(page.getByRole('alert')).toHaveText('账号或密码错误');
  await expectAccessibleInBothThemes(page, '/sso/callback, a wrong password');
  await page.getByLabel('密码', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: '绑定并登录' }).click();
  // Another person chose this password, so its owner changes it before an account is linked with it.
  await expect(page.getByRole('alert')).toContainText('登录失败 [');
  await page.getByRole('link', { name: '使用密码登录' }).click();
  await page.getByLabel('账号', { exact: true }).fill(person.account);
  await page.getByLabel('密码', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(/\/login\/change/);
  await page.getByLabel('原密码').fill(person.password);
  await page.getByLabel('新密码', { exact: true }).fill('kq7wze');
  await page.getByLabel('确认新密码').fill('kq7wze');
  await page.getByRole('button', { name: '修改并进入' }).click();
  await expect(menu(page)).toBeVisible();
  expect(await tokenOf(page)).not.toMatch(/^sso_/);

  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto('/notice');
  await expect(page.getByRole('heading', { name: '绑定账号' })).toBeVisible();
  await page.getByLabel('账号', { exact: true }).fill(person.account);
  await page.getByLabel('密码', { exact: true }).fill('kq7wze');
  await page.getByRole('button', { name: '绑定并登录' }).click();
  await expect(menu(page)).toBeVisible();
  await expect(page).toHaveURL(/\/notice$/);
  expect(await tokenOf(page)).toMatch(/^sso_/);

  await page.goto('/login?way=password');
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto('/project/index');
  // The provider still knows the person, so the way back needs no page of it.
  await expect(page).toHaveURL(/\/project\/index/);
  await expect(menu(page)).toBeVisible();
  const info = page.waitForRequest((request) => request.url().includes('/apis/pub/info'));
  await page.reload();
  expect((await info).headers()['authorization']).toBe(`Bearer ${await tokenOf(page)}`);

  await menu(page).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL(new RegExp(`^${idp.issuer}/session/end`));
  await page.getByRole('button').first().click();
  // Signed out at both: the way in asks for the person again.
  await expect(page).toHaveURL(new RegExp(`^${idp.issuer}/interaction/`));
});

test('S40: the way back from the provider stays on this host', async ({ open, server, idp }) => {
  idp.people.set('boss', { name: '管理员' });
  const page = await open('/sso?redirect=//evil.example');
  await confirmAtProvider(page, 'boss');
  await page.getByLabel('账号', { exact: true }).fill(ADMIN.account);
  await page.getByLabel('密码', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: '绑定并登录' }).click();
  await expect(menu(page)).toBeVisible();
  await expect(page).toHaveURL(`${server.address}/home`);
});

test('with the provider away the reason shows, and the administrator signs in by password', async ({ open, idp }) => {
  idp.isDown = true;
  try {
    const page = await open('/sso/callback?code=C&state=ofSomeoneElse');
    await expect(page.getByRole('alert')).toHaveText('登录失败 [登录不是在此浏览器中发起的]');
    await expectAccessibleInBothThemes(page, '/sso/callback, a failure');
    await page.getByRole('link', { name: '使用密码登录' }).click();
    await expect(page.getByRole('link', { name: '使用企业统一身份登录' })).toBeVisible();
    await expectAccessibleInBothThemes(page, '/login?way=password');
    await page.getByLabel('账号', { exact: true }).fill(ADMIN.account);
    await page.getByLabel('密码', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(menu(page)).toBeVisible();
    expect(await tokenOf(page)).not.toMatch(/^sso_/);
  } finally {
    idp.isDown = false;
  }
});
