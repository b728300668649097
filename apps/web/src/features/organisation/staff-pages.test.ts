import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CODES } from '@prdm/contract/codes';
import type { Department, StaffRow } from '@prdm/contract/organisation';
import { useAppState } from '../../lib/app-state.ts';
import { choose, dialog, fill, noDialog, ok, posted, queryOf, refusal, rowOf } from '../../testing/page-acts.ts';
import { listOf } from '../../testing/samples.ts';
import { STAFF_CAN, staffRow } from '../../testing/staff-samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, roles: { role: 'superAdmin', access: [] } });
}, 60_000);
beforeEach(() => useAppState.setState({ device: 'desktop', sidebarOpen: true }));
afterEach(() => app.leave());
afterAll(() => app.stop());

const OFFICE = { id: 7, parent_id: null, name: '结构所', level: 1 };
const person = (special: Partial<StaffRow> & Pick<StaffRow, 'id' | 'name'>) =>
  staffRow({ department_id: OFFICE.id, department_name: OFFICE.name, ...special });
const role = (id: number, key: string, name: string, can_give: boolean) => ({ id, key, name, can_give });
const [ADMINISTRATOR, FINANCE] = [role(2, 'administrator', '管理员', true), role(3, 'finance', '财务', true)];

/** The employees as the server keeps them. */
let staff: StaffRow[] = [];
const change = (id: number, special: Partial<StaffRow>): void => {
  staff = staff.map((each) => (each.id === id ? { ...each, version: each.version + 1, ...special } : each));
};
function furnish(people: StaffRow[], roles = [ADMINISTRATOR, FINANCE]): void {
  staff = people;
  app.says('/apis/user/index', () => ok(listOf(staff)));
  app.says('/apis/user/info', (call) => ok(staff.find(({ id }) => String(id) === queryOf(call).get('id'))));
  app.data('/apis/user/tree', {
    departments: [OFFICE],
    people: [
      {
        id: 9,
        name: '冯接手',
        thumb: '',
        pinyin: 'fengjieshou',
        initials: 'fjs',
        department_id: 7,
        position_name: '',
        profession_id: null,
      },
    ],
  });
  app.data(
    '/apis/role/index',
    listOf(
      roles.map((each) => ({ ...each, kind: 'admin', access: [], view_range: '', sort: 0, holders: 1, version: 1 })),
    ),
  );
}
/** Opens a person beside the list, then the form. */
async function edit(name: string) {
  app.open('/company/staff');
  await userEvent.click(await rowOf(name));
  const drawer = await dialog('员工资料');
  await userEvent.click(await drawer.findByRole('button', { name: '编辑' }));
  return { drawer, form: await dialog(`编辑${name}`) };
}
type Place = Awaited<ReturnType<typeof dialog>>;
const field = (form: Place, label: string) => form.getByLabelText<HTMLInputElement>(label);
const save = (form: Place) => userEvent.click(form.getByRole('button', { name: /保存$/ }));
const sentRoles = (form: URLSearchParams | undefined) =>
  [...(form ?? [])].filter(([key]) => key.startsWith('role_ids')).map(([, value]) => value);

test('the form of an employee keeps the typed text after a refusal, and list and drawer show what was saved', async () => {
  furnish([person({ id: 1, name: '郑编辑' })]);
  const { drawer, form } = await edit('郑编辑');
  fill(field(form, '姓名'), '郑新名');
  fill(field(form, '工号'), 'A-017');
  await choose(field(form, '性别'), '女');
  fill(field(form, '手机号'), '123');
  await save(form);
  await form.findByText('手机号格式不正确');
  expect(field(form, '姓名').value).toBe('郑新名');
  expect(posted(app, '/apis/user/modify')).toEqual([]);
  fill(field(form, '手机号'), '13800138000');
  app.says('/apis/user/modify', () => {
    change(1, { name: '郑新名' });
    return ok(null);
  });
  await save(form);
  await noDialog(/^编辑/);
  await drawer.findByText('郑新名');
  await rowOf('郑新名');
  expect(Object.fromEntries(posted(app, '/apis/user/modify').at(-1) ?? [])).toMatchObject({
    name: '郑新名',
    phone: '13800138000',
    employee_no: 'A-017',
    sex: 'female',
    department_id: '7',
    version: '1',
  });
});

