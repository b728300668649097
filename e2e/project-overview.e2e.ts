import type { Page } from '@playwright/test';
import { professions as professionDictionary } from '@prdm/contract/config/dictionaries';
import * as review from '@prdm/contract/processes/review';
import * as tasks from '@prdm/contract/tasks';
import { Api, type Person } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { buildProject, type BuiltProject } from './support/furnish.ts';
import { expect, test } from './support/test.ts';
import type { RunningServer } from './support/server.ts';

test.use({ actionTimeout: 15_000 });

interface Work {
  readonly project: BuiltProject;
  readonly manager: Api;
}

/**
 * A project of the discipline 建筑 with three finished tasks, one overdue and one due later. The manager is the assignee.
 */
async function working(admin: Api, server: RunningServer, account: string): Promise<Work> {
  const person: Person = await admin.addPerson({ account, name: '钱经理', password: 'Design-2026' });
  const project = await buildProject(admin, { name: `体育馆${account}`, managerId: person.id });
  const manager = await Api.signIn(server.address, person.account, person.password);
  const { list } = await admin.call(professionDictionary.index, { ispage: 'not' });
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
  return { project, manager };
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
  const due = (at: Page) => at.getByRole('region', { name: '最紧迫的任务' }).getByRole('listitem');
  await expect(due(page)).toHaveCount(2);
  await expectAccessible(page, 'overview, light');
  const dark = await open(address, { token: manager.token, theme: 'dark' });
  await expect(due(dark)).toHaveCount(2);
  await expectAccessible(dark, 'overview, dark', 'colours');
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
