import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProjectMember } from '@prdm/contract/projects';
import { statistics, type ProjectFigures, type StatisticsCell } from '@prdm/contract/tasks/statistics';
import { useAppState } from '../../lib/app-state.ts';
import { session, useSession } from '../../lib/session/session.ts';
import { choose, dialog, noDialog, ok, posted, projectOverview, queryOf, rowOf } from '../../testing/page-acts.ts';
import { listOf, PERSON, projectInfo, projectRow, taskRow } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
const BOSS = { ...ME, project_access: { 3: [{ action: 'home-Task-add' }] } };
beforeAll(async () => {
  app = await startWholeApp(BOSS);
}, 60_000);
beforeEach(() => useAppState.setState({ device: 'desktop', sidebarOpen: true }));
afterEach(() => app.leave());
afterAll(() => app.stop());

const [CONCEPT, ARCH] = [
  { id: 1, name: '方案设计' },
  { id: 2, name: '建筑' },
];
const figures = (special: Partial<ProjectFigures> = {}): ProjectFigures => ({
  project_id: 3,
  total: 5,
  finished: 3,
  under_review: 0,
  overdue: 1,
  next_deadline: '2099-01-05 18:00:00',
  ...special,
});
const cell = (profession: StatisticsCell['profession']): StatisticsCell => {
  const { total, finished, under_review, overdue } = figures();
  return { total, finished, under_review, overdue, stage: CONCEPT, profession };
};
const LATE = taskRow({
  id: 1,
  title: '拖了很久的详图',
  deadline: '2026-01-05 18:00:00',
  overdue: true,
  label: 'overdue',
  executors: [{ id: 9, name: '钱经理', thumb: '' }],
});
const LATER = taskRow({ id: 2, title: '以后才到期的平面', deadline: '2099-01-05 18:00:00' });

interface Work {
  readonly total: ProjectFigures;
  readonly cells: StatisticsCell[];
  readonly due: (typeof LATE)[];
}
function furnish(
  { total, cells, due }: Work,
  overview = projectOverview(),
  info = projectInfo({ id: 3, name: '体育馆' }),
): void {
  app.data('/apis/project/info', info);
  app.data('/apis/project/overview', overview);
  app.data(statistics.path, { list: [total], cells });
  app.data('/apis/task/index', listOf(due));
}
const WORKING: Work = { total: figures(), cells: [cell(ARCH)], due: [LATER, LATE] };
const open = () => app.open('/project/detail?id=3');
const figure = (name: string) =>
  waitFor(() => {
    const found = [...document.querySelectorAll('.work-figures a')].find(({ textContent }) =>
      textContent.includes(name),
    );
    if (found === undefined) throw new Error(`no figure ${name}`);
    return found;
  });
const region = (name: string) => screen.findByRole('region', { name });

test('[BU-032] the overview shows progress, members and dates', async () => {
  const dates = { construction_start: '2026-03-01', construction_end: '2028-06-30' };
  const by_role = [{ id: 4, key: 'designer', name: '设计人', members: 1 }];
  const overview = projectOverview({ ...dates, member_count: 2, by_role });
  furnish(WORKING, overview, projectInfo({ id: 3, name: '体育馆', ...dates }));
  open();
  expect((await figure('已完成')).textContent).toContain('3');
  expect((await figure('全部任务')).textContent).toContain('5');
  expect((await figure('最近截止')).textContent).toContain('2099-01-05');
  const people = within(await region('各专业人员'));
  expect(people.getByText('全部成员').parentElement?.textContent).toContain('2');
  expect(people.getByText('设计人').parentElement?.textContent).toContain('1');
  expect((await region('项目信息')).textContent).toContain('2026-03-01 – 2028-06-30');
});

test('the cells of tasks without a discipline link to those tasks', async () => {
  furnish({ ...WORKING, cells: [cell(ARCH), cell(null)] });
  open();
  const row = (await screen.findByText('未分专业')).closest('tr') as HTMLElement;
  await userEvent.click(row.querySelector('a.work-cell') as HTMLElement);
  await waitFor(() => expect(location.pathname).toBe('/file/task/index'));
  await rowOf('拖了很久的详图');
  const { url = '' } = app.wire.seen.filter((call) => call.url.startsWith('/apis/task/index')).at(-1) ?? {};
  expect(Object.fromEntries(queryOf({ url }))).toMatchObject({ project_id: '3', stage_id: '1', profession_id: '0' });
});

test('overdue tasks come before the next ones, with their assignee, and counts update automatically', async () => {
  furnish(WORKING);
  open();
  const due = async () =>
    within(await region('最紧迫的任务'))
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent);
  await waitFor(async () => expect(await due()).toHaveLength(2));
  const [first, second] = await due();
  for (const text of ['拖了很久的详图', '钱经理', '2026-01-05']) expect(first).toContain(text);
  expect(second).toContain('以后才到期的平面');
  furnish({ ...WORKING, total: figures({ finished: 4, overdue: 0 }), due: [LATER] });
  app.push({ type: 'task', id: 1, project_id: 3 });
  await waitFor(async () => expect((await figure('已完成')).textContent).toContain('4'));
  expect((await figure('已逾期')).textContent).toContain('0');
  await waitFor(async () => expect(await due()).toEqual([expect.stringContaining('以后才到期的平面')]));
});

