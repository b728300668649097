import type { ssoCallback, ssoLink, ssoUrl } from '@prdm/contract/identity/sso';
import { call } from '../api/call.ts';
import { tabState } from '../storage.ts';
import { encryptTransfer } from '@prdm/contract/kit/cipher';
import { light, publicCalls } from './public-calls.ts';
import { safeRedirect } from './redirect.ts';
import { storeToken } from './session.ts';

export const ssoCalls = {
  ssoUrl: light<typeof ssoUrl>({ method: 'GET', path: '/apis/pub/ssoUrl' }),
  ssoCallback: light<typeof ssoCallback>({ method: 'POST', path: '/apis/pub/ssoCallback' }),
  ssoLink: light<typeof ssoLink>({ method: 'POST', path: '/apis/pub/ssoLink' }),
} as const;

const STATE = 'sso.state';
const WAY_BACK = 'sso.redirect';

/**
 * Begins a sign-in and returns the provider's address. This tab keeps the state: an answer with another state was not
 * started here. `wayBack` is the page to open after sign-in.
 */
export async function startSso(wayBack: string | null): Promise<string> {
  const { url, state } = await call(ssoCalls.ssoUrl, {});
  tabState.write(STATE, state);
  tabState.write(WAY_BACK, safeRedirect(wayBack));
  return url;
}

/** Why the provider's answer cannot be used. `cancelled`: it reports an error. `foreign`: this tab started no such sign-in. */
export type SsoProblem = 'cancelled' | 'foreign' | 'incomplete';

export type SsoAnswer = { readonly code: string; readonly state: string; readonly iss?: string };

/** Reads the provider's answer from the address of the callback page. The state of this tab is used up. */
export function readSsoAnswer(query: URLSearchParams): SsoAnswer | SsoProblem {
  const expected = tabState.read(STATE);
  tabState.remove(STATE);
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => query.get(name));
  if (!state || state !== expected) return 'foreign';
  if (query.has('error')) return 'cancelled';
  return code ? { code, state, ...(iss ? { iss } : {}) } : 'incomplete';
}

/** Ends the sign-in. Returns null for a session, or the link that waits for a password. Throws CallError. */
export async function finishSso(answer: SsoAnswer): Promise<{ ticket: string; name: string } | null> {
  const { token, link } = await call(ssoCalls.ssoCallback, answer);
  if (link !== null) return link;
  storeToken(token);
  return null;
}

/** Links an account by its password and signs in. Throws CallError: 1003, 1007, 1008 after the ticket has expired, 1012. */
export async function linkSso(given: { ticket: string; account: string; password: string }): Promise<void> {
  const { key, iv, kid } = await call(publicCalls.getKeyIv, {});
  const password = encryptTransfer(given.password, key, iv);
  const { token } = await call(ssoCalls.ssoLink, { ticket: given.ticket, account: given.account, password, kid });
  storeToken(token);
}

/** The page to open after sign-in. */
export function takeWayBack(): string {
  const to = safeRedirect(tabState.read(WAY_BACK));
  tabState.remove(WAY_BACK);
  return to;
}
