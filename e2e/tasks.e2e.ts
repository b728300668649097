import type { Locator, Page } from '@playwright/test';
import * as config from '@prdm/contract/config';
import * as projects from '@prdm/contract/projects';
import * as tasks from '@prdm/contract/tasks';
import { Api } from './support/api.ts';
import { buildDesignProject, publishTasks } from './support/furnish.ts';
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
  await expect(page.getByText(designer.name)).toHaveCount(0);

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

test('[VA-007] invalid figures show an error at their field, and nothing is sent', async ({ open, admin, server }) => {
  const { project, designer, reviewer } = await buildDesignProject(admin, '数');
  const { token } = await Api.signIn(server.address, designer.account, designer.password);
  const page = await open(`/file/task/addEdit?project_id=${project.id}`, { token });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/apis\/task\/add$/.test(request.url())) sent.push(request.postData() ?? '');
  });
  await page.getByLabel('任务名称', { exact: true }).fill('四层平面图');
  await choose(page, page, '项目阶段', '初步设计');
  const first = page.getByRole('group', { name: '节点 1' });
  await choose(page, first, '审核人', reviewer.name);
  const fields = { hours: page.getByLabel('所需工时', { exact: true }), days: page.getByLabel('执行天数') };
  const told = (field: Locator) =>
    page.locator('.ant-form-item', { has: field }).locator('.ant-form-item-explain-error');
  for (const { name, wrong } of [
    { name: 'hours', wrong: ['-3', 'abc', '1.3', '1e3'] },
    // Days are whole numbers. Only hours allow halves.
    { name: 'days', wrong: ['-3', 'abc', '3651'] },
  ] as const) {
    for (const text of wrong) {
      await fields[name].fill(text);
      await page.getByRole('button', { name: '发布', exact: true }).click();
      await expect(told(fields[name]), `${name} ${text}`).toHaveText(/\S/);
      await expect(fields[name], `${name} ${text}`).toHaveValue(text);
      await fields[name].fill('');
      await fields[name].blur();
      await expect(told(fields[name])).toHaveCount(0);
    }
  }
  expect(sent).toEqual([]);
  await fields.hours.fill('1.5');
  await fields.days.fill('1.3');
  // Without a network a save waits and the bar shows it. It is sent automatically later.
  await page.context().setOffline(true);
  await expect(page.locator('.offline-bar')).toContainText('会在网络恢复后发送');
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.locator('.offline-bar')).toContainText('1 项修改正在等待');
  await page.context().setOffline(false);
  await expect(drawer(page)).toContainText('四层平面图');
  await expect(drawer(page)).toContainText('1.5');
  expect(sent).toHaveLength(1);
});

test('[R-068] the review list shows the reviews that wait for me', async ({ open, admin, server }) => {
  const { project, designer, reviewer } = await buildDesignProject(admin, '乙');
  const working = await Api.signIn(server.address, designer.account, designer.password);
  for (const [title, handsIn] of [
    ['首层平面图', true],
    ['屋顶平面图', false],
  ] as const) {
    const stages = [{ name: '校对', executor_ids: [reviewer.id] }];
    const made = { project_id: project.id, title, stage_id: project.stageId, executor_ids: [designer.id], stages };
    const { id } = await working.call(tasks.add, { ...made, publish: true });
    if (!handsIn) continue;
    const { version } = await working.call(tasks.info, { id });
    const started = await working.call(tasks.start, { id, version });
    await working.call(tasks.submit, { id, version: started.version });
  }
  const { token } = await Api.signIn(server.address, reviewer.account, reviewer.password);
  const page = await open('/process/task/process', { token });
  await expect(row(page, '首层平面图')).toContainText('校对');
  await expect(row(page, '首层平面图')).toContainText(designer.name);
  await expect(row(page, '屋顶平面图')).toHaveCount(0);
  await row(page, '首层平面图').click();
  await expect(page.getByRole('region', { name: '审核决定' })).toBeVisible();
});

test('a task that another user deletes while it is open: its drawer shows it, the list drops it, the page stays', async ({
  open,
  admin,
  server,
}) => {
  const { project, designer } = await buildDesignProject(admin, '丙');
  await publishTasks(admin, project, designer, ['楼梯详图', '门窗详图']);
  const { list } = await admin.call(tasks.index, { project_id: project.id, word: '楼梯详图' });
  const { token } = await Api.signIn(server.address, designer.account, designer.password);
  const page = await open(`/file/task/index?project_id=${project.id}`, { token });
  // No push arrives, as on a slow connection.
  await page.routeWebSocket('**/*', () => undefined);
  await page.reload();
  await row(page, '楼梯详图').click();
  await expect(drawer(page).getByRole('button', { name: '开始处理' })).toBeVisible();
  const { id = 0, version = 0 } = list[0] ?? {};
  const paused = await admin.call(tasks.pause, { id, version, reason: '不做了' });
  await admin.call(tasks.del, { id, version: paused.version });

  await drawer(page).getByRole('button', { name: '开始处理' }).click();
  await expect(page.locator('.toast')).toBeVisible();
  await expect(drawer(page).getByRole('alert')).toBeVisible();
  await expect(drawer(page).getByRole('button', { name: '开始处理' })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: '楼梯详图' })).toHaveCount(0);
  await expect(row(page, '门窗详图')).toBeVisible();
  await expect(page).toHaveURL(/\/file\/task\/index/);
});

test('in English the words of stages, types, disciplines and states are whole in the lists', async ({
  open,
  admin,
  server,
}) => {
  const designer = await admin.addPerson({ account: 'wordy', name: '陈设计', password: 'Design-2026' });
  const codes = async (index: typeof config.stageIndex) => {
    const { list } = await admin.call(index, {});
    return (code: string): number => list.find((entry) => entry.code === code)?.id ?? 0;
  };
  const [stage, profession, type] = [
    await codes(config.stageIndex),
    await codes(config.professionIndex),
    await codes(config.projectTypeIndex),
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
