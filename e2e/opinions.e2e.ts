import type { Locator, Page } from '@playwright/test';
import * as config from '@prdm/contract/config/dictionaries';
import { info } from '@prdm/contract/me';
import { opinionAdd, opinionIndex, opinionInfo, type OpinionGrade } from '@prdm/contract/processes/opinions';
import * as projects from '@prdm/contract/projects';
import * as review from '@prdm/contract/processes/review';
import * as tasks from '@prdm/contract/tasks';
import { Api, type Person } from './support/api.ts';
import { DRAW_MS, smallHouse, steady, tool, toolBar, uploadModels } from './support/model.ts';
import { readPdf } from './support/pdf-text.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 20_000 });
/** The first test uploads the model and hands in the task of the other tests. */
test.describe.configure({ mode: 'serial' });

const PASSWORD = 'Design-2026';
const WALL = '0tinyPrdm0000000000101';
/** A4 on its long side, in points. */
const A4_LANDSCAPE = { width: 842, height: 595 };

const built = { projectId: 0, modelId: 0, processId: 0, taskId: 0 };
const people: { designer?: Person; checker?: Person } = {};
const signIn = (address: string, person: Person | undefined) => Api.signIn(address, person?.account ?? '', PASSWORD);

const desk = () => `/process/task/process?id=${built.processId}`;
const panel = (page: Page): Locator => page.getByRole('region', { name: '校审意见' });
const item = (page: Page, no: number): Locator =>
  panel(page).getByRole('listitem', { name: `第 ${no} 条`, exact: true });
const decision = (page: Page): Locator => page.getByRole('region', { name: '审核决定' });
const heading = (page: Page): Locator => page.getByTestId('properties').getByRole('heading');
const clicks = (page: Page): Promise<number> => page.evaluate('window.clicks ?? 0');
const countClicks = (page: Page): Promise<unknown> =>
  page.evaluate(`window.clicks = 0; addEventListener('click', () => { window.clicks += 1; }, true)`);

