import type { Locator, Page } from '@playwright/test';
import { userDisable } from '@prdm/contract/organisation';
import * as processes from '@prdm/contract/processes/templates';
import { userInfo } from '@prdm/contract/staff';
import * as tasks from '@prdm/contract/tasks';
import { Api } from './support/api.ts';
import { buildDesignProject } from './support/furnish.ts';
import { choose } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 15_000 });

const NAME = '施工图两级校审';
const LIST = '/company/task/process_index';

const nodes = (page: Page): Locator => page.getByRole('region', { name: '审核节点' });
const node = (page: Page, n: number): Locator => nodes(page).getByRole('listitem', { name: `节点 ${n}`, exact: true });
const grip = (page: Page, name: string): Locator => page.getByRole('button', { name: `移动“${name}”` });
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
/** The states of the nodes in their order. */
const expectStates = (page: Page, ...expected: readonly string[]): Promise<void> =>
  expect
    .poll(async () => {
      const all = await nodes(page).getByRole('listitem').all();
      return Promise.all(all.map((one) => one.getAttribute('data-state')));
    })
    .toEqual(expected);
const heads = (page: Page): Locator => nodes(page).locator('.stage-card-name');
const testRun = (page: Page): Locator => page.getByRole('region', { name: '试运行' });

async function act(page: Page, name: string): Promise<void> {
  await row(page, NAME)
    .getByRole('button', { name: `${NAME} 的更多操作` })
    .click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Fills the open stage: its name and the person who decides it. */
async function fill(page: Page, n: number, name: string, person: string): Promise<void> {
  const stage = node(page, n);
  await stage.getByLabel('节点名称', { exact: true }).fill(name);
  await stage.getByLabel('审核人来源', { exact: true }).click();
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    .locator('.ant-select-item-option')
    .filter({ hasText: '指定人员' })
    .click();
  await choose(page, stage, '审核人', person);
}

test('[R-034] [R-035] [R-064] [R-065] [R-069] [ST-009] a template is made by hand, cannot be enabled with a red stage, and its review is on three pages', async ({
  open,
  admin,
  server,
}) => {
  test.setTimeout(180_000);
  const { project, designer, reviewer } = await buildDesignProject(admin, '模');
  const leaver = await admin.addPerson({ account: 'leavermo', name: '吴校对模', password: 'Design-2026' });
  const page = await open(LIST, { token: admin.token });

  // The list opens the empty editor. Its stages are added, current and add_btn.
  await expect(page.getByRole('button', { name: '新建流程模板' }).first()).toBeVisible();
  await page.getByRole('button', { name: '新建流程模板' }).first().click();
  await expect(page).toHaveURL(/\/company\/task\/process\/add$/);
  await expect(page.getByLabel('模板名称', { exact: true })).toHaveValue('');
  await expectStates(page, 'current', 'add_btn');
  await page.getByLabel('模板名称', { exact: true }).fill(NAME);
  await fill(page, 1, '审核', reviewer.name);
  await nodes(page).getByRole('button', { name: '添加节点' }).click();
  await expectStates(page, 'added', 'current', 'add_btn');
  await fill(page, 2, '校对', '吴校对模');

  // The pointer moves the second stage to the top, the keys move it down and up.
  await node(page, 2).getByRole('button', { expanded: true }).click();
  await expectStates(page, 'added', 'added', 'add_btn');
  const [from, to] = [await grip(page, '校对').boundingBox(), await node(page, 1).boundingBox()];
  if (!from || !to) throw new Error('both stages are on the screen');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, to.y + 4, { steps: 8 });
  await page.mouse.up();
  await expect(heads(page)).toHaveText(['校对', '审核']);
  await grip(page, '校对').press('ArrowDown');
  await expect(heads(page)).toHaveText(['审核', '校对']);
  await grip(page, '校对').press('ArrowUp');
  await expect(heads(page)).toHaveText(['校对', '审核']);
  await page.getByRole('button', { name: '创建', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await expect(row(page, NAME)).toContainText('校对 → 审核');
  await expect(row(page, NAME).getByText('启用', { exact: true })).toBeVisible();

  // The editor of the saved template is filled, and its test run names the people.
  await row(page, NAME).getByText(NAME).first().click();
  await expect(page).toHaveURL(/\/company\/task\/process\/edit\?id=\d+$/);
  await expect(page.getByLabel('模板名称', { exact: true })).toHaveValue(NAME);
  await expect(heads(page)).toHaveText(['校对', '审核']);
  const start = testRun(page).getByRole('button', { name: '试运行', exact: true });
  await start.click();
  await expect(testRun(page).getByRole('listitem')).toHaveText([/^校对吴校对模/, new RegExp(`^审核${reviewer.name}`)]);

  // A proofreader who leaves makes the stage red. A disabled template with it cannot be enabled.
  const { version } = await admin.call(userInfo, { id: leaver.id });
  await admin.call(userDisable, { id: leaver.id, version });
  await start.click();
  await expect(testRun(page).getByRole('listitem').first()).toContainText('没有人可以审核');
  await page.goto(LIST);
  await act(page, '停用');
  await expect(row(page, NAME).getByText('停用', { exact: true })).toBeVisible();
  await act(page, '启用');
  await expect(page.getByText('节点“校对”永远不会有审核人，请先改正')).toBeVisible();
  await expect(row(page, NAME).getByText('停用', { exact: true })).toBeVisible();

  // With another person the stage is manned and the template is enabled.
  await row(page, NAME).getByText(NAME).first().click();
  await node(page, 1).getByRole('button', { expanded: false }).first().click();
  await choose(page, node(page, 1), '审核人', designer.name);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await act(page, '启用');
  await expect(row(page, NAME).getByText('启用', { exact: true })).toBeVisible();

  // A task takes the stages of the template and goes into review.
  const template = (await admin.call(processes.templateIndex, { word: NAME })).list[0];
  const { id } = await admin.call(tasks.add, {
    project_id: project.id,
    title: '首层平面图',
    stage_id: project.stageId,
    executor_ids: [designer.id],
    process_template_id: template?.id ?? 0,
    publish: true,
  });
  const hand = await Api.signIn(server.address, designer.account, designer.password);
  const started = await hand.call(tasks.start, { id, version: (await hand.call(tasks.info, { id })).version });
  await hand.call(tasks.submit, { id, version: started.version });

  // The tasks of the project under review, the stages of one of them, and its review among the approvals.
  const mine = await open(`/file/task/process?project_id=${project.id}`, { token: hand.token });
  await expect(row(mine, '首层平面图')).toContainText('1/2 校对');
  await row(mine, '首层平面图').getByText('首层平面图').first().click();
  await expect(mine).toHaveURL(new RegExp(`/file/task/process_stage\\?project_id=${project.id}&id=${id}$`));
  const panel = (of: Page): Locator => of.getByRole('region', { name: '审核流程与决定' });
  await expect(panel(mine)).toContainText('校对');
  await expect(panel(mine)).toContainText(designer.name);
  await expect(panel(mine)).toContainText(reviewer.name);
  await mine.goto(`/process/task/process_stage?id=${id}`);
  await expect(panel(mine)).toContainText('审核');
  await mine.getByRole('button', { name: '通过', exact: true }).click();
  await expect(panel(mine).getByRole('button', { name: '通过', exact: true })).toHaveCount(0);

  const check = await Api.signIn(server.address, reviewer.account, reviewer.password);
  const theirs = await open(`/process/task/process_stage?id=${id}`, { token: check.token });
  await expect(panel(theirs)).toContainText(designer.name);
  await expect(theirs.getByRole('button', { name: '通过', exact: true })).toBeEnabled();
});
