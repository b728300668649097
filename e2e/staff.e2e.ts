import type { Locator, Page } from '@playwright/test';
import {
  departmentAdd,
  departmentEdit,
  departmentIndex,
  roleIndex,
  userDisable,
  userIndex,
} from '@prdm/contract/organisation';
import { userModify } from '@prdm/contract/staff';
import { info as projectInfo } from '@prdm/contract/projects';
import { add as addTask, index as taskIndex } from '@prdm/contract/tasks';
import { Api, type Person } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { buildProject } from './support/furnish.ts';
import { choose, dialog } from './support/screens.ts';
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

test('[R-028] [R-029] /company/staff shows the employees, /company/department the tree of departments', async ({
  open,
  admin,
}) => {
  const [top] = (await admin.call(departmentIndex, {})).list;
  const above = await admin.call(departmentAdd, { name: '总师办', sort: 0, ...(top && { parent_id: top.id }) });
  await admin.call(departmentAdd, { name: '技术质量组', sort: 0, parent_id: above.id });
  await admin.addPerson({ account: 'listed.person', name: '在册人', password: PASSWORD });
  const page = await open('/company/staff', { token: admin.token });
  // Earlier tests have added users, and a page of the list shows twenty.
  await page.getByRole('searchbox').fill('listed.person');
  const listed = row(page, '在册人');
  await expect(listed).toBeVisible();
  await expect(listed).toContainText('listed.person');
  await page.getByRole('searchbox').fill('admin');
  await expect(row(page, '系统管理员')).toBeVisible();

  await page.goto('/company/department');
  await expect(row(page, '总师办')).toBeVisible();
  await expect(row(page, '技术质量组')).toBeVisible();
  // The child department is directly below its parent, one level deeper, and disappears when the parent collapses.
  const left = async (name: string) => (await row(page, name).getByText(name, { exact: true }).boundingBox())?.x ?? 0;
  expect(await left('技术质量组')).toBeGreaterThan(await left('总师办'));
  await row(page, '总师办').getByRole('button', { expanded: true }).first().click();
  await expect(row(page, '技术质量组')).toHaveCount(0);
  await expect(row(page, '总师办')).toBeVisible();
});

test('the form that adds an employee also edits one, and a refusal keeps the typed text', async ({ open, admin }) => {
  const person = await admin.addPerson({ account: 'edit.me', name: '郑编辑', password: PASSWORD });
  const page = await open('/company/staff?word=edit.me', { token: admin.token });
  const shown = await openPerson(page, '郑编辑');
  await shown.getByRole('button', { name: '编辑', exact: true }).click();
  const form = dialog(page, '编辑郑编辑');
  await form.getByLabel('姓名', { exact: true }).fill('郑新名');
  await form.getByLabel('工号', { exact: true }).fill('A-017');
  await pick(page, form, '性别', '女');
  await expectAccessible(page, 'edit person');

  const phone = form.getByLabel('手机号', { exact: true });
  await phone.fill('123');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText('手机号格式不正确')).toBeVisible();
  await expect(form.getByLabel('姓名', { exact: true })).toHaveValue('郑新名');
  await phone.fill('13800138000');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toHaveCount(0);
  await expect(shown.getByText('郑新名')).toBeVisible();
  await expect(row(page, '郑新名')).toBeVisible();
  expect(await recordOf(admin, person)).toMatchObject({
    name: '郑新名',
    phone: '13800138000',
    employee_no: 'A-017',
    sex: 'female',
  });
});

test('the change of another user is not overwritten, and the form keeps the typed text', async ({ open, admin }) => {
  const person = await admin.addPerson({ account: 'two.at.once', name: '卫同时', password: PASSWORD });
  const page = await open('/company/staff?word=two.at.once', { token: admin.token });
  await (await openPerson(page, '卫同时')).getByRole('button', { name: '编辑', exact: true }).click();
  const form = dialog(page, '编辑卫同时');
  await form.getByLabel('工号', { exact: true }).fill('B-1');
  const { department_id: department } = (await recordOf(admin, person)) ?? {};
  await admin.call(userModify, { id: person.id, version: 1, name: '卫先改', department_id: department ?? 0 });
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByRole('alert')).toContainText('数据已被他人修改');
  await expect(form.getByLabel('工号', { exact: true })).toHaveValue('B-1');
  expect(await recordOf(admin, person)).toMatchObject({ name: '卫先改', employee_no: '' });
  await form.getByRole('alert').getByRole('button').click();
  await expect(form.getByLabel('姓名', { exact: true })).toHaveValue('卫先改');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toHaveCount(0);
  expect(await recordOf(admin, person)).toMatchObject({ name: '卫先改', employee_no: 'B-1' });
});

