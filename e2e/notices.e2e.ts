import type { Page } from '@playwright/test';
import { index } from '@prdm/contract/notices';
import * as projects from '@prdm/contract/projects';
import { Api, type Person } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { buildProject, publishTasks, type BuiltProject } from './support/furnish.ts';
import { expect, test } from './support/test.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^通知/ });
const badge = (page: Page) => page.getByTestId('notice-badge');
const panel = (page: Page) => page.getByRole('dialog', { name: /^通知/ });
const titles = (count: number) => Array.from({ length: count }, (_, at) => `第${at + 1}层平面图`);

let serial = 0;

/** A member of a project with `count` notices. */
async function memberWithNotices(
  admin: Api,
  address: string,
  count: number,
): Promise<{ reader: Api; person: Person; project: BuiltProject }> {
  serial += 1;
  const person = await admin.addPerson({ account: `reader${serial}`, name: '王工', password: 'Design-2026' });
  const project = await buildProject(admin, { name: `滨江科技园${serial}期`, managerId: person.id });
  await publishTasks(admin, project, person, titles(count));
  const reader = await Api.signIn(address, person.account, person.password);
  const unread = async () => (await reader.call(index, { a: 'no_read', size: 1 })).total;
  await expect.poll(unread, { timeout: 20_000, message: 'notices are written after the change' }).toBe(count);
  return { reader, person, project };
}

test('[ST-017] a clicked notice leaves the list, lowers the badge by one and opens its subject', async ({
  open,
  admin,
  server,
}) => {
  const { reader } = await memberWithNotices(admin, server.address, 5);
  const page = await open('/home', { token: reader.token });
  await expect(badge(page)).toHaveText('5');
  await bell(page).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(5);
  await panel(page).getByRole('listitem').filter({ hasText: '第3层平面图' }).getByRole('button').click();
  await expect(badge(page)).toHaveText('4');
  // The address holds the project of the list and the open task.
  await expect(page).toHaveURL(/\/file\/task\/index\?id=\d+&project_id=\d+$/);
  await expect(page.getByRole('dialog', { name: '任务详情' })).toContainText('第3层平面图');
  await bell(page).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(4);
  await expect(panel(page)).not.toContainText('第3层平面图');
  await page.reload();
  await expect(badge(page)).toHaveText('4');
});

test('a notice of an archived project shows it and opens nothing', async ({ open, admin, server }) => {
  const { reader, project } = await memberWithNotices(admin, server.address, 2);
  const page = await open('/home', { token: reader.token });
  await bell(page).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(2);
  await expect(panel(page).getByText('已归档')).toHaveCount(0);
  // Archived while the list is open: the list gets the event.
  const { version } = await admin.call(projects.info, { project_id: project.id });
  await admin.call(projects.archive, { project_id: project.id, version, confirmed: true });
  await expect(panel(page).getByText('已归档', { exact: true })).toHaveCount(2);
  await panel(page).getByRole('listitem').first().getByRole('button').click();
  await expect(page.locator('.toast')).toContainText('已归档，无法打开');
  await expect(badge(page)).toHaveText('1');
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(/\/home$/);
});

test('[ST-018] mark all read empties the list, says so, and clears the badge', async ({ open, admin, server }) => {
  const { reader } = await memberWithNotices(admin, server.address, 5);
  const page = await open('/home', { token: reader.token });
  await bell(page).click();
  await panel(page).getByRole('button', { name: '全部已读' }).click();
  await expect(panel(page).getByText('已全部阅读')).toBeVisible();
  await expect(panel(page).getByRole('listitem')).toHaveCount(0);
  await expect(badge(page)).toHaveCount(0);
  await page.reload();
  await expect(bell(page)).toBeVisible();
  await expect(badge(page)).toHaveCount(0);
});

test('[LI-010] with 3 notices the list does not scroll, with 4 it does', async ({ open, admin, server }) => {
  const { reader, person, project } = await memberWithNotices(admin, server.address, 3);
  const page = await open('/home', { token: reader.token });
  await bell(page).click();
  const list = panel(page).getByRole('list');
  await expect(list.getByRole('listitem')).toHaveCount(3);
  const hidden = (): Promise<number> =>
    list.evaluate(
      (element: { scrollHeight: number; clientHeight: number }) => element.scrollHeight - element.clientHeight,
    );
  expect(await hidden()).toBe(0);
  // Sent while the panel is open: the live channel delivers the fourth.
  await publishTasks(admin, project, person, ['第4层平面图']);
  await expect(list.getByRole('listitem')).toHaveCount(4);
  await expect(badge(page)).toHaveText('4');
  expect(await hidden()).toBeGreaterThan(0);
});

test('[SH-013] 120 unread notices: the badge reads 99+, its label the true number', async ({ open, admin, server }) => {
  test.slow();
  const { reader } = await memberWithNotices(admin, server.address, 120);
  const page = await open('/home', { token: reader.token });
  await expect(badge(page)).toHaveText('99+');
  await expect(page.getByRole('button', { name: '通知，120 条未读' })).toBeVisible();
});

test('[R-021] all notifications open in a new tab, read and unread ones', async ({ open, admin, server }) => {
  const { reader } = await memberWithNotices(admin, server.address, 2);
  const page = await open('/home', { token: reader.token });
  await bell(page).click();
  await panel(page).getByRole('listitem').first().getByRole('button').click();
  await bell(page).click();
  const opening = page.context().waitForEvent('page');
  await panel(page).getByRole('link', { name: '查看全部通知' }).click();
  const tab = await opening;
  await expect(tab).toHaveURL(/\/notice$/);
  const row = (title: string) => tab.getByRole('row').filter({ hasText: title });
  await expect(row('第1层平面图')).toContainText('未读');
  await expect(row('第2层平面图')).toContainText('已读');
  await expectAccessible(tab, '/notice with rows');
  await tab.getByRole('button', { name: '筛选' }).click();
  await tab.getByRole('menuitemradio', { name: '未读' }).click();
  await expect(tab).toHaveURL(/\/notice\?a=no_read$/);
  await expect(row('第2层平面图')).toHaveCount(0);
  await row('第1层平面图').getByRole('button', { name: '删除' }).click();
  await expect(row('第1层平面图')).toHaveCount(0);
});
