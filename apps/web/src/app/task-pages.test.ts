import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Notice } from '@prdm/contract/notices';
import { chooseProject, useAppState } from '../lib/app-state.ts';
import { translate } from '../lib/i18n.ts';
import { projectInfo, taskPage, taskRow } from '../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, notice_count: 1, project_access: { 3: [], 4: [] } });
}, 60_000);
beforeEach(() => useAppState.setState({ device: 'desktop', sidebarOpen: true }));
afterEach(() => app.leave());
afterAll(() => app.stop());

const PROJECTS: Record<string, string> = { 3: '滨江门诊楼', 4: '老城中学' };
const placed = (id: number, project: number) => ({
  id,
  title: `任务${id}`,
  project_id: project,
  project_name: PROJECTS[project] ?? '',
});
const task = (id: number, project: number) => taskRow(placed(id, project));
const opened = (id: number, project: number) => taskPage(placed(id, project));

/** Answers for two projects with one task each. A list call returns the task of the project in its query. */
function furnish(): void {
  const asked = (url: string, name: string) => new URLSearchParams(url.split('?')[1]).get(name) ?? '';
  app.says('/apis/project/info', ({ url }) => {
    const id = asked(url, 'project_id');
    return { body: { code: 0, msg: '', data: projectInfo({ id: Number(id), name: PROJECTS[id] ?? '' }) } };
  });
  app.says('/apis/task/index', ({ url }) => {
    const project = asked(url, 'project_id');
    const list = project === '' ? [task(7, 3), task(9, 4)] : [task(project === '3' ? 7 : 9, Number(project))];
    return { body: { code: 0, msg: '', data: { list, total: list.length, page: 1, size: 20 } } };
  });
  app.says('/apis/task/info', ({ url }) => {
    const id = Number(asked(url, 'id'));
    return { body: { code: 0, msg: '', data: opened(id, id === 7 ? 3 : 4) } };
  });
}

const notice = (id: number, project: number): Notice => ({
  id: id * 10,
  type: 'next_task',
  project_id: project,
  project_name: PROJECTS[project] ?? '',
  project_archived: false,
  content: `任务${id}等待处理`,
  send_time: '2026-03-01 09:00',
  pc_path: `/file/task/index?id=${id}`,
  source_id: id,
  is_read: true,
});

const drawer = () => screen.findByRole('dialog', { name: translate('tasks.drawer.label') });
const shown = () => ({ path: location.pathname, query: Object.fromEntries(new URLSearchParams(location.search)) });
const inBar = async (name: string) => waitFor(() => expect(screen.getByTestId('project-name').textContent).toBe(name));

test('[EN-024] a clicked notice selects its project by id and name and opens the task; the address says both', async () => {
  furnish();
  chooseProject({ id: 4, name: '老城中学' });
  app.data('/apis/notice/index', { list: [notice(7, 3)], total: 1, page: 1, size: 20 });
  await userEvent.click(await screen.findByText('任务7等待处理'));
  await within(await drawer()).findByText('任务7');
  expect(shown()).toEqual({ path: '/file/task/index', query: { id: '7', project_id: '3' } });
  expect(useAppState.getState().project).toMatchObject({ id: 3, name: '滨江门诊楼' });
  await inBar('滨江门诊楼');
  // The list behind the drawer shows only the tasks of that project, before and after the drawer closes.
  await waitFor(() => expect(screen.queryByText('任务9')).toBeNull());
  await userEvent.click(within(await drawer()).getByRole('button', { name: translate('common.close') }));
  await waitFor(() => expect(shown()).toEqual({ path: '/file/task/index', query: { project_id: '3' } }));
  expect(screen.queryByText('任务9')).toBeNull();
  await screen.findByText('任务7');
});

test('an address with the task alone gets the project of that task, whichever was open, and back leads out', async () => {
  furnish();
  app.data('/apis/notice/index', { list: [], total: 0 });
  chooseProject({ id: 4, name: '老城中学' });
  app.open('/file/task/index?id=7');
  await within(await drawer()).findByText('任务7');
  expect(shown().query).toEqual({ id: '7', project_id: '3' });
  await inBar('滨江门诊楼');
  await waitFor(() => expect(screen.queryByText('任务9')).toBeNull());
  history.back();
  await waitFor(() => expect(shown().path).toBe('/notice'));
});

test('an address without anything gets the project that was open; the menu leads on with it', async () => {
  furnish();
  chooseProject({ id: 4, name: '老城中学' });
  app.open('/file/task/index');
  await screen.findByText('任务9');
  expect(shown().query).toEqual({ project_id: '4' });
  const files = await screen.findByRole('link', { name: translate('shell.groups.files') });
  expect(files.getAttribute('href')).toBe('/file/index?project_id=4');
});

test('a task that is gone says so over the list of the project that was open', async () => {
  furnish();
  chooseProject({ id: 4, name: '老城中学' });
  app.refuses('/apis/task/info', 1006, '数据不存在');
  app.open('/file/task/index?id=7');
  expect((await within(await drawer()).findByRole('alert')).textContent).toContain('数据不存在');
  expect(shown().query).toEqual({ id: '7', project_id: '4' });
});

test('a new user sees on /home what will appear there, and who adds it', async () => {
  app.data('/apis/fhome/index', {
    today: [],
    waiting: [],
    projects: [],
    totals: { today: 0, waiting: 0, projects: 0 },
  });
  app.open('/home');
  await screen.findByText(translate('home.newcomerText'));
  expect(screen.queryByRole('region', { name: translate('home.first.title') })).toBeNull();
});