test('without contact data the form has no phone and e-mail, and sends none', async () => {
  furnish([person({ id: 5, name: '吴隐藏', phone: null, email: null })]);
  const { drawer, form } = await edit('吴隐藏');
  expect(drawer.queryByText('手机号')).toBeNull();
  expect(form.queryByLabelText('手机号')).toBeNull();
  expect(form.queryByLabelText('邮箱')).toBeNull();
  app.data('/apis/user/modify', null);
  const before = posted(app, '/apis/user/modify').length;
  fill(field(form, '工号'), 'A-018');
  await save(form);
  await waitFor(() => expect(posted(app, '/apis/user/modify')).toHaveLength(before + 1));
  expect([...(posted(app, '/apis/user/modify').at(-1)?.keys() ?? [])]).not.toContain('phone');
});

test('the own phone and e-mail are fixed, with the way to change them, and a refusal shows at its field', async () => {
  furnish([
    person({ id: ME.id, name: '施本人', email: 'own@example.cn', can: { ...STAFF_CAN, contact: false } }),
    person({ id: 6, name: '陶刚升', email: 'tao@example.cn' }),
  ]);
  const { drawer, form } = await edit('施本人');
  form.getByText('自己的手机号和邮箱请在个人资料中更改');
  expect([field(form, '手机号').disabled, field(form, '邮箱').disabled]).toEqual([true, true]);
  await userEvent.click(form.getByRole('button', { name: '取消' }));
  await userEvent.click(drawer.getByRole('button', { name: '关闭' }));
  // The person got a role above the reader since the form opened.
  const { form: second } = await edit('陶刚升');
  const msg = '此人拥有您无权授予的角色：财务，因此不能执行此操作';
  app.says('/apis/user/modify', () => refusal(CODES.denied, msg, { field: 'email' }));
  fill(field(second, '邮箱'), 'new@example.cn');
  await save(second);
  const told = await second.findByText(msg);
  expect(told.closest('.ant-form-item')?.contains(field(second, '邮箱'))).toBe(true);
  await userEvent.click(second.getByRole('button', { name: '取消' }));
});

test('the change of another user is not overwritten, and the form keeps the typed text', async () => {
  furnish([person({ id: 1, name: '卫同时' })]);
  const { form } = await edit('卫同时');
  fill(field(form, '工号'), 'B-1');
  app.says('/apis/user/modify', ({ body }) =>
    new URLSearchParams(body).get('version') === '2' ? ok(null) : refusal(CODES.conflict, '数据已被他人修改'),
  );
  change(1, { name: '卫先改' });
  const before = posted(app, '/apis/user/modify').length;
  await save(form);
  const alert = within(await form.findByRole('alert'));
  await alert.findByText('数据已被他人修改');
  expect(field(form, '工号').value).toBe('B-1');
  await userEvent.click(await alert.findByRole('button'));
  expect([field(form, '姓名').value, field(form, '工号').value]).toEqual(['卫先改', 'B-1']);
  await save(form);
  await noDialog(/^编辑/);
  const sent = posted(app, '/apis/user/modify').slice(before);
  expect(sent.map((one) => [one.get('name'), one.get('employee_no'), one.get('version')])).toEqual([
    ['卫同时', 'B-1', '1'],
    ['卫先改', 'B-1', '2'],
  ]);
});