test('an opinion on a component is raised in the model, and one click on its place opens that view again', async ({
  open,
  admin,
  server,
}) => {
  test.setTimeout(240_000);
  const { projectId, models } = await uploadModels(open, admin, {
    account: 'opinions',
    project: '滨江门诊楼',
    files: { '门诊楼.ifc': smallHouse() },
  });
  const designer = await admin.addPerson({ account: 'opinionDesigner', name: '陈设计', password: PASSWORD });
  // The manager of the project may open its models.
  const manager = await Api.signIn(server.address, 'opinions', PASSWORD);
  const { id: checkerId } = await manager.call(info, {});
  const checker = { id: checkerId, account: 'opinions', password: PASSWORD };
  Object.assign(people, { designer, checker });
  await admin.call(projects.memberAdd, { project_id: projectId, user_ids: [designer.id] });
  const { list: stages } = await admin.call(config.stages.index, { ispage: 'not' });
  const { id: taskId } = await admin.call(tasks.add, {
    project_id: projectId,
    title: '首层平面图',
    stage_id: stages[0]?.id ?? 0,
    executor_ids: [designer.id],
    stages: [{ name: '校核', executor_ids: [checker.id] }],
    publish: true,
  });
  const hand = await signIn(server.address, designer);
  const { version } = await hand.call(tasks.info, { id: taskId });
  const started = await hand.call(tasks.start, { id: taskId, version });
  await hand.call(tasks.submit, { id: taskId, version: started.version });
  const check = await signIn(server.address, checker);
  const { list: waiting } = await check.call(review.index, {});
  Object.assign(built, {
    projectId,
    modelId: models['门诊楼.ifc'] ?? 0,
    processId: waiting[0]?.process_id ?? 0,
    taskId,
  });

  const page = await open(desk(), { token: check.token, theme: 'dark', width: 1400, height: 720 });
  await expect(panel(page).getByRole('textbox', { name: '校审意见' })).toBeVisible();
  await page.keyboard.press('o');
  await panel(page).getByRole('link', { name: '在模型上提出' }).click();
  await page.getByRole('link', { name: '门诊楼.ifc' }).first().click();
  await expect(toolBar(page)).toBeVisible({ timeout: DRAW_MS });
  await tool(page, '标准视图').click();
  await page.getByRole('menuitem', { name: '前视图' }).click();
  await page.getByPlaceholder('名称、类别或编码').fill('南墙');
  await page.getByRole('treeitem', { name: '南墙', exact: true }).locator('.model-tree-name').click();
  await steady(page);
  const dock = page.getByRole('complementary', { name: '意见' });
  await expect(dock.getByText('构件：南墙')).toBeVisible();
  await dock.getByRole('radio', { name: '原则性' }).click();
  await dock.getByRole('textbox', { name: '校审意见' }).fill('外墙厚度不满足节能要求');
  await page.keyboard.press('Enter');
  await expect(dock.getByText('已提出第 1 条')).toBeVisible();
  await expect(item(page, 1)).toContainText('外墙厚度不满足节能要求');
  await page.close();

  // A fresh page: the stored view is the only source of the camera.
  const again = await open(desk(), { token: check.token, theme: 'dark', width: 1400, height: 720 });
  await expect(item(again, 1)).toBeVisible();
  await countClicks(again);
  await item(again, 1).getByRole('link', { name: '南墙' }).click();
  await expect(toolBar(again)).toBeVisible({ timeout: DRAW_MS });
  expect(await clicks(again)).toBe(1);
  await steady(again);
  const there = again.getByRole('complementary', { name: '意见' });
  await expect(there.getByText('构件：南墙')).toBeVisible();
  // A second opinion on the view at hand stores the camera that the page shows.
  await there.getByRole('textbox', { name: '校审意见' }).fill('同一视图');
  await again.keyboard.press('Enter');
  await expect(there.getByText('已提出第 2 条')).toBeVisible();
  await again.getByRole('tab', { name: '属性' }).click();
  await expect(heading(again)).toHaveText('南墙');

  const { list } = await check.call(opinionIndex, { process_id: built.processId });
  const views = await Promise.all((list ?? []).map(({ id }) => check.call(opinionInfo, { id })));
  const [first, second] = views.toSorted((one, other) => one.no - other.no);
  expect(first?.place).toMatchObject({ kind: 'component', guid: WALL, name: '南墙' });
  expect(second?.view?.selection).toEqual([WALL]);
  const rounded = (numbers: readonly number[] = []) => numbers.map((n) => Math.round(n * 100) / 100);
  for (const part of ['position', 'target'] as const)
    expect(rounded(second?.view?.camera[part]), part).toEqual(rounded(first?.view?.camera[part]));
});

test('a principle opinion blocks the pass; answering and closing takes three clicks at most', async ({
  open,
  server,
}) => {
  test.setTimeout(120_000);
  const check = await signIn(server.address, people.checker);
  const desks = await open(desk(), { token: check.token });
  const pass = decision(desks).getByRole('button', { name: '通过', exact: true });
  await expect(pass).toBeDisabled();
  await expect(decision(desks)).toContainText('1 条原则性意见未解决');
  const [seat] = (await check.call(review.index, {})).list;
  await expect(check.call(review.pass, { seat_id: seat?.seat?.id ?? 0 })).rejects.toThrow('1008');
  await decision(desks).getByRole('button', { name: '查看第 1 条' }).click();
  await expect(item(desks, 1)).toBeFocused();

  const hand = await signIn(server.address, people.designer);
  const mine = await open(`/file/task/index?project_id=${built.projectId}&id=${built.taskId}`, { token: hand.token });
  await expect(item(mine, 1)).toBeVisible();
  await countClicks(mine);
  await item(mine, 1).getByRole('button', { name: '答复' }).click();
  await mine.keyboard.type('已改为 300 厚');
  await mine.keyboard.press('Enter');
  await expect(item(mine, 1)).toContainText('已答复');

  // The answer arrives on the open desk by itself.
  await expect(item(desks, 1)).toContainText('已改为 300 厚');
  await countClicks(desks);
  await item(desks, 1).getByRole('button', { name: '关闭' }).click();
  await expect(item(desks, 1)).toContainText('已关闭');
  const used = (await clicks(mine)) + (await clicks(desks));
  console.log(`answer and close: ${used} clicks`);
  expect(used).toBeLessThanOrEqual(3);
  await expect(pass).toBeEnabled();

  // Undo opens it again, and the pass is blocked again.
  await desks.getByRole('button', { name: '撤销' }).click();
  await expect(pass).toBeDisabled();
  await item(desks, 1).getByRole('button', { name: '关闭' }).click();
  await expect(pass).toBeEnabled();
});

