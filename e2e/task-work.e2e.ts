import type { Page } from '@playwright/test';
import { professionIndex } from '@prdm/contract/config';
import * as projects from '@prdm/contract/projects';
import * as tasks from '@prdm/contract/tasks';
import { Api } from './support/api.ts';
import { buildDesignProject } from './support/furnish.ts';
import { choose } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 15_000 });

const drawer = (page: Page) => page.getByRole('dialog', { name: '任务详情' });
const group = (page: Page, n: number) => page.getByRole('group', { name: `节点 ${n}` });
/**
 * A picture in the 4:3 shape of an older screen. It is taller than its frame, so a row of the picture's height would
 * crop it.
 */
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="teal"/></svg>';

test('the picture of a viewpoint is whole within its frame', async ({ open, admin, server }) => {
  const { project, designer } = await buildDesignProject(admin, '图');
  const manager = await Api.signIn(server.address, designer.account, designer.password);
  const { id } = await manager.call(tasks.add, {
    project_id: project.id,
    title: '风管与梁冲突',
    stage_id: project.stageId,
    stages: [{ name: '校对', executor_ids: [designer.id] }],
    publish: true,
  });
  const page = await open('/home', { token: manager.token });
  await page.route('**/apis/viewpoint/thumb**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
  );
  await page.route('**/apis/task/info**', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, viewpoint_id: 1 } } });
  });
  await page.goto(`/file/task/index?project_id=${project.id}&id=${id}`);
  const frame = drawer(page).locator('.task-viewpoint-picture');
  const picture = frame.locator('img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: { naturalHeight: number }) => img.naturalHeight)).toBe(300);
  const [outer, inner] = [await frame.boundingBox(), await picture.boundingBox()];
  if (outer === null || inner === null) throw new Error('nothing drawn');
  expect(inner.height).toBeGreaterThan(outer.height / 2);
  expect(inner.y).toBeGreaterThanOrEqual(outer.y);
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
  expect(inner.x).toBeGreaterThanOrEqual(outer.x);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
});

test('a new task has the project’s stage and the reviewers of its discipline, is kept as a draft, then published, and its assignee is reminded', async ({
  open,
  admin,
  server,
}) => {
  test.setTimeout(120_000);
  const { project, designer, reviewer } = await buildDesignProject(admin, '荐');
  const { list: professions } = await admin.call(professionIndex, {});
  const arch = professions.find(({ code }) => code === 'arch');
  const { list: roles } = await admin.call(projects.roles, {});
  const name = '周执行荐';
  const executor = { name, ...(await admin.addPerson({ account: 'exec荐', name, password: 'Design-2026' })) };
  const member = async (user: number, key: string) =>
    admin.call(projects.memberAdd, {
      project_id: project.id,
      user_ids: [user],
      role_ids: roles.flatMap((role) => (role.key === key ? [role.id] : [])),
      profession_id: arch?.id,
    });
  await member(executor.id, 'proofreader');
  const { list: members } = await admin.call(projects.members, { project_id: project.id });
  const version = members.find(({ user_id }) => user_id === reviewer.id)?.version ?? 0;
  const proofreading = roles.find(({ key }) => key === 'proofreader')?.id ?? 0;
  await admin.call(projects.memberRole, {
    project_id: project.id,
    user_id: reviewer.id,
    roles: [{ role_id: proofreading, profession_id: arch?.id }],
    version,
  });

  const manager = await Api.signIn(server.address, designer.account, designer.password);
  const page = await open(`/file/task/addEdit?project_id=${project.id}`, { token: manager.token });
  await page.getByLabel('任务名称', { exact: true }).fill('首层平面图');
  await choose(page, page, '专业', '建筑');
  for (const proposed of [executor.name, reviewer.name]) await expect(group(page, 1)).toContainText(proposed);
  await expect(page.getByText('审核人按建筑专业的项目角色填入，可以修改。')).toBeVisible();
  await choose(page, page, '执行人', executor.name);
  await expect(group(page, 1)).not.toContainText(executor.name);
  await expect(group(page, 1)).toContainText(reviewer.name);
  await page.getByRole('button', { name: '存为草稿' }).click();
  await expect(drawer(page)).toContainText('未开始');
  const id = Number(new URL(page.url()).searchParams.get('id'));
  const saved = await manager.call(tasks.info, { id });
  expect(saved.stage.id).toBe(project.stageId);
  expect(saved.stages.map(({ executors }) => executors.map((person) => person.id))).toEqual([[reviewer.id]]);

  await drawer(page).getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '编辑' }).click();
  // The drawer of a draft has a button of the same name.
  await expect(page.getByRole('heading', { name: '编辑任务' })).toBeVisible();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(drawer(page)).toContainText('未处理');
  await drawer(page).getByRole('button', { name: '催办' }).click();
  await expect(page.getByText('已提醒执行人')).toBeVisible();
  await expect(drawer(page).getByRole('button', { name: '催办' })).toHaveCount(0);
});
