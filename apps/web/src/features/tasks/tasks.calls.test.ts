import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useAppState } from '../../lib/app-state.ts';
import { translate } from '../../lib/i18n.ts';
import { allowed, PERSON, projectInfo, taskPage, type TaskPage } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [] } });
}, 60_000);
beforeEach(() => useAppState.setState({ device: 'desktop', sidebarOpen: true }));
afterEach(() => app.leave());
afterAll(() => app.stop());

const task = taskPage({ id: 7, title: '三层平面图', can: [allowed('start'), allowed('notPass')] });

const last = (path: string) => app.wire.seen.findLast(({ url }) => url.split('?')[0] === path);
const drawer = () => screen.findByRole('dialog', { name: translate('tasks.drawer.label') });

test('calls with a task name the project whose page it stands on', async () => {
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  app.data('/apis/task/info', task);
  app.data('/apis/task/start', {
    id: 7,
    version: 5,
    status: 'in_progress',
    review_status: 'not_reviewed',
    label: 'in_progress',
  });
  app.open('/file/task/index?project_id=3&id=7');
  await within(await drawer()).findByText('三层平面图');
  expect(last('/apis/task/info')?.url).toContain('project_id=3');

  const seen = { project_id: '3', id: '7', version: '4' };
  const sent = (path: string) => Object.fromEntries(new URLSearchParams(last(path)?.body ?? ''));
  await userEvent.click(within(await drawer()).getByRole('button', { name: translate('tasks.action.start') }));
  await waitFor(() => expect(sent('/apis/task/start')).toEqual(seen));
  await userEvent.click(within(await drawer()).getByRole('button', { name: translate('tasks.action.notPass') }));
  const dialog = within(await screen.findByRole('dialog', { name: translate('tasks.action.notPass') }));
  await userEvent.type(dialog.getByRole('textbox'), '缺尺寸');
  app.refuses('/apis/task/notPass', 1006, '数据不存在');
  await userEvent.click(dialog.getByRole('button', { name: translate('tasks.action.notPass') }));
  await waitFor(() => expect(sent('/apis/task/notPass')).toEqual({ ...seen, reason: '缺尺寸' }));
  // The refusal about a missing task keeps the user in the project.
  await dialog.findByText('数据不存在');
  expect(location.pathname).toBe('/file/task/index');
  await userEvent.click(dialog.getByRole('button', { name: translate('common.cancel') }));
});

test('a transfer asks for one of several executors; an executor without more rights transfers the own work', async () => {
  const executors = [PERSON, { id: 9, name: '李设计', thumb: '' }];
  const opened = async (more: Partial<TaskPage>) => {
    app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
    app.data('/apis/task/info', { ...task, executors, can: [allowed('transfer')], ...more });
    app.open('/file/task/index?project_id=3&id=7');
    await within(await drawer()).findByText('三层平面图');
    await userEvent.click(within(await drawer()).getByRole('button', { name: translate('common.more') }));
    await userEvent.click(await screen.findByRole('menuitem', { name: translate('tasks.action.transfer') }));
    return within(await screen.findByRole('dialog', { name: translate('tasks.action.transfer') }));
  };
  const whose = translate('tasks.field.from_id');
  const dialog = await opened({ transfer_from: [8, 9] });
  expect(dialog.getByLabelText(whose)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: translate('tasks.action.transfer') }));
  await dialog.findByText(translate('tasks.transferWhose'));
  expect(last('/apis/task/transfer')).toBeUndefined();
  await userEvent.click(dialog.getByLabelText(whose));
  await userEvent.click(await screen.findByText('李设计', { selector: '.ant-select-item-option-content' }));
  await waitFor(() => expect(dialog.queryByText(translate('tasks.transferWhose'))).toBeNull());
  await userEvent.click(dialog.getByRole('button', { name: translate('common.cancel') }));

  await app.leave();
  const own = await opened({ executors: [{ id: ME.id, name: '张三', thumb: '' }, PERSON], transfer_from: [ME.id] });
  expect(own.getByLabelText(translate('tasks.field.target_id'))).toBeTruthy();
  expect(own.queryByLabelText(whose)).toBeNull();
  await userEvent.click(own.getByRole('button', { name: translate('common.cancel') }));
});
