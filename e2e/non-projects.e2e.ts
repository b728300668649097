import * as nonProjects from '@prdm/contract/projects/non-projects';
import { Api } from './support/api.ts';
import { choose, dialog } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 15_000 });

test('[R-020] a non-project is added, worked in, closed with a reason for the refused work, and reopened', async ({
  open,
  admin,
  server,
}) => {
  const person = { account: 'nonproj', name: '吴投标', password: 'Design-2026' };
  const worker = await admin.addPerson(person);
  const page = await open('/project/index', { token: admin.token });
  await page.getByRole('link', { name: '非项目', exact: true }).click();
  await page.getByRole('link', { name: '新建非项目' }).first().click();
  await expect(page).toHaveURL(/\/nonProject\/add$/);
  await page.getByLabel('非项目名称', { exact: true }).fill('体育馆投标');
  await page.getByLabel('类别', { exact: true }).click();
  await page.locator('.ant-select-dropdown').getByText('投标', { exact: true }).click();
  await page.getByRole('button', { name: '创建非项目' }).click();
  await expect(page).toHaveURL(/\/nonProject\/detail\?id=\d+$/);
  await expect(page.getByRole('heading', { name: '体育馆投标' })).toBeVisible();
  const id = Number(new URL(page.url()).searchParams.get('id'));

  // A colleague joins, and gets a task without stage and discipline.
  await page.getByRole('link', { name: /^成员/ }).click();
  await page.getByRole('button', { name: '添加成员' }).click();
  await choose(page, dialog(page, '添加成员'), '人员', person.name);
  await dialog(page, '添加成员').getByRole('button', { name: '添加', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: person.name })).toBeVisible();
  await page.goto(`${server.address}/file/task/addEdit?project_id=${id}`);
  await page.getByLabel('任务名称', { exact: true }).fill('编制投标文件');
  await expect(page.getByLabel('项目阶段', { exact: true })).toHaveCount(0);
  await choose(page, page, '执行人', person.name);
  await choose(page, page.getByRole('group', { name: '节点 1' }), '审核人', person.name);
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByRole('dialog', { name: '任务详情' })).toContainText('编制投标文件');
  const taskId = Number(new URL(page.url()).searchParams.get('id'));

  // The colleague hands it in.
  const { token } = await Api.signIn(server.address, worker.account, worker.password);
  const theirs = await open(`/file/task/index?project_id=${id}&id=${taskId}`, { token });
  const drawer = theirs.getByRole('dialog', { name: '任务详情' });
  await drawer.getByRole('button', { name: '开始处理' }).click();
  await drawer.getByRole('button', { name: '提交', exact: true }).click();
  await dialog(theirs, '提交').getByRole('button', { name: '提交', exact: true }).click();
  await expect(drawer).toContainText('审核中');

  // Closing names the open work and then refuses every write with its reason.
  await page.goto(`${server.address}/nonProject/detail?id=${id}`);
  await page.getByRole('button', { name: '关闭非项目', exact: true }).click();
  const question = dialog(page, '关闭非项目“体育馆投标”？');
  await question.getByRole('button', { name: '关闭非项目', exact: true }).click();
  await expect(question).toContainText('未完成任务 1 项');
  await question.getByRole('button', { name: '关闭非项目', exact: true }).click();
  await expect(page.getByText('由 系统管理员 关闭')).toBeVisible();
  const refused = await page.request.post(`${server.address}/apis/task/comment`, {
    headers: { 'x-token': token },
    form: { id: taskId, text: '还能写吗' },
  });
  expect(await refused.json()).toMatchObject({ code: 1008, msg: '该非项目已关闭，只能查看；重新开启后才能修改' });
  await page.getByRole('button', { name: '重新开启' }).click();
  await expect(page.getByRole('button', { name: '关闭非项目', exact: true })).toBeVisible();
  const { status } = await admin.call(nonProjects.info, { id });
  expect(status).toBe('open');
});
