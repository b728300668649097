import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { index as notices } from '@prdm/contract/notices';
import { call } from '../lib/api/call.ts';
import { setLanguage, translate } from '../lib/i18n.ts';
import { session, useSession } from '../lib/session/session.ts';
import { ME, startWholeApp, type WholeApp } from '../testing/whole-app.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp();
}, 60_000);
afterEach(async () => {
  await app.leave();
  await setLanguage('zh');
});
afterAll(() => app.stop());

const project = '/project/detail?id=3';

test.each([
  ['[ER-016]', 444, '您不在该项目中'],
  ['[ER-019]', 444, '您已被移出该项目'],
  ['[ER-017] [ST-011]', 443, '项目已归档，无法访问'],
  ['[ER-014]', 404, '数据不存在'],
])('%s a project that answers %i leads to a page that says %s', async (_items, code, msg) => {
  app.refuses('/apis/project/info', code, msg);
  app.open(project);
  await waitFor(() => expect(location.pathname).toBe(`/${code}`));
  await screen.findByText(String(code));
  expect(screen.getAllByText(msg)).toHaveLength(1);
  expect(screen.getByText(project)).toBeTruthy();
});

test('a page without the node, and a page call that is denied, say so', async () => {
  app.open('/company/staff');
  await screen.findByText('暂无访问权限');
  expect(location.pathname).toBe('/403');
  await app.leave();
  await setLanguage('en');
  app.refuses('/apis/project/info', 403, 'No access permission');
  app.open(project);
  await screen.findByText('No access permission');
});

test('[ST-026] a replaced token is stored, and the own information is asked for again under it', async () => {
  const asked = () => app.wire.seen.filter(({ url }) => url.startsWith('/apis/pub/info'));
  const before = asked().length;
  app.says('/apis/notice/index', {
    headers: { authorization: 'T2' },
    body: { code: 0, msg: '', data: { list: [], total: 0 } },
  });
  await call(notices, { size: 1 });
  expect(session().token).toBe('T2');
  expect(localStorage.getItem('token')).toBe('T2');
  await waitFor(() => expect(asked().length).toBe(before + 1));
  expect(asked().at(-1)?.headers['x-token']).toBe('T2');
});

test('[BU-029] only a user with an administrator role finds the system configuration in the user menu', async () => {
  const entries = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: translate('shell.user.menu', { name }) }));
    await screen.findByRole('menuitem', { name: translate('shell.user.signOut') });
    const found = screen.queryByRole('menuitem', { name: translate('shell.user.configuration') });
    await userEvent.keyboard('{Escape}');
    return found;
  };
  expect(await entries(ME.username)).toBeNull();
  const access = ['home-Company-user', 'home-Role-index', 'home-User-setting'].map((action) => ({ action }));
  act(() => useSession.setState({ me: { ...ME, username: '周管理', roles: { role: 'administrator', access } } }));
  expect(await entries('周管理')).not.toBeNull();
});
