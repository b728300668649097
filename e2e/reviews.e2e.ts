import type { Locator, Page } from '@playwright/test';
import { memberAdd } from '@prdm/contract/projects';
import * as review from '@prdm/contract/review';
import * as tasks from '@prdm/contract/tasks';
import { Api } from './support/api.ts';
import { buildDesignProject, type DesignProject } from './support/furnish.ts';
import { choose } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 15_000 });

/**
 * Reviews by mouse: setting up a stage, reminding, withdrawing, and a comment that a colleague's decision made stale.
 */

const stageGroup = (page: Page, n: number): Locator => page.getByRole('group', { name: `节点 ${n}` });
const decision = (page: Page): Locator => page.getByRole('region', { name: '审核决定' });

/** A submitted task of the designer. */
async function handedIn(
  address: string,
  { project, designer }: DesignProject,
  stages: { name: string; executor_ids: number[] }[],
): Promise<{ id: number; working: Api }> {
  const working = await Api.signIn(address, designer.account, designer.password);
  const made = { project_id: project.id, title: '首层平面图', stage_id: project.stageId, executor_ids: [designer.id] };
  const { id } = await working.call(tasks.add, { ...made, stages, publish: true });
  const { version } = await working.call(tasks.info, { id });
  const started = await working.call(tasks.start, { id, version });
  await working.call(tasks.submit, { id, version: started.version });
  return { id, working };
}

test('days in a single stage show at the stages; an edit keeps what a stage permits', async ({
  open,
  admin,
  server,
}) => {
  const { project, designer, reviewer } = await buildDesignProject(admin, '审甲');
  const working = await Api.signIn(server.address, designer.account, designer.password);
  const page = await open(`/file/task/addEdit?project_id=${project.id}`, { token: working.token });
  await page.getByLabel('任务名称', { exact: true }).fill('首层平面图');
  await choose(page, page, '项目阶段', '初步设计');
  await choose(page, page, '执行人', designer.name);
  await page.getByRole('button', { name: '添加节点' }).click();
  for (const n of [1, 2]) await choose(page, stageGroup(page, n), '审核人', reviewer.name);
  await stageGroup(page, 1).getByLabel('执行天数').fill('2');
  await page.getByRole('button', { name: '存为草稿' }).click();
  await expect(page.getByText('执行天数须全部填写或全部不填')).toBeVisible();
  await stageGroup(page, 2).getByLabel('执行天数').fill('3');
  await expect(page.getByText('执行天数须全部填写或全部不填')).toHaveCount(0);

  await stageGroup(page, 1).getByLabel('允许转交').uncheck();
  await stageGroup(page, 2).getByLabel('不通过时可退回').click();
  await page.locator('.ant-select-item-option').filter({ hasText: '发起人或上一节点' }).click();
  await page.getByRole('button', { name: '存为草稿' }).click();
  await expect(page).toHaveURL(/\/file\/task\/index/);
  const id = Number(new URL(page.url()).searchParams.get('id'));
  const rules = async () =>
    (await working.call(tasks.info, { id })).stages.map(({ days, allow_transfer, reject_to }) => ({
      days,
      allow_transfer,
      reject_to,
    }));
  const wanted = [
    { days: 2, allow_transfer: false, reject_to: 'starter' },
    { days: 3, allow_transfer: true, reject_to: 'previous' },
  ];
  expect(await rules()).toEqual(wanted);

  const changed = await open(`/file/task/addEdit?id=${id}&project_id=${project.id}`, { token: working.token });
  await expect(changed.getByLabel('任务名称', { exact: true })).toHaveValue('首层平面图');
  await changed.getByLabel('任务名称', { exact: true }).fill('二层平面图');
  await changed.getByRole('button', { name: '存为草稿' }).click();
  await expect(changed).toHaveURL(/\/file\/task\/index/);
  expect((await working.call(tasks.info, { id })).title).toBe('二层平面图');
  expect(await rules()).toEqual(wanted);
});

test('the submitter reminds the reviewers, and withdraws the review before the first pass', async ({
  open,
  admin,
  server,
}) => {
  const built = await buildDesignProject(admin, '审乙');
  const { id, working } = await handedIn(server.address, built, [{ name: '校对', executor_ids: [built.reviewer.id] }]);
  const page = await open(`/file/task/index?project_id=${built.project.id}&id=${id}`, { token: working.token });
  await page.getByRole('button', { name: '催办' }).click();
  await expect(page.getByText('已提醒当前审核人')).toBeVisible();
  await page.getByRole('button', { name: '撤回审核' }).click();
  await page.getByRole('dialog', { name: '撤回本轮审核？' }).getByRole('button', { name: '撤回审核' }).click();
  await expect(page.getByRole('button', { name: '撤回审核' })).toHaveCount(0);
  expect((await working.call(tasks.info, { id })).status).toBe('in_progress');
});

test('a comment for a stage that a colleague passed meanwhile decides nothing until it is confirmed', async ({
  open,
  admin,
  server,
}) => {
  const built = await buildDesignProject(admin, '审丙');
  const colleague = await admin.addPerson({ account: 'colleague审丙', name: '吴校对', password: 'Design-2026' });
  await admin.call(memberAdd, { project_id: built.project.id, user_ids: [colleague.id], role_ids: [] });
  const { id } = await handedIn(server.address, built, [
    { name: '校对', executor_ids: [built.reviewer.id, colleague.id] },
    { name: '审核', executor_ids: [built.reviewer.id] },
  ]);
  const { token } = await Api.signIn(server.address, built.reviewer.account, built.reviewer.password);
  const page = await open(`/file/task/index?project_id=${built.project.id}&id=${id}`, { token });
  await decision(page).getByLabel('“校对”的审核意见').fill('轴线标注齐全');

  const other = await Api.signIn(server.address, 'colleague审丙', 'Design-2026');
  const { list } = await other.call(review.index, {});
  await other.call(review.pass, { seat_id: list[0]?.seat?.id ?? 0, comment: '' });
  await expect(decision(page).getByRole('alert')).toContainText('流程已进入“审核”');
  const pass = decision(page).getByRole('button', { name: '通过', exact: true });
  await expect(pass).toBeDisabled();
  await expect(decision(page).getByRole('textbox')).toHaveValue('轴线标注齐全');
  await decision(page).getByRole('button', { name: '沿用' }).click();
  await pass.click();
  await expect(decision(page)).toHaveCount(0);
});