test('a project without tasks shows the first steps, with links for users with the rights', async () => {
  const none: Work = { total: figures({ total: 0, finished: 0, overdue: 0, next_deadline: null }), cells: [], due: [] };
  const can = { edit: true, member: true, archive: true, unarchive: false, transfer: true };
  furnish(none, projectOverview(), projectInfo({ id: 3, name: '新的剧院', member_count: 1, can }));
  open();
  const steps = within(await region('开始这个项目'));
  expect(steps.getAllByRole('listitem')).toHaveLength(3);
  const ways = steps.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(ways).toEqual([
    ['添加成员', '/project/detail?id=3&tab=members'],
    ['打开文件', '/file/index?project_id=3'],
    ['新建任务', '/file/task/addEdit?project_id=3'],
  ]);
  await app.leave();

  const { me } = session();
  useSession.setState({ me: { ...BOSS, project_access: { 3: [] } } });
  furnish(none, projectOverview(), projectInfo({ id: 3, name: '新的剧院', manager_name: '孙经理' }));
  open();
  const told = await region('开始这个项目');
  expect(told.textContent).toContain('孙经理发布任务后会显示在这里');
  expect(within(told).queryAllByRole('link')).toEqual([]);
  useSession.setState({ me });
});

test('the list shows the progress of each project on a phone too, and none of archived ones', async () => {
  const rows = [projectRow({ id: 3, name: '体育馆' }), projectRow({ id: 4, name: '还没开始的剧院' })];
  app.data('/apis/project/index', listOf(rows));
  app.data(statistics.path, {
    list: [figures(), figures({ project_id: 4, total: 0, finished: 0, overdue: 0 })],
    cells: [],
  });
  app.open('/project/index');
  await waitFor(async () => expect((await rowOf('还没开始的剧院')).textContent).toContain('暂无任务'));
  const mark = (place: Element | null) => place?.querySelector('.state-mark')?.textContent;
  const row = await rowOf('体育馆');
  expect(row.textContent).toContain('3/5');
  expect(mark(row)).toMatch(/已逾期\s*1/);
  useAppState.setState({ device: 'mobile', sidebarOpen: false });
  await waitFor(() => expect(document.querySelector('.page-card')).not.toBeNull());
  const card = (await screen.findByText('体育馆')).closest('.page-card');
  expect(card?.textContent).toContain('3/5');
  expect(mark(card)).toMatch(/已逾期\s*1/);
  useAppState.setState({ device: 'desktop', sidebarOpen: true });
  await screen.findByRole('columnheader', { name: '进度' });
  await userEvent.click(screen.getByRole('link', { name: '已归档' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: '进度' })).toBeNull());
});

test('the list is sorted by its heads, by mouse and by keyboard, and the address holds the order', async () => {
  app.data('/apis/project/index', listOf([projectRow({ id: 3, name: '体育馆' })]));
  const head = (name: string) => screen.findByRole('columnheader', { name: new RegExp(`^${name}`) });
  const order = (): (string | null)[] => {
    const { url = '' } = app.wire.seen.filter((call) => call.url.startsWith('/apis/project/index')).at(-1) ?? {};
    return ['sort', 'order'].map((name) => queryOf({ url }).get(name));
  };
  const enter = async (name: string) => fireEvent.keyDown(await head(name), { key: 'Enter', keyCode: 13 });
  app.open('/project/index?sort=deadline&order=desc');
  await waitFor(async () => expect((await head('竣工时间')).getAttribute('aria-sort')).toBe('descending'));
  expect(order()).toEqual(['deadline', 'desc']);
  await enter('竣工时间');
  await waitFor(() => expect(location.search).not.toContain('sort='));
  await userEvent.click(await head('项目名称'));
  await waitFor(() => expect(order()).toEqual(['name', 'asc']));
  expect(new URLSearchParams(location.search).get('sort')).toBe('name');
  await enter('项目编号');
  await waitFor(() => expect(order()).toEqual(['number', 'asc']));
});

test('[BU-038] an added member is in the list of members', async () => {
  const member = (user_id: number, name: string, role: string): ProjectMember => ({
    user_id,
    name,
    thumb: '',
    account: `a${user_id}`,
    department_name: '',
    position_name: '',
    status: 'active',
    is_manager: false,
    roles: [{ id: 4, key: 'designer', name: role, profession_id: null, profession_name: '' }],
    joined_at: '2026-03-01 09:00:00',
    firm: '',
    ends_on: null,
    version: 1,
  });
  const can = { edit: false, member: true, archive: false, unarchive: false, transfer: false };
  app.data('/apis/project/info', projectInfo({ id: 3, name: '会展中心', can }));
  app.data('/apis/project/roles', listOf([{ id: 4, key: 'designer', name: '设计人' }]));
  app.data('/apis/project/members', listOf([member(PERSON.id, PERSON.name, '审核人')]));
  const tree = { thumb: '', pinyin: '', initials: '', department_id: null, position_name: '', profession_id: null };
  app.data('/apis/user/tree', { departments: [], people: [{ ...tree, id: 9, name: '新成员' }] });
  app.says('/apis/project/memberAdd', () => {
    app.data(
      '/apis/project/members',
      listOf([member(PERSON.id, PERSON.name, '审核人'), member(9, '新成员', '设计人')]),
    );
    return ok(null);
  });
  app.open('/project/detail?id=3&tab=members');
  await rowOf(PERSON.name);
  await userEvent.click(await screen.findByRole('button', { name: '添加成员' }));
  const adding = await dialog('添加成员');
  await choose(adding.getByLabelText('人员'), '新成员');
  await choose(adding.getByLabelText('项目角色'), '设计人');
  await userEvent.click(adding.getByRole('button', { name: /^添\s*加$/ }));
  await noDialog('添加成员');
  expect((await rowOf('新成员')).textContent).toContain('设计人');
  expect(Object.fromEntries(posted(app, '/apis/project/memberAdd').at(-1) ?? [])).toMatchObject({
    project_id: '3',
    'user_ids[0]': '9',
    'role_ids[0]': '4',
  });
});
