import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StaffRow } from '@prdm/contract/organisation';
import { useAppState } from '../../../lib/app-state.ts';
import { choose, dialog, noDialog, ok, posted, queryOf, rowOf } from '../../../testing/page-acts.ts';
import { listOf } from '../../../testing/samples.ts';
import { STAFF_CAN, staffRow } from '../../../testing/staff-samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, roles: { role: 'superAdmin', access: [] } });
}, 60_000);
beforeEach(() => useAppState.setState({ device: 'desktop', sidebarOpen: true }));
afterEach(() => app.leave());
afterAll(() => app.stop());

const person = (id: number, name: string, special: Partial<StaffRow> = {}) =>
  staffRow({ id, name, department_id: 7, department_name: '结构所', ...special });
const colleague = (id: number, name: string) => ({
  id,
  name,
  thumb: '',
  pinyin: name,
  initials: name,
  department_id: 7,
  position_name: '',
  profession_id: null,
});
let staff: StaffRow[] = [];
function furnish(people: StaffRow[]): void {
  staff = people;
  app.says('/apis/user/index', () => ok(listOf(staff)));
  app.says('/apis/user/info', (call) => ok(staff.find(({ id }) => String(id) === queryOf(call).get('id'))));
  app.data('/apis/user/tree', {
    departments: [{ id: 7, parent_id: null, name: '结构所', level: 1 }],
    people: [colleague(8, '齐接手'), colleague(9, '冯接手')],
  });
}
const item = (key: string, name: string, project_name = '') => ({ key, kind: key.split(':')[0], name, project_name });
const last = (path: string) => Object.fromEntries(posted(app, path).at(-1) ?? []);

test('each piece of work goes to a successor of its own, and work that stays says why', async () => {
  furnish([person(1, '彭离职')]);
  app.data('/apis/user/work', {
    open: [
      { kind: 'project', count: 1 },
      { kind: 'task', count: 3 },
    ],
    list: [
      item('project:1', '滨江项目'),
      item('task:2', '首层平面图', '滨江项目'),
      item('task:3', '核心筒详图', '滨江项目'),
    ],
    total: 3,
    hidden: [{ kind: 'task', count: 1 }],
  });
  app.data('/apis/user/handOver', { moved: 2, left: [{ name: '核心筒详图', why: 'own', key: 'task:3' }] });
  app.open('/company/staff');
  await userEvent.click(await rowOf('彭离职'));
  const drawer = await dialog('员工资料');
  await userEvent.click(await drawer.findByRole('button', { name: '办理离职' }));
  const box = await dialog('为彭离职办理离职');
  await box.findByText('首层平面图');
  expect(box.getByText(/另有 1 项在您无权查看的涉密项目中/)).not.toBeNull();
  const go = box.getByRole<HTMLButtonElement>('button', { name: '移交并办理离职' });
  expect(go.disabled).toBe(true);
  await choose(box.getByRole('combobox', { name: '滨江项目移交给' }), '冯接手');
  await choose(box.getByRole('combobox', { name: '首层平面图移交给' }), '冯接手');
  expect(go.disabled).toBe(true);
  // The colleague of the kind takes the rest, the hidden item too.
  await choose(box.getByRole('combobox', { name: '未完成的任务移交给' }), '齐接手');
  expect(go.disabled).toBe(false);
  await userEvent.click(go);
  await box.findByText('“核心筒详图”：不能由齐接手审核自己的工作，请另选接替人');
  const [first, second] = posted(app, '/apis/user/handOver').map((form) => Object.fromEntries(form));
  expect(first).toEqual({
    id: '1',
    'moves[0][item]': 'project:1',
    'moves[0][to_id]': '9',
    'moves[1][item]': 'task:2',
    'moves[1][to_id]': '9',
    'moves[2][item]': 'task:3',
    'moves[2][to_id]': '8',
  });
  expect(second).toEqual({ id: '1', kind: 'task', to_id: '8' });
  expect(posted(app, '/apis/user/del')).toEqual([]);
  await userEvent.click(box.getByRole('button', { name: /取\s*消/ }));
  await noDialog(/^为彭离职/);
}, 60_000);

const CHIEF = {
  id: 5,
  name: '主任工程师',
  sort: 0,
  enabled: true,
  version: 1,
  used: null,
  department_id: 7,
  department_name: '结构所',
  position_template_id: null,
  position_template_name: '',
};

test('the selected people get one position', async () => {
  furnish([person(1, '甲选'), person(2, '乙选'), person(3, '丙固定', { can: { ...STAFF_CAN, edit: false } })]);
  app.data('/apis/position/index', listOf([CHIEF]));
  app.data('/apis/user/v3/changePosition', null);
  app.open('/company/staff');
  for (const name of ['甲选', '乙选', '丙固定']) await userEvent.click(within(await rowOf(name)).getByRole('checkbox'));
  await userEvent.click(await screen.findByRole('button', { name: /设置岗位/ }));
  const box = await dialog('为 2 名员工设置岗位');
  const set = box.getByRole<HTMLButtonElement>('button', { name: '设置 2 人' });
  await choose(box.getByRole('combobox'), '主任工程师');
  await userEvent.click(set);
  await noDialog(/设置岗位/);
  expect(last('/apis/user/v3/changePosition')).toEqual({ 'user_ids[0]': '1', 'user_ids[1]': '2', position_id: '5' });
}, 60_000);

test('the arrow keys on the handle move a person among those of the same state', async () => {
  furnish([person(1, '甲序'), person(2, '乙序'), person(3, '丙停', { status: 'disabled' })]);
  app.says('/apis/user/sort', () => {
    staff = [staff[1], staff[0], staff[2]] as StaffRow[];
    return ok(null);
  });
  app.open('/company/staff');
  await rowOf('乙序');
  const grip = () => screen.getByRole('button', { name: /移动“甲序”/ });
  fireEvent.keyDown(grip(), { key: 'ArrowDown' });
  // There is no place below: the next row has another state.
  fireEvent.keyDown(grip(), { key: 'ArrowDown' });
  await waitFor(() => expect(last('/apis/user/sort')).toEqual({ id: '1', after_id: '2' }));
  expect(posted(app, '/apis/user/sort')).toHaveLength(1);
  await userEvent.click(await screen.findByRole('button', { name: '撤销' }));
  await waitFor(() => expect(last('/apis/user/sort')).toEqual({ id: '1' }));
}, 60_000);

test('import and export stand above the list for people who administer it', async () => {
  furnish([person(1, '甲出')]);
  app.open('/company/staff?word=甲');
  await rowOf('甲出');
  expect(screen.getByRole('button', { name: '导入员工' })).not.toBeNull();
  expect(screen.getByRole('button', { name: '导出表格' })).not.toBeNull();
  // A search has no order by hand.
  expect(document.querySelector('.grip')).toBeNull();
});
