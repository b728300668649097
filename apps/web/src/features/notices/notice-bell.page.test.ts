import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Notice } from '@prdm/contract/notices';
import { queryClient } from '../../lib/api/query-client.ts';
import { projectInfo, taskPage, taskRow, listOf } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

/* The bell of the top bar: its number and the list of unread notices. The test plays the server that keeps them. */
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, notice_count: 120, project_access: { 3: [] } });
}, 60_000);
let unread: Notice[] = [];
beforeEach(async () => {
  unread = [1, 2, 3, 4, 5].map((id) => noticeOf(id));
  const answer = (data: unknown) => ({ body: { code: 0, msg: '', data } });
  app.says('/apis/notice/index', ({ url }) => {
    const size = Number(new URLSearchParams(url.split('?')[1]).get('size') ?? unread.length);
    return answer({ ...listOf(unread.slice(0, size)), total: unread.length });
  });
  app.says('/apis/notice/read', ({ body }) => {
    unread = unread.filter(({ id }) => id !== Number(new URLSearchParams(body).get('id')));
    return answer(null);
  });
  app.says('/apis/notice/readAll', () => {
    unread = [];
    return answer(null);
  });
});
afterEach(async () => {
  if ((await bell()).getAttribute('aria-expanded') === 'true') await userEvent.click(await bell());
  await app.leave();
});
afterAll(() => app.stop());

const noticeOf = (id: number): Notice => ({
  id,
  type: 'next_task',
  project_id: 3,
  project_name: '滨江科技园',
  project_archived: false,
  content: `第${id}层平面图等待处理`,
  send_time: '2026-03-01 09:00',
  pc_path: `/file/task/index?id=${id}`,
  source_id: id,
  is_read: false,
});
/** An empty page: the list of all notices shows them too. */
async function openEmptyPage(): Promise<void> {
  app.open('/project/index');
  await waitFor(() => expect(location.pathname).toBe('/project/index'));
  await queryClient.invalidateQueries({ queryKey: ['notice'] });
}
const bell = () => screen.findByRole('button', { name: /^通知/ });
const badge = () => screen.queryByTestId('notice-badge')?.textContent ?? null;
const badgeReads = (text: string | null) => waitFor(() => expect(badge()).toBe(text));
async function openBell() {
  await userEvent.click(await bell());
  return within(await screen.findByRole('dialog', { name: /^通知/ }));
}
type Panel = Awaited<ReturnType<typeof openBell>>;
const linesAre = (panel: Panel, count: number) =>
  waitFor(() => expect(panel.queryAllByRole('listitem')).toHaveLength(count));

test('[SH-013] 120 unread notices: the badge reads 99+, its label the true number', async () => {
  await badgeReads('99+');
  expect(await screen.findByRole('button', { name: '通知，120 条未读' })).toBeTruthy();
});

test('[ST-017] a clicked notice leaves the list, lowers the badge by one and opens its subject', async () => {
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江科技园' }));
  const task = { id: 3, title: '第3层平面图', project_id: 3, project_name: '滨江科技园' };
  app.data('/apis/task/index', listOf([taskRow(task)]));
  app.data('/apis/task/info', taskPage(task));
  await openEmptyPage();
  await badgeReads('5');
  const panel = await openBell();
  await linesAre(panel, 5);
  await userEvent.click(panel.getByRole('button', { name: /第3层平面图/ }));
  await badgeReads('4');
  // The address holds the project of the list and the open task.
  await waitFor(() => expect(location.pathname + location.search).toBe('/file/task/index?id=3&project_id=3'));
  await within(await screen.findByRole('dialog', { name: '任务详情' })).findByText('第3层平面图');
  const again = await openBell();
  await linesAre(again, 4);
  expect(again.queryByText(/第3层平面图/)).toBeNull();
  expect(unread.map(({ id }) => id)).toEqual([1, 2, 4, 5]);
});

test('a notice of an archived project shows it and opens nothing', async () => {
  await openEmptyPage();
  const panel = await openBell();
  await linesAre(panel, 5);
  expect(panel.queryByText('已归档')).toBeNull();
  // Archived while the list is open: the list gets the event.
  unread = unread.slice(0, 2).map((notice) => ({ ...notice, project_archived: true }));
  app.push({ type: 'project', id: 3, project_id: 3 });
  await waitFor(() => expect(panel.getAllByText('已归档')).toHaveLength(2));
  const [first] = panel.getAllByRole('listitem');
  await userEvent.click(within(first as HTMLElement).getByRole('button'));
  await screen.findByText(/已归档，无法打开/);
  await badgeReads('1');
  await linesAre(panel, 1);
  expect(location.pathname).toBe('/project/index');
});

test('[ST-018] mark all read empties the list, says so, and clears the badge', async () => {
  await openEmptyPage();
  await badgeReads('5');
  const panel = await openBell();
  await linesAre(panel, 5);
  await userEvent.click(panel.getByRole('button', { name: '全部已读' }));
  await panel.findByText('已全部阅读');
  await linesAre(panel, 0);
  await badgeReads(null);
  await waitFor(() => expect(unread).toEqual([]));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(badge()).toBeNull();
});
