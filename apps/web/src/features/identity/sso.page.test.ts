import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { storeToken, useSession } from '../../lib/session/session.ts';
import { signOut } from '../../lib/session/sign-out.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

/* Sign-in through the identity provider, in the browser. */
const SETTINGS = {
  title: 'PRDM',
  base: '',
  languages: ['zh', 'en'],
  sso: { enabled: true, url: '/sso' },
  auto_login: true,
  password_length_min: 6,
  password_length_max: 18,
  recovery: { by_mail: true, phone: '', email: '' },
};
const PROVIDER = 'https://id.example/auth?state=S1';
let app: WholeApp;
const left: string[] = [];
beforeAll(async () => {
  app = await startWholeApp(ME, { '/apis/pub/getUserSetting': SETTINGS });
  await waitFor(() => expect(useSession.getState().settings?.sso.enabled).toBe(true));
}, 60_000);
beforeEach(() => {
  left.length = 0;
  vi.spyOn(location, 'assign').mockImplementation((url) => void left.push(String(url)));
  app.data('/apis/pub/getUserSetting', SETTINGS);
  app.data('/apis/fhome/index', {
    totals: { today: 0, waiting: 0, projects: 0 },
    today: [],
    waiting: [],
    projects: [],
  });
  app.data('/apis/pub/getKeyIv', { key: '0123456789abcdef0123456789abcdef', iv: 'fedcba9876543210', kid: 'k1' });
  app.data('/apis/pub/ssoUrl', { url: PROVIDER, state: 'S1', expires_in: 300 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  act(() => {
    storeToken('T1');
    useSession.setState({ me: ME });
  });
  await app.leave();
});
afterAll(() => app.stop());

const address = () => location.pathname + location.search;
const sentTo = (path: string) => app.wire.seen.filter(({ url }) => url.startsWith(path));
function visit(to: string): void {
  localStorage.removeItem('token');
  act(() => useSession.setState({ token: null, me: null }));
  app.open(to);
}
/** The browser comes back from the provider in the tab that started the sign-in. */
async function comeBack(query: string, wayBack = '/notice'): Promise<void> {
  visit(wayBack);
  await waitFor(() => expect(left).toEqual([PROVIDER]));
  app.open(`/sso/callback?${query}`);
}

test('[R-012] [R-015] every closed page and /login lead to the provider; the page by password keeps a way to it', async () => {
  visit('/notice?a=1');
  await waitFor(() => expect(left).toEqual([PROVIDER]));
  expect(address()).toBe('/sso?redirect=/notice%3Fa%3D1');
  visit('/login?way=password&redirect=/notice');
  const button = await screen.findByRole('link', { name: '使用企业统一身份登录' });
  expect(button.getAttribute('href')).toBe('/sso?redirect=/notice');
  expect(screen.getByLabelText('账号')).not.toBeNull();
  visit('/login');
  await waitFor(() => expect(left).toHaveLength(2));
});

test.each(['/home', '/project/index?page=2'])(
  '[ST-029] a failure of info shows its reason at %s, and the route stays',
  async (route) => {
    app.says('/apis/pub/info', () => ({ body: { code: 1, msg: '账号已停用 R', data: null } }));
    act(() => {
      storeToken('sso_T1');
      useSession.setState({ me: null });
    });
    app.open(route);
    await screen.findByText('登录失败 [账号已停用 R]');
    expect([address(), left]).toEqual([route, []]);
    // No page and no frame of the product show.
    expect(document.querySelector('header.top-bar, nav.side-menu')).toBeNull();
    expect(sentTo('/apis/project/index')).toEqual([]);
  },
);

test('the answer of the provider signs in with the bearer, and the wanted page opens', async () => {
  app.data('/apis/pub/ssoCallback', { token: 'sso_T9', link: null });
  await comeBack('code=C1&state=S1&iss=https%3A%2F%2Fid.example');
  await waitFor(() => expect(address()).toBe('/notice'));
  const sent = sentTo('/apis/pub/ssoCallback').at(-1)?.body ?? '';
  expect(Object.fromEntries(new URLSearchParams(sent))).toEqual({ code: 'C1', state: 'S1', iss: 'https://id.example' });
  await waitFor(() => expect(sentTo('/apis/pub/info').at(-1)?.headers['authorization']).toBe('Bearer sso_T9'));
  expect(sentTo('/apis/pub/info').at(-1)?.headers['x-token']).toBeUndefined();
});

test('an answer that this tab did not start is not sent', async () => {
  const before = sentTo('/apis/pub/ssoCallback').length;
  visit('/sso/callback?code=C1&state=ofSomeoneElse');
  await screen.findByText('登录失败 [登录不是在此浏览器中发起的]');
  expect(sentTo('/apis/pub/ssoCallback')).toHaveLength(before);
  expect(address()).toBe('/sso/callback');
});

test('failures show one of the fixed reasons, and no text of the provider', async () => {
  await comeBack('error=access_denied&error_description=%3Cb%3Eevil%3C%2Fb%3E&state=S1');
  await screen.findByText('登录失败 [身份认证平台终止了登录]');
  expect(document.body.textContent).not.toContain('evil');
  expect(screen.getByRole('link', { name: '重试' }).getAttribute('href')).toMatch(/^\/sso/);
  app.says('/apis/pub/ssoUrl', () => ({
    body: { code: 1, msg: '登录失败 [身份认证平台没有响应]', data: { reason: 'unreachable' } },
  }));
  visit('/notice');
  await screen.findByText('登录失败 [身份认证平台没有响应]');
  expect(screen.getByRole('link', { name: '使用密码登录' }).getAttribute('href')).toMatch(/^\/login\?way=password/);
});

test('the first sign-in asks for the account and its password; a wrong one leaves the form', async () => {
  app.data('/apis/pub/ssoCallback', { token: '', link: { ticket: 'TICKET', name: '张三', expires_in: 600 } });
  app.says('/apis/pub/ssoLink', () => ({ body: { code: 1003, msg: '账号或密码错误', data: null } }));
  await comeBack('code=C1&state=S1');
  await screen.findByText('已确认身份：张三');
  const press = () => userEvent.click(screen.getByRole('button', { name: '绑定并登录' }));
  await press();
  await screen.findByText('请输入账号');
  await userEvent.type(screen.getByLabelText('账号'), 'zhang');
  await userEvent.type(screen.getByLabelText('密码'), 'wrong-1');
  await press();
  await screen.findByText('账号或密码错误');
  app.data('/apis/pub/ssoLink', { token: 'sso_T10' });
  await userEvent.type(screen.getByLabelText('密码'), 'secret-1');
  await press();
  await waitFor(() => expect(address()).toBe('/notice'));
  expect(new URLSearchParams(sentTo('/apis/pub/ssoLink').at(-1)?.body).get('ticket')).toBe('TICKET');
});

test('signing out leads to the sign-out of the provider, or to the page by password when it has none', async () => {
  act(() => storeToken('sso_T1'));
  app.data('/apis/pub/logout', { sso_url: 'https://id.example/end' });
  await act(() => signOut(0));
  await waitFor(() => expect(left).toEqual(['https://id.example/end']));
  act(() => storeToken('sso_T1'));
  app.data('/apis/pub/logout', { sso_url: '' });
  await act(() => signOut(0));
  await waitFor(() => expect(left.at(-1)).toBe('/login?way=password'));
});
