import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { writeSmallBuilding } from '../apps/server/src/testing/ifc/index.ts';
import type { Api } from './support/api.ts';
import { changed, drawnIn, pictureOf } from './support/drawing.ts';
import { Pictures } from './support/pictures.ts';
import { choose, dialog, expectOneMore, openNotice, signIn, unread } from './support/screens.ts';
import { ADMIN } from './support/server.ts';
import { expect, test } from './support/test.ts';

/** The pictures show the product at the most common window size. */
test.use({ viewport: { width: 1440, height: 900 } });

/** Four browsers share two cores with other tests. Each step has its own, shorter limit. */
const LONGEST_MS = 480_000;
/** A model of medium size converts in seconds, but takes a minute beside other work on two cores. */
const PARSE_MS = 90_000;
const DRAW_MS = 60_000;
const PROJECT = '滨江科技园二期';
const TITLE = '三层走廊净高不足';
const REASONED = '净高按 2.4 米复核';

/** A real model when a corpus is set, else the small house of the fixtures. */
function building(): { name: string; mimeType: string; buffer: Buffer } {
  const given = join(process.env.MODEL_CORPUS ?? '', 'ifc/Duplex_Architecture.ifc');
  const isGiven = process.env.MODEL_CORPUS !== undefined && existsSync(given);
  const buffer = isGiven ? readFileSync(given) : Buffer.from(writeSmallBuilding());
  return { name: '办公楼.ifc', mimeType: 'application/x-step', buffer };
}

const task = (page: Page): Locator => page.getByRole('dialog', { name: '任务详情' });
/** A short limit, so that a step that hangs is named before the whole journey times out. */
test.use({ actionTimeout: 15_000 });

const daysAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('[BU-001] [R-058] [R-059] [MV-006] [MV-007] from a new project to a finished task: people, files, model, viewpoint, review', async ({
  open,
  admin,
}) => {
  test.setTimeout(LONGEST_MS);
  const pictures = new Pictures('journey');
  const steps = { page: await open('/login'), open, admin, pictures };

  const executor = await test.step('the administrator signs in and adds people', () => addPeople(steps));
  await test.step('a project with its members', () => makeProject(steps));
  await test.step('a model is uploaded and parsed', () => uploadModel(steps));
  await test.step('the model is drawn and its components show their properties', () => readModel(steps));
  const saved = await test.step('a viewpoint with a comment', () => saveViewpoint(steps));
  const people = await test.step('all persons sign in', () => gather(steps, executor));
  await test.step('a task is created from the viewpoint', () => publishTask(steps, people));
  await test.step('the executor does it', () => execute(steps, people, saved));
  await test.step('two reviewers pass it', () => review(steps, people));
  await test.step('the starter accepts it', () => accept(steps, people));
});

interface Steps {
  readonly page: Page;
  readonly open: (path: string) => Promise<Page>;
  readonly admin: Api;
  readonly pictures: Pictures;
}

interface Secret {
  readonly account: string;
  readonly password: string;
}

const REVIEWERS = [
  { account: 'proofreader', name: '李校对', password: 'Design-2026' },
  { account: 'approver', name: '周审定', password: 'Design-2026' },
] as const;

async function addPeople({ page, admin, pictures }: Steps): Promise<Secret> {
  for (const reviewer of REVIEWERS) await admin.addPerson(reviewer);
  await pictures.take(page, 'sign-in');
  await signIn(page, ADMIN);
  await expect(page).toHaveURL(/\/home$/);
  await pictures.take(page, 'home');
  await page.goto('/company/staff');
  await page.getByRole('button', { name: '添加员工' }).first().click();
  const adding = dialog(page, '添加员工');
  await adding.getByLabel('姓名', { exact: true }).fill('陈设计');
  await adding.getByLabel('账号', { exact: true }).fill('designer');
  await choose(page, adding, '部门', '建筑一所');
  await pictures.take(page, 'add-person');
  await adding.getByRole('button', { name: '添加', exact: true }).click();
  const password = await page.getByTestId('made-password').textContent();
  await page.getByRole('button', { name: '我已记下' }).click();
  await expect(page.getByRole('row').filter({ hasText: '陈设计' })).toBeVisible();
  await pictures.take(page, 'staff');
  return { account: 'designer', password: password ?? '' };
}

