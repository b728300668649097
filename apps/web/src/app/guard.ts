import { CallError, NO_ANSWER } from '../lib/call-error.ts';
import { chooseProject, useAppState } from '../lib/app-state.ts';
import { translate } from '../lib/i18n.ts';
import { resetToken, session } from '../lib/session.ts';
import { toast } from '../lib/toasts.ts';
import { isOpen, whereTo, type Verdict } from './guard-rules.ts';
import { loadMe } from '../lib/load-me.ts';
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

/** File pages need a project. A bookmark may bring it along; a share (s) brings its own. */
function hasProject(path: string, search: string): boolean {
  if (!path.startsWith('/file')) return true;
  const params = new URLSearchParams(search);
  const id = Number(params.get('project_id'));
  const { project } = useAppState.getState();
  if (Number.isSafeInteger(id) && id > 0) {
    if (project?.id !== id) chooseProject({ id, name: '' });
    return true;
  }
  return project !== null || params.has('s');
}
