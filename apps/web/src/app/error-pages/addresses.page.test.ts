import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Me } from '@prdm/contract/me';
import { queryClient } from '../../lib/api/query-client.ts';
import { useSession } from '../../lib/session/session.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

/* Targets of addresses, and the frame around their pages. */
const ADMIN: Me = { ...ME, roles: { role: 'superAdmin', access: [] } };
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp(ADMIN);
}, 60_000);
beforeEach(() => {
  app.data('/apis/fhome/index', {
    totals: { today: 0, waiting: 0, projects: 0 },
    today: [],
    waiting: [],
    projects: [],
  });
});
afterEach(async () => {
  act(() => useSession.setState({ token: 'T1', me: ADMIN }));
  await app.leave();
});
afterAll(() => app.stop());

const signOut = (): void => act(() => useSession.setState({ token: null }));
const around = (): Element | null => document.querySelector('header.top-bar, nav.side-menu');
const at = (path: string) => waitFor(() => expect(location.pathname).toBe(path));

/** Waits for the page with this heading, because the previous page stays until the next one is loaded. */
async function opens(address: string, name: string): Promise<void> {
  app.open(address);
  await screen.findByRole('heading', { level: 1, name });
  expect(location.pathname + location.search).toBe(address);
}

test('[SH-007] the home link opens /home', async () => {
  const bar = await screen.findByRole('banner');
  await userEvent.click(await within(bar).findByRole('link', { name: '首页' }));
  await at('/home');
});

test('[ER-003] a failing list just stops loading, without a message', async () => {
  app.open('/home');
  await at('/home');
  app.refuses('/apis/notice/index', 1, 'no notices today');
  await userEvent.click(await screen.findByRole('button', { name: /^通知/ }));
  const panel = await screen.findByRole('dialog', { name: /^通知/ });
  await within(panel).findByRole('link', { name: '查看全部通知' });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(within(panel).queryByRole('status')).toBeNull();
  expect(screen.queryByText('no notices today')).toBeNull();
  await userEvent.keyboard('{Escape}');
});

test('[R-026] an unknown path goes to /404, which says for which address', async () => {
  app.open('/no/such/path?a=1');
  await at('/404');
  await screen.findByText('/no/such/path?a=1');
});

test('[R-005] each error page stands alone and says something of its own', async () => {
  expect(around()).not.toBeNull();
  for (const [code, heading] of [
    [404, '数据不存在'],
    [403, '暂无访问权限'],
    [410, '链接已失效'],
    [444, '您不在该项目中'],
    [443, '项目已归档，无法访问'],
  ] as const) {
    await opens(`/${code}`, heading);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.queryByText(String(code))).not.toBeNull();
    await waitFor(() => expect(around()).toBeNull());
    await waitFor(() => expect(document.title).toMatch(/.+ - 设计院任务管理平台$/));
  }
});

test.each([404, 403, 410, 444, 443])(
  '[ER-006] code %i of the call that belongs to the page leads to the page of that number',
  async (code) => {
    app.refuses('/apis/notice/index', code, `said ${code}`);
    app.open('/notice?page=3');
    await at(`/${code}`);
    await screen.findByText(`said ${code}`);
    await screen.findByText('/notice?page=3');
  },
);

test('[R-002] /uc sends a signed-in visitor to /home', async () => {
  app.open('/uc');
  await at('/home');
});

test.each([
  ['/forget', '找回密码', '找回密码'],
  ['/forget/x', '找回密码', '找回密码'],
  ['/uc', '进入首页', '进入首页'],
  ['/mini?a=1', '在手机上使用', '手机端'],
])('[R-011] %s opens without sign-in', async (address, heading, title) => {
  signOut();
  await opens(address, heading);
  await waitFor(() => expect(document.title).toBe(`${title} - 设计院任务管理平台`));
});

test('[R-004] without a token /mini draws its page, without layout and without a way to /login', async () => {
  signOut();
  await opens('/mini', '在手机上使用');
  expect(around()).toBeNull();
  expect(document.querySelector('a[href^="/login"]')).toBeNull();
});
