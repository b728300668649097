import type { Locator, Page } from '@playwright/test';
import * as tasks from '@prdm/contract/tasks';
import { Api } from './support/api.ts';
import { buildDesignProject, buildProject, type DesignProject } from './support/furnish.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 15_000 });

/** Tests how every page leads to a review, and what its line of stages shows of earlier rounds. */

const decision = (page: Page): Locator => page.getByRole('region', { name: '审核决定' });
const entry = (page: Page): Locator => page.getByRole('banner').getByRole('link', { name: /^审核/ });

/** A published task of the designer with one review stage. */
async function published(working: Api, { project, designer, reviewer }: DesignProject, days?: number): Promise<number> {
  const stages = [{ name: '校对', executor_ids: [reviewer.id], ...(days === undefined ? {} : { days }) }];
  const made = { project_id: project.id, title: '首层平面图', stage_id: project.stageId, executor_ids: [designer.id] };
  const { id } = await working.call(tasks.add, { ...made, stages, publish: true });
  return id;
}

async function handIn(working: Api, id: number, annotation: string): Promise<void> {
  let { version, status } = await working.call(tasks.info, { id });
  if (status === 'unprocessed') ({ version, status } = await working.call(tasks.start, { id, version }));
  await working.call(tasks.submit, { id, version, annotation });
}

test('reviews are one click away on every page, with the number waiting, which updates automatically', async ({
  open,
  admin,
  server,
}) => {
  const built = await buildDesignProject(admin, '线甲');
  const working = await Api.signIn(server.address, built.designer.account, built.designer.password);
  const deciding = await Api.signIn(server.address, built.reviewer.account, built.reviewer.password);
  const id = await published(working, built);
  const page = await open('/project/index', { token: deciding.token });
  await expect(entry(page)).toHaveAccessibleName('审核');
  await expect(page.getByTestId('review-badge')).toHaveCount(0);
  await handIn(working, id, '');
  await expect(entry(page)).toHaveAccessibleName('审核，1 项待您处理');
  await expect(page.getByTestId('review-badge')).toHaveText('1');
  await entry(page).click();
  await expect(page).toHaveURL(/\/process\/task\/process$/);
  await page.getByRole('row').filter({ hasText: '首层平面图' }).click();
  await decision(page).getByRole('button', { name: '通过', exact: true }).click();
  await expect(page.getByTestId('review-badge')).toHaveCount(0);
  // Home also links to it.
  await handIn(working, await published(working, built), '');
  await page.goto('/home');
  const mine = page.getByRole('region', { name: '待我处理' });
  await expect(mine.getByRole('region', { name: '待我审核' })).toContainText('首层平面图');
  await mine.getByRole('link', { name: '查看全部审核' }).click();
  await expect(page).toHaveURL(/\/process\/task\/process$/);
});

test('the second round shows the refusal, the person it returned to, and its submission note', async ({
  open,
  admin,
  server,
}) => {
  const built = await buildDesignProject(admin, '线乙');
  const { project, designer, reviewer } = built;
  const working = await Api.signIn(server.address, designer.account, designer.password);
  const deciding = await Api.signIn(server.address, reviewer.account, reviewer.password);
  const id = await published(working, built);
  await handIn(working, id, '按会议纪要绘制');
  const page = await open(`/file/task/index?project_id=${project.id}&id=${id}`, { token: deciding.token });
  const drawer = page.getByRole('dialog', { name: '任务详情' });
  await decision(page).getByLabel('“校对”的审核意见').fill('缺轴线尺寸');
  await decision(page)
    .getByRole('button', { name: `不通过，退回${designer.name}` })
    .click();
  await expect(page.getByText(`不通过，已退回${designer.name}`)).toBeVisible();
  await expect(drawer).toContainText(`“校对”不通过，退回${designer.name}`);

  await handIn(working, id, '已补轴线尺寸');
  await expect(drawer.getByText('第 2 轮', { exact: true })).toBeVisible();
  const rounds = drawer.locator('.rounds > details');
  await expect(rounds).toHaveCount(1);
  await expect(rounds).toContainText(`第 1 轮：不通过 · ${reviewer.name}`);
  // The round is collapsed, but its comment stays visible.
  const asked = drawer.locator('.rounds > q');
  await expect(asked).toHaveText('缺轴线尺寸');
  await expect(rounds.getByRole('listitem')).toHaveCount(0);
  await rounds.getByText('第 1 轮').click();
  await expect(rounds.getByRole('listitem')).toContainText(`“校对”不通过，退回${designer.name}`);
  await expect(asked).toBeVisible();

  const words = drawer.getByText('已补轴线尺寸').first();
  await expect(drawer.getByText(`${designer.name}的提交说明`)).toBeVisible();
  const [above, below] = [await words.boundingBox(), await decision(page).boundingBox()];
  expect(above && below && above.y < below.y).toBe(true);
});

