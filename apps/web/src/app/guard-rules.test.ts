import { expect, test } from 'vitest';
import { SYSTEM_HOME, whereTo, type Verdict, type Visit, isErrorPage } from './guard-rules.ts';

const OFF = { enabled: false, url: '' };
const SSO = { enabled: true, url: 'https://id.example/authorize' };

const visit = (path: string, given: Partial<Visit> = {}): Verdict =>
  whereTo({
    path,
    search: '',
    signedIn: false,
    mustChange: false,
    isSystem: false,
    sso: OFF,
    hasProject: true,
    ...given,
  });

const pass: Verdict = { kind: 'pass' };
const go = (to: string): Verdict => ({ kind: 'go', to });

test.each(['/forget', '/forget/x', '/forgetful', '/uc', '/uc/a', '/mini', '/minister'])(
  '%s opens without sign-in, also with single sign-on',
  (path) => {
    expect(visit(path)).toEqual(pass);
    expect(visit(path, { sso: SSO })).toEqual(pass);
    expect(visit(path, { signedIn: true })).toEqual(pass);
  },
);

test('/login opens without sign-in unless single sign-on is on', () => {
  expect(visit('/login')).toEqual(pass);
  expect(visit('/login', { sso: SSO })).toEqual({ kind: 'leave', url: SSO.url });
});

test.each([
  ['/project/detail', '', '/login?redirect=/project/detail'],
  ['/', '', '/login?redirect=/'],
  ['/share', '?s=abc&x=1', '/login?redirect=/share%3Fs%3Dabc%26x%3D1'],
  ['/share/view', '?s=abc', '/login?redirect=/share/view%3Fs%3Dabc'],
  ['/404', '', '/login'],
  ['/444', '?a=1', '/login'],
  ['/no/such/path', '', '/login?redirect=/no/such/path'],
  ['/preview', '', '/login?redirect=/preview'],
  ['/help', '', '/login?redirect=/help'],
  ['/login/change', '', '/login?redirect=/login/change'],
  ['/fo', '', '/login?redirect=/fo'],
])('without sign-in %s%s goes to %s', (path, search, to) => {
  expect(visit(path, { search })).toEqual(go(to));
});

test('with single sign-on every closed path leaves for the provider', () => {
  expect(visit('/home', { sso: SSO })).toEqual({ kind: 'leave', url: SSO.url });
});

test('our page in front of the provider keeps the way back, and the page by password stays open', () => {
  const sso = { enabled: true, url: '/sso' };
  expect(visit('/share', { sso, search: '?s=a&x=1' })).toEqual(go('/sso?redirect=/share%3Fs%3Da%26x%3D1'));
  expect(visit('/login', { sso, search: '?redirect=/notice' })).toEqual(go('/sso?redirect=/notice'));
  expect(visit('/login', { sso, search: '?way=password' })).toEqual(pass);
  for (const path of ['/sso', '/sso/callback']) expect(visit(path, { sso })).toEqual(pass);
  expect(visit('/ssox', { sso })).toEqual(go('/sso?redirect=/ssox'));
});

test('a signed-in user who opens /login goes to /', () => {
  expect(visit('/login', { signedIn: true, search: '?redirect=/notice' })).toEqual(go('/'));
  expect(visit('/login/change', { signedIn: true })).toEqual(go('/'));
});

test('a generated password must be changed before anything else opens', () => {
  const given = { signedIn: true, mustChange: true };
  expect(visit('/home', { ...given, search: '?a=1' })).toEqual(go('/login/change?redirect=/home%3Fa%3D1'));
  expect(visit('/', given)).toEqual(go('/login/change'));
  expect(visit('/login', given)).toEqual(go('/login/change'));
  expect(visit('/403', given)).toEqual(go('/login/change'));
  expect(visit('/login/change', given)).toEqual(pass);
});

test('file pages need a project, other pages do not', () => {
  const given = { signedIn: true, hasProject: false };
  expect(visit('/file/index', given)).toEqual(go('/'));
  expect(visit('/file/task/index', given)).toEqual(go('/'));
  expect(visit('/file/index', { signedIn: true })).toEqual(pass);
  expect(visit('/home', given)).toEqual(pass);
  expect(visit('/filed', given)).toEqual(pass);
});

test('error pages are known by their path alone', () => {
  expect(['/404', '/443'].every(isErrorPage)).toBe(true);
  expect(['/', '/home', '/4431', '/443/x'].some(isErrorPage)).toBe(false);
});

test.each([
  ['/', go(SYSTEM_HOME)],
  ['/home', go(SYSTEM_HOME)],
  [SYSTEM_HOME, pass],
  ['/profile', pass],
  ['/403', pass],
  ['/company/staff', go('/403')],
  ['/file/index', go('/403')],
  ['/nowhere', go('/403')],
] as const)('a system administrator at %s: only the own pages open', (path, verdict) => {
  expect(visit(path, { signedIn: true, isSystem: true })).toEqual(verdict);
});
