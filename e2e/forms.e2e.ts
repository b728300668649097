import type { Locator, Page } from '@playwright/test';
import { buildProject } from './support/furnish.ts';
import { dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (box === null) throw new Error('not on the screen');
  // A quarter of a pixel is rounding of the browser, not a movement.
  const near = (value: number): number => Math.round(value * 4) / 4;
  return { x: near(box.x), y: near(box.y), width: near(box.width), height: near(box.height) };
};

/** The error of the field with this label. The component library puts its name in another element. */
const problemOf = (place: Page | Locator, text: string): Locator => place.getByText(text, { exact: true }).first();

test('a press that starts by leaving a wrong field arrives, its error moves nothing, and Esc asks before the form is dropped', async ({
  open,
  admin,
}) => {
  const page = await open('/company/staff', { token: admin.token });
  await page.getByRole('button', { name: '添加员工' }).click();
  const form = dialog(page, '添加员工');
  const send = form.getByRole('button', { name: '添加', exact: true });
  await form.getByLabel('手机号', { exact: true }).fill('12');
  const [before, around] = [await boxOf(send), await boxOf(form)];
  await page.mouse.move(before.x + before.width / 2, before.y + 2);
  await page.mouse.down();
  await expect(problemOf(form, '手机号格式不正确')).toBeVisible();
  expect(await boxOf(send)).toEqual(before);
  await page.mouse.up();
  // The press submits the form: the empty fields show their errors, and nothing moves.
  await expect(form.getByText('此项必填', { exact: true })).toHaveCount(3);
  expect(await boxOf(send)).toEqual(before);
  expect(await boxOf(form)).toEqual(around);

  const question = page.getByRole('dialog', { name: '放弃填写的内容？' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: '继续填写' }).click();
  await expect(question).toHaveCount(0);
  await expect(form.getByLabel('手机号', { exact: true })).toHaveValue('12');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: '放弃' }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole('button', { name: '添加员工' }).click();
  await expect(form.getByLabel('手机号', { exact: true })).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
});

test('an error line changes no height in a long form, in its stages or on a page without the library', async ({
  open,
  admin,
}) => {
  const manager = await admin.addPerson({ account: 'still.forms', name: '安不动', password: 'Design-2026' });
  const { id } = await buildProject(admin, { name: '不动的表单', managerId: manager.id });
  const page = await open(`/file/task/addEdit?project_id=${id}`, { token: admin.token });
  const stage = page.getByRole('group', { name: '节点 1' });
  const add = page.getByRole('button', { name: '添加节点' });
  // The library would show the browser's own file field beside our buttons.
  await expect(page.locator('input[type="file"]')).toBeHidden();
  const [row, below] = [await boxOf(stage), await boxOf(add)];
  await page.getByLabel('任务名称', { exact: true }).focus();
  await stage.getByLabel('执行天数').fill('x');
  await page.getByLabel('任务名称', { exact: true }).focus();
  await expect(problemOf(page, '请填写数字')).toBeVisible();
  await page.getByLabel('任务名称', { exact: true }).blur();
  await expect(problemOf(page, '此项必填')).toBeVisible();
  expect(await boxOf(stage)).toEqual(row);
  expect(await boxOf(add)).toEqual(below);

  const own = await open('/profile', { token: admin.token });
  const save = own.getByRole('region', { name: '基本资料' }).getByRole('button', { name: '保存' });
  await own.getByLabel('手机号', { exact: true }).fill('12');
  const there = await boxOf(save);
  await own.getByLabel('邮箱', { exact: true }).focus();
  await expect(problemOf(own, '手机号格式不正确')).toBeVisible();
  expect(await boxOf(save)).toEqual(there);
});
