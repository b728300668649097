import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { LIMITS } from '@prdm/contract/limits';
import type { Me } from '@prdm/contract/me';
import type { Notice } from '@prdm/contract/notices';
import { useAppState } from '../../lib/app-state.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { keyInData, setLanguage, translate } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session/session.ts';
import { useToasts } from '../../lib/toasts.ts';
import { listOf } from '../../testing/samples.ts';
import { ME, startWholeApp, type WholeApp } from '../../testing/whole-app.ts';
import { ROUTES } from '../routes.tsx';

/* The parts around every page: title, top bar, language, short messages, the box of an ended session. */
const held = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('../slots-project-list.tsx', async (original) => {
  await held.promise;
  return original();
});

/* All names are English, so that other Chinese text on an English page belongs to the product. */
const ADMIN: Me = {
  ...ME,
  username: 'Grace',
  enterprise_name: 'Harbour Design',
  roles: { role: 'superAdmin', access: [] },
};
let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp(ADMIN);
}, 60_000);
beforeEach(() => {
  act(() => useAppState.setState({ device: 'desktop', sidebarOpen: true, project: null }));
  const totals = { today: 0, waiting: 0, projects: 0 };
  app.data('/apis/fhome/index', { totals, today: [], waiting: [], projects: [] });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  act(() => {
    useSession.setState({ token: 'T1', me: ADMIN, expired: false });
    useToasts.setState({ toasts: [] });
  });
  await app.leave();
  await setLanguage('zh');
});
afterAll(() => app.stop());

const PRODUCT = '设计院任务管理平台';
const at = (path: string) => waitFor(() => expect(location.pathname).toBe(path));
const bell = () => screen.findByRole('button', { name: /^通知/ });
const seenOf = (path: string) => app.wire.seen.filter(({ url }) => url.startsWith(path));

test('a line at the top shows that the next page loads', async () => {
  const line = () => document.querySelector('.page-on-its-way');
  expect(line()).toBeNull();
  app.open('/project/index');
  await waitFor(() => expect(line()).not.toBeNull());
  expect(location.pathname).toBe('/notice');
  held.resolve();
  await at('/project/index');
  await waitFor(() => expect(line()).toBeNull());
});

test('[R-017] [R-016] / leads to /home; pages under the top bar have no side menu', async () => {
  app.open('/');
  await at('/home');
  for (const path of ['/home', '/notice']) {
    app.open(path);
    await at(path);
    await screen.findByRole('banner');
    expect(document.querySelector('nav.side-menu'), path).toBeNull();
  }
});

test('[BU-026] every page title ends with the Chinese title of the product', async () => {
  for (const [path, entry] of [
    ['/home'],
    ['/project/index'],
    ['/company/staff'],
    ['/process/task/process'],
    ['/help', '/help/*'],
    ['/profile'],
    ['/forget/nowhere', '/forget/*'],
    ['/404'],
  ] as const) {
    app.open(path);
    const route = ROUTES.find((each) => each.path === (entry ?? path));
    const title = translate(route?.titleKey ?? keyInData(path));
    // Steps of the crumb may stand between the two.
    await waitFor(() => expect(document.title.split(' - ').at(0), path).toBe(title));
    expect(document.title.split(' - ').at(-1), path).toBe(PRODUCT);
  }
});

test('an error page names the refused address, also on the way back, and links out of a closed project', async () => {
  const address = '/project/detail?id=3&tab=members';
  app.open('/home');
  await at('/home');
  // No cached answer: going back would show it without a request.
  app.refuses('/apis/project/info', 1, '说了 1');
  app.open(address);
  await screen.findByText('说了 1');
  app.refuses('/apis/project/info', 443, '项目已归档');
  await queryClient.invalidateQueries({ queryKey: ['project'] });
  await at('/443');
  const refused = () => waitFor(() => expect(document.querySelector('.error-address code')?.textContent).toBe(address));
  await refused();
  app.open('/notice');
  await at('/notice');
  history.back();
  await at('/443');
  await refused();
  // Link to the page on which a user with the right restores the project.
  const out = await screen.findByRole('link', { name: '查看已归档项目' });
  expect(out.getAttribute('href')).toBe('/project/index?state=archived');
  expect(screen.queryByRole('button', { name: '返回上一页' })).toBeNull();
});

