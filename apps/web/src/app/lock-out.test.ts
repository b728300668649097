import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import type { profile } from '@prdm/contract/me';
import { useAppState } from '../lib/app-state.ts';
import { setLanguage, translate } from '../lib/i18n.ts';
import { storeToken, useSession } from '../lib/session/session.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { listOf, projectInfo, projectRow } from '../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

/* Only the call of the page in the address may lead to an error page. */
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, roles: { role: 'superAdmin', access: [] } });
}, 60_000);
afterEach(async () => {
  useAppState.setState({ project: null });
  localStorage.removeItem('project');
  await app.leave();
  await setLanguage('zh');
});
afterAll(() => app.stop());

/** Calls of project pages, and background calls of every page in the shell. */
const OF_PROJECTS = ['project/info', 'project/members', 'task/index', 'task/info', 'folder/index', 'file/index'];
const BEHIND = ['review/counts', 'project/statistics', 'task/statistics', 'user/tree', 'stage/index'];
const OWN: z.output<typeof profile.output> = {
  id: ME.id,
  account: ME.account,
  name: '张三',
  thumb: '',
  phone: '',
  email: '',
  employee_no: '',
  department_name: '',
  position_name: '',
  profession_name: '',
  entry_date: null,
  roles: [],
  version: 1,
  enterprise_name: ME.enterprise_name,
  pending_email: '',
};
const settles = () => waitFor(() => expect(queryClient.isFetching()).toBe(0));

test.each([
  [444, '您不在该项目中'],
  [443, '项目已归档，无法访问'],
])('an address of a closed project (%i) is refused, not kept, and every other page opens', async (code, msg) => {
  for (const path of OF_PROJECTS) app.refuses(`/apis/${path}`, code, msg);
  app.open('/file/task/index?project_id=12&id=1');
  await waitFor(() => expect(location.pathname).toBe(`/${code}`));
  expect(useAppState.getState().project).toBeNull();
  expect(localStorage.getItem('project')).toBeNull();
  const totals = { today: 0, waiting: 0, projects: 1 };
  const line = { id: 3, name: '滨江门诊楼', open: 1, overdue: 0, finished: 0, next_deadline: null };
  app.data('/apis/fhome/index', { totals, today: [], waiting: [], projects: [line] });
  app.data('/apis/pub/profile', OWN);
  for (const path of BEHIND) app.refuses(`/apis/${path}`, code, msg);
  for (const page of ['/home', '/notice', '/project/index', '/profile']) {
    app.open(page);
    await waitFor(() => expect(location.pathname).toBe(page));
    await settles();
    expect(location.pathname, page).toBe(page);
  }
});

test('a project that was opened before is forgotten when the server closes it, and locks no user out', async () => {
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  app.open('/project/detail?id=3&tab=members');
  await screen.findByRole('heading', { name: '滨江门诊楼' });
  expect(useAppState.getState().project).toMatchObject({ id: 3, name: '滨江门诊楼' });
  app.refuses('/apis/project/info', 444, '您已被移出该项目');
  app.push({ type: 'project', id: 3, project_id: 3 });
  await waitFor(() => expect(location.pathname).toBe('/444'));
  expect(useAppState.getState().project).toBeNull();
  app.open('/file/index');
  await waitFor(() => expect(location.pathname).toBe('/home'));
});

test('a project that the address names is kept, and named in the top bar, once the server has confirmed it', async () => {
  useAppState.setState({ device: 'desktop', project: { id: 3, name: '滨江门诊楼' } });
  app.data('/apis/project/info', projectInfo({ id: 12, name: '老城中学' }));
  app.open('/file/model/index?project_id=12');
  const named = () => screen.getByTestId('project-name');
  await waitFor(() => expect(named().textContent).toBe('老城中学'));
  expect(named().getAttribute('href')).toBe('/project/detail?id=12');
  expect(useAppState.getState().project).toMatchObject({ id: 12, name: '老城中学' });
});

test('a refused call of the shell for another project keeps the page; the name stays empty', async () => {
  useAppState.setState({ project: { id: 3, name: '滨江门诊楼' } });
  app.refuses('/apis/project/info', 404, '数据不存在');
  app.open('/file/model/index?project_id=12');
  await settles();
  expect(screen.queryByTestId('project-name')).toBeNull();
  expect(location.pathname).toBe('/file/model/index');
  expect(useAppState.getState().project).toMatchObject({ id: 3, name: '滨江门诊楼' });
});

test('[ER-003] a bell that is refused, with whatever code, shows nothing and leads nowhere', async () => {
  app.open('/project/index');
  // The page of notices shows a refusal of the same call, so it must be gone first.
  await waitFor(() => expect(document.title).not.toContain(translate('shell.titles.notice')));
  await screen.findByRole('button', { name: /^通知/ });
  for (const code of [404, 403, 410, 444, 443]) {
    app.refuses('/apis/notice/index', code, `说了 ${code}`);
    await queryClient.invalidateQueries({ queryKey: ['notice'] });
    await settles();
    expect(location.pathname).toBe('/project/index');
    expect(screen.queryByText(`说了 ${code}`)).toBeNull();
  }
});

test('[ER-013] a denied page and a denied call say "no access permission", the call in its place', async () => {
  const row = projectRow({ id: 1, name: '老城中学', status: 'archived', archived_at: '2026-05-01 09:00:00' });
  app.data('/apis/project/index', listOf([{ ...row, can: { ...row.can, unarchive: true } }]));
  app.open('/project/index?state=archived');
  await screen.findByText('老城中学');
  app.refuses('/apis/project/unarchive', 1005, translate('codes.1005'));
  await userEvent.click(screen.getByRole('button', { name: new RegExp(translate('projects.archive.undo')) }));
  await screen.findByText(/暂无访问权限/);
  expect(location.pathname).toBe('/project/index');

  app.refuses('/apis/project/info', 403, '暂无访问权限');
  app.open('/project/detail?id=3');
  await waitFor(() => expect(location.pathname).toBe('/403'));
  expect(await screen.findByRole('heading', { name: '暂无访问权限' })).toBeTruthy();
});

test.each([404, 403, 410, 444, 443])(
  'error page %i has ways to home, to the projects and to sign-out',
  async (code) => {
    app.open(`/${code}`);
    const way = async (words: string) => (await screen.findByRole('link', { name: words })).getAttribute('href');
    expect(await way(translate('errors.toHome'))).toBe('/');
    expect(await way(translate('errors.toProjects'))).toBe('/project/index');
    const { me } = useSession.getState();
    app.data('/apis/pub/logout', null);
    const gone = vi.spyOn(location, 'assign').mockReturnValue(undefined);
    await userEvent.click(screen.getByRole('button', { name: translate('shell.user.signOut') }));
    await waitFor(() => expect(gone).toHaveBeenCalledWith('/'), { timeout: 5000 });
    expect(localStorage.getItem('token')).toBeNull();
    gone.mockRestore();
    storeToken('T1');
    useSession.setState({ me });
  },
);
