import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { enterpriseEdit, enterpriseInfo } from '@prdm/contract/organisation/enterprise';
import { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { runCommand, startServer, type RunningServer } from './support/server.ts';
import { expect, test as base } from './support/test.ts';

/* Enterprises live on a server of their own: a second one changes what the pages before sign-in show. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the parameter's shape
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const ADD = 'apps/server/src/enterprise-add/main.ts';
const SECRET = 'Design-2026';

let others: Server;
let oa: string;
test.beforeAll(async () => {
  others = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      '<!doctype html><html lang="en"><head><link rel="icon" href="data:,"><title>OA</title></head><body>OA</body></html>',
    );
  });
  await new Promise<void>((resolve) => others.listen(0, '127.0.0.1', resolve));
  oa = `http://127.0.0.1:${(others.address() as AddressInfo).port}/desk`;
});
test.afterAll(() => void others.close());

const edit = async (admin: Api, input: object) =>
  admin.call(enterpriseEdit, { version: (await admin.call(enterpriseInfo, {})).version, ...input });
/** Types one value and saves its block. The next block needs the version that this one leaves. */
async function saveIn(page: Page, block: string, label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(value);
  const save = page.getByRole('region', { name: block }).getByRole('button', { name: '保存' });
  await save.click();
  await expect(save).toHaveCount(0);
}
const areaOf = (page: Page, area: string) => page.locator(`.level-zero-entry[data-area="${area}"]`);
const headerTop = (page: Page) =>
  page.evaluate<number>(`Math.round(document.querySelector('header.top-bar').getBoundingClientRect().top)`);
const scrolled = (page: Page) => page.evaluate<number>(`document.querySelector('.settings-page')?.scrollTop ?? 0`);

test('[BU-030] [SH-011] a changed name and link show on an open page of a colleague, and the link opens a window of its own', async ({
  open,
  admin,
}) => {
  const person = await admin.addPerson({ account: 'li.na.firm', name: '李娜', password: SECRET });
  const { token } = await Api.signIn(admin.address, person.account, person.password);
  const colleague = await open('/profile', { token });
  await expect(colleague.getByText(/li\.na\.firm · /)).toBeVisible();
  const page = await open('/company/enterprise', { token: admin.token });
  await saveIn(page, '名称与联系方式', '企业名称', '江城建筑设计院');
  await saveIn(page, '外观', '页面标题', '江城协同平台');
  await saveIn(page, '链接', '办公系统（OA）', oa);

  await expect(colleague.getByText('li.na.firm · 江城建筑设计院')).toBeVisible();
  await expect(colleague).toHaveTitle(/ - 江城协同平台$/);
  const [other] = await Promise.all([
    colleague.waitForEvent('popup'),
    colleague.getByRole('link', { name: 'OA', exact: true }).click(),
  ]);
  await expect(other).toHaveURL(oa);
  expect(await other.evaluate('opener === null')).toBe(true);
  await expect(page.getByRole('link', { name: 'OA', exact: true })).toBeVisible();
});

test('[LI-016] the header scrolls away with a document, not with a fixed header or on a list; the side menu has no logo', async ({
  open,
  admin,
}) => {
  const page = await open('/company/enterprise', { token: admin.token, height: 600 });
  await expect(page.getByRole('region', { name: '限额与用量' })).toBeAttached();
  await expect(page.locator('nav.side-menu')).toBeVisible();
  await expect(page.locator('nav.side-menu img, nav.side-menu .bar-home')).toHaveCount(0);
  expect(await headerTop(page)).toBe(0);
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, 600);
  await expect.poll(() => headerTop(page)).toBe(-48);
  // Keys reach the hidden header: it comes back.
  await page.locator('header.top-bar a.bar-home').focus();
  expect(await headerTop(page)).toBe(0);
  await page.mouse.wheel(0, 100);
  await expect.poll(() => headerTop(page)).toBe(-48);
  await page.mouse.wheel(0, -2000);
  await expect.poll(() => headerTop(page)).toBe(0);

  await edit(admin, { fixed_header: true });
  await expect(page.getByLabel('固定顶栏')).toBeChecked();
  await page.mouse.wheel(0, 600);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
  expect(await headerTop(page)).toBe(0);
  await edit(admin, { fixed_header: false });
});

