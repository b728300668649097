import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import * as tasks from '@prdm/contract/tasks';
import { Api } from './support/api.ts';
import { buildDesignProject } from './support/furnish.ts';
import { openNotice } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test.use({ actionTimeout: 15_000 });

const drawer = (page: Page): Locator => page.getByRole('dialog', { name: '任务详情' });
const comments = (page: Page): Locator => drawer(page).getByRole('region', { name: '讨论' });
const attachments = (page: Page): Locator => drawer(page).getByRole('region', { name: '附件' });

/** The number of pages and the text of a pdf. Debian's poppler may be missing: then the page objects are counted. */
function read(pdf: Buffer): { pages: number; text: string | null } {
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  const folder = mkdtempSync(join(tmpdir(), 'prdm-sheet-'));
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf);
    return { pages, text: execFileSync('pdftotext', ['-layout', join(folder, 'a.pdf'), '-'], { encoding: 'utf8' }) };
  } catch {
    return { pages, text: null }; // no poppler on this machine
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a comment with a mention arrives live, files are attached by upload and by picking, and the sheet has page numbers', async ({
  open,
  admin,
  server,
}) => {
  const { project, designer, reviewer } = await buildDesignProject(admin, '附');
  const manager = await Api.signIn(server.address, designer.account, designer.password);
  const { id } = await manager.call(tasks.add, {
    project_id: project.id,
    title: '首层平面图',
    description: Array.from({ length: 90 }, (_, n) => `${n + 1}. 设计说明`).join('\n'),
    stage_id: project.stageId,
    executor_ids: [designer.id],
    stages: [{ name: '校对', executor_ids: [reviewer.id] }],
    publish: true,
  });
  const at = `/file/task/index?project_id=${project.id}&id=${id}`;
  const { token } = await Api.signIn(server.address, reviewer.account, reviewer.password);
  const mine = await open(at, { token: manager.token });
  const theirs = await open(at, { token });
  await expect(comments(theirs)).toContainText('还没有讨论');

  // The comment with a mention.
  const field = comments(mine).getByRole('combobox', { name: '讨论' });
  await field.click();
  await field.pressSequentially('请@李');
  await mine.getByRole('listbox', { name: '提醒的人' }).getByRole('option').first().click();
  await field.pressSequentially('看楼梯');
  await field.press('Control+Enter');
  await expect(comments(theirs)).toContainText(`请@${reviewer.name} 看楼梯`, { timeout: 10_000 });
  await expect(comments(theirs).locator('.comment-mention')).toHaveText(`@${reviewer.name}`);
  const home = await open('/home', { token });
  await openNotice(home, '讨论中提到了您');
  await expect(home).toHaveURL(/comment=\d+/);
  await expect(comments(home).locator('.comment[data-wanted="true"]')).toContainText('看楼梯');

  // An upload, and a file of the project.
  await attachments(mine)
    .getByLabel('上传文件', { exact: true })
    .setInputFiles([{ name: '计算书.txt', mimeType: 'text/plain', buffer: Buffer.from('荷载取值') }]);
  await expect(attachments(theirs)).toContainText('计算书.txt', { timeout: 10_000 });
  const files = await open(`/file/index?project_id=${project.id}`, { token: manager.token });
  await files
    .getByTestId('upload-file')
    .setInputFiles([{ name: '标准图.txt', mimeType: 'text/plain', buffer: Buffer.from('图') }]);
  await expect(files.getByRole('row').filter({ hasText: '标准图.txt' })).toBeVisible();
  await attachments(mine).getByRole('button', { name: '从项目文件选择' }).click();
  const picker = mine.getByRole('dialog', { name: '选择项目文件' });
  await picker.getByRole('checkbox', { name: /标准图/ }).check();
  await picker.getByRole('button', { name: '添加 1 个附件' }).click();
  await expect(attachments(theirs)).toContainText('标准图.txt', { timeout: 10_000 });
  await attachments(theirs).getByRole('button', { name: '预览 计算书.txt' }).click();
  await expect(theirs.getByRole('dialog', { name: '计算书.txt' })).toContainText('荷载取值');

  // The sheet on paper.
  const sheet = await open(`/print/task?project_id=${project.id}&id=${id}`, { token });
  await expect(sheet.getByRole('heading', { name: '任务单' })).toBeVisible();
  await expect(sheet.getByRole('main')).toContainText('标准图.txt');
  const { pages, text } = read(await sheet.pdf({ preferCSSPageSize: true }));
  expect(pages).toBeGreaterThan(1);
  if (text !== null)
    for (let n = 1; n <= pages; n += 1) expect(text.replaceAll(/\s+/g, '')).toContain(`第${n}页，共${pages}页`);
});
