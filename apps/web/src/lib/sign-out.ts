import { LIMITS } from '@prdm/contract/limits';
import { call } from './call.ts';
import { publicCalls } from './public-calls.ts';
import { forgetSession, session } from './session.ts';

/** Ends the session on the server, clears what sign-out clears and loads the page anew after the specified pause. */
export async function signOut(reloadAfterMs: number = LIMITS.logoutReloadMs): Promise<void> {
  if (session().token !== null) {
    // Whatever the server says, this browser is to be signed out.
    await call(publicCalls.logout, {}, { asGuard: true }).catch((error: unknown) => console.warn('logout', error));
  }
  forgetSession();
  setTimeout(() => location.reload(), reloadAfterMs);
}
