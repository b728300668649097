import type { Page } from '@playwright/test';
import { professionIndex } from '@prdm/contract/config';
import * as projects from '@prdm/contract/projects';
import * as review from '@prdm/contract/review';
import { statistics } from '@prdm/contract/tasks/statistics';
import * as tasks from '@prdm/contract/tasks';
import { Api, type Person } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { buildProject, type BuiltProject, type Construction } from './support/furnish.ts';
import { expect, test } from './support/test.ts';
import type { RunningServer } from './support/server.ts';

test.use({ actionTimeout: 15_000 });

interface Work {
  readonly project: BuiltProject;
  readonly manager: Api;
  readonly professionId: number;
}

/**
 * A project of the discipline 建筑 with three finished tasks, one overdue and one due later. The manager is the assignee.
 */
async function working(admin: Api, server: RunningServer, account: string, construction?: Construction): Promise<Work> {
  const person: Person = await admin.addPerson({ account, name: '钱经理', password: 'Design-2026' });
  const project = await buildProject(admin, { name: `体育馆${account}`, managerId: person.id, construction });
  const manager = await Api.signIn(server.address, person.account, person.password);
  const { list } = await admin.call(professionIndex, {});
  const professionId = list.find(({ code }) => code === 'arch')?.id ?? 0;
  const add = (title: string, deadline?: string) =>
    manager.call(tasks.add, {
      project_id: project.id,
      kind: 'temporary',
      title,
      stage_id: project.stageId,
      profession_id: professionId,
      executor_ids: [person.id],
      stages: [{ name: '校对', executor_ids: [person.id] }],
      needs_confirmation: false,
      deadline,
      publish: true,
    });
  for (const title of ['已画完甲', '已画完乙', '已画完丙']) {
    const task = await add(title);
    const started = await manager.call(tasks.start, { id: task.id, version: task.version });
    await manager.call(tasks.submit, { id: task.id, version: started.version });
    const { process } = await manager.call(tasks.info, { id: task.id });
    await manager.call(review.pass, { seat_id: process?.can.decide_seat_id ?? 0 });
    expect((await manager.call(tasks.info, { id: task.id })).status).toBe('finished');
  }
  await add('拖了很久的详图', '2026-01-05 18:00:00');
  await add('以后才到期的平面', '2099-01-05 18:00:00');
  return { project, manager, professionId };
}

const figure = (page: Page, name: string) => page.locator('.work-figures a').filter({ hasText: name });
const rowsOfList = (page: Page) => page.locator('.page-table tbody tr.ant-table-row');

test('[BU-037] the overview counts three finished tasks and an overdue one, and each figure links to its tasks', async ({
  open,
  admin,
  server,
}) => {
  test.setTimeout(90_000);
  const { project, manager } = await working(admin, server, 'counts');
  const address = `/project/detail?id=${project.id}`;
  const page = await open(address, { token: manager.token });
  await expect(figure(page, '全部任务')).toContainText('5');
  await expect(figure(page, '已完成')).toContainText('3');
  await expect(figure(page, '审核中')).toContainText('0');
  await expect(figure(page, '已逾期')).toContainText('1');
  await expect(figure(page, '最近截止')).toContainText('2099-01-05');
  for (const [name, titles] of [
    ['全部任务', 5],
    ['已完成', 3],
    ['已逾期', 1],
  ] as const) {
    await page.goto(address);
    await figure(page, name).click();
    await expect(page).toHaveURL(new RegExp(`/file/task/index\\?project_id=${project.id}`));
    await expect(rowsOfList(page), name).toHaveCount(titles);
  }
  await expect(rowsOfList(page)).toContainText('拖了很久的详图');

  // The cell of 建筑 in the present stage shows the progress and the overdue task.
  await page.goto(address);
  const cell = page.getByRole('row').filter({ hasText: '建筑' }).locator('a.work-cell').first();
  await expect(cell).toContainText('3/5');
  await expect(cell.locator('.state-mark')).toHaveText(/已逾期\s*1/);
  await cell.click();
  await expect(rowsOfList(page)).toHaveCount(5);
  expect(new URL(page.url()).searchParams.get('stage_id')).toBe(String(project.stageId));
});

test('[BU-032] the overview shows progress, members and dates', async ({ open, admin, server }) => {
  test.setTimeout(90_000);
  const dates = { construction_start: '2026-03-01', construction_end: '2028-06-30' };
  const { project, manager } = await working(admin, server, 'overview', dates);
  const drawer = await admin.addPerson({ account: 'draws', name: '孙画图', password: 'Design-2026' });
  const { list: roles } = await admin.call(projects.roles, {});
  const role_ids = roles.filter(({ key }) => key === 'designer').map(({ id }) => id);
  await admin.call(projects.memberAdd, { project_id: project.id, user_ids: [drawer.id], role_ids });
  expect(await manager.call(projects.overview, { project_id: project.id })).toMatchObject({
    member_count: 2,
    ...dates,
  });
  const page = await open(`/project/detail?id=${project.id}`, { token: manager.token });
  await expect(figure(page, '已完成')).toContainText('3');
  await expect(figure(page, '全部任务')).toContainText('5');
  const people = page.getByRole('region', { name: '各专业人员' });
  await expect(people.getByText('全部成员').locator('..')).toContainText('2');
  await expect(people.getByText('设计人', { exact: true }).locator('..')).toContainText('1');
  await expect(page.getByRole('region', { name: '项目信息' })).toContainText('2026-03-01 – 2028-06-30');
  await expect(figure(page, '最近截止')).toContainText('2099-01-05');
});

