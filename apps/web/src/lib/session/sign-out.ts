import { LIMITS } from '@prdm/contract/limits';
import { call } from '../api/call.ts';
import { publicCalls } from './public-calls.ts';
import { forgetSession, session } from './session.ts';

/**
 * Ends the session on the server, clears what sign-out clears and loads the page again after the specified pause. `to` loads that
 * address instead: nobody wants to come back to an error page after the next sign-in.
 */
export async function signOut(reloadAfterMs: number = LIMITS.logoutReloadMs, to?: string): Promise<void> {
  if (session().token !== null) {
    // Whatever the server says, this browser is to be signed out.
    await call(publicCalls.logout, {}, { asGuard: true }).catch((error: unknown) => console.warn('logout', error));
  }
  forgetSession();
  setTimeout(() => (to === undefined ? location.reload() : location.assign(to)), reloadAfterMs);
}