test('planned stages show their days; a user without the right to add or edit sees why; an edit keeps the stars', async ({
  open,
  admin,
  server,
}) => {
  const built = await buildDesignProject(admin, '线丙');
  const { project, designer, reviewer } = built;
  const working = await Api.signIn(server.address, designer.account, designer.password);
  const other = await Api.signIn(server.address, reviewer.account, reviewer.password);
  const id = await published(working, built, 3);
  const stages = (page: Page) => page.getByRole('list', { name: '审核节点' });
  const page = await open(`/file/task/index?project_id=${project.id}&id=${id}`, { token: working.token });
  await expect(stages(page)).toContainText('3 天');

  const refused = await open(`/file/task/addEdit?project_id=${project.id}`, { token: other.token });
  await expect(refused.getByText('您没有在该项目中新建任务的权限')).toBeVisible();
  await expect(refused.locator('form')).toHaveCount(0);
  await refused.goto(`/file/task/addEdit?project_id=${project.id}&id=${id}`);
  await expect(refused.getByText('无法编辑该任务')).toBeVisible();
  await expect(refused.locator('form')).toHaveCount(0);

  const required = async (at: Page) => {
    await expect(at.getByLabel('任务名称', { exact: true })).toBeVisible();
    return at.locator('.ant-form-item-required').allInnerTexts();
  };
  const edited = await open(`/file/task/addEdit?project_id=${project.id}&id=${id}`, { token: working.token });
  const stars = await required(edited);
  expect(stars).toEqual(expect.arrayContaining(['任务名称', '项目阶段']));
  await edited.goto(`/file/task/addEdit?project_id=${project.id}`);
  expect(await required(edited)).toEqual(stars);
});

test('two quick clicks start a task once, and no error shows', async ({ open, admin, server }) => {
  const built = await buildDesignProject(admin, '线丁');
  const working = await Api.signIn(server.address, built.designer.account, built.designer.password);
  const id = await published(working, built);
  const page = await open(`/file/task/index?project_id=${built.project.id}&id=${id}`, { token: working.token });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/apis/task/start')) sent.push(request.url());
  });
  const start = page.getByRole('dialog', { name: '任务详情' }).getByRole('button', { name: '开始处理' });
  await start.evaluate((button: { click(): void }) => {
    button.click();
    button.click();
  });
  await expect(page.getByRole('button', { name: '提交', exact: true })).toBeVisible();
  expect(sent).toHaveLength(1);
  await expect(page.locator('.toast')).toHaveCount(0);
});

test('the list of work shows due dates, and tasks with the same title show their project and discipline', async ({
  open,
  admin,
  server,
}) => {
  const person = await admin.addPerson({ account: 'sorted', name: '钱分明', password: 'Design-2026' });
  const one = await buildProject(admin, { name: '东岸剧场', managerId: person.id });
  const other = await buildProject(admin, { name: '西岸剧场', managerId: person.id });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  for (const [project, deadline] of [
    [one, `${inDays(-2)} 18:00:00`],
    [other, `${inDays(40)} 18:00:00`],
  ] as const) {
    await admin.call(tasks.add, {
      project_id: project.id,
      title: '标准层平面图',
      stage_id: project.stageId,
      executor_ids: [person.id],
      stages: [{ name: '校对', executor_ids: [person.id] }],
      deadline,
      publish: true,
    });
  }
  const { token } = await Api.signIn(server.address, person.account, person.password);
  const page = await open('/home', { token });
  const group = (name: string) => page.getByRole('region', { name: '待我处理' }).getByRole('region', { name });
  await expect(group('已逾期').getByRole('heading')).toHaveText('已逾期 1');
  await expect(group('已逾期').getByRole('link')).toContainText('东岸剧场');
  await expect(group('以后').getByRole('heading')).toHaveText('以后 1');
  await expect(group('以后').getByRole('link')).toContainText('西岸剧场');
  await expect(group('7 天内')).toHaveCount(0);
});