async function makeProject({ page, pictures }: Steps): Promise<void> {
  await page.goto('/project/add');
  await page.getByLabel('项目名称', { exact: true }).fill(PROJECT);
  await page.getByLabel('项目简称', { exact: true }).fill('滨江二期');
  await choose(page, page, '项目类型', '办公建筑');
  await choose(page, page, '项目阶段', '施工图设计');
  await choose(page, page, '项目经理', '系统管理员');
  await page.getByLabel('建筑面积', { exact: true }).fill('32000');
  await page.getByLabel('BIM 面积', { exact: true }).fill('30000');
  await pictures.take(page, 'project-form');
  await page.getByRole('button', { name: '新建项目' }).click();
  await expect(page).toHaveURL(/\/project\/detail\?id=\d+$/);
  await expect(page.getByRole('heading', { name: PROJECT })).toBeVisible();
  await pictures.take(page, 'project');

  await page.getByRole('link', { name: /^成员/ }).click();
  await page.getByRole('button', { name: '添加成员' }).click();
  const adding = dialog(page, '添加成员');
  await choose(page, adding, '人员', '陈设计', ...REVIEWERS.map(({ name }) => name));
  await choose(page, adding, '项目角色', '设计人');
  await pictures.take(page, 'add-members');
  await adding.getByRole('button', { name: '添加', exact: true }).click();
  await expect(adding).toHaveCount(0);
  for (const name of ['系统管理员', '陈设计', ...REVIEWERS.map((person) => person.name)])
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  await pictures.take(page, 'members');
}

async function uploadModel({ page, pictures }: Steps): Promise<void> {
  await page.getByRole('link', { name: '文件', exact: true }).last().click();
  await expect(page).toHaveURL(/\/file\/index/);
  const folders = page.getByRole('navigation', { name: '文件夹' });
  await expect(page.getByRole('navigation', { name: '当前位置' }).last()).toHaveText(PROJECT);
  for (const name of ['07 模型', '10 归档']) {
    await expect(folders.getByRole('button', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  }
  await folders.getByRole('button', { name: '07 模型', exact: true }).click();
  await expect(page.getByRole('navigation', { name: '当前位置' }).last()).toContainText('07 模型');
  await page.getByTestId('upload-file').setInputFiles(building());
  const dock = page.getByRole('region', { name: '上传列表' });
  await expect(dock.getByTestId('upload-row')).toContainText('办公楼.ifc');
  await expect(dock.getByTestId('upload-row')).toHaveAttribute('data-status', 'success');
  await expect(dock).toContainText('上传完成');
  await expect(page.getByRole('row').filter({ hasText: '办公楼.ifc' }).first()).toBeVisible();
  await pictures.take(page, 'uploaded');

  await page.getByRole('link', { name: '模型', exact: true }).last().click();
  await expect(page).toHaveURL(/\/file\/model\/index/);
  const card = page.getByRole('article').filter({ hasText: '办公楼' });
  await expect(card).toBeVisible();
  await pictures.take(page, 'parsing');
  // A mark on the window does not survive a reload.
  await page.evaluate('window.notReloaded = true');
  await expect(card).toHaveAttribute('data-status', 'parsed', { timeout: PARSE_MS });
  await expect(card).toContainText('已解析');
  expect(await page.evaluate('window.notReloaded')).toBe(true);
  await dock.getByRole('button', { name: '关闭' }).click();
  await pictures.take(page, 'parsed');
  await card.getByRole('link', { name: '办公楼' }).click();
}

async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('toolbar', { name: '模型工具' })).toBeVisible({ timeout: DRAW_MS });
}

async function readModel({ page, pictures }: Steps): Promise<void> {
  await ready(page);
  const tree = page.getByRole('tree', { name: '构件' });
  const top = tree.getByRole('treeitem').first();
  await expect(top).toBeVisible();
  const share = async () => (await drawnIn(page)).share;
  await expect.poll(share, { timeout: DRAW_MS }).toBeGreaterThan(0.05);
  expect((await drawnIn(page)).colours).toBeGreaterThan(4);
  await pictures.take(page, 'model');

  // With all components hidden the same measure must be almost zero. So the earlier share was the model, not the
  // background.
  const whole = await share();
  const eye = top.getByRole('button', { name: /^显示或隐藏/ });
  await eye.click();
  await expect.poll(share, { timeout: DRAW_MS }).toBeLessThan(whole / 20);
  await pictures.take(page, 'all-hidden');
  await eye.click();
  await expect.poll(share, { timeout: DRAW_MS }).toBeGreaterThan(whole * 0.9);

  const { at } = await drawnIn(page);
  if (at === null) throw new Error('nothing is drawn');
  const properties = page.getByTestId('properties');
  await page.mouse.click(at.x, at.y);
  await expect(properties).toBeVisible();
  const picked = tree.getByRole('treeitem', { selected: true });
  await expect(picked).toContainText(await properties.getByRole('heading').innerText());
  await expect(properties.locator('dt').first()).toBeVisible();
  await pictures.take(page, 'picked');

  await page.getByRole('searchbox', { name: /名称、类别/ }).fill('slab');
  const leaf = tree.locator('[role=treeitem]:not([aria-expanded])').first();
  await leaf.locator('.model-tree-name').click();
  const name = await leaf.locator('.model-tree-name').innerText();
  await expect(properties.getByRole('heading')).toHaveText(name);
  await expect(properties.getByTitle('构件编码（GlobalId）', { exact: true })).toHaveText(/^[0-9A-Za-z_$]{22}$/);
  await expect(properties.locator('dd').first()).not.toBeEmpty();
  await pictures.take(page, 'properties');
  await page.getByRole('searchbox', { name: /名称、类别/ }).fill('');
}

