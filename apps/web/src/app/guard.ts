import { CODES } from '@prdm/contract/codes';
import { CallError, NO_ANSWER } from '../lib/api/call-error.ts';
import { useAppState } from '../lib/app-state.ts';
import { followDefaultLanguage, translate } from '../lib/i18n.ts';
import { projectInAddress } from '../lib/project-id.ts';
import { resetToken, session } from '../lib/session/session.ts';
import { toast } from '../lib/toasts.ts';
import { isOpen, whereTo, type Verdict } from './guard-rules.ts';
import { loadMe } from '../lib/session/load-me.ts';
import { loadSettings } from './me.ts';

/** Stops a navigation; its message replaces the page. */
export class GuardStop extends Error {
  override readonly name = 'GuardStop';
}

/**
 * Runs before every route: loads the signed-in user and returns the verdict of the visit. Throws GuardStop when the
 * visit can neither continue nor be redirected.
 */
export async function guard({ pathname, search }: { pathname: string; search: string }): Promise<Verdict> {
  const { token, me } = session();
  if (token === null) {
    if (isOpen(pathname)) return { kind: 'pass' };
    const { sso } = await loadSettings();
    return whereTo({
      path: pathname,
      search,
      signedIn: false,
      mustChange: false,
      isSystem: false,
      sso,
      hasProject: false,
    });
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
    isSystem: session().me?.is_system === true,
    sso: { enabled: false, url: '' },
    hasProject: hasProject(pathname, search),
  });
}

/** Returns false when the server refused the token. The token is then removed and a toast shows the reason. */
async function askWhoItIs(): Promise<boolean> {
  try {
    await loadMe();
    const { me } = session();
    if (me !== null) await followDefaultLanguage(me.enterprise.default_lang);
    return true;
  } catch (error) {
    const reason = (error instanceof Error && error.message) || translate('errors.hasError');
    const { sso } = await loadSettings();
    if (sso.enabled) {
      // The session is over: the next try leads to the provider.
      if (error instanceof CallError && error.code === CODES.sessionEnded) resetToken();
      throw new GuardStop(translate('errors.loginFailed', { reason }));
    }
    // Without an answer the token may still be valid. A server restart must not sign out every user.
    if (error instanceof CallError && error.code === NO_ANSWER) throw new GuardStop(reason);
    resetToken();
    toast.error(reason);
    return false;
  }
}

/**
 * Whether a file page has a project. A bookmark may name it, and a share (`s`) has its own. The project of the address
 * is not stored here: the server has not yet confirmed the right to enter it.
 */
function hasProject(path: string, search: string): boolean {
  if (!path.startsWith('/file')) return true;
  if (projectInAddress(path, search) !== undefined) return true;
  return useAppState.getState().project !== null || new URLSearchParams(search).has('s');
}
