import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import type { getUserSetting, loginHistory } from '@prdm/contract/identity';
import type { profile } from '@prdm/contract/me';
import { storeToken, useSession } from '../../lib/session/session.ts';
import { useToasts } from '../../lib/toasts.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

/* Signing in, changing the own password, and the history of sign-ins. */
const SETTINGS: z.output<typeof getUserSetting.output> = {
  logo: '',
  title: '设计院任务管理平台',
  base: '',
  languages: ['zh', 'en'],
  sso: { enabled: false, url: '' },
  auto_login: true,
  password_length_min: 6,
  password_length_max: 18,
  recovery: { by_mail: true, phone: '', email: '' },
};
let app: WholeApp;
let first: string[] = [];
beforeAll(async () => {
  app = await startWholeApp(ME, { '/apis/pub/getUserSetting': SETTINGS });
  await waitFor(() => expect(pathsSeen()).toContain('/apis/notice/index'));
  first = pathsSeen();
  await waitFor(() => expect(useSession.getState().settings?.title).toBe(SETTINGS.title));
}, 60_000);
beforeEach(() => {
  const totals = { today: 0, waiting: 0, projects: 0 };
  app.data('/apis/fhome/index', { totals, today: [], waiting: [], projects: [] });
  app.data('/apis/pub/getKeyIv', { key: '0123456789abcdef0123456789abcdef', iv: 'fedcba9876543210', kid: 'k1' });
  app.data('/apis/pub/loginpwd', { token: 'T3' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  act(() => {
    storeToken('T1');
    useSession.setState({ me: ME });
    useToasts.setState({ toasts: [] });
  });
  await app.leave();
});
afterAll(() => app.stop());

const pathsSeen = () => app.wire.seen.map(({ url }) => url.split('?')[0] ?? '');
const sentTo = (path: string) => app.wire.seen.filter(({ url }) => url.startsWith(path));
const address = () => location.pathname + location.search;
const leadsTo = (to: string) => waitFor(() => expect(address()).toBe(to));
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const button = (name: string) => screen.getByRole('button', { name });

/** Opens an address without a session. */
function visit(to: string): void {
  localStorage.removeItem('token');
  act(() => useSession.setState({ token: null, me: null }));
  app.open(to);
}
async function signIn(): Promise<void> {
  await userEvent.type(await field('账号'), 'zhang');
  await userEvent.type(await field('密码'), 'secret-1');
  await userEvent.click(button('登录'));
}

test('[ST-027] info is called once before the first page shows', () => {
  expect(first.filter((path) => path === '/apis/pub/info')).toHaveLength(1);
  expect(first.indexOf('/apis/pub/info')).toBeLessThan(first.indexOf('/apis/notice/index'));
});

test('a missing value shows at its field before any request', async () => {
  const before = sentTo('/apis/pub/loginpwd').length;
  visit('/login');
  const account = await field('账号');
  await userEvent.click(button('登录'));
  await screen.findByText('请输入账号');
  await screen.findByText('请输入密码');
  expect(document.activeElement).toBe(account);
  await userEvent.type(account, 'a');
  await userEvent.type(await field('密码'), 'x');
  await userEvent.click(button('登录'));
  await screen.findByText('账号需为 2 至 30 个字符');
  expect(screen.queryByText('请输入密码')).toBeNull();
  expect(sentTo('/apis/pub/loginpwd')).toHaveLength(before);
});

test('the password can be shown', async () => {
  visit('/login');
  const password = await field('密码');
  expect(password.type).toBe('password');
  await userEvent.click(button('显示密码'));
  expect(password.type).toBe('text');
  await userEvent.click(button('隐藏密码'));
  expect(password.type).toBe('password');
});

test('[R-014] a closed page leads to /login?redirect= with its whole address, and back after sign-in', async () => {
  visit('/project/detail');
  await leadsTo('/login?redirect=/project/detail');
  visit('/notice?page=2&a=no_read');
  await leadsTo('/login?redirect=/notice%3Fpage%3D2%26a%3Dno_read');
  await signIn();
  await leadsTo('/notice?page=2&a=no_read');
  expect(useSession.getState().token).toBe('T3');
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/%09/evil.example'])(
  'a redirect to %s is not followed',
  async (evil) => {
    const { origin } = location;
    visit(`/login?redirect=${evil}`);
    await signIn();
    await leadsTo('/home');
    expect(location.origin).toBe(origin);
  },
);

test('[R-013] a signed-in user who opens /login goes to / and on to /home', async () => {
  app.open('/login');
  await leadsTo('/home');
});

async function openPasswordDialog() {
  await userEvent.click(await screen.findByRole('button', { name: /的菜单$/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: '修改密码' }));
  const dialog = within(await screen.findByRole('dialog', { name: '修改密码' }));
  const of = (name: string) => dialog.getByLabelText<HTMLInputElement>(name);
  const [old, fresh, again] = [of('原密码'), of('新密码'), of('确认新密码')];
  const close = () => userEvent.click(dialog.getByRole('button', { name: '取消' }));
  return { dialog, old, fresh, again, close, save: dialog.getByRole('button', { name: '修改密码' }) };
}
const BOUNDS = { password_length_min: 6, password_length_max: 18, task_notify_way: ['in_app'] };

test('[VA-020] [VA-023] fields are checked on leaving; another new password checks the confirmation again', async () => {
  app.data('/apis/user/setting', BOUNDS);
  const { dialog, old, fresh, again, close } = await openPasswordDialog();
  const DIFFERENT = '两次输入不一致';
  await userEvent.click(old);
  expect(dialog.queryByText('请输入原密码')).toBeNull();
  await userEvent.click(fresh);
  await dialog.findByText('请输入原密码');
  await userEvent.click(again);
  await dialog.findByText('请输入新密码');
  await userEvent.click(old);
  await dialog.findByText('请再次输入新密码');
  await userEvent.type(fresh, 'kq7wze');
  await userEvent.type(again, 'kq7wze');
  await userEvent.click(old);
  expect(dialog.queryByText(DIFFERENT)).toBeNull();
  await userEvent.type(fresh, 'e');
  await dialog.findByText(DIFFERENT);
  await userEvent.type(fresh, '{Backspace}');
  await waitFor(() => expect(dialog.queryByText(DIFFERENT)).toBeNull());
  await close();
});

test('[ER-009] a failed load of the policy and a failed change show the message of the server', async () => {
  app.refuses('/apis/user/setting', 1, '读不到密码规则');
  const { dialog, old, fresh, again, save, close } = await openPasswordDialog();
  await screen.findByText('读不到密码规则');
  await userEvent.type(old, 'not-mine-1');
  await userEvent.type(fresh, 'kq7wze');
  await userEvent.type(again, 'kq7wze');
  app.says('/apis/pub/pwd', { body: { code: 1, msg: '原密码错误', data: { field: 'oldpassword' } } });
  await userEvent.click(save);
  const told = await dialog.findByText('原密码错误');
  expect(told.closest('.field')?.contains(old)).toBe(true);
  app.refuses('/apis/pub/pwd', 1, '今天不能修改');
  await userEvent.click(save);
  await waitFor(() => expect(document.querySelector('.toasts')?.textContent).toContain('今天不能修改'));
  await close();
});

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

test('[BU-039] the login history shows every sign-in attempt of the answer with time, address and result', async () => {
  app.data('/apis/pub/profile', OWN);
  const attempt = (id: number, result: string): z.output<typeof loginHistory.output>['list'][number] => ({
    id,
    at: `2026-03-0${id} 09:30:00`,
    ip: `10.0.0.${id}`,
    agent: 'Firefox',
    way: 'password',
    result,
  });
  app.data('/apis/pub/loginHistory', { list: [attempt(3, 'wrong_password'), attempt(2, 'success')], total: 2 });
  app.open('/profile');
  const table = await screen.findByRole('region', { name: '最近登录' });
  const rows = await within(table).findAllByRole('row');
  const cells = rows.slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  );
  expect(cells.map(([at, ip, , result]) => [at, ip, result])).toEqual([
    ['2026-03-03 09:30:00', '10.0.0.3', '密码错误'],
    ['2026-03-02 09:30:00', '10.0.0.2', '成功'],
  ]);
});
