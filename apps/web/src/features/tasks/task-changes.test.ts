import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CODES } from '@prdm/contract/codes';
import { useAppState } from '../../lib/app-state.ts';
import { translate } from '../../lib/i18n.ts';
import { choose, dialog, fill, hasRow, ok, posted, queryOf, refusal, rowOf } from '../../testing/page-acts.ts';
import { allowed, listOf, PERSON, projectInfo, taskPage, taskRow, type TaskPage } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';
import { dropDraft, readDraft, writeDraft } from '../../ui/form/drafts.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, project_access: { 3: [{ action: 'home-Task-add' }], 4: [] } });
}, 60_000);
beforeEach(() => {
  useAppState.setState({ device: 'desktop', sidebarOpen: true });
  app.says('/apis/project/info', (call) =>
    ok(projectInfo({ id: Number(queryOf(call).get('project_id')), name: '滨江门诊楼' })),
  );
  app.data('/apis/project/members', listOf([member]));
  app.data('/apis/config/stage/index', listOf([{ id: 1, name: '方案设计', code: 'concept', sort: 1 }]));
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const member = {
  user_id: PERSON.id,
  name: PERSON.name,
  thumb: '',
  account: 'chen',
  status: 'active' as const,
  is_manager: false,
  version: 1,
  department_name: '',
  position_name: '',
  joined_at: '2026-03-01 09:00:00',
  firm: '',
  ends_on: null,
  roles: [],
};
const state = {
  id: 7,
  number: '2026-001-007',
  version: 5,
  status: 'unprocessed',
  review_status: 'not_reviewed',
  label: 'unprocessed',
};
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const problemOf = (at: HTMLElement) =>
  at.closest('.ant-form-item')?.querySelector('.ant-form-item-explain-error')?.textContent ?? '';
const drawer = () => dialog('任务详情');
const starting = taskPage({ id: 7, title: '楼梯详图', can: [allowed('start')] });

const newStage = {
  name: '校对',
  sign_mode: 'any',
  executor_ids: [PERSON.id],
  allow_transfer: true,
  reject_to: 'starter',
};
/** Opens the form of a new task with a draft in it, which is faster than typing. */
async function openForm(title: string, stages = [newStage]): Promise<void> {
  writeDraft('task-3', { title, stage_id: 1, priority: 'normal', needs_confirmation: true, stages });
  app.open('/file/task/addEdit?project_id=3');
  await waitFor(async () => expect((await field('任务名称')).value).toBe(title));
}

test('[VA-007] invalid figures show an error at their field, and nothing is sent', async () => {
  await openForm('四层平面图');
  const publish = await button('发布');
  const number = '请填写数字';
  for (const [label, wrong] of [
    [
      '所需工时',
      [
        ['-3', '不能小于 0'],
        ['abc', number],
        ['1.3', translate('tasks.halfHours')],
        ['1e3', number],
      ],
    ],
    [
      '执行天数',
      [
        ['-3', '不能小于 0'],
        ['abc', number],
        ['3651', '不能大于 3650'],
      ],
    ],
  ] as const) {
    const figure = await field(label);
    for (const [text, words] of wrong) {
      fill(figure, text);
      await waitFor(() => expect(problemOf(figure), `${label} ${text}`).toBe(words));
      expect(figure.value).toBe(text);
    }
    fireEvent.click(publish);
    await waitFor(() => expect(document.activeElement).toBe(figure));
    fill(figure, '');
    await waitFor(() => expect(problemOf(figure)).toBe(''));
  }
  expect(posted(app, '/apis/task/add')).toEqual([]);
  fill(await field('所需工时'), '1.5');
  fill(await field('执行天数'), '1.3');
  app.data('/apis/task/add', state);
  app.data('/apis/task/info', taskPage({ id: 7, title: '四层平面图' }));
  fireEvent.click(publish);
  await drawer();
  const [sent, ...more] = posted(app, '/apis/task/add');
  expect([sent?.get('required_hours'), sent?.get('stages[0][days]'), more]).toEqual(['1.5', '1.3', []]);
}, 60_000);

/** As the browser reports the state of the network. */
function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

test('without a network a new task waits and the bar shows it; it is sent once when the network is back', async () => {
  await openForm('五层平面图');
  app.data('/apis/task/add', state);
  app.data('/apis/task/info', taskPage({ id: 7, title: '五层平面图' }));
  const before = posted(app, '/apis/task/add').length;
  setOnline(false);
  const bar = () => document.querySelector('.offline-bar')?.textContent ?? '';
  await waitFor(() => expect(bar()).toContain('会在网络恢复后发送'));
  await userEvent.click(await button('发布'));
  await waitFor(() => expect(bar()).toContain('1 项修改正在等待'));
  expect(posted(app, '/apis/task/add')).toHaveLength(before);
  setOnline(true);
  await (await drawer()).findByText('五层平面图');
  expect(bar()).toBe('');
  expect(posted(app, '/apis/task/add')).toHaveLength(before + 1);
});

test('a task that another user deletes while it is open: its drawer shows it, the list drops it, the page stays', async () => {
  let list = [taskRow({ id: 7, title: '楼梯详图' }), taskRow({ id: 9, title: '门窗详图' })];
  app.says('/apis/task/index', () => ok(listOf(list)));
  app.data('/apis/task/info', starting);
  app.open('/file/task/index?project_id=3');
  await userEvent.click(await rowOf('楼梯详图'));
  const start = await (await drawer()).findByRole('button', { name: '开始处理' });
  // No push arrives, as on a slow connection.
  list = list.filter(({ id }) => id !== 7);
  for (const path of ['info', 'start']) app.refuses(`/apis/task/${path}`, CODES.notFound, '数据不存在');
  await userEvent.click(start);
  expect((await (await drawer()).findByRole('alert')).textContent).toContain('数据不存在');
  await waitFor(() => expect(document.querySelector('.toast')).not.toBeNull());
  expect((await drawer()).queryByRole('button', { name: '开始处理' })).toBeNull();
  await waitFor(() => expect(hasRow('楼梯详图')).toBe(false));
  expect(hasRow('门窗详图')).toBe(true);
  expect(location.pathname).toBe('/file/task/index');
});

test('two quick clicks start a task once, and no error shows', async () => {
  app.data('/apis/task/info', starting);
  let starts = 0;
  app.says('/apis/task/start', () => {
    starts += 1;
    if (starts > 1) return refusal(CODES.conflict, '数据已被他人修改');
    app.data('/apis/task/info', { ...starting, status: 'in_progress', label: 'in_progress', can: [allowed('submit')] });
    return ok({ ...state, status: 'in_progress', label: 'in_progress' });
  });
  app.open('/file/task/index?project_id=3&id=7');
  const start = await (await drawer()).findByRole('button', { name: '开始处理' });
  act(() => {
    start.click();
    start.click();
  });
  await (await drawer()).findByRole('button', { name: '提交' });
  expect(starts).toBe(1);
  expect(screen.queryByText('数据已被他人修改')).toBeNull();
});

test('an address opens the dialog of the submission, which names the next reviewer and keeps the note', async () => {
  const mine = { ...starting, status: 'in_progress' as const, label: 'in_progress' as const, can: [allowed('submit')] };
  app.data('/apis/task/info', { ...mine, stages: [planned(1)] });
  app.open('/file/task/index?project_id=3&id=7&act=submit');
  const asked = await dialog('提交');
  asked.getByText(`“${starting.title}”提交后进入“节点1”，由${PERSON.name}审核`);
  await userEvent.type(asked.getByLabelText(translate('tasks.field.annotation')), '已按意见修改');
  expect(readDraft('task-submit-7')).toMatchObject({ annotation: '已按意见修改' });
  await userEvent.click(asked.getByRole('button', { name: translate('common.cancel') }));
  await waitFor(() => expect(new URLSearchParams(location.search).get('act')).toBeNull());
  expect(new URLSearchParams(location.search).get('id')).toBe('7');
  dropDraft('task-submit-7');
});

const planned = (position: number, special: Partial<TaskPage['stages'][number]> = {}): TaskPage['stages'][number] => ({
  position,
  name: `节点${position}`,
  sign_mode: 'any',
  days: position + 1,
  executors: [PERSON],
  allow_transfer: true,
  reject_to: 'starter',
  cc: [],
  separate: false,
  straight: false,
  ...special,
});
const editable = taskPage({
  id: 7,
  title: '首层平面图',
  can: [allowed('edit')],
  stages: [planned(1, { allow_transfer: false }), planned(2, { reject_to: 'previous' })],
});

test('planned stages show their days, and an edit keeps what each of them permits', async () => {
  app.data('/apis/task/info', editable);
  app.data('/apis/task/edit', state);
  app.open('/file/task/index?project_id=3&id=7');
  const stages = await (await drawer()).findByRole('list', { name: '审核节点' });
  expect(stages.textContent).toContain('3 天');
  app.open('/file/task/addEdit?project_id=3&id=7');
  fill(await field('任务名称'), '二层平面图');
  // An edit leaves out the stages that nobody changed.
  fill((await screen.findAllByLabelText('执行天数'))[0] as HTMLElement, '4');
  await userEvent.click(await button(/保存$/));
  await drawer();
  const sent = posted(app, '/apis/task/edit').at(-1);
  expect(sent?.get('title')).toBe('二层平面图');
  const kept = ['days', 'allow_transfer', 'reject_to'].map((name) =>
    [0, 1].map((n) => sent?.get(`stages[${n}][${name}]`)),
  );
  expect(kept).toEqual([
    ['4', '3'],
    ['false', 'true'],
    ['starter', 'previous'],
  ]);
});

test('a new task sends what each of its stages permits', async () => {
  await openForm('三层平面图', [newStage, { ...newStage, name: '审核' }]);
  const second = within(await screen.findByRole('group', { name: '节点 2' }));
  await userEvent.click(within(screen.getByRole('group', { name: '节点 1' })).getByLabelText('允许转交'));
  await choose(second.getByLabelText('不通过时可退回'), '发起人或上一节点');
  app.data('/apis/task/add', state);
  app.data('/apis/task/info', editable);
  const before = posted(app, '/apis/task/add').length;
  await userEvent.click(await button('存为草稿'));
  await drawer();
  const sent = posted(app, '/apis/task/add').slice(before);
  expect(sent).toHaveLength(1);
  const kept = ['allow_transfer', 'reject_to'].map((name) => [0, 1].map((n) => sent[0]?.get(`stages[${n}][${name}]`)));
  expect(kept).toEqual([
    ['false', 'true'],
    ['starter', 'previous'],
  ]);
});

test('a user without the right to add or edit sees why, and an edit has the stars of a new task', async () => {
  app.data('/apis/task/info', { ...editable, can: [{ action: 'edit', allowed: false, why: null }] });
  app.open('/file/task/addEdit?project_id=4');
  await screen.findByText('您没有在该项目中新建任务的权限');
  expect(document.querySelector('form')).toBeNull();
  app.open('/file/task/addEdit?project_id=3&id=7');
  await screen.findByText('无法编辑该任务');
  expect(document.querySelector('form')).toBeNull();

  const stars = async () => {
    await field('任务名称');
    return [...document.querySelectorAll('.ant-form-item-required')].map((label) => label.textContent);
  };
  app.data('/apis/task/info', { ...editable, stages: [planned(1)] });
  app.open('/file/task/addEdit?project_id=3');
  const added = await stars();
  expect(added).toEqual(expect.arrayContaining(['任务名称', '项目阶段']));
  await app.leave();
  app.data('/apis/project/info', projectInfo({ id: 3, name: '滨江门诊楼' }));
  app.data('/apis/task/info', { ...editable, stages: [planned(1)] });
  app.open('/file/task/addEdit?project_id=3&id=7');
  await waitFor(async () => expect((await field('任务名称')).value).toBe('首层平面图'));
  expect(await stars()).toEqual(added);
});

test('a new task has the stage of the project and the reviewers of its discipline, and its assignee is reminded', async () => {
  const proofreader = (user_id: number, name: string) => ({
    ...member,
    user_id,
    name,
    roles: [{ id: 4, key: 'proofreader', name: '校对人', profession_id: 2, profession_name: '建筑' }],
  });
  app.data('/apis/project/members', listOf([proofreader(11, '周执行'), proofreader(12, '李校对')]));
  app.data('/apis/config/profession/index', listOf([{ id: 2, name: '建筑', code: 'arch', sort: 1 }]));
  app.data('/apis/task/add', { ...state, status: 'not_started', label: 'not_started' });
  app.data('/apis/task/info', taskPage({ id: 7, title: '首层平面图', can: [allowed('remind')] }));
  app.data('/apis/task/remind', state);
  app.open('/file/task/addEdit?project_id=3');
  fill(await field('任务名称'), '首层平面图');
  await choose(await field('专业'), '建筑');
  const group = () => screen.getByRole('group', { name: '节点 1' }).textContent;
  await waitFor(() => expect(group()).toContain('周执行'));
  expect(group()).toContain('李校对');
  await screen.findByText('审核人按建筑专业的项目角色填入，可以修改。');
  await choose(await field('执行人'), '周执行');
  await waitFor(() => expect(group()).not.toContain('周执行'));
  expect(group()).toContain('李校对');
  const before = posted(app, '/apis/task/add').length;
  await userEvent.click(await button('存为草稿'));
  const shown = await drawer();
  const [sent] = posted(app, '/apis/task/add').slice(before);
  const named = [
    'stage_id',
    'profession_id',
    'executor_ids[0]',
    'stages[0][executor_ids][0]',
    'stages[0][executor_ids][1]',
  ];
  expect(named.map((name) => sent?.get(name) ?? null)).toEqual(['1', '2', '11', '12', null]);
  expect(sent?.get('publish') ?? 'false').toBe('false');

  const remind = await shown.findByRole('button', { name: '催办' });
  app.data('/apis/task/info', taskPage({ id: 7, title: '首层平面图' }));
  await userEvent.click(remind);
  await screen.findByText('已提醒执行人');
  await waitFor(() => expect(shown.queryByRole('button', { name: '催办' })).toBeNull());
}, 60_000);
