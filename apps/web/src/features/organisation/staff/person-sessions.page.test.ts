import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StaffRow } from '@prdm/contract/organisation';
import { useAppState } from '../../../lib/app-state.ts';
import { dialog, posted, rowOf } from '../../../testing/page-acts.ts';
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

const session = (key: string, way: 'password' | 'sso') => ({
  key,
  agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  ip: '10.0.0.7',
  way,
  created_at: '2026-03-01 09:00:00',
  last_seen_at: '2026-03-01 09:30:00',
  current: false,
});

async function openDrawer(special: Partial<StaffRow> = {}) {
  const one = staffRow({ id: 5, name: '周设备', account: 'zhou', ...special });
  app.data('/apis/user/index', listOf([one]));
  app.data('/apis/user/info', one);
  app.open('/company/staff');
  await userEvent.click(await rowOf(one.name));
  return dialog('员工资料');
}

test('the devices of a person load on request, and one or all are signed out after a question', async () => {
  let list = [session('k1', 'password'), session('k2', 'sso')];
  app.says('/apis/user/sessions', () => ({ body: { code: 0, msg: '', data: { list } } }));
  app.data('/apis/user/sessionEnd', null);
  const drawer = await openDrawer();
  const part = within(await drawer.findByRole('region', { name: '已登录的设备' }));
  await userEvent.click(part.getByRole('button', { name: '查看设备' }));
  await part.findByText(/单点登录/);
  const confirmed = async (title: string, verb: RegExp) => {
    const box = await dialog(title);
    await userEvent.click(box.getByRole('button', { name: verb }));
  };
  await userEvent.click(part.getAllByRole('button', { name: /^退出/ })[0] as HTMLElement);
  list = list.slice(1);
  await confirmed('退出周设备的这台设备？', /退出/);
  await waitFor(() =>
    expect(Object.fromEntries(posted(app, '/apis/user/sessionEnd').at(-1) ?? [])).toEqual({ id: '5', key: 'k1' }),
  );
  await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(1));
  await userEvent.click(part.getByRole('button', { name: '退出全部设备' }));
  list = [];
  await confirmed('退出周设备的全部设备？', /退出全部设备/);
  await waitFor(() =>
    expect(Object.fromEntries(posted(app, '/apis/user/sessionEnd').at(-1) ?? [])).toEqual({ id: '5', all: 'true' }),
  );
  await part.findByText('没有已登录的设备');
}, 60_000);

test('a reader who may not reset the password sees no devices', async () => {
  const drawer = await openDrawer({ can: { ...STAFF_CAN, resetPwd: false } });
  await drawer.findByRole('button', { name: '停用' });
  expect(screen.queryByRole('region', { name: '已登录的设备' })).toBeNull();
});
