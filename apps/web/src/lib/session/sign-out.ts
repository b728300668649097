import { LIMITS } from '@prdm/contract/limits';
import { call } from '../api/call.ts';
import { publicCalls } from './public-calls.ts';
import { forgetSession, session } from './session.ts';

/**
 * Ends the session on the server, clears the local state and reloads the page after `reloadAfterMs`. `to` opens that
 * address instead. An error page uses it, so that the next sign-in does not return to the error.
 */
export async function signOut(reloadAfterMs: number = LIMITS.logoutReloadMs, to?: string): Promise<void> {
  if (session().token !== null) {
    // A failed call must not keep this browser signed in.
    await call(publicCalls.logout, {}, { asGuard: true }).catch((error: unknown) => console.warn('logout', error));
  }
  forgetSession();
  setTimeout(() => (to === undefined ? location.reload() : location.assign(to)), reloadAfterMs);
}
