import { LIMITS } from '@prdm/contract/limits';
import { call } from '../api/call.ts';
import { publicCalls } from './public-calls.ts';
import { forgetSession, session } from './session.ts';

/** For a provider that cannot sign out. Its own sign-in page would open the session again at once. */
const AFTER_SSO = '/login?way=password';

/**
 * Ends the session on the server, clears the local state and reloads the page after `reloadAfterMs`. `to` opens that
 * address instead. An error page uses it, so that the next sign-in does not return to the error. A session through the
 * identity provider also ends there: the browser goes to the provider's sign-out address.
 */
export async function signOut(reloadAfterMs: number = LIMITS.logoutReloadMs, to?: string): Promise<void> {
  let next = to;
  if (session().token !== null) {
    // A failed call must not keep this browser signed in.
    const ended = await call(publicCalls.logout, {}, { asGuard: true }).catch((error: unknown) => {
      console.warn('logout', error);
      return null;
    });
    if (ended !== null) next = ended.sso_url === '' ? AFTER_SSO : ended.sso_url;
  }
  forgetSession();
  setTimeout(() => (next === undefined ? location.reload() : location.assign(next)), reloadAfterMs);
}
