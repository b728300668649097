import type { Locator, Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { buildProject } from './support/furnish.ts';
import { dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

/* Tests of the selection lists by keyboard alone. */

const picker = (place: Page | Locator, label: string): Locator =>
  place.getByLabel(label, { exact: true }).and(place.getByRole('combobox'));
const openList = (page: Page): Locator => page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
const active = (page: Page): Locator => openList(page).locator('.ant-select-item-option-active');
const rows = (page: Page): Locator => openList(page).locator('.ant-select-item-option');
/** The field of a form with all its chosen values. */
const chosenIn = (page: Page, label: string): Locator =>
  page
    .locator('.ant-form-item')
    .filter({ has: page.getByLabel(label, { exact: true }) })
    .locator('.ant-select-selection-item, .ant-select-content-has-value');

async function furnish(admin: Api) {
  const [first, exact, me] = [
    await admin.addPerson({ account: 'cheng.wenbo', name: '程文博', password: 'Design-2026' }),
    await admin.addPerson({ account: 'chen.wei', name: '陈伟', password: 'Design-2026' }),
    await admin.addPerson({ account: 'zhang.gong', name: '张工', password: 'Design-2026' }),
  ];
  const project = await buildProject(admin, {
    name: '选人的项目',
    managerId: me.id,
    memberIds: [first.id, exact.id],
  });
  const { token } = await Api.signIn(admin.address, me.account, me.password);
  return { project, token };
}

let built: Awaited<ReturnType<typeof furnish>> | undefined;
test.beforeEach(async ({ admin }) => {
  built ??= await furnish(admin);
});
const given = () => {
  if (built === undefined) throw new Error('not furnished');
  return built;
};

test('a list of several persons: Enter adds the typed person, Tab closes the list, adds no one and moves on', async ({
  open,
}) => {
  const { project, token } = given();
  const page = await open(`/file/task/addEdit?project_id=${project.id}`, { token });
  const field = picker(page, '执行人');
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toBeVisible();
  await expect(active(page)).toHaveCount(0);
  await expect(rows(page).first()).toContainText('张工');
  await page.keyboard.type('cw');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('陈伟');
  await expect(active(page)).toContainText('陈伟');
  await page.keyboard.press('Enter');
  await expect(chosenIn(page, '执行人')).toHaveText(['陈伟']);
  await expect(active(page)).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(openList(page)).toHaveCount(0);
  await expect(field).not.toBeFocused();
  await expect(page.getByLabel('截止时间', { exact: true })).toBeFocused();
  await expect(chosenIn(page, '执行人')).toHaveText(['陈伟']);

  // Typed text alone adds nothing, neither by Tab nor by Escape.
  for (const key of ['Tab', 'Escape']) {
    await field.focus();
    await page.keyboard.type('cwb');
    await expect(active(page)).toContainText('程文博');
    await page.keyboard.press(key);
    await expect(openList(page)).toHaveCount(0);
    await expect(chosenIn(page, '执行人')).toHaveText(['陈伟']);
  }
  await expect(field).toBeFocused();
});

test('a list of one person: the same keys; a row reached by an arrow is not active when the list opens again', async ({
  open,
  admin,
}) => {
  const page = await open('/company/department', { token: admin.token });
  await page.getByRole('button', { name: '新建部门' }).first().click();
  const form = dialog(page, '新建部门');
  const field = picker(form, '部门负责人');
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toContainText('系统管理员');
  await expect(active(page)).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toContainText('系统管理员');
  await page.keyboard.press('Escape');
  await expect(openList(page)).toHaveCount(0);
  await expect(form).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toBeVisible();
  await expect(active(page)).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(openList(page)).toHaveCount(0);
  await expect(field).not.toBeFocused();
  await expect(chosenIn(page, '部门负责人')).toHaveCount(0);

  await field.focus();
  await page.keyboard.type('cw');
  await expect(active(page)).toContainText('陈伟');
  await page.keyboard.press('Enter');
  await expect(openList(page)).toHaveCount(0);
  await expect(chosenIn(page, '部门负责人')).toHaveText('陈伟');
  await page.keyboard.press('Tab');
  await expect(field).not.toBeFocused();
  await expect(form.getByRole('combobox', { name: '分管领导' })).toBeFocused();
  await expect(chosenIn(page, '部门负责人')).toHaveText('陈伟');
});

test('every other list uses the same keys: departments, project types, fixed choices', async ({ open, admin }) => {
  const page = await open('/project/add', { token: admin.token });
  for (const label of ['项目类型', '项目阶段', '承担部门', '保密等级']) {
    const field = picker(page, label);
    await field.focus();
    await page.keyboard.press('Enter');
    await expect(rows(page).first(), label).toBeVisible();
    await expect(active(page), label).toHaveCount(0);
    await page.keyboard.press('Tab');
    await expect(openList(page), label).toHaveCount(0);
    await expect(field, label).not.toBeFocused();
    await expect(chosenIn(page, label), label).toHaveCount(0);
  }
});
