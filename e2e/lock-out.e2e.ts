import type { Page } from '@playwright/test';
import * as projects from '@prdm/contract/projects';
import { info } from '@prdm/contract/me';
import { Api } from './support/api.ts';
import { buildProject } from './support/furnish.ts';
import { expect, test } from './support/test.ts';

/** Pages without a project. */
const EVERYWHERE = ['/home', '/notice', '/project/index', '/profile'];

/** Opens each page by its address and waits for its requests. */
async function opensEverything(page: Page): Promise<void> {
  for (const path of EVERYWHERE) {
    await page.goto(path);
    await expect(page.locator('header.top-bar')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(new URL(page.url()).pathname).toBe(path);
  }
}

test('a foreign project in the address leads to /444 and does not block other pages, here or in a new tab', async ({
  open,
  admin,
  server,
}) => {
  const project = await buildProject(admin, { name: '别人的项目', managerId: (await admin.call(info, {})).id });
  const person = await admin.addPerson({ account: 'li.na.out', name: '李娜', password: 'Design-2026' });
  const { token } = await Api.signIn(server.address, person.account, person.password);
  const foreign = `/file/task/index?project_id=${project.id}&id=1`;
  const page = await open(foreign, { token });
  await expect(page).toHaveURL(/\/444$/);
  await expect(page.locator('.error-address code')).toHaveText(foreign);
  await opensEverything(page);
  const tab = await page.context().newPage();
  await opensEverything(tab);
  // The links of the error page lead to their targets.
  await page.goto(foreign);
  await page.getByRole('link', { name: '查看全部项目' }).click();
  await expect(page).toHaveURL(/\/project\/index$/);
  await page.goto(foreign);
  await page.getByRole('link', { name: '回到首页' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto(foreign);
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=\/$/);
});

test('an archived project in the address leads to /443 and does not block other pages, here or in a new tab', async ({
  open,
  admin,
  server,
}) => {
  const person = await admin.addPerson({ account: 'li.na.done', name: '李娜', password: 'Design-2026' });
  const { token } = await Api.signIn(server.address, person.account, person.password);
  const project = await buildProject(admin, { name: '完工的项目', managerId: person.id });
  const { version } = await admin.call(projects.info, { project_id: project.id });
  const page = await open(`/project/detail?id=${project.id}`, { token });
  await expect(page.getByRole('heading', { name: '完工的项目' })).toBeVisible();
  await page.goto('/home');
  await admin.call(projects.archive, { project_id: project.id, version, confirmed: true });
  await page.goto(`/file/task/index?project_id=${project.id}`);
  await expect(page).toHaveURL(/\/443$/);
  await expect(page.getByRole('link', { name: '查看已归档项目' })).toBeVisible();
  await opensEverything(page);
  await opensEverything(await page.context().newPage());
  // Without a project in the address no project is open: the closed one was forgotten.
  await page.goto('/file/index');
  await expect(page).toHaveURL(/\/home$/);
});
