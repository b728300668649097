import type { Locator, Page } from '@playwright/test';
import * as tasks from '@prdm/contract/tasks';
import { Api, type Person } from './support/api.ts';
import { buildDesignProject, type DesignProject } from './support/furnish.ts';
import { readPdf } from './support/pdf-text.ts';
import { openNotice } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 15_000 });

const drawer = (page: Page): Locator => page.getByRole('dialog', { name: '任务详情' });
const comments = (page: Page): Locator => drawer(page).getByRole('region', { name: '讨论' });
const attachments = (page: Page): Locator => drawer(page).getByRole('region', { name: '附件' });
/** The wait for a frame of the live channel. */
const LIVE = { timeout: 10_000 };

interface Task {
  readonly id: number;
  readonly address: string;
  readonly manager: Api;
}

/** A published task whose manager executes it and whose reviewer checks it. */
async function buildTask(
  address: string,
  { project, designer, reviewer }: DesignProject,
  title: string,
): Promise<Task> {
  const manager = await Api.signIn(address, designer.account, designer.password);
  const { id } = await manager.call(tasks.add, {
    project_id: project.id,
    title,
    stage_id: project.stageId,
    executor_ids: [designer.id],
    stages: [{ name: '校对', executor_ids: [reviewer.id] }],
    publish: true,
  });
  return { id, address: `/file/task/index?project_id=${project.id}&id=${id}`, manager };
}

test('files and a comment with a mention reach the other person, who follows the notice to the task', async ({
  open,
  admin,
  server,
}) => {
  const built = await buildDesignProject(admin, '附');
  const { project, reviewer } = built;
  const { address, manager } = await buildTask(server.address, built, '首层平面图');
  const { token } = await Api.signIn(server.address, reviewer.account, reviewer.password);
  const files = await open(`/file/index?project_id=${project.id}`, { token: manager.token });
  await files
    .getByTestId('upload-file')
    .setInputFiles([{ name: '标准图.txt', mimeType: 'text/plain', buffer: Buffer.from('图') }]);
  await expect(files.getByRole('row').filter({ hasText: '标准图.txt' })).toBeVisible();
  const mine = await open(address, { token: manager.token });
  const theirs = await open(address, { token });
  await expect(comments(theirs)).toContainText('还没有讨论');

  // An upload, and a file of the project.
  await attachments(mine)
    .getByLabel('上传文件', { exact: true })
    .setInputFiles([{ name: '计算书.txt', mimeType: 'text/plain', buffer: Buffer.from('荷载取值') }]);
  await expect(attachments(theirs)).toContainText('计算书.txt', LIVE);
  await attachments(mine).getByRole('button', { name: '从项目文件选择' }).click();
  const picker = mine.getByRole('dialog', { name: '选择项目文件' });
  await picker.getByRole('checkbox', { name: /标准图/ }).check();
  await picker.getByRole('button', { name: '添加 1 个附件' }).click();
  await expect(attachments(theirs)).toContainText('标准图.txt', LIVE);
  await attachments(theirs).getByRole('button', { name: '预览 计算书.txt' }).click();
  const preview = theirs.getByRole('dialog', { name: '计算书.txt' });
  await expect(preview).toContainText('荷载取值');
  await theirs.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expect(attachments(theirs).getByRole('button', { name: /^移除/ })).toHaveCount(0);

  // The comment with a mention, and its notice.
  const field = comments(mine).getByRole('combobox', { name: '讨论' });
  await field.click();
  await field.pressSequentially('请@李');
  await mine.getByRole('listbox', { name: '提醒的人' }).getByRole('option').first().click();
  await field.pressSequentially('看楼梯');
  await field.press('Control+Enter');
  await expect(comments(theirs)).toContainText(`请@${reviewer.name} 看楼梯`, LIVE);
  await expect(comments(theirs).locator('.comment-mention')).toHaveText(`@${reviewer.name}`);
  await theirs.goto('/home');
  await openNotice(theirs, '讨论中提到了您');
  await expect(theirs).toHaveURL(/comment=\d+/);
  await expect(comments(theirs).locator('.comment[data-wanted="true"]')).toContainText('看楼梯');

  // The author corrects the comment within ten minutes. The reader cannot.
  const line = comments(mine).locator('.comment');
  await line.hover();
  await line.getByRole('button', { name: '编辑' }).click();
  await line.getByRole('combobox', { name: '讨论' }).press('End');
  await line.getByRole('combobox', { name: '讨论' }).pressSequentially('和坡道');
  await line.getByRole('button', { name: '保存' }).click();
  await expect(comments(theirs)).toContainText('看楼梯和坡道', LIVE);
  await expect(comments(theirs)).toContainText('已编辑');
  await expect(comments(theirs).getByRole('button', { name: /^(编辑|删除)$/ })).toHaveCount(0);

  // Both are removed: an attachment with undo, the comment with a line that stays.
  await attachments(mine).getByRole('button', { name: '移除 计算书.txt' }).click();
  await expect(attachments(theirs)).not.toContainText('计算书.txt', LIVE);
  await mine.getByRole('button', { name: '撤销' }).click();
  await expect(attachments(theirs)).toContainText('计算书.txt', LIVE);
  await line.hover();
  await line.getByRole('button', { name: '删除' }).click();
  await mine.getByRole('dialog', { name: '删除这条讨论？' }).getByRole('button', { name: '删除' }).click();
  await expect(comments(theirs)).toContainText('已删除', LIVE);
  await expect(comments(theirs)).not.toContainText('看楼梯');
});

