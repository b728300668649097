import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import type { useSession } from '../lib/session/session.ts';
import { BRAND } from '../testing/samples.ts';
import { openWire, type Answer, type Wire } from '../testing/wire.ts';

let wire: Wire;
let modules: { guard: typeof import('./guard.ts'); me: typeof import('../lib/session/load-me.ts') };

const PERSON = {
  id: 5,
  username: '张三',
  account: 'zhang',
  must_change: false,
  is_system: false,
  enterprise: BRAND,
  heads: [],
  roles: { role: 'employee', access: [] },
  project_access: {},
  content: [],
  levels: [],
  project_rights: {},
};
const OFF = { enabled: false, url: '' };
const SSO = { enabled: true, url: 'https://id.example/authorize' };

beforeAll(() => startI18n());

beforeEach(async () => {
  wire = await openWire();
  // `loadSettings` caches its answer for the life of a page, so each test loads fresh modules.
  vi.resetModules();
  modules = { guard: await import('./guard.ts'), me: await import('../lib/session/load-me.ts') };
  const { useSession: fresh } = await import('../lib/session/session.ts');
  fresh.setState({ token: null, me: null, settings: null, expired: false });
  localStorage.clear();
});

afterEach(() => wire.close());

function server(given: { info?: Answer; sso?: typeof OFF }): void {
  wire.answer(({ url }) => {
    if (url.startsWith('/apis/pub/getUserSetting'))
      return { body: { code: 0, msg: '', data: { title: 'PRDM', sso: given.sso ?? OFF, auto_login: true } } };
    return given.info ?? { body: { code: 0, msg: '', data: PERSON } };
  });
}

async function signedIn(): Promise<typeof useSession> {
  const { storeToken, useSession: current } = await import('../lib/session/session.ts');
  storeToken('T1');
  return current;
}

const visit = (path: string, search = '') => modules.guard.guard({ pathname: path, search });
const infoCalls = () => wire.seen.filter(({ url }) => url.startsWith('/apis/pub/info')).length;

test('without a token: the sign-in page, or the identity provider in single-sign-on mode', async () => {
  server({});
  expect(await visit('/home')).toEqual({ kind: 'go', to: '/login?redirect=/home' });
  vi.resetModules();
  modules.guard = await import('./guard.ts');
  server({ sso: SSO });
  expect(await visit('/home')).toEqual({ kind: 'leave', url: SSO.url });
  expect(await visit('/forget')).toEqual({ kind: 'pass' });
});

test('with a token the person is asked for once, however many visits there are', async () => {
  server({});
  const current = await signedIn();
  expect(await Promise.all([visit('/home'), visit('/notice')])).toEqual([{ kind: 'pass' }, { kind: 'pass' }]);
  expect(await visit('/project/add')).toEqual({ kind: 'pass' });
  expect(infoCalls()).toBe(1);
  expect(current.getState().me?.username).toBe('张三');
});

test('[ER-002] the info call throws the message of the server', async () => {
  server({ info: { body: { code: 1, msg: 'M', data: null } } });
  await expect(modules.me.loadMe()).rejects.toThrow('M');
});

test('a token that is no good is reset, the message shows, and the visit goes to sign-in', async () => {
  server({ info: { body: { code: 5, msg: 'timed out', data: null } } });
  const current = await signedIn();
  localStorage.setItem('columns.tasks', '{}');
  expect(await visit('/notice', '?a=1')).toEqual({ kind: 'go', to: '/login?redirect=/notice%3Fa%3D1' });
  expect(current.getState()).toMatchObject({ token: null, expired: false });
  expect(localStorage.length).toBe(0);
  const { useToasts: toasts } = await import('../lib/toasts.ts');
  expect(toasts.getState().toasts.map(({ text }) => text)).toEqual(['timed out']);
});

test('a refusal without words says Has Error', async () => {
  server({ info: { body: { code: 1, msg: '', data: null } } });
  await signedIn();
  const { startI18n: start } = await import('../lib/i18n.ts');
  await start();
  await visit('/home');
  const { useToasts: toasts } = await import('../lib/toasts.ts');
  expect(toasts.getState().toasts.map(({ text }) => text)).toEqual(['Has Error']);
});

test('[ST-029] in single-sign-on mode a failure says login failed with the reason and goes nowhere', async () => {
  server({ info: { body: { code: 1, msg: 'R', data: null } }, sso: SSO });
  const current = await signedIn();
  const { startI18n: start, setLanguage } = await import('../lib/i18n.ts');
  await start();
  await setLanguage('en');
  await expect(visit('/home')).rejects.toThrow('login failed [R]');
  expect(current.getState().token).toBe('T1');
  server({ info: { body: { code: 5, msg: 'timed out', data: null } }, sso: SSO });
  await expect(visit('/home')).rejects.toThrow('login failed [timed out]');
  expect(current.getState().token).toBeNull();
});

test('a server that does not answer signs no user out', async () => {
  server({ info: { hangUp: true } });
  const current = await signedIn();
  await expect(visit('/home')).rejects.toThrow();
  expect(current.getState().token).toBe('T1');
});

test('a link into a project opens its page, and the project is not kept before the server has confirmed it', async () => {
  server({});
  await signedIn();
  const { useAppState: current } = await import('../lib/app-state.ts');
  expect(await visit('/file/task/index')).toEqual({ kind: 'go', to: '/' });
  expect(await visit('/file/task/index', '?project_id=7&id=3')).toEqual({ kind: 'pass' });
  expect(current.getState().project).toBeNull();
  expect(localStorage.getItem('project')).toBeNull();
  expect(await visit('/file/task/index')).toEqual({ kind: 'go', to: '/' });
  current.setState({ project: { id: 7, name: '滨江' } });
  expect(await visit('/file/task/index')).toEqual({ kind: 'pass' });
  for (const bad of ['0', '-1', 'x', '1.5', '99999999999999999']) {
    current.setState({ project: null });
    expect(await visit('/file/index', `?project_id=${bad}`), bad).toEqual({ kind: 'go', to: '/' });
  }
  expect(await visit('/file/index', '?s=share')).toEqual({ kind: 'pass' });
});
