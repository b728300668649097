import { CODES, ERROR_PAGE_CODES } from '@prdm/contract/codes';
import { redirectValue } from '../lib/session/redirect.ts';

/**
 * Paths that open without sign-in, as beginnings (specification section 2; so /forgetful is open too, and ends on /404).
 * /login stands apart: with single sign-on it leads to the identity provider.
 */
export const OPEN_PREFIXES = ['/forget', '/uc', '/mini'] as const;

export const LOGIN = '/login';
/** Where a person with a generated password must choose an own one before anything else. */
export const FIRST_PASSWORD = '/login/change';

export const isOpen = (path: string): boolean => OPEN_PREFIXES.some((prefix) => path.startsWith(prefix));

export const errorPagePath = (code: number): string => `/${code}`;
export const isErrorPage = (path: string): boolean => ERROR_PAGE_CODES.some((code) => errorPagePath(code) === path);
export const NOT_FOUND_PAGE = errorPagePath(CODES.pageNotFound);
export const DENIED_PAGE = errorPagePath(CODES.pageDenied);

export interface Visit {
  readonly path: string;
  readonly search: string;
  readonly signedIn: boolean;
  readonly mustChange: boolean;
  readonly sso: { readonly enabled: boolean; readonly url: string };
  /** A project is chosen, or the address names one. */
  readonly hasProject: boolean;
}

export type Verdict =
  | { readonly kind: 'pass' }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'leave'; readonly url: string };

const pass: Verdict = { kind: 'pass' };
const go = (to: string): Verdict => ({ kind: 'go', to });

/** Where a visit may go. Says nothing about permission nodes: those are judged when the page is drawn. */
export function whereTo({ path, search, signedIn, mustChange, sso, hasProject }: Visit): Verdict {
  if (isOpen(path)) return pass;
  if (!signedIn) {
    if (sso.enabled) return { kind: 'leave', url: sso.url };
    return path === LOGIN ? pass : go(withWayBack(LOGIN, path, search));
  }
  if (mustChange) return path === FIRST_PASSWORD ? pass : go(firstPasswordFor(path, search));
  if (path === LOGIN || path === FIRST_PASSWORD) return go('/');
  if (isBelow(path, '/file') && !hasProject) return go('/');
  return pass;
}

const firstPasswordFor = (path: string, search: string): string =>
  path === '/' || path === LOGIN ? FIRST_PASSWORD : withWayBack(FIRST_PASSWORD, path, search);

/** An error page is no place to come back to: its refusal may be over by then. */
const withWayBack = (to: string, path: string, search: string): string =>
  isErrorPage(path) ? to : `${to}?redirect=${redirectValue(path + search)}`;

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);
