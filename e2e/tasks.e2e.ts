import type { Locator, Page } from '@playwright/test';
import * as config from '@prdm/contract/config/dictionaries';
import * as projects from '@prdm/contract/projects';
import * as tasks from '@prdm/contract/tasks';
import { Api } from './support/api.ts';
import { buildDesignProject } from './support/furnish.ts';
import { choose } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 15_000 });

const row = (page: Page, title: string): Locator => page.getByRole('row').filter({ hasText: title });
const drawer = (page: Page): Locator => page.getByRole('dialog', { name: '任务详情' });

test('[R-060] /file/task/addEdit is an empty form without an id and the filled one with it; a task is made by mouse', async ({
  open,
  admin,
  server,
}) => {
  const { project, designer, reviewer } = await buildDesignProject(admin, '甲');
  const { token } = await Api.signIn(server.address, designer.account, designer.password);
  const page = await open(`/file/task/index?project_id=${project.id}`, { token });
  await page.getByRole('link', { name: '新建任务' }).click();
  await expect(page).toHaveURL(/\/file\/task\/addEdit\?project_id=\d+$/);
  const title = page.getByLabel('任务名称', { exact: true });
  const description = page.getByLabel('任务描述', { exact: true });
  await expect(title).toHaveValue('');
  await expect(description).toHaveValue('');
  await expect(page.getByLabel('截止时间', { exact: true })).toHaveValue('');
  // Priority, sign mode and the stage of the project are preset. Nothing else is chosen.
  await expect(page.locator('.ant-form-item').filter({ hasText: '项目阶段' })).toContainText('取自项目当前阶段');
  await expect(page.getByRole('main').getByText(designer.name)).toHaveCount(0);

  // Submitted empty: every required field shows its error, and no input is lost.
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.locator('.ant-form-item-explain-error')).toHaveText(['此项必填', '此项必填']);
  await title.fill('三层平面图');
  await choose(page, page, '项目阶段', '初步设计');
  await choose(page, page, '执行人', designer.name);
  await page.getByLabel('截止时间', { exact: true }).click();
  await page.locator('.ant-picker-header-next-btn').click();
  await page.locator('.ant-picker-dropdown').getByText('15', { exact: true }).first().click();
  await choose(page, page.getByRole('group', { name: '节点 1' }), '审核人', reviewer.name);
  await description.fill('含门窗表');

  // Typed input survives a change of page, including the chosen day.
  await page.getByRole('link', { name: '文件', exact: true }).click();
  await page.getByRole('button', { name: '离开' }).click();
  // A click before the form is gone would ask once more.
  await expect(page).toHaveURL(/\/file\/index/);
  await expect(title).toHaveCount(0);
  await page.getByRole('link', { name: '任务', exact: true }).click();
  await page.getByRole('link', { name: '新建任务' }).click();
  await expect(title).toHaveValue('三层平面图');
  const day = await page.getByLabel('截止时间', { exact: true }).inputValue();
  expect(day).toMatch(/^\d{4}-\d{2}-15$/);
  await page.getByRole('button', { name: '发布', exact: true }).click();
  // The task is open in the list, wherever its row is.
  await expect(page).toHaveURL(/\/file\/task\/index\?project_id=\d+&id=\d+$/);
  await expect(drawer(page)).toContainText('三层平面图');
  await expect(row(page, '三层平面图')).toContainText('未处理');
  await drawer(page).getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '编辑' }).click();
  await expect(page).toHaveURL(/\/file\/task\/addEdit\?.*id=\d+/);
  await expect(title).toHaveValue('三层平面图');
  await expect(description).toHaveValue('含门窗表');
  await expect(page.getByLabel('截止时间', { exact: true })).toHaveValue(day);
  for (const chosen of ['初步设计', designer.name, reviewer.name])
    await expect(page.locator('.ant-select').filter({ hasText: chosen }).first()).toBeVisible();
});

test('in English the words of stages, types, disciplines and states are whole in the lists', async ({
  open,
  admin,
  server,
}) => {
  const designer = await admin.addPerson({ account: 'wordy', name: '陈设计', password: 'Design-2026' });
  const codes = async (index: typeof config.stages.index | typeof config.projectTypes.index) => {
    const { list } = await admin.call(index, { ispage: 'not' });
    return (code: string): number => list.find((entry) => entry.code === code)?.id ?? 0;
  };
  const [stage, profession, type] = [
    await codes(config.stages.index),
    await codes(config.professions.index),
    await codes(config.projectTypes.index),
  ];
  const units = { land_area_unit: 'm2', build_area_unit: 'm2', bim_area_unit: 'm2', height_unit: 'm' } as const;
  const { id } = await admin.call(projects.add, {
    ...units,
    name: '滨江住宅',
    short_name: '住宅',
    type_id: type('residence'),
    stage_id: stage('construction_doc'),
    manager_id: designer.id,
    build_area: '1000',
    bim_area: '1000',
  });
  await admin.call(tasks.add, {
    project_id: id,
    title: '楼梯详图',
    stage_id: stage('construction_doc'),
    profession_id: profession('arch'),
    priority: 'important',
    executor_ids: [designer.id],
    stages: [{ name: '校对', executor_ids: [designer.id] }],
    publish: true,
  });
  const { token } = await Api.signIn(server.address, designer.account, designer.password);
  for (const path of [`/file/task/index?project_id=${id}`, '/project/index']) {
    const page = await open(path, { token, lang: 'en' });
    await expect(page.getByRole('cell', { name: 'Construction documents', exact: true })).toBeVisible();
    const cut = await page
      // The first column stays fixed while the others scroll. Its shadow counts as content.
      .locator('tbody .ant-table-cell-ellipsis:not([class*=cell-fix])')
      .evaluateAll((cells: { scrollWidth: number; clientWidth: number; textContent: string }[]) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      );
    expect(cut, path).toEqual([]);
  }
});

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
    // A request of the page before ends with that page, and its answer cannot be read any more.
    const answer = (await response.json().catch(() => null)) as { data: object } | null;
    if (answer === null) return;
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
