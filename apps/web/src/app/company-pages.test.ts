import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Department, StaffRow } from '@prdm/contract/organisation';
import type { StaffStatus } from '@prdm/contract/status';
import { useAppState } from '../lib/app-state.ts';
import { translate } from '../lib/i18n.ts';
import { moved } from '../ui/crud/use-order.ts';
import { listOf } from '../testing/samples.ts';
import { STAFF_CAN, staffRow } from '../testing/staff-samples.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ...ME, roles: { role: 'superAdmin', access: [] } });
}, 60_000);
afterEach(() => app.leave());
afterAll(() => app.stop());

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

function person(id: number, name: string, status: StaffStatus): StaffRow {
  const none = { handOver: false, del: false, resetPwd: false };
  const can = { ...STAFF_CAN, ...none, disable: status === 'active', restore: status === 'disabled' };
  return staffRow({ id, name, status, can });
}

function department(id: number, level: number, parent_id: number | null): Department {
  return {
    id,
    parent_id,
    name: `第${level}级`,
    level,
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
  };
}

test('[BU-028] working and former employees stand in lists of their own', async () => {
  const staff = [person(1, '王在职', 'active'), person(2, '赵离职', 'former')];
  app.says('/apis/user/index', ({ url }) => {
    const status = new URLSearchParams(url.split('?')[1]).get('status') ?? 'active';
    return { body: { code: 0, msg: '', data: listOf(staff.filter((each) => each.status === status)) } };
  });
  app.open('/company/staff');
  await screen.findByText('王在职');
  expect(screen.queryByText('赵离职')).toBeNull();
  app.open('/company/staff?status=former');
  await screen.findByText('赵离职');
  await waitFor(() => expect(screen.queryByText('王在职')).toBeNull());
});

const menu = () => screen.getByRole('menu');
/** The entry in the menu of a row. The menu of another row closes. */
async function actOf(row: string, label: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: translate('common.moreOf', { name: row }) }));
  return waitFor(() => within(menu()).getByRole('menuitem', { name: new RegExp(label) }));
}

test('[ER-018] a change of a deleted person shows a toast', async () => {
  app.data('/apis/user/index', listOf([person(3, '孙停用', 'disabled')]));
  app.refuses('/apis/user/restore', 1013, '用户不存在');
  app.open('/company/staff');
  await userEvent.click(await actOf('孙停用', translate('organisation.staff.restore')));
  const notes = await screen.findAllByRole('status');
  await waitFor(() => expect(notes.some((note) => within(note).queryByText('用户不存在') !== null)).toBe(true));
});

const sent = () => app.wire.seen.filter(({ url }) => url.startsWith('/apis/user/add'));
const inputOf = (name: string): HTMLInputElement => {
  const input = document.querySelector<HTMLInputElement>(`#${name}`);
  if (input === null) throw new Error(`no field ${name}`);
  return input;
};
const type = (name: string, value: string) => {
  fireEvent.change(inputOf(name), { target: { value } });
  fireEvent.blur(inputOf(name));
};
const send = () => userEvent.click(document.querySelector('.ant-modal-footer .ant-btn-primary') as HTMLElement);
const told = (name: string) => inputOf(name).closest('.ant-form-item')?.textContent ?? '';

async function addPerson(): Promise<void> {
  app.data('/apis/department/index', listOf([department(7, 1, null)]));
  app.data('/apis/user/tree', { departments: [{ id: 7, parent_id: null, name: '结构所', level: 1 }], people: [] });
  app.open('/company/staff?department_id=7');
  await waitFor(() => {
    // The empty list shows the button twice. The page redraws when answers arrive, so the click may need a repeat.
    if (document.querySelector('#account') === null)
      screen.getAllByRole('button', { name: translate('organisation.staff.add') })[0]?.click();
    inputOf('account');
  });
  // The dialog takes the focus shortly after it appears. Text that is typed earlier would end up in its first field.
  await waitFor(() => expect(document.activeElement).toBe(inputOf('name')));
}

test('an account of mixed alphabets, or with a blank, is refused at its field, and nothing is sent', async () => {
  await addPerson();
  type('name', '罗工');
  type('account', 'аdmin');
  await waitFor(() => expect(told('account')).toContain(translate('identity.accountScripts')));
  type('account', 'luo gong');
  await waitFor(() => expect(told('account')).toContain(translate('identity.accountCharacters')));
  await send();
  expect(sent()).toHaveLength(0);
  type('account', '罗gong');
  await waitFor(() => expect(told('account')).not.toContain(translate('identity.accountCharacters')));
});

test('a person with higher roles cannot be disabled or reset, and the button names the missing roles', async () => {
  const above = person(4, '周院长', 'active');
  const role = { id: 3, key: 'leader', name: '主管领导', can_give: false };
  const can = { ...above.can, edit: true, roles: false, disable: false, resetPwd: false };
  app.data('/apis/user/index', listOf([{ ...above, roles: [role], can }]));
  app.open('/company/staff');
  const act = await actOf('周院长', translate('organisation.staff.disable'));
  expect(act.getAttribute('aria-disabled')).toBe('true');
  expect(act.textContent).toContain(translate('organisation.staff.notAllowed.above', { roles: '主管领导' }));
  const why = within(menu()).getByRole('menuitem', { name: translate('access.whyNot') });
  expect(within(menu()).getAllByRole('menuitem')).toEqual([act, why]);
});

test('[VA-015] an invalid phone or e-mail is refused at its field, and nothing is sent', async () => {
  await addPerson();
  type('name', '罗工');
  type('account', 'luo.gong');
  type('phone', '123');
  type('email', 'a@');
  await waitFor(() => expect(told('phone')).toContain(translate('validation.phone')));
  await waitFor(() => expect(told('email')).toContain(translate('validation.email')));
  await send();
  expect(sent()).toHaveLength(0);
  type('phone', '13800000000');
  type('email', 'a.b-c_1@ex.com');
  await waitFor(() => expect(told('phone') + told('email')).not.toMatch(/不正确|无效|格式/));
});

