import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { CODES } from '@prdm/contract/codes';
import type { recycle } from '@prdm/contract/files';
import { useAppState } from '../../lib/app-state.ts';
import { choose, dialog, hasRow, noDialog, ok, posted, queryOf, refusal, rowOf } from '../../testing/page-acts.ts';
import { file, folder, MAY_ALL, MAY_VIEW, projectFiles, ROOT, type ProjectFiles } from '../../testing/project-files.ts';
import { listOf, projectInfo, projectRow } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

/* Tests what moves files: move, copy, delete, and the recycle bin. */
let app: WholeApp;
let stored: ProjectFiles;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [], 4: [] } });
  stored = projectFiles(app);
}, 60_000);
beforeEach(() => {
  useAppState.setState({ device: 'desktop', sidebarOpen: true });
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const openFiles = () => app.open('/file/index?project_id=3');
/** Opens the menu of a row by its button and presses an entry. */
async function act(row: string, entry: string): Promise<void> {
  await userEvent.click(within(await rowOf(row)).getByRole('button', { name: `${row} 的更多操作` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^ ?${entry}`) }));
}
const listIn = (form: URLSearchParams | undefined, name: string): string[] =>
  [...(form ?? [])].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value);

test('[ER-024] a failed copy and a failed deletion show a message', async () => {
  stored.furnish(folder(7, '07 模型'), file(20, '失败.txt'));
  for (const path of ['/apis/file/copy', '/apis/file/del']) app.refuses(path, CODES.wrongState, '暂时不行');
  openFiles();
  await act('失败.txt', '复制到');
  const copying = await dialog(/^复制 1 项到/);
  await userEvent.click(await copying.findByRole('button', { name: '07 模型' }));
  await userEvent.click(copying.getByRole('button', { name: '复制到此处' }));
  await screen.findByText('复制失败：暂时不行');
  await userEvent.click(copying.getByRole('button', { name: '取消' }));
  await noDialog(/^复制 1 项到/);
  await act('失败.txt', '删除');
  await screen.findByText('删除失败：暂时不行');
  expect(hasRow('失败.txt')).toBe(true);
});

test('a file is moved, taken back, and copied into another project', async () => {
  stored.furnish(folder(7, '06 施工图'), file(20, '移动.txt'));
  app.says('/apis/file/move', ({ body }) => {
    stored.change(20, { pid: Number(new URLSearchParams(body).get('pid')) });
    return ok(null);
  });
  openFiles();
  await act('移动.txt', '移动到');
  const moving = await dialog(/^移动 1 项到/);
  const here = moving.getByRole<HTMLButtonElement>('button', { name: /移动到此处$/ });
  expect(here.disabled).toBe(true);
  await userEvent.click(await moving.findByRole('button', { name: '06 施工图' }));
  await userEvent.click(here);
  await noDialog(/^移动 1 项到/);
  await waitFor(() => expect(hasRow('移动.txt')).toBe(false));
  await userEvent.click(await screen.findByRole('button', { name: '撤销' }));
  await rowOf('移动.txt');
  expect(posted(app, '/apis/file/move').map((form) => [listIn(form, 'file_ids'), form.get('pid')])).toEqual([
    [['20'], '7'],
    [['20'], String(ROOT)],
  ]);

  app.data(
    '/apis/project/index',
    listOf([projectRow({ id: 3, name: '滨江门诊楼' }), projectRow({ id: 4, name: '老城中学' })]),
  );
  app.data('/apis/file/copy', { folders: 0, files: 1 });
  await act('移动.txt', '复制到');
  const copying = await dialog(/^复制 1 项到/);
  // The other project has one folder of its own.
  app.says('/apis/file/tree', (call) => {
    const isOther = queryOf(call).get('project_id') === '4';
    const list = [{ id: isOther ? 42 : 7, name: isOther ? '归档' : '06 施工图', has_children: false, can: MAY_ALL }];
    return ok({ pid: isOther ? 40 : ROOT, list });
  });
  app.data('/apis/file/info', { ...folder(40, '老城中学'), project_id: 4, crumbs: [], why: null });
  await choose(copying.getByLabelText('目标项目'), '老城中学');
  await userEvent.click(await copying.findByRole('button', { name: '归档' }));
  await userEvent.click(copying.getByRole('button', { name: /复制到此处$/ }));
  await screen.findByText('已复制 1 项');
  const [sent] = posted(app, '/apis/file/copy').slice(-1);
  expect([listIn(sent, 'file_ids'), sent?.get('pid')]).toEqual([['20'], '42']);
  expect(hasRow('移动.txt')).toBe(true);
});

type Trash = z.output<typeof recycle.output>['list'][number];
const trash = (id: number, name: string, special: Partial<Trash> = {}): Trash => ({
  id,
  kind: 'file',
  name,
  type: 'txt',
  place: [],
  place_gone: false,
  file_count: 1,
  size: 1,
  deleted_by: 8,
  deleter: '陈经理',
  deleted_at: '2026-03-01 09:00:00',
  days_left: 30,
  can: MAY_ALL,
  ...special,
});
const bar = async () => within(await screen.findByRole('toolbar'));
const tick = async (name: string) => userEvent.click(within(await rowOf(name)).getByRole('checkbox'));

test('[BU-033] the recycle bin lists deleted entries with time and days left, restores them, and is emptied', async () => {
  stored.furnish(file(20, '删除一.txt'), file(21, '删除二.txt'));
  let bin: Trash[] = [];
  app.says('/apis/file/recycle', () => ok(listOf(bin)));
  app.says('/apis/file/del', () => {
    stored.furnish();
    bin = [
      trash(70, '删除一.txt', { place: ['平面图'] }),
      trash(71, '删除二.txt', { days_left: 1, place_gone: true, place: ['详图'] }),
    ];
    return ok({ trash_ids: [70, 71] });
  });
  app.says('/apis/file/restore', ({ body }) => {
    bin = bin.filter(({ id }) => String(id) !== new URLSearchParams(body).get('trash_id'));
    return ok({ folder_id: ROOT, name: '删除一.txt' });
  });
  openFiles();
  for (const name of ['删除一.txt', '删除二.txt']) await tick(name);
  await userEvent.click((await bar()).getByRole('button', { name: '删除' }));
  await screen.findByText('已移入回收站（2）');
  await waitFor(() => expect(hasRow('删除一.txt')).toBe(false));
  expect(listIn(posted(app, '/apis/file/del').at(-1), 'file_ids')).toEqual(['20', '21']);

  await userEvent.click(screen.getByRole('link', { name: '回收站' }));
  const first = await rowOf('删除一.txt');
  for (const text of ['2026-03-01 09:00', '30 天', '平面图', '陈经理']) expect(first.textContent).toContain(text);
  expect(first.textContent).not.toContain('已删除');
  const second = await rowOf('删除二.txt');
  for (const text of ['1 天', '详图已删除']) expect(second.textContent).toContain(text);

  await tick('删除一.txt');
  await userEvent.click((await bar()).getByRole('button', { name: '恢复' }));
  await waitFor(() => expect(hasRow('删除一.txt')).toBe(false));
  const restored = posted(app, '/apis/file/restore').at(-1);
  expect([restored?.get('trash_id'), restored?.get('pid') || null]).toEqual(['70', null]);

  app.says('/apis/file/clear', () => {
    bin = [];
    return ok({ cleared: 1 });
  });
  const empty = async (answer: string) => {
    await userEvent.click(screen.getByRole('button', { name: '清空回收站' }));
    const asked = await dialog('清空回收站？');
    await userEvent.click(asked.getByRole('button', { name: answer }));
    await noDialog('清空回收站？');
  };
  await empty('取消');
  await rowOf('删除二.txt');
  expect(posted(app, '/apis/file/clear')).toEqual([]);
  await empty('彻底删除');
  await screen.findByText('回收站是空的');
  expect(posted(app, '/apis/file/clear').map((form) => [...form])).toEqual([[['project_id', '3']]]);
});

test('a user without write access to the former place is asked for another folder', async () => {
  stored.furnish(folder(7, '归档前', { can: MAY_VIEW }), folder(8, '可放'));
  app.data('/apis/file/recycle', listOf([trash(70, '丁.txt', { place: ['归档前'] })]));
  app.says('/apis/file/restore', ({ body }) => {
    const isElsewhere = new URLSearchParams(body).get('pid') === '8';
    if (!isElsewhere) return refusal(CODES.denied, '没有权限');
    app.data('/apis/file/recycle', listOf([]));
    return ok({ folder_id: 8, name: '丁.txt' });
  });
  app.open('/file/recycle?project_id=3');
  await userEvent.click(await screen.findByRole('button', { name: '恢复 丁.txt' }));
  const placing = await dialog(/^恢复 1 项到/);
  await placing.findByText(/没有权限写入原来的文件夹/);
  expect([...document.querySelectorAll('.toast-text')].map((at) => at.textContent)).not.toContain('没有权限');
  const refused = await placing.findByRole<HTMLButtonElement>('button', { name: /归档前/ });
  expect([refused.disabled, refused.textContent]).toEqual([true, expect.stringContaining('无“新建”权限')]);
  await userEvent.click(placing.getByRole('button', { name: '可放' }));
  await userEvent.click(placing.getByRole('button', { name: '恢复到此处' }));
  await noDialog(/^恢复 1 项到/);
  await screen.findByText('回收站是空的');
  expect(
    posted(app, '/apis/file/restore')
      .slice(-2)
      .map((form) => form.get('pid') || null),
  ).toEqual([null, '8']);
});