test('the cells of tasks without a discipline link to those tasks', async ({ open, admin, server }) => {
  test.setTimeout(90_000);
  const { project, manager } = await working(admin, server, 'without');
  const own = {
    project_id: project.id,
    kind: 'temporary',
    stage_id: project.stageId,
    stages: [{ name: '校对' }],
  } as const;
  await manager.call(tasks.add, { ...own, title: '收集资料' });
  const page = await open(`/project/detail?id=${project.id}`, { token: manager.token });
  await page.getByRole('row').filter({ hasText: '未分专业' }).locator('a.work-cell').first().click();
  await expect(rowsOfList(page)).toHaveCount(1);
  await expect(rowsOfList(page)).toContainText('收集资料');
});

test('overdue tasks come before the next ones, with their assignee, and counts update automatically', async ({
  open,
  admin,
  server,
}) => {
  test.setTimeout(90_000);
  const { project, manager } = await working(admin, server, 'due');
  const page = await open(`/project/detail?id=${project.id}`, { token: manager.token });
  const due = page.getByRole('region', { name: '最紧迫的任务' }).getByRole('listitem');
  await expect(due).toHaveCount(2);
  await expect(due.nth(0)).toContainText('拖了很久的详图');
  await expect(due.nth(0)).toContainText('钱经理');
  await expect(due.nth(0)).toContainText('2026-01-05');
  await expect(due.nth(1)).toContainText('以后才到期的平面');

  const { list } = await manager.call(tasks.index, { project_id: project.id, overdue: true });
  const [late] = list;
  if (late === undefined) throw new Error('nothing is late');
  const { version } = await manager.call(tasks.start, { id: late.id, version: late.version });
  await manager.call(tasks.submit, { id: late.id, version });
  const { process } = await manager.call(tasks.info, { id: late.id });
  await manager.call(review.pass, { seat_id: process?.can.decide_seat_id ?? 0 });
  await expect(figure(page, '已完成')).toContainText('4');
  await expect(figure(page, '已逾期')).toContainText('0');
  await expect(due).toHaveCount(1);
});

test('a project without tasks shows the first steps, with links for users with the rights', async ({
  open,
  admin,
  server,
}) => {
  const boss = await admin.addPerson({ account: 'begins', name: '孙经理', password: 'Design-2026' });
  const looker = await admin.addPerson({ account: 'looks', name: '旁观者', password: 'Design-2026' });
  const project = await buildProject(admin, { name: '新的剧院', managerId: boss.id });
  const signed = (who: Person): Promise<Api> => Api.signIn(server.address, who.account, who.password);
  const page = await open(`/project/detail?id=${project.id}`, { token: (await signed(boss)).token });
  const steps = page.getByRole('region', { name: '开始这个项目' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await expect(steps.getByRole('link', { name: '打开文件' })).toBeVisible();
  await expect(steps.getByRole('link', { name: '新建任务' })).toBeVisible();
  await steps.getByRole('link', { name: '添加成员' }).click();
  await expect(page).toHaveURL(/tab=members/);

  await admin.call(projects.memberAdd, { project_id: project.id, user_ids: [looker.id] });
  const theirs = await open(`/project/detail?id=${project.id}`, { token: (await signed(looker)).token });
  const told = theirs.getByRole('region', { name: '开始这个项目' });
  await expect(told).toContainText('孙经理发布任务后会显示在这里');
  await expect(told.getByRole('link')).toHaveCount(0);
});

test('the list shows the progress of each project, from one request for all rows, on a phone too', async ({
  open,
  admin,
  server,
}) => {
  test.setTimeout(90_000);
  const { project, manager } = await working(admin, server, 'lists');
  const { manager_id: managerId } = await manager.call(projects.info, { project_id: project.id });
  const { name: empty } = await buildProject(admin, { name: '还没开始的剧院', managerId });
  const page = await open('/project/index', { token: admin.token });
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().includes(statistics.path) && asked.push(request.url())));
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: project.name });
  await expect(row).toContainText('3/5');
  await expect(row.locator('.state-mark')).toHaveText(/已逾期\s*1/);
  await expect(page.getByRole('row').filter({ hasText: empty })).toContainText('暂无任务');
  // A change may cause another request, but each one covers all rows.
  expect(new Set(asked).size, asked.join(' ')).toBe(1);

  const phone = await open('/project/index', { token: manager.token, width: 390 });
  const card = phone.locator('.page-card').filter({ hasText: project.name });
  await expect(card).toContainText('3/5');
  await expect(card.locator('.state-mark')).toHaveText(/已逾期\s*1/);
  await page.getByRole('link', { name: '已归档' }).click();
  await expect(page.getByRole('columnheader', { name: '进度' })).toHaveCount(0);
});

for (const theme of ['light', 'dark'] as const)
  test(`the overview is accessible, ${theme}`, async ({ open, admin, server }) => {
    test.setTimeout(90_000);
    const { project, manager } = await working(admin, server, `reads${theme}`);
    const page = await open(`/project/detail?id=${project.id}`, { token: manager.token, theme });
    await expect(figure(page, '已完成')).toContainText('3');
    await expect(page.getByRole('region', { name: '最紧迫的任务' }).getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page, theme, theme === 'dark' ? 'colours' : undefined);
  });
