import type { Page } from '@playwright/test';
import { info } from '@prdm/contract/me';
import { Api } from './support/api.ts';
import { buildProject } from './support/furnish.ts';
import { expect, test } from './support/test.ts';

async function opens(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('header.top-bar')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(new URL(page.url()).pathname).toBe(path);
}

test('a foreign project in the address leads to /444 and blocks no page that is loaded later, here or in a new tab', async ({
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
  await opens(page, '/project/index');
  await opens(await page.context().newPage(), '/home');
});