test('the same form assigns and removes roles', async () => {
  furnish([person({ id: 1, name: '褚角色', roles: [ADMINISTRATOR] })]);
  app.says('/apis/user/modify', () => {
    change(1, { roles: [ADMINISTRATOR, FINANCE] });
    return ok(null);
  });
  const { drawer, form } = await edit('褚角色');
  await choose(field(form, '角色'), '财务');
  await save(form);
  await noDialog(/^编辑/);
  expect(sentRoles(posted(app, '/apis/user/modify').at(-1))).toEqual(['2', '3']);
  await drawer.findByText('管理员、财务');
  await userEvent.click(drawer.getByRole('button', { name: '编辑' }));
  const again = await dialog('编辑褚角色');
  const tag = (await again.findByText('管理员')).closest('.ant-select-selection-item');
  await userEvent.click(tag?.querySelector('.ant-select-selection-item-remove') as HTMLElement);
  await save(again);
  await noDialog(/^编辑/);
  expect(sentRoles(posted(app, '/apis/user/modify').at(-1))).toEqual(['3']);
}, 60_000);

test('a role that may not be assigned is grey, and the roles of a person above the reader stay', async () => {
  const finance = { ...FINANCE, can_give: false };
  const fixed = {
    ...STAFF_CAN,
    contact: false,
    roles: false,
    disable: false,
    resetPwd: false,
    handOver: false,
    del: false,
  };
  const above = person({ id: 1, name: '褚角色', phone: '13800138001', roles: [ADMINISTRATOR, finance], can: fixed });
  furnish([above, person({ id: 2, name: '沈下属' })], [ADMINISTRATOR, finance]);
  app.data('/apis/user/modify', null);
  const { drawer, form } = await edit('褚角色');
  drawer.getByText(/此人拥有您无权授予的角色：财务/);
  for (const absent of ['停用', '重置密码', '办理离职', '移交工作'])
    expect(drawer.queryByRole('button', { name: absent }), absent).toBeNull();
  form.getByText(/财务。其角色、状态和密码不能由您更改/);
  await form.findByText('财务');
  expect(field(form, '角色').disabled).toBe(true);
  form.getByText('此人拥有您无权授予的角色：财务。其手机号和邮箱不能由您更改');
  expect([field(form, '手机号').disabled, field(form, '邮箱').disabled]).toEqual([true, true]);
  fill(field(form, '姓名'), '褚改名');
  await save(form);
  await noDialog(/^编辑/);
  const sent = posted(app, '/apis/user/modify').at(-1);
  expect([sent?.get('name'), sent?.get('phone'), sentRoles(sent)]).toEqual(['褚改名', '13800138001', ['2', '3']]);

  await userEvent.click(drawer.getByRole('button', { name: '关闭' }));
  const { form: second } = await edit('沈下属');
  expect(second.getByText(/灰色的角色您没有全部权限/)).not.toBeNull();
  await userEvent.click(field(second, '角色'));
  const option = async (name: string) =>
    (await screen.findAllByText(name, { selector: '.ant-select-item-option-content' })).at(-1)?.parentElement;
  expect((await option('财务'))?.className).toContain('disabled');
  expect((await option('管理员'))?.className).not.toContain('disabled');
  await userEvent.click(second.getByRole('button', { name: '取消' }));
});

test('a disabled person is not offered what would be refused, and the work goes to a colleague', async () => {
  const stopped = { ...STAFF_CAN, disable: false, restore: true, resetPwd: false };
  furnish([person({ id: 1, name: '吴停用', status: 'disabled', can: stopped })]);
  app.data('/apis/user/work', { open: [{ kind: 'project', count: 1 }], list: [], total: 0, hidden: [] });
  app.data('/apis/user/handOver', { moved: 1, left: [] });
  app.open('/company/staff');
  await userEvent.click(await rowOf('吴停用'));
  const drawer = await dialog('员工资料');
  await drawer.findByRole('button', { name: '恢复' });
  for (const absent of ['停用', '重置密码']) expect(drawer.queryByRole('button', { name: absent }), absent).toBeNull();
  await userEvent.click(drawer.getByRole('button', { name: '移交工作' }));
  const handing = await dialog('移交吴停用的工作');
  const go = handing.getByRole<HTMLButtonElement>('button', { name: /移\s*交$/ });
  expect(go.disabled).toBe(true);
  await choose(await handing.findByRole('combobox', { name: '负责的项目移交给' }), '冯接手');
  await userEvent.click(go);
  await screen.findByText('所选的工作已移交');
  await noDialog(/^移交/);
  expect(Object.fromEntries(posted(app, '/apis/user/handOver').at(-1) ?? [])).toEqual({
    id: '1',
    kind: 'project',
    to_id: '9',
  });
  expect(posted(app, '/apis/user/del')).toEqual([]);
});

