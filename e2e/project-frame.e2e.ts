import type { Page } from '@playwright/test';
import { info as me } from '@prdm/contract/me';
import { buildProject } from './support/furnish.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const head = (page: Page) => page.getByRole('region', { name: '当前项目' });
const switcher = (page: Page, name: string) => head(page).getByRole('button', { name, exact: true });
const panel = (page: Page) => page.getByRole('dialog', { name: '切换项目' });
const option = (page: Page, name: string) => panel(page).getByRole('option', { name });

test('the tasks of another project are two clicks away, and the switcher keeps the section over a reload', async ({
  open,
  admin,
}) => {
  const { id: managerId } = await admin.call(me, {});
  const library = await buildProject(admin, { name: '滨江图书馆', managerId });
  const theatre = await buildProject(admin, { name: '运河剧院', managerId });
  const page = await open(`/file/task/index?project_id=${theatre.id}`, { token: admin.token });
  await expect(switcher(page, '运河剧院')).toBeVisible();
  await page.goto(`/file/task/index?project_id=${library.id}`);
  await expect(switcher(page, '滨江图书馆')).toBeVisible();

  let clicks = 0;
  await page.exposeFunction('countClick', () => (clicks += 1));
  await page.evaluate("addEventListener('click', () => void countClick(), true)");
  await switcher(page, '滨江图书馆').click();
  await option(page, '运河剧院').click();
  await expect(page).toHaveURL(new RegExp(`/file/task/index\\?project_id=${theatre.id}$`));
  await expect(switcher(page, '运河剧院')).toBeVisible();
  await expect.poll(() => clicks).toBe(2);

  await page.reload();
  await expect(switcher(page, '运河剧院')).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: '项目', exact: true }).getByRole('link', { name: '任务' }),
  ).toHaveAttribute('aria-current', 'page');
  await switcher(page, '运河剧院').click();
  await page.keyboard.type('滨江');
  await expect(option(page, '滨江图书馆')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/file/task/index\\?project_id=${library.id}$`));
  await page.goBack();
  await expect(switcher(page, '运河剧院')).toBeVisible();
});

test('a middle click on a project opens it in a new tab', async ({ open, admin }) => {
  const { id: managerId } = await admin.call(me, {});
  const station = await buildProject(admin, { name: '西站枢纽', managerId });
  const museum = await buildProject(admin, { name: '地质博物馆', managerId });
  const page = await open(`/project/detail?id=${station.id}&tab=members`, { token: admin.token });
  await switcher(page, '西站枢纽').click();
  const opening = page.context().waitForEvent('page');
  await option(page, '地质博物馆').click({ button: 'middle' });
  const tab = await opening;
  await expect(tab).toHaveURL(new RegExp(`/project/detail\\?id=${museum.id}&tab=members$`));
  await expect(switcher(page, '西站枢纽')).toBeVisible();
});

test('on a phone the head takes two lines at most, a long name is cut, and the list fits the window', async ({
  open,
  admin,
}) => {
  const { id: managerId } = await admin.call(me, {});
  const name = '杭州市滨江区浦沿街道江南科技城核心区公共服务综合体及地下空间一体化开发项目';
  const project = await buildProject(admin, { name, managerId });
  const page = await open(`/file/task/index?project_id=${project.id}`, { token: admin.token, width: 390, height: 844 });
  await expect(switcher(page, name)).toBeVisible();
  const box = await head(page).boundingBox();
  expect(box?.height).toBeLessThanOrEqual(2 * 44 + 1);
  for (const link of ['概况', '成员', '设置'])
    await expect(head(page).getByRole('link', { name: link })).toBeInViewport();
  await expect(head(page).getByText('进行中')).toBeInViewport();
  await switcher(page, name).click();
  const shown = await panel(page).boundingBox();
  expect(shown?.x).toBeGreaterThanOrEqual(0);
  expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(390);
  await expect(option(page, '全部项目')).toBeInViewport();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
});

for (const theme of ['light', 'dark'] as const)
  test(`head and switcher are accessible, ${theme}`, async ({ open, admin }) => {
    const { id: managerId } = await admin.call(me, {});
    const project = await buildProject(admin, { name: `会展中心${theme}`, managerId });
    const page = await open(`/file/task/index?project_id=${project.id}`, { token: admin.token, theme });
    await switcher(page, project.name).click();
    await expect(option(page, '全部项目')).toBeVisible();
    await expectAccessible(page, theme, theme === 'dark' ? 'colours' : undefined);
  });