test('[VA-011] a field for an account takes no 31st character and not one alone, and a refusal stands at it', async () => {
  await addPerson();
  await userEvent.type(inputOf('account'), 'x'.repeat(31));
  expect(inputOf('account').value).toHaveLength(30);
  app.says('/apis/user/add', ({ body }) => {
    const account = new URLSearchParams(body).get('account') ?? '';
    return account === 'xx'
      ? { body: { code: 1018, msg: '账号已被使用', data: { field: 'account' } } }
      : { body: { code: 0, msg: '', data: { id: 9, password: 'made-7a' } } };
  });
  type('name', '罗工');
  type('account', 'x');
  await send();
  await waitFor(() => expect(told('account')).toContain(translate('identity.accountLength')));
  expect(sent()).toHaveLength(0);
  type('account', 'xx');
  await send();
  await waitFor(() => expect(told('account')).toContain('账号已被使用'));
  type('account', 'x2');
  await send();
  await screen.findByText('made-7a');
  await userEvent.click(button(translate('organisation.staff.madeDone')));
});

test('[VA-018] [VA-019] below the fifth level nothing is added, and a department with others below it is kept', async () => {
  const chain = [1, 2, 3, 4, 5].map((level) => department(level, level, level === 1 ? null : level - 1));
  app.data('/apis/department/index', listOf(chain));
  app.open('/company/department');
  await screen.findByText('第5级');
  const isRefused = (act: HTMLElement) => act.getAttribute('aria-disabled') === 'true';
  const add = (name: string) => actOf(name, translate('organisation.departments.addBelow', { name }));
  const remove = (name: string) => actOf(name, translate('organisation.departments.removeNamed', { name }));
  expect(isRefused(await add('第4级'))).toBe(false);
  const below = await add('第5级');
  expect(isRefused(below)).toBe(true);
  expect(below.textContent).toContain(translate('organisation.tooDeep'));
  const kept = await remove('第4级');
  expect(isRefused(kept)).toBe(true);
  expect(kept.textContent).toContain(translate('organisation.departments.kept.below'));
  app.data('/apis/department/del', null);
  await userEvent.click(await remove('第5级'));
  await waitFor(() => expect(app.wire.seen.at(-1)?.url ?? '').toContain('/apis/'));
  expect(app.wire.seen.some(({ url, body }) => url === '/apis/department/del' && body.includes('id=5'))).toBe(true);
});

test('a department moves among its siblings by keys, and a deleted one can be restored', async () => {
  let list = [department(1, 1, null), department(2, 2, 1), department(3, 2, 1), department(4, 1, null)].map(
    (each): Department => ({ ...each, name: `第${each.id}室` }),
  );
  const ok = (data: unknown = null) => ({ body: { code: 0, msg: '', data } });
  app.says('/apis/department/index', () => ok(listOf(list)));
  app.says('/apis/department/sort', ({ body }) => {
    const given = new URLSearchParams(body);
    list = moved(list, [{ id: Number(given.get('id')), afterId: Number(given.get('after_id')) || null }]);
    return ok();
  });
  app.data('/apis/department/del', null);
  app.data('/apis/department/restore', null);
  const { device } = useAppState.getState();
  act(() => useAppState.setState({ device: 'desktop' }));
  app.open('/company/department');
  const names = () => [...document.querySelectorAll('.department-name > .ellipsis')].map((each) => each.textContent);
  await waitFor(() => expect(names()).toEqual(['第1室', '第2室', '第3室', '第4室']));
  const grip = (name: string) => screen.getByRole('button', { name: translate('entities.grip', { name }) });
  const sent = (path: string) => app.wire.seen.filter(({ url }) => url === `/apis/department/${path}`);
  act(() => grip('第2室').focus());
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(names()).toEqual(['第1室', '第3室', '第2室', '第4室']);
  expect(screen.getByText(translate('entities.movedTo', { name: '第2室', n: 2, total: 2 }))).toBeTruthy();
  await waitFor(() => expect(sent('sort').map(({ body }) => body)).toEqual(['id=2&after_id=3']));
  act(() => grip('第4室').focus());
  await userEvent.keyboard('{ArrowUp}');
  expect(names()).toEqual(['第4室', '第1室', '第3室', '第2室']);
  await waitFor(() => expect(sent('sort')).toHaveLength(2));
  await userEvent.click(await actOf('第4室', translate('organisation.departments.removeNamed', { name: '第4室' })));
  await screen.findByText(translate('entities.done.del', { name: '第4室' }));
  await userEvent.click(screen.getAllByRole('button', { name: translate('common.undo') }).at(-1) as HTMLElement);
  await waitFor(() => expect(sent('restore').map(({ body }) => body)).toEqual(['id=4&version=2']));
  act(() => useAppState.setState({ device }));
});

test('an administrator of an empty enterprise sees the first steps on /home', async () => {
  app.data('/apis/fhome/index', {
    today: [],
    waiting: [],
    projects: [],
    totals: { today: 0, waiting: 0, projects: 0 },
  });
  app.open('/home');
  const first = await screen.findByRole('region', { name: translate('home.first.title') });
  expect(within(first).getAllByRole('listitem')).toHaveLength(3);
  const ways = within(first).getAllByRole<HTMLAnchorElement>('link');
  expect(ways.map((link) => new URL(link.href).pathname)).toEqual(['/company/staff', '/project/add']);
  expect(screen.queryByText(translate('home.newcomerText'))).toBeNull();
});
