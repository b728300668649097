import type { Locator, Page } from '@playwright/test';
import * as files from '@prdm/contract/files';
import { roleIndex } from '@prdm/contract/organisation';
import { memberAdd } from '@prdm/contract/projects';
import { add as addTask, index as taskIndex } from '@prdm/contract/tasks';
import { Api, type Person } from './support/api.ts';
import { expectAccessibleInBothThemes } from './support/axe.ts';
import { buildProject, type BuiltProject } from './support/furnish.ts';
import { dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const PASSWORD = 'Design-2026';
const panel = (place: Locator | Page): Locator => place.getByRole('region', { name: '为什么可以或不可以' });

/** Chooses one entry of a list without a search. */
async function pick(page: Page, place: Locator, label: string, name: string): Promise<void> {
  await place.getByRole('combobox', { name: label, exact: true }).click();
  const open = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  await open.locator('.ant-select-item-option').filter({ hasText: name }).first().click();
  await expect(place).toContainText(name);
}

async function built(admin: Api): Promise<{ project: BuiltProject; manager: Person; member: Person }> {
  const manager = await admin.addPerson({ account: 'why.manager', name: '周经理', password: PASSWORD });
  const member = await admin.addPerson({ account: 'why.member', name: '吴设计', password: PASSWORD });
  const project = await buildProject(admin, { name: '依据项目', managerId: manager.id });
  const { list: roles } = await admin.call(roleIndex, {});
  const role_ids = roles.filter(({ key }) => key === 'designer').map(({ id }) => id);
  await admin.call(memberAdd, { project_id: project.id, user_ids: [member.id], role_ids });
  return { project, manager, member };
}

test('a person sees why an action is allowed or not, and rights of a folder show their effect before saving', async ({
  open,
  admin,
}) => {
  const { project, manager, member } = await built(admin);

  // The drawer of a person.
  const page = await open('/company/staff?word=why.member', { token: admin.token });
  await page.getByRole('row').filter({ hasText: '吴设计' }).click();
  const drawer = page.getByRole('dialog', { name: '员工资料' });
  await panel(drawer).getByRole('button', { name: '为什么可以或不可以' }).click();
  await pick(page, panel(drawer), '操作', '编辑项目');
  await pick(page, panel(drawer), '项目', project.name);
  const answer = panel(drawer).getByRole('status');
  await expect(answer).toContainText('不可以');
  await expect(answer.getByRole('listitem').filter({ hasText: '起决定作用' })).toContainText('编辑项目');
  await expect(answer).toContainText(`是项目“${project.name}”的成员`);
  await expect(answer).toBeInViewport({ ratio: 0.9 });
  await expectAccessibleInBothThemes(page, 'why in the drawer of a person');
  await pick(page, panel(drawer), '操作', '查看项目任务');
  await expect(answer.getByText('可以', { exact: true })).toBeVisible();

  // The rights of a folder: the preview names people and saves nothing.
  const boss = await Api.signIn(admin.address, manager.account, PASSWORD);
  const folder = (await boss.call(files.index, { project_id: project.id })).folder.id;
  const rights = await open(`/file/index?project_id=${project.id}&pid=${folder}`, { token: admin.token });
  await rights.getByRole('button', { name: '权限' }).click();
  const shown = rights.getByRole('dialog', { name: '权限' });
  const before = await boss.call(files.permissionList, { folder_id: folder });
  await shown.getByRole('checkbox', { name: '设计人 删除' }).check();
  const people = shown.getByRole('list', { name: '权限发生变化的人员' });
  await expect(people).toContainText('吴设计+ 删除');
  expect(await boss.call(files.permissionList, { folder_id: folder })).toEqual(before);
  await shown.getByRole('combobox', { name: '人员' }).click();
  await shown.getByRole('combobox', { name: '人员' }).fill('周经理');
  await rights.locator('.ant-select-item-option').filter({ hasText: '周经理' }).first().click();
  await pick(rights, panel(shown), '操作', '删除');
  await expect(panel(shown).getByRole('status')).toContainText('项目角色“项目经理”');
  await expectAccessibleInBothThemes(rights, 'why in the rights of a folder');

  // A refused action of an own task.
  await boss.call(addTask, {
    project_id: project.id,
    title: '节点详图',
    stage_id: project.stageId,
    executor_ids: [member.id],
    stages: [{ name: '校对', executor_ids: [manager.id] }],
    publish: true,
  });
  const { list } = await boss.call(taskIndex, { project_id: project.id });
  const own = await Api.signIn(admin.address, member.account, PASSWORD);
  const task = await open(`/file/task/index?project_id=${project.id}&id=${list[0]?.id}`, { token: own.token });
  await task.getByRole('button', { name: '更多操作' }).click();
  await task.getByRole('menuitem', { name: '为什么不可以？' }).click();
  const box = dialog(task, '为什么不可以？');
  await expect(box.getByRole('article').filter({ hasText: '暂停' }).first()).toContainText('不可以');
  await expect(box.getByText('起决定作用').first()).toBeVisible();
  await expectAccessibleInBothThemes(task, 'why not in the menu of a task');
});