test('the same form assigns and removes roles; a role that may not be assigned is grey and stays', async ({
  open,
  admin,
}) => {
  const roles = (await admin.call(roleIndex, {})).list;
  const idsOf = (...keys: string[]) => roles.flatMap(({ id, key }) => (keys.includes(key ?? '') ? [id] : []));
  const roleIds = idsOf('administrator');
  const person = await admin.addPerson({ account: 'gets.roles', name: '褚角色', password: PASSWORD, roleIds });
  const page = await open('/company/staff?word=gets.roles', { token: admin.token });
  const shown = await openPerson(page, '褚角色');
  await shown.getByRole('button', { name: '编辑', exact: true }).click();
  const form = dialog(page, '编辑褚角色');
  await choose(page, form, '角色', '财务');
  await expectAccessible(page, 'roles of a person');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toHaveCount(0);
  await expect(shown.getByText('财务', { exact: false })).toBeVisible();
  expect((await recordOf(admin, person))?.roles.map(({ key }) => key)).toEqual([
    'administrator',
    'finance',
    'employee',
  ]);

  // An administrator lacks the rights of finance. So the roles of this person stay, and the form shows why.
  const account = 'gives.roles';
  await admin.addPerson({ account, name: '蒋授予', password: PASSWORD, roleIds });
  const below = await admin.addPerson({ account: 'has.roles', name: '沈下属', password: PASSWORD, roleIds });
  const giver = await Api.signIn(admin.address, account, PASSWORD);
  const theirs = await open('/company/staff?word=roles', { token: giver.token });
  const above = await openPerson(theirs, '褚角色');
  await expect(above.getByText('此人拥有您无权授予的角色：财务')).toBeVisible();
  for (const absent of ['停用', '重置密码', '办理离职', '移交工作'])
    await expect(above.getByRole('button', { name: absent, exact: true })).toHaveCount(0);
  await above.getByRole('button', { name: '编辑', exact: true }).click();
  const first = dialog(theirs, '编辑褚角色');
  await expect(first.getByText('此人拥有您无权授予的角色：财务')).toBeVisible();
  await expect(first.getByRole('combobox', { name: '角色' })).toBeDisabled();
  await first.getByLabel('姓名').fill('褚改名');
  await first.getByRole('button', { name: '保存' }).click();
  await expect(first).toHaveCount(0);
  expect(await recordOf(admin, person)).toMatchObject({ name: '褚改名', roles: [{}, { key: 'finance' }, {}] });

  await theirs.keyboard.press('Escape');
  await (await openPerson(theirs, '沈下属')).getByRole('button', { name: '编辑', exact: true }).click();
  const second = dialog(theirs, '编辑沈下属');
  await expect(second.getByText('灰色的角色您没有全部权限')).toBeVisible();
  const tags = second.locator('.ant-select-selection-item');
  await tags.filter({ hasText: '管理员' }).locator('.ant-select-selection-item-remove').click();
  await second.getByRole('button', { name: '保存' }).click();
  await expect(second).toHaveCount(0);
  expect((await recordOf(admin, below))?.roles.map(({ key }) => key)).toEqual(['employee']);
});

test('a department that another user changed meanwhile is loaded, and the typed text is kept', async ({
  open,
  admin,
}) => {
  const { id } = await admin.call(departmentAdd, { name: '景观所' });
  const find = async () => (await admin.call(departmentIndex, {})).list.find((each) => each.id === id);
  const page = await open('/company/department?word=景观', { token: admin.token });
  await page.getByRole('button', { name: '编辑景观所' }).click();
  const form = dialog(page, '编辑景观所');
  await form.getByLabel('生产部门（计入产值）').uncheck();
  await admin.call(departmentEdit, { id, version: 1, name: '景观二所' });
  await form.getByRole('button', { name: '保存' }).click();
  const changed = dialog(page, '编辑景观二所');
  await expect(changed.getByRole('alert')).toContainText('数据已被他人修改');
  expect(await find()).toMatchObject({ name: '景观二所', is_production: true });
  await changed.getByRole('alert').getByRole('button').click();
  await expect(changed.getByLabel('部门名称')).toHaveValue('景观二所');
  await changed.getByRole('button', { name: '保存' }).click();
  await expect(changed).toHaveCount(0);
  expect(await find()).toMatchObject({ name: '景观二所', is_production: false, version: 3 });
});

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
});

test('a disabled user’s work is handed over without leaving, and refused actions are not offered', async ({
  open,
  admin,
}) => {
  const [gone, heir] = [
    await admin.addPerson({ account: 'disabled.one', name: '吴停用', password: PASSWORD }),
    await admin.addPerson({ account: 'heir.two', name: '冯接手', password: PASSWORD }),
  ];
  const project = await buildProject(admin, { name: '停用项目', managerId: gone.id });
  await admin.call(userDisable, { id: gone.id, version: 1 });
  const page = await open('/company/staff?word=disabled.one', { token: admin.token, theme: 'dark', width: 1000 });
  await page.getByText('吴停用').click();
  const shown = drawer(page);
  await expect(shown.getByRole('button', { name: '恢复' })).toBeVisible();
  for (const absent of ['停用', '重置密码'])
    await expect(shown.getByRole('button', { name: absent, exact: true })).toHaveCount(0);
  await expectAccessible(page, 'person, dark', 'colours');
  await shown.getByRole('button', { name: '移交工作' }).click();
  const handing = dialog(page, '移交吴停用的工作');
  await pick(page, handing, '负责的项目移交给', '冯接手');
  await handing.getByRole('button', { name: '移交', exact: true }).click();
  await expect(page.getByText('所选的工作已移交')).toBeVisible();
  const heirs = await Api.signIn(admin.address, heir.account, PASSWORD);
  expect((await heirs.call(projectInfo, { project_id: project.id })).manager_id).toBe(heir.id);
});