/** Entries of the two dictionaries that the form reads. */
function furnishEntries(): void {
  const entry = { sort: 0, code: null, version: 1, enabled: true, used: 0 };
  const company = { ...entry, id: 31, name: '一公司', short_name: '', colour: '#1677ff', assessment: false };
  app.data('/apis/config/company/index', listOf([company]));
  const title = { ...entry, id: 41, name: '高级工程师', level: 'senior' };
  app.data('/apis/config/position_title/index', listOf([title]));
}

test('the form names leader, legal entity and title, and shows the refusal of a leader at the field', async () => {
  furnishEntries();
  const disabled = { position_title_id: 49, position_title_name: '旧职称' };
  furnish([person({ id: 9, name: '冯接手' }), person({ id: 1, name: '顾下属', ...disabled })]);
  const { drawer, form } = await edit('顾下属');
  await form.findByText('旧职称（已停用）');
  await choose(field(form, '直接上级'), '冯接手');
  await choose(await form.findByLabelText('公司主体'), '一公司');
  const msg = '冯接手 是此人的下级，不能作为直接上级';
  app.says('/apis/user/modify', () => refusal(CODES.invalid, msg, { field: 'leader_id' }));
  await save(form);
  const text = await form.findByText(msg);
  expect(text.closest('.ant-form-item')?.querySelector('label')?.textContent).toBe('直接上级');
  app.says('/apis/user/modify', () => {
    change(1, { leader_id: 9, leader_name: '冯接手', company_id: 31, company_name: '一公司' });
    return ok(null);
  });
  await choose(field(form, '职称'), '高级工程师');
  await save(form);
  await noDialog(/^编辑/);
  expect(Object.fromEntries(posted(app, '/apis/user/modify').at(-1) ?? [])).toMatchObject({
    leader_id: '9',
    company_id: '31',
    position_title_id: '41',
  });
  for (const [name, value] of [
    ['直接上级', '冯接手'],
    ['公司主体', '一公司'],
  ] as const)
    expect((await drawer.findByText(name)).nextElementSibling?.textContent).toBe(value);

  // A person cannot be the own leader, and is not offered.
  await userEvent.click(drawer.getByRole('button', { name: '关闭' }));
  const { form: own } = await edit('冯接手');
  await userEvent.click(field(own, '直接上级'));
  await waitFor(() => expect(field(own, '直接上级').getAttribute('aria-expanded')).toBe('true'));
  expect(
    screen.queryAllByText('冯接手', { selector: '.ant-select-dropdown:not(.ant-select-dropdown-hidden) *' }),
  ).toEqual([]);
  await userEvent.click(own.getByRole('button', { name: '取消' }));
}, 60_000);

test('an enterprise without legal entities has no such field', async () => {
  furnishEntries();
  app.data('/apis/config/company/index', listOf([]));
  furnish([person({ id: 1, name: '孟独家' })]);
  const { form } = await edit('孟独家');
  await waitFor(() => expect(field(form, '职称').disabled).toBe(false));
  expect(form.queryByLabelText('公司主体')).toBeNull();
  await userEvent.click(form.getByRole('button', { name: '取消' }));
});