test('[ER-008] a lost network shows a toast, a timeout only a console message', async () => {
  const toast = () => document.querySelector('.toast')?.textContent ?? null;
  app.says('/apis/notice/index', { hangUp: true });
  await userEvent.click(await bell());
  await waitFor(() => expect(toast()).toContain('网络连接失败，请检查网络后重试'));
  await userEvent.click(await bell());
  act(() => useToasts.setState({ toasts: [] }));
  await waitFor(() => expect(toast()).toBeNull());
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  queryClient.removeQueries({ queryKey: ['notice'] });

  const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const before = seenOf('/apis/notice/index').length;
  // The server's answer waits for a timer too, so it never comes.
  app.says('/apis/notice/index', { body: {}, afterMs: 2 * LIMITS.requestTimeoutMs });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: /^通知/ }));
  await vi.waitFor(() => expect(seenOf('/apis/notice/index').length).toBeGreaterThan(before), { timeout: 10_000 });
  await vi.advanceTimersByTimeAsync(LIMITS.requestTimeoutMs);
  vi.useRealTimers();
  await waitFor(() => expect(warned).toHaveBeenCalledWith('timeout', expect.stringContaining('/apis/notice/index')));
  expect(toast()).toBeNull();
  app.data('/apis/notice/index', listOf([]));
  fireEvent.click(screen.getByRole('button', { name: /^通知/ }));
});

const expiredBox = () => screen.queryByRole('dialog', { name: '您已退出登录' });
async function endSession(): Promise<void> {
  app.open('/home');
  await at('/home');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  app.refuses('/apis/notice/index', 5, '登录超时，请重新登录');
  // Several calls at once.
  await act(() => Promise.all([1, 2, 3].map(() => queryClient.refetchQueries({ queryKey: ['notice'] }))));
  await userEvent.click(await bell());
  await waitFor(() => expect(expiredBox()).not.toBeNull());
}

test('[ER-020] an ended session brings one box, with stay or sign in again', async () => {
  await endSession();
  expect(document.querySelectorAll('dialog')).toHaveLength(1);
  const box = within(expiredBox() as HTMLElement);
  expect(box.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['留在此页', '重新登录']);
  await userEvent.click(box.getByRole('button', { name: '留在此页' }));
  await waitFor(() => expect(expiredBox()).toBeNull());
  expect(location.pathname).toBe('/home');
  expect(useSession.getState().token).toBe('T1');
});

test('confirming the session-expired box signs out and reloads the page', async () => {
  act(() => useSession.setState({ token: 'T2', stayedWith: null }));
  const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined);
  await endSession();
  app.data('/apis/pub/logout', null);
  const before = seenOf('/apis/pub/logout').length;
  await userEvent.click(within(expiredBox() as HTMLElement).getByRole('button', { name: '重新登录' }));
  await waitFor(() => expect(reload).toHaveBeenCalled());
  expect(seenOf('/apis/pub/logout')).toHaveLength(before + 1);
  expect(localStorage.getItem('token')).toBeNull();
  expect(useSession.getState().token).toBeNull();
});

/** The text of the page without the home page, which stays mounted and hidden. */
function textInView(): string {
  const body = document.body.cloneNode(true) as HTMLElement;
  body.querySelector('.kept-page')?.remove();
  return body.textContent;
}

test('[BU-023] Chinese is the default; another language changes every label, <html lang> and the title', async () => {
  const notice: Notice = {
    id: 1,
    type: 'next_task',
    project_id: 3,
    project_name: 'Harbour Tower',
    project_archived: false,
    content: 'Third floor plan',
    send_time: '2026-03-01 09:00',
    pc_path: '/file/task/index?id=1',
    source_id: 1,
    is_read: true,
  };
  app.says('/apis/notice/index', ({ headers }) => {
    const content = headers['accept-language'] === 'zh' ? '任务等待处理' : 'Third floor plan';
    return { body: { code: 0, msg: '', data: listOf([{ ...notice, content }]) } };
  });
  app.open('/project/index');
  await at('/project/index');
  app.open('/notice');
  await screen.findByText('任务等待处理');
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(document.title).toBe(`全部通知 - ${PRODUCT}`);
  const choose = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: /Grace/ }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name }));
    await userEvent.keyboard('{Escape}');
  };
  await choose('English');
  await waitFor(() => expect(document.title).toBe(`All notifications - ${PRODUCT}`));
  expect(document.documentElement.lang).toBe('en');
  // Sentences of the server change too.
  await screen.findByText('Third floor plan');
  await waitFor(() => expect(textInView()).not.toMatch(/[\u4e00-\u9fff]/));
  expect(textInView()).toContain('Harbour Tower');
  await choose('繁體中文');
  await waitFor(() => expect(document.documentElement.lang).toBe('zh-TW'));
  await waitFor(() => expect(textInView()).toContain('全部通知'));
});