test('a hand-in with two files takes four clicks, and the reviewer finds both', async ({ open, admin, server }) => {
  const built = await buildDesignProject(admin, '交');
  const { address, id, manager } = await buildTask(server.address, built, '二层平面图');
  const { version } = await manager.call(tasks.info, { id });
  await manager.call(tasks.start, { id, version });
  const mine = await open(address, { token: manager.token });
  const submit = drawer(mine).getByRole('button', { name: '提交', exact: true });
  await expect(submit).toBeVisible();
  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  await click(submit);
  const form = mine.getByRole('dialog', { name: '提交' });
  const choosing = mine.waitForEvent('filechooser');
  await click(form.getByRole('button', { name: '上传文件' }));
  const chooser = await choosing;
  clicks += 1; // the button of the system's dialog
  await chooser.setFiles(
    ['平面.txt', '剖面.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })),
  );
  await expect(form.getByRole('checkbox', { name: /平面|剖面/, checked: true })).toHaveCount(2);
  await click(form.getByRole('button', { name: '提交', exact: true }));
  await expect(form).toBeHidden();
  expect(clicks).toBe(4);
  const { token } = await Api.signIn(server.address, built.reviewer.account, built.reviewer.password);
  const theirs = await open(address, { token });
  const handed = drawer(theirs).getByRole('region', { name: '送审内容' });
  await expect(handed).toContainText('平面.txt');
  await expect(handed).toContainText('剖面.txt');
});

const A4 = { width: 595, height: 842 };

/** The pages of the sheet on A4. */
async function printed(sheet: Page): Promise<string[]> {
  const pages = readPdf(await sheet.pdf({ preferCSSPageSize: true, printBackground: true }));
  for (const { width, height } of pages) expect({ width: Math.round(width), height: Math.round(height) }).toEqual(A4);
  return pages.map(({ text }) => text);
}

test('the sheet of a task prints on A4 with head, repeated table head, page numbers and signatures', async ({
  open,
  admin,
  server,
}) => {
  const built = await buildDesignProject(admin, '印');
  const { project, designer, reviewer } = built;
  const { id, address, manager } = await buildTask(server.address, built, '楼梯"大样"');
  // A history of two pages and more.
  for (let n = 0; n < 24; n += 1) {
    const { version } = await manager.call(tasks.info, { id });
    if (n % 2 === 0) await manager.call(tasks.longTerm, { id, version });
    else await manager.call(tasks.unmarkLongTerm, { id, version });
  }
  const { number } = await manager.call(tasks.info, { id });
  const mine = await open(address, { token: manager.token });
  await drawer(mine).getByRole('button', { name: '更多操作' }).click();
  const opened = mine.context().waitForEvent('page');
  await mine.getByRole('menuitem', { name: '打印任务单' }).click();
  const sheet = await opened;
  await expect(sheet.getByRole('heading', { name: '任务单' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: '打印' })).toBeVisible();

  const texts = await printed(sheet);
  expect(texts.length).toBeGreaterThan(1);
  for (const [index, text] of texts.entries()) {
    expect(text).toContain(`任务单·${number}楼梯"大样"`);
    expect(text).toContain(`第${index + 1}页,共${texts.length}页`);
    expect(text, 'no control of the page').not.toContain('A4纸');
  }
  const headed = texts.filter((text) => text.includes('时间人员动态说明'));
  expect(headed.length, 'the head of the table is repeated').toBeGreaterThan(1);
  expect(texts.at(-1)).toContain(`签字指派人${designer.name}签名:日期:`);
  expect(texts.at(-1)).toContain(`校对${reviewer.name}签名:日期:`);
  // At any place on the paper the signatures keep their heading and their upper border.
  for (let space = 6; space < 70; space += 4) {
    await sheet.addStyleTag({ content: `.print-part:has(> .print-signatures) { margin-top: ${space}mm; }` });
    expect((await printed(sheet)).filter((text) => text.includes('签字'))).toEqual([
      expect.stringContaining('签字指派人'),
    ]);
  }

  // The same in English, in the dark theme and on a phone.
  const path = `/print/task?project_id=${project.id}&id=${id}`;
  const english = await open(path, { token: manager.token, lang: 'en', theme: 'dark', width: 390 });
  await expect(english.getByRole('heading', { name: 'Task sheet' })).toBeVisible();
  const pages = await printed(english);
  expect(pages[0]).toContain(`Tasksheet·${number}`);
  expect(pages[1]).toContain(`Page2of${pages.length}`);
  expect(pages[1]).toContain('TimePersonEventRemark');

  // The rights are those of the task.
  const stranger: Person = await admin.addPerson({ account: 'stranger印', name: '外人', password: 'Design-2026' });
  const { token } = await Api.signIn(server.address, stranger.account, stranger.password);
  const refused = await open(path, { token });
  await expect(refused).toHaveURL(/\/444/);
  await expect(refused.locator('body')).not.toContainText('楼梯');
});
