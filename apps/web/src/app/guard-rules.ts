import { CODES, ERROR_PAGE_CODES } from '@prdm/contract/codes';
import { redirectValue } from '../lib/session/redirect.ts';

/**
 * Path prefixes that open without sign-in (specification section 2). They match as plain text: /forgetful is open too
 * and ends on /404. /login is not in the list: with single sign-on it redirects to the identity provider.
 */
export const OPEN_PREFIXES = ['/forget', '/uc', '/mini'] as const;

export const LOGIN = '/login';
/** Here a user with a generated password chooses a new one. No other page opens before that. */
export const FIRST_PASSWORD = '/login/change';

/** The first page of a system administrator. */
export const SYSTEM_HOME = '/system/enterprise';
/** All pages that a system administrator may open. */
const SYSTEM_PAGES = [SYSTEM_HOME, '/profile'];

/** The page that leads to the identity provider, and below it the page that takes the answer. */
const SSO = '/sso';

export const isOpen = (path: string): boolean =>
  OPEN_PREFIXES.some((prefix) => path.startsWith(prefix)) || path === SSO || path.startsWith(`${SSO}/`);

export const errorPagePath = (code: number): string => `/${code}`;
export const isErrorPage = (path: string): boolean => ERROR_PAGE_CODES.some((code) => errorPagePath(code) === path);
export const NOT_FOUND_PAGE = errorPagePath(CODES.pageNotFound);
export const DENIED_PAGE = errorPagePath(CODES.pageDenied);

export interface Visit {
  readonly path: string;
  readonly search: string;
  readonly signedIn: boolean;
  readonly mustChange: boolean;
  /** A system administrator. */
  readonly isSystem: boolean;
  readonly sso: { readonly enabled: boolean; readonly url: string };
  /** The user has opened a project, or the address names one. */
  readonly hasProject: boolean;
}

export type Verdict =
  | { readonly kind: 'pass' }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'leave'; readonly url: string };

const pass: Verdict = { kind: 'pass' };
const go = (to: string): Verdict => ({ kind: 'go', to });

/** Result of the guard for one visit. It ignores permission nodes: `GatedPage` judges them when the page is drawn. */
export function whereTo({ path, search, signedIn, mustChange, isSystem, sso, hasProject }: Visit): Verdict {
  if (isOpen(path)) return pass;
  if (!signedIn) {
    if (sso.enabled && !asksForPassword(path, search)) return toProvider(sso.url, path, search);
    return path === LOGIN ? pass : go(withWayBack(LOGIN, path, search));
  }
  if (mustChange) return path === FIRST_PASSWORD ? pass : go(firstPasswordFor(path, search));
  if (path === LOGIN || path === FIRST_PASSWORD) return go('/');
  if (isSystem && !SYSTEM_PAGES.includes(path) && !isErrorPage(path)) {
    return go(path === '/' || path === '/home' ? SYSTEM_HOME : DENIED_PAGE);
  }
  if (isBelow(path, '/file') && !hasProject) return go('/');
  return pass;
}

/** The sign-in page by password stays reachable, for administrators while the provider is away. */
const asksForPassword = (path: string, search: string): boolean =>
  path === LOGIN && new URLSearchParams(search).get('way') === 'password';

/** Our own page in front of the provider knows the way back; a foreign address does not. */
function toProvider(url: string, path: string, search: string): Verdict {
  if (!url.startsWith('/')) return { kind: 'leave', url };
  return go(path === LOGIN ? url + search : withWayBack(url, path, search));
}

const firstPasswordFor = (path: string, search: string): string =>
  path === '/' || path === LOGIN ? FIRST_PASSWORD : withWayBack(FIRST_PASSWORD, path, search);

/** Adds the address for the return after sign-in. An error page is left out: its refusal may no longer be true then. */
const withWayBack = (to: string, path: string, search: string): string =>
  isErrorPage(path) ? to : `${to}?redirect=${redirectValue(path + search)}`;

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);