test('a system administrator disables an enterprise: the other browser is signed out, and its sign-in says why', async ({
  open,
  server,
}) => {
  test.setTimeout(240_000); // each command starts a program of its own
  const second = ['--name', '江北市政设计院', '--account', 'north.chief', '--password', SECRET];
  expect(await runCommand(server, ADD, second)).toMatchObject({ code: 0 });
  const taken = await runCommand(server, ADD, second);
  expect(taken.code).toBe(1);
  expect(taken.said).toContain('账号已被使用');
  const nameless = await runCommand(server, ADD, ['--account', 'x']);
  expect(nameless).toMatchObject({ code: 1 });
  expect(nameless.said).toMatch(/缺少企业名称.*The name of the enterprise is missing/);
  const generated = await runCommand(server, ADD, ['--system', 'keeper.two']);
  expect(generated.code).toBe(0);
  expect(generated.said).toMatch(/密码（只显示一次，首次登录时须修改）：\S{8,}/);
  expect(await runCommand(server, ADD, ['--system', 'keeper', '--password', SECRET])).toMatchObject({ code: 0 });

  const chief = await Api.signIn(server.address, 'north.chief', SECRET);
  const inside = await open('/project/index', { token: chief.token });
  await expect(areaOf(inside, 'projects')).toBeVisible();

  const list = await open('/login');
  await list.getByLabel('账号', { exact: true }).fill('keeper');
  await list.getByLabel('密码', { exact: true }).fill(SECRET);
  await list.getByRole('button', { name: '登录', exact: true }).click();
  await expect(list).toHaveURL(/\/system\/enterprise$/);
  await expect(list.getByText('江北市政设计院')).toBeVisible();
  await expectAccessible(list, 'enterprises');
  await list.getByRole('button', { name: /江北市政设计院/ }).click();
  await list.getByRole('menuitem', { name: '停用' }).click();
  await list.getByLabel('停用原因').fill('合同到期');
  await list.getByRole('button', { name: '停用并结束所有会话' }).click();
  await expect(list.getByText('已停用')).toBeVisible();

  await areaOf(inside, 'home').click();
  await inside.getByRole('button', { name: '重新登录' }).click();
  await expect(inside).toHaveURL(/\/login/);
  await inside.getByLabel('账号', { exact: true }).fill('north.chief');
  await inside.getByLabel('密码', { exact: true }).fill(SECRET);
  await inside.getByRole('button', { name: '登录', exact: true }).click();
  await expect(inside.getByText(/该企业已停用/)).toBeVisible();
  await list.goto(`${server.address}/company/staff`);
  await expect(list).toHaveURL(/\/403$/);
});

test('a page behind level 0 keeps filter and scroll on return', async ({ open, admin }) => {
  await edit(admin, { fixed_header: true }); // level 0 stays in reach while the page is scrolled
  const page = await open('/company/enterprise', { token: admin.token, height: 600 });
  await expect(page.getByRole('region', { name: '限额与用量' })).toBeAttached();
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, 500);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300);
  const before = await scrolled(page);
  await areaOf(page, 'projects').click();
  await expect(page).toHaveURL(/\/project\/index/);
  await page.getByRole('searchbox').fill('滨江');
  await expect(page).toHaveURL(/word=/);
  await areaOf(page, 'manage').click();
  await expect(page).toHaveURL(/\/company\/enterprise/);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(before - 60);
  await areaOf(page, 'projects').click();
  await expect(page.getByRole('searchbox')).toHaveValue('滨江');
});