/** Picture of the model at the time the viewpoint is saved. */
async function saveViewpoint({ page, pictures }: Steps): Promise<string> {
  const first = await pictureOf(page);
  const tools = page.getByRole('toolbar', { name: '模型工具' });
  await tools.getByRole('button', { name: '标准视图' }).click();
  await page.getByRole('menuitem', { name: '前视图' }).click();
  await tools.getByRole('button', { name: '剖切', exact: true }).click();
  await page.getByRole('button', { name: 'X 轴' }).click();
  await expect(page.getByText('剖切面 1')).toBeVisible();
  await pictures.take(page, 'section');
  await tools.getByRole('button', { name: '选择', exact: true }).click();
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: '视点' }).click();
  await page.getByRole('button', { name: '保存视点' }).click();
  await expect(page.getByText('请填写视点名称')).toBeVisible();
  await page.getByLabel('视点名称').fill(TITLE);
  await page.getByRole('button', { name: '保存视点' }).click();
  const row = page.getByRole('listitem').filter({ hasText: TITLE });
  await row.getByRole('button', { name: TITLE }).click();
  await page.getByLabel('写下评论，回车发送').fill('请核对梁高与风管标高');
  await page.getByLabel('写下评论，回车发送').press('Enter');
  await expect(row.getByRole('article').filter({ hasText: '请核对梁高与风管标高' })).toBeVisible();
  await expect(row.locator('img')).toBeVisible();
  const saved = await pictureOf(page);
  expect(await changed(page, first, saved), 'the saved view is another one').toBeGreaterThan(0.05);
  await pictures.take(page, 'viewpoint');
  return saved;
}

interface People {
  readonly executor: Page;
  readonly reviewers: readonly [Page, Page];
}

/** Separate browsers, all open before the first publication. */
async function gather({ open, pictures }: Steps, secret: Secret): Promise<People> {
  const executor = await open('/login');
  await signIn(executor, secret);
  await executor.getByLabel('原密码').fill(secret.password);
  await executor.getByLabel('新密码', { exact: true }).fill('Chen-2026-x');
  await executor.getByLabel('确认新密码').fill('Chen-2026-x');
  await pictures.take(executor, 'first-password');
  await executor.getByRole('button', { name: '修改并进入' }).click();
  await expect(executor).toHaveURL(/\/home$/);
  const at = async (secretOf: Secret): Promise<Page> => {
    const page = await open('/login');
    await signIn(page, secretOf);
    await expect(page).toHaveURL(/\/home$/);
    return page;
  };
  return { executor, reviewers: [await at(REVIEWERS[0]), await at(REVIEWERS[1])] };
}

async function publishTask({ page, pictures }: Steps, { executor }: People): Promise<void> {
  const before = await unread(executor);
  await page.getByRole('link', { name: '发起任务' }).click();
  await expect(page).toHaveURL(/\/file\/task\/addEdit\?.*viewpoint_id=\d+/);
  await expect(page.getByLabel('任务名称', { exact: true })).toHaveValue(TITLE);
  await choose(page, page, '项目阶段', '施工图设计');
  await choose(page, page, '执行人', '陈设计');
  await page.getByLabel('截止时间', { exact: true }).fill(daysAhead(30));
  await page.getByLabel('截止时间', { exact: true }).press('Enter');
  await page.getByLabel('所需工时', { exact: true }).fill('16');
  await page.getByRole('button', { name: '添加节点' }).click();
  for (const [index, reviewer] of REVIEWERS.entries())
    await choose(page, page.getByRole('group', { name: `节点 ${index + 1}` }), '审核人', reviewer.name);
  await page.getByLabel('任务描述', { exact: true }).fill('三层走廊处风管与梁冲突，请调整。');
  await pictures.take(page, 'task-form');
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expectOneMore(executor, before);
  await expect(page).toHaveURL(/\/file\/task\/index/);
  await expect(page.getByRole('row').filter({ hasText: TITLE })).toContainText('未处理');
  await pictures.take(page, 'task-list');
}