test('the check record sheet prints on A4 with head, repeated table head, signatures and page numbers', async ({
  open,
  server,
}) => {
  test.setTimeout(120_000);
  const check = await signIn(server.address, people.checker);
  const GRADES: readonly OpinionGrade[] = ['technical', 'general'];
  for (let n = 0; n < 28; n += 1)
    await check.call(opinionAdd, {
      process_id: built.processId,
      grade: GRADES[n % 2] ?? 'general',
      text: `第 ${n + 3} 条的内容，说明图面与模型不一致的部位和需要修改的尺寸`,
      place_name: `${n + 1} 轴`,
    });
  const page = await open(desk(), { token: check.token });
  const opened = page.context().waitForEvent('page');
  await panel(page).getByRole('link', { name: '打印校审记录单' }).click();
  const sheet = await opened;
  await expect(sheet.getByRole('heading', { name: '校审记录单' })).toBeVisible();
  const pages = readPdf(await sheet.pdf({ preferCSSPageSize: true, printBackground: true }));
  expect(pages.length).toBeGreaterThan(1);
  for (const [at, { text, width, height }] of pages.entries()) {
    expect({ width: Math.round(width), height: Math.round(height) }).toEqual(A4_LANDSCAPE);
    expect(text).toContain(`第${at + 1}页,共${pages.length}页`);
    expect(text, 'no control of the page').not.toContain('A4纸');
  }
  const texts = pages.map(({ text }) => text);
  expect(texts[0]).toContain('滨江门诊楼');
  const headed = texts.filter((text) => text.includes('序号位置级别校审意见提出人设计答复关闭人'));
  expect(headed.length, 'the head of the table is repeated').toBeGreaterThan(1);
  // No row is cut: its text stands whole on one page.
  for (let no = 3; no < 31; no += 1)
    expect(
      texts.filter((text) => text.includes(`第${no}条的内容,说明图面与模型不一致的部位和需要修改的尺寸`)),
      `no ${no}`,
    ).toHaveLength(1);
  expect(texts.join('')).toMatch(/第1轮.*陈设计于.*提交/);
  expect(texts.at(-1)).toContain('校核建模人未签署');

  const english = await open(`/print/opinions?process=${built.processId}`, {
    token: check.token,
    lang: 'en',
    theme: 'dark',
    width: 390,
  });
  await expect(english.getByRole('heading', { name: 'Check record sheet' })).toBeVisible();
  const printed = readPdf(await english.pdf({ preferCSSPageSize: true, printBackground: true }));
  expect(printed[0]?.text).toContain('Principle');
  expect(printed[1]?.text).toContain(`Page2of${printed.length}`);
});

test('500 opinions are on the screen, and raising one moves none of them', async ({ open, server }) => {
  test.setTimeout(180_000);
  const check = await signIn(server.address, people.checker);
  const { list } = await check.call(opinionIndex, { process_id: built.processId });
  const add = (n: number) =>
    check.call(opinionAdd, { process_id: built.processId, grade: 'general', text: `意见 ${n}` });
  for (let n = (list ?? []).length; n < 499; n += 10)
    await Promise.all(Array.from({ length: Math.min(10, 499 - n) }, (_, at) => add(n + at)));
  const page = await open(desk(), { token: check.token });
  await expect(panel(page).getByRole('listitem', { name: /^第 \d+ 条$/ })).toHaveCount(498, { timeout: 20_000 });
  await page.reload();
  await panel(page).getByRole('listitem').first().waitFor();
  const shown = await page.evaluate<number>(`(() => {
    const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/apis/opinion/index')).at(-1);
    return Math.round(performance.now() - asked.startTime);
  })()`);
  console.log(`500 opinions: on the screen ${shown} ms after the call`);
  const before = await panel(page).getByRole('list', { name: '意见列表' }).locator('b').allTextContents();
  await panel(page).getByRole('textbox', { name: '校审意见' }).fill('第五百条');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('status')).toHaveText('已提出第 500 条');
  const after = await panel(page).getByRole('list', { name: '意见列表' }).locator('b').allTextContents();
  expect(after.slice(0, before.length)).toEqual(before);
});
