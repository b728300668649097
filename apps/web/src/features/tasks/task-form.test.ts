import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useAppState } from '../../lib/app-state.ts';
import { translate, type TextKey } from '../../lib/i18n.ts';
import { allowed, PERSON, projectInfo, taskPage, type TaskPage } from '../../testing/samples.ts';
import { choose } from '../../testing/page-acts.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [{ action: 'home-Task-add' }] } });
}, 60_000);
beforeEach(() => {
  useAppState.setState({ device: 'desktop', sidebarOpen: true });
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  const state = { id: 7, version: 5, status: 'not_started', review_status: 'not_reviewed', label: 'not_started' };
  for (const path of ['add', 'edit']) app.data(`/apis/task/${path}`, state);
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const sent = (path: string) => app.wire.seen.filter(({ url }) => url.startsWith(path));
const button = (key: TextKey) => screen.queryByRole('button', { name: translate(key) });
const draft = (special: Partial<TaskPage> = {}): TaskPage =>
  taskPage({
    id: 7,
    title: '平面图',
    status: 'not_started',
    published_at: null,
    stages: [
      {
        position: 1,
        name: '校对',
        sign_mode: 'any',
        days: null,
        executors: [PERSON],
        allow_transfer: true,
        reject_to: 'starter',
        cc: [],
        separate: false,
        straight: false,
      },
    ],
    can: [allowed('edit'), allowed('publish')],
    ...special,
  });
async function open(task: TaskPage): Promise<void> {
  app.data('/apis/task/info', task);
  app.open('/file/task/addEdit?project_id=3&id=7');
  await screen.findByLabelText(translate('tasks.field.title'));
}
async function lastEdit(times: number): Promise<URLSearchParams> {
  await waitFor(() => expect(sent('/apis/task/edit')).toHaveLength(times));
  await screen.findByRole('dialog', { name: translate('tasks.drawer.label') });
  return new URLSearchParams(sent('/apis/task/edit').at(-1)?.body);
}

test('a new task is published by one button and kept as a draft by another, and no switch changes what they do', async () => {
  app.open('/file/task/addEdit?project_id=3');
  await screen.findByRole('button', { name: translate('tasks.form.publish') });
  expect(button('tasks.form.saveDraft')).not.toBeNull();
  expect(button('common.save')).toBeNull();
  const switches = screen.getAllByRole('switch').map((at) => at.getAttribute('aria-label'));
  expect(switches).toEqual([translate('tasks.field.needs_confirmation')]);
});

const click = (key: TextKey) => userEvent.click(button(key) as HTMLElement);
test.each<[string, () => Promise<void>, string | null]>([
  ['the draft button keeps a draft', () => click('tasks.form.saveDraft'), null],
  ['the publish button publishes it by the same call', () => click('tasks.form.publish'), 'true'],
  [
    'Enter does what the main button says',
    () => userEvent.type(screen.getByLabelText(translate('tasks.field.title')), '{Enter}'),
    'true',
  ],
])('of a saved draft %s', async (_what, press, publish) => {
  const before = sent('/apis/task/edit').length;
  await open(draft());
  await press();
  expect((await lastEdit(before + 1)).get('publish')).toBe(publish);
});

test('a refused draft does not turn the next Enter into another draft', async () => {
  await open(draft());
  const title = screen.getByLabelText(translate('tasks.field.title'));
  const before = sent('/apis/task/edit').length;
  await userEvent.clear(title);
  await userEvent.click(button('tasks.form.saveDraft') as HTMLElement);
  await waitFor(() => expect(title.closest('.ant-form-item')?.textContent).toContain(translate('validation.required')));
  await userEvent.type(title, '首层平面图{Enter}');
  expect((await lastEdit(before + 1)).get('publish')).toBe('true');
});

test.each<[string, Partial<TaskPage>, TextKey]>([
  ['a published task', { status: 'in_progress', published_at: '2026-03-01 09:00:00' }, 'common.save'],
  ['a draft of somebody who may not publish', { can: [allowed('edit')] }, 'tasks.form.saveDraft'],
])('%s offers one plain save', async (_what, special, label) => {
  const before = sent('/apis/task/edit').length;
  await open(draft(special));
  const labels = ['common.save', 'tasks.form.saveDraft', 'tasks.form.publish'] as const;
  expect(labels.filter((key) => button(key) !== null)).toEqual([label]);
  await userEvent.click(button(label) as HTMLElement);
  expect((await lastEdit(before + 1)).get('publish')).toBeNull();
});

test('[VA-005] a task that the server wants a stage of keeps its form, with the words', async () => {
  const words = '请至少添加一个审核节点';
  app.says('/apis/task/edit', () => ({ body: { code: 1001, msg: words, data: { field: 'stages' } } }));
  await open(draft());
  await userEvent.click(button('tasks.form.saveDraft') as HTMLElement);
  const told = await screen.findByText(words);
  expect(within(document.querySelector('main .form-page') as HTMLElement).getByText(words)).toBe(told);
  expect(screen.getByLabelText<HTMLInputElement>(translate('tasks.field.title')).value).toBe('平面图');
  expect(location.pathname).toBe('/file/task/addEdit');
});

test('a new task takes stages and copies of a process template; a former colleague is left out', async () => {
  const own = { role: null, by_profession: false, conditions: [], cc: [], separate: false, straight: false };
  const stage = { sign_mode: 'any', days: null, allow_transfer: true, reject_to: 'starter', ...own };
  const colleague = { id: 8, name: '陈经理' };
  const template = {
    id: 5,
    name: '五级校审',
    kind: 'task',
    enabled: true,
    is_default: false,
    sort: 0,
    conditions: [],
    version: 1,
    updated_at: '2026-11-20 09:00:00',
  };
  const stages = [
    { ...stage, name: '校对', executor_rule: 'users', executors: [{ ...colleague, active: true }] },
    { ...stage, name: '审定', executor_rule: 'users', executors: [{ id: 9, name: '已离职', active: false }] },
    { ...stage, name: '专业负责人', executor_rule: 'chosen', executors: [] },
  ];
  const row = { ...template, stages: stages.map(({ name, executor_rule, days }) => ({ name, executor_rule, days })) };
  app.data('/apis/process/index', { list: [row], total: 1 });
  app.data('/apis/process/info', { ...template, cc: [colleague], stages, created_at: '2026-11-20 09:00:00' });
  const found = (position: number, name: string, more: object) => ({
    position,
    name,
    people: [],
    left: [],
    cc: [],
    cc_left: [],
    omitted: false,
    red: false,
    ...more,
  });
  app.data('/apis/process/testRun', {
    ok: false,
    cc_ids: [colleague.id],
    stages: [
      found(1, '校对', { people: [{ ...colleague, reason: 'named' }] }),
      found(2, '审定', { left: [{ id: 9, name: '已离职', why: 'inactive' }], red: true }),
      found(3, '专业负责人', { red: true }),
    ],
  });
  app.open('/file/task/addEdit?project_id=3');
  await choose(await screen.findByRole('combobox', { name: translate('templates.use') }), '五级校审');
  const groups = () => screen.queryAllByRole('group', { name: /^节点/ });
  await waitFor(() => expect(groups()).toHaveLength(3));
  const nameIn = (group: HTMLElement) =>
    within(group).getByLabelText<HTMLInputElement>(translate('tasks.form.stageName')).value;
  expect(groups().map(nameIn)).toEqual(['校对', '审定', '专业负责人']);
  await userEvent.click(await screen.findByRole('button', { name: translate('common.undo') }));
  await waitFor(() => expect(groups()).toHaveLength(1));
  await choose(screen.getByRole('combobox', { name: translate('templates.use') }), '五级校审');
  await waitFor(() => expect(groups()).toHaveLength(3));
  await userEvent.type(screen.getByLabelText(translate('tasks.field.title')), '首层平面图');
  await userEvent.click(await screen.findByRole('button', { name: translate('tasks.form.saveDraft') }));
  // The stages without people are asked for, and the input stays.
  expect(await screen.findAllByText(translate('validation.required'))).not.toHaveLength(0);
  expect(sent('/apis/task/add')).toHaveLength(0);
  expect(groups().map(nameIn)).toEqual(['校对', '审定', '专业负责人']);
  await userEvent.click(screen.getByRole('button', { name: translate('common.cancel') }));
  await userEvent.click(await screen.findByRole('button', { name: translate('common.leave') }));
  // The address changes before the form is gone.
  await waitFor(() => expect(document.querySelector('.form-page')).toBeNull());
});
