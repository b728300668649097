import type { Page } from '@playwright/test';
import { index } from '@prdm/contract/notices';
import { Api, type Person } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { buildProject, publishTasks, type BuiltProject } from './support/furnish.ts';
import { expect, test } from './support/test.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^通知/ });
const badge = (page: Page) => page.getByTestId('notice-badge');
const panel = (page: Page) => page.getByRole('dialog', { name: /^通知/ });
const titles = (count: number) => Array.from({ length: count }, (_, at) => `第${at + 1}层平面图`);

/** A member of a project with `count` notices. */
async function memberWithNotices(
  admin: Api,
  address: string,
  count: number,
): Promise<{ reader: Api; person: Person; project: BuiltProject }> {
  const person = await admin.addPerson({ account: 'reader', name: '王工', password: 'Design-2026' });
  const project = await buildProject(admin, { name: '滨江科技园', managerId: person.id });
  await publishTasks(admin, project, person, titles(count));
  const reader = await Api.signIn(address, person.account, person.password);
  const unread = async () => (await reader.call(index, { a: 'no_read', size: 1 })).total;
  await expect.poll(unread, { timeout: 20_000, message: 'notices are written after the change' }).toBe(count);
  return { reader, person, project };
}

test('[R-021] [LI-010] with 3 notices the list does not scroll, with 4 it does; all of them open in a new tab', async ({
  open,
  admin,
  server,
}) => {
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

  await list.getByRole('listitem').first().getByRole('button').click();
  await expect(page).toHaveURL(/\/file\/task\/index\?id=\d+&project_id=\d+$/);
  await expect(page.getByRole('dialog', { name: '任务详情' })).toContainText('第4层平面图');
  await bell(page).click();
  const opening = page.context().waitForEvent('page');
  await panel(page).getByRole('link', { name: '查看全部通知' }).click();
  const tab = await opening;
  await expect(tab).toHaveURL(/\/notice$/);
  await expect(badge(tab)).toHaveText('3');
  const row = (title: string) => tab.getByRole('row').filter({ hasText: title });
  await expect(row('第1层平面图')).toContainText('未读');
  await expect(row('第4层平面图')).toContainText('已读');
  await expectAccessible(tab, '/notice with rows');
  await tab.getByRole('button', { name: '筛选' }).click();
  await tab.getByRole('menuitemradio', { name: '未读' }).click();
  await expect(tab).toHaveURL(/\/notice\?a=no_read$/);
  await expect(row('第4层平面图')).toHaveCount(0);
  await row('第1层平面图').getByRole('button', { name: '删除' }).click();
  await expect(row('第1层平面图')).toHaveCount(0);
});
