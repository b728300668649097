import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { NonProjectInfo, NonProjectRow } from '@prdm/contract/projects/non-projects';
import { translate } from '../lib/i18n.ts';
import { listOf, projectInfo, projectMember, projectRow } from '../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';
import { writeDraft } from '../ui/form/drafts.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, roles: { role: 'superAdmin', access: [] } });
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

const can = { edit: true, member: true, close: true, reopen: false, del: true };
const row = (special: Partial<NonProjectRow> & { id: number; name: string }): NonProjectRow => ({
  number: `F2026-00${special.id}`,
  kind: 'bid',
  status: 'open',
  manager_id: 8,
  manager_name: '钱主任',
  manager_thumb: '',
  department_id: null,
  department_name: '经营部',
  start: '2026-11-01',
  end: '2026-12-01',
  member_count: 4,
  created_at: '2026-11-01 09:00:00',
  closed_at: null,
  closed_by_name: '',
  version: 3,
  can,
  ...special,
});
const info = (special: Partial<NonProjectInfo> = {}): NonProjectInfo => ({
  ...row({ id: 7, name: '体育馆投标' }),
  total_hours: 120.5,
  description: '含模型与文本',
  created_by: 8,
  created_by_name: '钱主任',
  updated_at: '2026-11-01 09:00:00',
  ...special,
});
const sentTo = (path: string) => app.wire.seen.filter(({ url }) => url.startsWith(path));

test('the list stands beside the projects as a tab, with states and kinds of its own', async () => {
  app.data('/apis/project/index', listOf([projectRow({ id: 1, name: '滨江门诊楼' })]));
  app.says('/apis/non_project/index', ({ url }) => {
    const state = new URLSearchParams(url.split('?')[1]).get('state') ?? 'open';
    const list =
      state === 'open' ? [row({ id: 7, name: '体育馆投标' })] : [row({ id: 6, name: '旧年会', status: 'closed' })];
    return { body: { code: 0, msg: '', data: listOf(list) } };
  });
  app.open('/project/index');
  await screen.findByText('滨江门诊楼');
  await userEvent.click(screen.getByRole('link', { name: translate('non-projects.tabs.nonProjects') }));
  await screen.findByText('体育馆投标');
  for (const text of ['F2026-007', translate('non-projects.kind.bid'), '钱主任']) await screen.findByText(text);
  expect(screen.queryByText('滨江门诊楼')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: translate('non-projects.status.closed') }));
  await screen.findByText('旧年会');
  await waitFor(() => expect(screen.queryByText('体育馆投标')).toBeNull());
});

test('[R-020] the form of a new non-project refuses wrong fields where they stand and keeps the typed values', async () => {
  writeDraft('nonProject.add', { name: '年会', kind: null, start: '2026-12-02', end: '2026-12-01', total_hours: '-1' });
  app.open('/nonProject/add');
  await userEvent.click(await screen.findByRole('button', { name: translate('non-projects.form.create') }));
  const told = (name: string) => document.querySelector(`#${name}`)?.closest('.ant-form-item')?.textContent ?? '';
  await waitFor(() => expect(told('kind')).toContain(translate('validation.required')));
  await waitFor(() => expect(told('total_hours')).toMatch(/不能小于 0/));
  expect(sentTo('/apis/non_project/add')).toHaveLength(0);
  expect(document.querySelector<HTMLInputElement>('#name')?.value).toBe('年会');
});

test('a refusal of the server shows at its field, and the form stays', async () => {
  const msg = translate('non-projects.colleaguesOnly');
  app.says('/apis/non_project/add', () => ({ body: { code: 1001, msg, data: { field: 'manager_id' } } }));
  writeDraft('nonProject.add', { name: '年会', kind: 'administration', manager_id: 8 });
  app.open('/nonProject/add');
  await userEvent.click(await screen.findByRole('button', { name: translate('non-projects.form.create') }));
  await screen.findByText(msg);
  expect(sentTo('/apis/non_project/add')).toHaveLength(1);
  expect(document.querySelector<HTMLInputElement>('#name')?.value).toBe('年会');
});

test('[R-020] the detail shows the fields, and the actions that the reader may do', async () => {
  app.data('/apis/non_project/info', info());
  app.open('/nonProject/detail?id=7');
  await screen.findByRole('heading', { name: '体育馆投标' });
  for (const text of ['F2026-007', '含模型与文本', '经营部']) await screen.findByText(text);
  expect(screen.getByText('2026-11-01 – 2026-12-01')).toBeTruthy();
  expect(screen.getByRole('button', { name: translate('non-projects.act.close') })).toBeTruthy();
  expect(screen.queryByRole('button', { name: translate('non-projects.act.reopen') })).toBeNull();
});

test('a closed one says who closed it, and offers only the reopening', async () => {
  const closed = { edit: false, member: false, close: false, reopen: true, del: false };
  app.data(
    '/apis/non_project/info',
    info({ status: 'closed', closed_at: '2026-11-20 10:00:00', closed_by_name: '孙工', can: closed }),
  );
  app.open('/nonProject/detail?id=7');
  await screen.findByText(translate('non-projects.detail.closedNote', { at: '2026-11-20', name: '孙工' }));
  expect(screen.queryByRole('link', { name: translate('common.edit') })).toBeNull();
  app.data('/apis/non_project/reopen', null);
  await userEvent.click(screen.getByRole('button', { name: translate('non-projects.act.reopen') }));
  await waitFor(() => expect(sentTo('/apis/non_project/reopen')).toHaveLength(1));
});

test('the list of members speaks of the non-project, not of a project', async () => {
  const manager = projectMember({ user_id: 8, name: '钱主任', is_manager: true });
  app.data('/apis/non_project/info', info());
  app.data('/apis/project/members', listOf([manager, projectMember({ user_id: 9, name: '韩工' })]));
  app.open('/nonProject/detail?id=7&tab=members');
  await userEvent.click(await screen.findByRole('button', { name: /钱主任/ }));
  await screen.findByText(translate('non-projects.members.managerStays'));
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: /韩工/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: translate('projects.members.changeRoles') }));
  await screen.findByText(translate('non-projects.members.noRoleText'));
});

test('the address of a project leads on to the page of a non-project', async () => {
  app.data('/apis/project/info', projectInfo({ id: 7, name: '体育馆投标', is_project: false, status: 'open' }));
  app.data('/apis/non_project/info', info());
  app.open('/project/detail?id=7');
  await screen.findByText('含模型与文本');
});

test('the form of a task in a non-project has neither stage nor discipline', async () => {
  app.data(
    '/apis/project/info',
    projectInfo({ id: 7, name: '体育馆投标', is_project: false, status: 'open', stage_id: null }),
  );
  app.open('/file/task/addEdit?project_id=7');
  await screen.findByLabelText(translate('tasks.field.title'));
  await waitFor(() => expect(document.querySelector('#stage_id')).toBeNull());
  expect(document.querySelector('#profession_id')).toBeNull();
});