async function execute({ pictures }: Steps, { executor, reviewers }: People, saved: string): Promise<void> {
  await pictures.take(executor, 'executor-home');
  await openNotice(executor, TITLE);
  await expect(executor).toHaveURL(/\/file\/task\/index\?id=\d+&project_id=\d+$/);
  await expect(task(executor)).toContainText('未处理');
  await expect(executor.getByRole('row').filter({ hasText: TITLE })).toBeVisible();
  await pictures.take(executor, 'task');
  const address = executor.url();

  await task(executor).getByRole('link', { name: '在模型中查看' }).click();
  await ready(executor);
  const difference = async () => changed(executor, saved, await pictureOf(executor));
  await expect.poll(difference, { timeout: DRAW_MS, message: 'the view that was saved' }).toBeLessThan(0.01);
  await executor.getByRole('button', { name: '剖切', exact: true }).click();
  await expect(executor.getByText('剖切面 1')).toBeVisible();
  await expect(executor.getByText('请核对梁高与风管标高')).toBeVisible();
  await pictures.take(executor, 'viewpoint-of-task');

  await executor.goto(address);
  await task(executor).getByRole('button', { name: '开始处理' }).click();
  await expect(task(executor)).toContainText('进行中');
  const before = await unread(reviewers[0]);
  await task(executor).getByRole('button', { name: '提交', exact: true }).click();
  const submitting = dialog(executor, '提交');
  await submitting.getByLabel('提交说明').fill('已调整风管走向');
  await submitting.getByLabel('本次工时').fill('6.5');
  await pictures.take(executor, 'submit');
  await submitting.getByRole('button', { name: '提交', exact: true }).click();
  await expect(task(executor)).toContainText('审核中');
  await expectOneMore(reviewers[0], before);
}

async function review({ page, pictures }: Steps, { reviewers: [first, second] }: People): Promise<void> {
  await openNotice(first, TITLE);
  const decision = first.getByRole('region', { name: '审核决定' });
  const opinion = decision.getByLabel('决定说明');
  const stage = first.getByRole('list', { name: '审核节点' }).locator('[aria-current=step]');
  await pictures.take(first, 'review');
  for (const nothing of ['', '  ']) {
    await opinion.fill(nothing);
    await decision.getByRole('button', { name: /^不通过/ }).click();
    await expect(decision.getByRole('alert')).toHaveText('不通过时请填写意见');
    await expect(opinion).toHaveValue(nothing);
  }
  await pictures.take(first, 'review-without-reason');
  await first.reload();
  await expect(stage).toContainText(REVIEWERS[0].name);
  await opinion.fill(REASONED);
  const before = await unread(second);
  await decision.getByRole('button', { name: '通过', exact: true }).click();
  await expect(stage).toContainText(REVIEWERS[1].name);
  await expect(decision).toHaveCount(0);
  await expectOneMore(second, before);

  await openNotice(second, TITLE);
  await expect(second.getByRole('list', { name: '审核节点' })).toContainText(REASONED);
  await pictures.take(second, 'second-review');
  const told = await unread(page);
  await second.getByRole('region', { name: '审核决定' }).getByRole('button', { name: '通过', exact: true }).click();
  await expect(task(second)).toContainText('待确认');
  await expectOneMore(page, told);
}

async function accept({ page, pictures }: Steps, { executor }: People): Promise<void> {
  await openNotice(page, `任务“${TITLE}”已审核完成`);
  await expect(task(page)).toContainText('待确认');
  await expect(task(page)).toContainText('已调整风管走向');
  await pictures.take(page, 'awaiting-confirmation');
  const before = await unread(executor);
  await task(page).getByRole('button', { name: '确认通过' }).click();
  await dialog(page, '确认通过').getByRole('button', { name: '确认通过' }).click();
  await expect(task(page)).toContainText('已完成');
  await expectOneMore(executor, before);
  await expect(task(executor)).toContainText('已完成');
  await pictures.take(page, 'finished');
}
