import type { Locator, Page } from '@playwright/test';
import { userIndex } from '@prdm/contract/organisation';
import { add as addTask, index as taskIndex } from '@prdm/contract/tasks';
import { Api, type Person } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { buildProject } from './support/furnish.ts';
import { dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const PASSWORD = 'Design-2026';
const drawer = (page: Page): Locator => page.getByRole('dialog', { name: '员工资料' });
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

async function openPerson(page: Page, name: string): Promise<Locator> {
  await row(page, name).click();
  await expect(drawer(page).getByText(name).first()).toBeVisible();
  return drawer(page);
}
/** Chooses one entry of a list that closes automatically. Esc would close the dialog around it. */
async function pick(page: Page, place: Locator, label: string, name: string): Promise<void> {
  const field = place.getByRole('combobox', { name: label, exact: true });
  await field.click();
  // A long list draws only visible persons, so it is searched. A short list has no search.
  if (await field.isEditable()) await field.fill(name);
  const open = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  await open.locator('.ant-select-item-option').filter({ hasText: name }).first().click();
  await expect(open).toHaveCount(0);
}
const recordOf = async (admin: Api, { id }: Person, status?: 'former') =>
  (await admin.call(userIndex, { ispage: 'not', status })).list.find((each) => each.id === id);

test('[BU-028] a leaving employee hands over first, is in the former list and is taken back from there', async ({
  open,
  admin,
}) => {
  const people: Person[] = [];
  for (const [account, name] of [
    ['leaver.old', '钱离开'],
    ['leaver.heir', '孙接替'],
  ] as const)
    people.push(await admin.addPerson({ account, name, password: PASSWORD }));
  const [leaver, heir] = people as [Person, Person];
  const led = await buildProject(admin, { name: '离职项目', managerId: leaver.id });
  await admin.call(addTask, {
    project_id: led.id,
    title: '屋面排水',
    stage_id: led.stageId,
    executor_ids: [leaver.id],
    stages: [{ name: '校对', executor_ids: [leaver.id] }],
    publish: true,
  });

  const page = await open('/company/staff?word=leaver.', { token: admin.token });
  const shown = await openPerson(page, '钱离开');
  await shown.getByRole('button', { name: '编辑', exact: true }).click();
  const form = dialog(page, '编辑钱离开');
  await expect(form.getByRole('combobox', { name: '角色' })).toBeEnabled();
  await expectAccessible(page, 'edit person');
  await form.getByRole('button', { name: '取消' }).click();
  await shown.getByRole('button', { name: '办理离职' }).click();
  const leaving = dialog(page, '为钱离开办理离职');
  await expect(leaving.getByRole('listitem').filter({ hasText: '负责的项目' })).toContainText('1');
  await expect(leaving.getByRole('listitem').filter({ hasText: '未完成的任务' })).toContainText('1');
  const go = leaving.getByRole('button', { name: '移交并办理离职' });
  await expect(go).toBeDisabled();
  await expectAccessible(page, 'leave');
  // One successor for everything is chosen once.
  await pick(page, leaving, '负责的项目移交给', '孙接替');
  await go.click();
  await expect(leaving).toHaveCount(0);
  await expect(page.getByText('已为钱离开办理离职')).toBeVisible();
  await expect(row(page, '钱离开')).toHaveCount(0);
  await expect(row(page, '孙接替')).toBeVisible();
  const heirs = await Api.signIn(admin.address, heir.account, PASSWORD);
  expect((await heirs.call(taskIndex, { tab: 'mine' })).list.map(({ title }) => title)).toContain('屋面排水');

  await page.getByRole('tab', { name: '离职员工' }).click();
  await expect(row(page, '钱离开')).toBeVisible();
  await expect(row(page, '孙接替')).toHaveCount(0);
  await page.getByRole('button', { name: '恢复钱离开' }).click();
  await expect(row(page, '钱离开')).toHaveCount(0);
  expect(await recordOf(admin, leaver)).toMatchObject({ status: 'active' });

  const dark = await open('/company/staff?word=leaver.', { token: admin.token, theme: 'dark', width: 1000 });
  await dark.getByText('孙接替').click();
  await expect(drawer(dark).getByRole('button', { name: '编辑', exact: true })).toBeVisible();
  await expectAccessible(dark, 'person, dark', 'colours');
});
