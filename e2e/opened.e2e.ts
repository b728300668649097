import type { Locator, Page } from '@playwright/test';
import * as files from '@prdm/contract/files';
import { Api } from './support/api.ts';
import { expectAccessibleInBothThemes } from './support/axe.ts';
import { furnish, type Shown } from './support/pages.ts';
import { choose, dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

/* Parts of pages that open on a click, with content, in both themes. pages.e2e.ts checks what a page shows at first. */

test.use({ actionTimeout: 20_000 });

let furnished: ReturnType<typeof furnish> | undefined;
const records = (admin: Api): Promise<Shown> => (furnished ??= furnish(admin));

/** Chooses one entry of a list without a search. */
async function pick(page: Page, place: Locator, label: string, name: string): Promise<void> {
  await place.getByRole('combobox', { name: label, exact: true }).click();
  const open = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  await open.locator('.ant-select-item-option').filter({ hasText: name }).first().click();
  await expect(open).toHaveCount(0);
}

test('the review desk and the opinions on the page of a task are accessible in both themes', async ({
  open,
  admin,
}) => {
  test.setTimeout(120_000);
  const { viewer, designer, project, taskId, processId } = await records(admin);
  const page = await open(`/process/task/process?id=${processId}`, { token: viewer.token });
  const opinions = page.getByRole('region', { name: '校审意见' });
  await expect(opinions.getByRole('listitem', { name: '第 1 条', exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the desk with a review');
  await page.getByRole('region', { name: '审核队列' }).getByRole('checkbox').first().check();
  await page.getByRole('button', { name: '批量通过' }).click();
  // A review with open opinions takes no part in a batch, and the dialog says so.
  const refused = dialog(page, '选中的审核都不能批量通过');
  await expect(refused).toContainText('2 条意见未解决');
  await expect(refused.getByRole('textbox')).toHaveCount(0);
  await expectAccessibleInBothThemes(page, 'the desk with the question of a batch');

  const hand = await Api.signIn(admin.address, designer.account, designer.password);
  const task = await open(`/file/task/index?project_id=${project.id}&id=${taskId}`, { token: hand.token });
  const first = task.getByRole('listitem', { name: '第 1 条', exact: true });
  await first.getByRole('button', { name: '答复' }).click();
  await task.keyboard.type('已调整');
  await expectAccessibleInBothThemes(task, 'opinions on the page of a task');
});

test('the stage editor with its test run and the delegations of the profile are accessible in both themes', async ({
  open,
  admin,
}) => {
  test.setTimeout(120_000);
  const { viewer, designer, templateId } = await records(admin);
  const page = await open(`/company/task/process/edit?id=${templateId}`, { token: viewer.token });
  const node = page.getByRole('listitem', { name: '节点 2', exact: true });
  await node.getByRole('button', { expanded: false }).first().click();
  const run = page.getByRole('region', { name: '试运行' });
  await choose(page, run, '选择项目', '滨江科技园一期');
  await run.getByRole('button', { name: '试运行', exact: true }).click();
  await expect(run.getByRole('listitem')).toHaveCount(5);
  await expectAccessibleInBothThemes(page, 'the stage editor with its test run');

  const own = await open('/profile', { token: viewer.token });
  const section = own.getByRole('region', { name: '审核委托' });
  await expect(section.getByText(designer.name)).toHaveCount(2);
  await expectAccessibleInBothThemes(own, '/profile with delegations');
  await section.getByRole('button', { name: '新建委托' }).click();
  const form = dialog(own, '新建委托');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText('此项必填')).toHaveCount(2);
  await expectAccessibleInBothThemes(own, 'the form of a delegation');
});

test('[R-055] the form of a role with comparison and preview, and its people, are accessible in both themes', async ({
  open,
  admin,
}) => {
  test.setTimeout(120_000);
  const { viewer, designer, roleId, roleName } = await records(admin);
  const page = await open(`/company/role/edit?id=${roleId}`, { token: viewer.token });
  await expect(page.getByLabel('名称', { exact: true })).toHaveValue(roleName);
  await pick(page, page.locator('main'), '与其他角色对比', '总经理');
  await page.getByRole('checkbox', { name: '新建项目' }).check();
  await page.getByText('保存后影响 1 人：获得 1 项，失去 0 项').click();
  const preview = page.getByRole('region', { name: '保存后的影响' });
  await expect(preview).toContainText('1 人获得“新建项目”');
  await preview.getByText(/^受影响的/).click();
  await expect(preview).toContainText(designer.name);
  await expectAccessibleInBothThemes(page, 'a role compared with another one');

  const users = await open(`/company/role/user?id=${roleId}`, { token: viewer.token });
  await expect(users.getByRole('heading', { level: 1 })).toContainText(roleName);
  const rows = users.getByRole('row').filter({ has: users.getByRole('cell') });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(designer.name);
  await users.getByRole('button', { name: `${designer.name} 的更多操作` }).click();
  await expect(users.getByRole('menuitem').first()).toBeVisible();
  await expectAccessibleInBothThemes(users, 'the people of a role with the menu of one');
});

test('the drawer of a person with sessions and reasons, and the rights of a folder, are accessible in both themes', async ({
  open,
  admin,
}) => {
  test.setTimeout(120_000);
  const { viewer, designer, project } = await records(admin);
  const page = await open(`/company/staff?word=${designer.account}`, { token: viewer.token });
  await page.getByRole('row').filter({ hasText: designer.name }).click();
  const drawer = page.getByRole('dialog', { name: '员工资料' });
  await drawer.getByRole('button', { name: '查看设备' }).click();
  await expect(drawer.getByRole('button', { name: '退出全部设备' })).toBeVisible();
  const why = drawer.getByRole('region', { name: '为什么可以或不可以' });
  await why.getByRole('button', { name: '为什么可以或不可以' }).click();
  await pick(page, why, '操作', '编辑项目');
  await pick(page, why, '项目', project.name);
  await expect(why.getByRole('status')).toContainText('起决定作用');
  await expectAccessibleInBothThemes(page, 'the drawer of a person');

  const folder = (await viewer.call(files.index, { project_id: project.id })).folder.id;
  const rights = await open(`/file/index?project_id=${project.id}&pid=${folder}`, { token: viewer.token });
  await rights.getByRole('button', { name: '权限' }).click();
  const shown = rights.getByRole('dialog', { name: '权限' });
  await shown.getByRole('checkbox', { name: '设计人 删除' }).check();
  await expect(shown.getByRole('region', { name: '保存后的变化' })).toBeVisible();
  await expectAccessibleInBothThemes(rights, 'the rights of a folder with a change');
});