test('direct reports go to a colleague when a person leaves, or nobody leads them', async () => {
  furnish([person({ id: 1, name: '彭离职' })]);
  app.data('/apis/user/work', { open: [{ kind: 'lead', count: 3 }], list: [], total: 0, hidden: [] });
  app.data('/apis/user/handOver', { moved: 3, left: [] });
  app.data('/apis/user/del', null);
  const open = async () => {
    app.open('/company/staff');
    await userEvent.click(await rowOf('彭离职'));
    const drawer = await dialog('员工资料');
    await userEvent.click(await drawer.findByRole('button', { name: '办理离职' }));
    return dialog('为彭离职办理离职');
  };
  const before = posted(app, '/apis/user/handOver').length;
  const first = await open();
  await first.findByText('不选则清空：相关员工和部门将没有直接上级或负责人');
  await userEvent.click(first.getByRole('button', { name: '办理离职' }));
  await noDialog(/^为彭离职/);
  expect(posted(app, '/apis/user/handOver')).toHaveLength(before);
  expect(posted(app, '/apis/user/del')).toHaveLength(1);
  const second = await open();
  await choose(await second.findByRole('combobox', { name: '直接下属和负责的部门移交给' }), '冯接手');
  await userEvent.click(second.getByRole('button', { name: '移交并办理离职' }));
  await noDialog(/^为彭离职/);
  expect(Object.fromEntries(posted(app, '/apis/user/handOver').at(-1) ?? [])).toEqual({
    id: '1',
    kind: 'lead',
    to_id: '9',
  });
  expect(posted(app, '/apis/user/del')).toHaveLength(2);
});

const department = (special: Partial<Department> & { id: number; name: string }): Department => ({
  parent_id: null,
  level: 1,
  sort: 0,
  leader_id: null,
  leader_name: '',
  leading_manager_id: null,
  leading_manager_name: '',
  company_id: null,
  company_name: '',
  is_production: true,
  members: 0,
  members_below: 0,
  version: 1,
  ...special,
});

test('a department that another user changed meanwhile is loaded, and the typed text is kept', async () => {
  let latest = department({ id: 5, name: '景观所' });
  app.says('/apis/department/index', () => ok(listOf([latest])));
  app.says('/apis/department/edit', ({ body }) =>
    new URLSearchParams(body).get('version') === '2' ? ok(null) : refusal(CODES.conflict, '数据已被他人修改'),
  );
  app.open('/company/department');
  await userEvent.click(await screen.findByRole('button', { name: '景观所 的更多操作' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /编辑景观所$/ }));
  await userEvent.click((await dialog('编辑景观所')).getByLabelText('生产部门（计入产值）'));
  latest = { ...latest, name: '景观二所', version: 2 };
  await save(await dialog('编辑景观所'));
  const changed = await dialog('编辑景观二所');
  const alert = within(await changed.findByRole('alert'));
  await alert.findByText('数据已被他人修改');
  await userEvent.click(await alert.findByRole('button'));
  expect(field(changed, '部门名称').value).toBe('景观二所');
  await save(changed);
  await noDialog(/^编辑/);
  const sent = posted(app, '/apis/department/edit');
  expect(sent.map((one) => [one.get('name'), one.get('is_production'), one.get('version')])).toEqual([
    ['景观所', 'false', '1'],
    ['景观二所', 'false', '2'],
  ]);
});

test('[R-028] [R-029] /company/staff shows the employees, /company/department the tree of departments', async () => {
  furnish([person({ id: 1, name: '在册人', account: 'listed.person' })]);
  const [top, below] = [
    department({ id: 5, name: '总师办' }),
    department({ id: 6, name: '技术质量组', parent_id: 5, level: 2 }),
  ];
  app.data('/apis/department/index', listOf([top, below]));
  app.open('/company/staff');
  expect((await rowOf('在册人')).textContent).toContain('listed.person');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'listed' } });
  await waitFor(() => {
    const { url = '' } = app.wire.seen.filter((call) => call.url.startsWith('/apis/user/index')).at(-1) ?? {};
    expect(queryOf({ url }).get('word')).toBe('listed');
  });

  app.open('/company/department');
  const indent = async (name: string) =>
    parseInt((await rowOf(name)).querySelector<HTMLElement>('.department-name')?.style.paddingLeft ?? '', 10);
  expect(await indent('技术质量组')).toBeGreaterThan(await indent('总师办'));
  expect((await rowOf('总师办')).nextElementSibling).toBe(await rowOf('技术质量组'));
  const fold = within(await rowOf('总师办')).getByRole('button', { expanded: true });
  await userEvent.click(fold);
  await waitFor(() => expect(document.querySelector('.page-table')?.textContent).not.toContain('技术质量组'));
  await rowOf('总师办');
});
