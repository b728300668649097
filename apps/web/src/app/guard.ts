import { CallError, NO_ANSWER } from '../lib/api/call-error.ts';
import { useAppState } from '../lib/app-state.ts';
import { translate } from '../lib/i18n.ts';
import { projectInAddress } from '../lib/project-id.ts';
import { resetToken, session } from '../lib/session/session.ts';
import { toast } from '../lib/toasts.ts';
import { isOpen, whereTo, type Verdict } from './guard-rules.ts';
import { loadMe } from '../lib/session/load-me.ts';
import { loadSettings } from './me.ts';

/** Navigation stops here with a message in place of the page. */
export class GuardStop extends Error {
  override readonly name = 'GuardStop';
}

/** Asks before every route: who is it, and may the visit go on. Throws GuardStop where it can neither go on nor elsewhere. */
export async function guard({ pathname, search }: { pathname: string; search: string }): Promise<Verdict> {
  const { token, me } = session();
  if (token === null) {
    if (isOpen(pathname)) return { kind: 'pass' };
    const { sso } = await loadSettings();
    return whereTo({ path: pathname, search, signedIn: false, mustChange: false, sso, hasProject: false });
  }
  void loadSettings();
  if (me === null && !isOpen(pathname)) {
    const known = await askWhoItIs();
    if (!known) return guard({ pathname, search });
  }
  return whereTo({
    path: pathname,
    search,
    signedIn: true,
    mustChange: session().me?.must_change === true,
    sso: { enabled: false, url: '' },
    hasProject: hasProject(pathname, search),
  });
}

/** False: the token was no good and is gone, the message stands on the screen. */
async function askWhoItIs(): Promise<boolean> {
  try {
    await loadMe();
    return true;
  } catch (error) {
    const reason = (error instanceof Error && error.message) || translate('errors.hasError');
    const { sso } = await loadSettings();
    if (sso.enabled) throw new GuardStop(translate('errors.loginFailed', { reason }));
    // Without any answer nothing was said about the token: a server that restarts must not sign everybody out.
    if (error instanceof CallError && error.code === NO_ANSWER) throw new GuardStop(reason);
    resetToken();
    toast.error(reason);
    return false;
  }
}

/**
 * File pages need a project. A bookmark may bring it along; a share (s) brings its own. The project of an address is not stored here:
 * only the server knows whether this person may enter it.
 */
function hasProject(path: string, search: string): boolean {
  if (!path.startsWith('/file')) return true;
  if (projectInAddress(path, search) !== undefined) return true;
  return useAppState.getState().project !== null || new URLSearchParams(search).has('s');
}
