import { create } from 'zustand';
import type { z } from 'zod';
import type { getUserSetting } from '@prdm/contract/identity';
import type { Me } from '@prdm/contract/me';
import { clearStored, drafts, tabState, readStored, removeStored, writeStored } from '../storage.ts';

export type EntrySettings = z.output<typeof getUserSetting.output>;

const TOKEN = 'token';

interface Session {
  readonly token: string | null;
  /** The signed-in person; null until the info call has answered. */
  readonly me: Me | null;
  /** What pages before sign-in need (title, single sign-on, password bounds); null until asked. */
  readonly settings: EntrySettings | null;
  /** The session-expired box is open (one, however many calls fail together). */
  readonly expired: boolean;
  /** How often somebody chose to stay: what was asked before and fails after it brings the box back no more. */
  readonly stays: number;
  /** The token that had ended when somebody last chose to stay. */
  readonly stayedWith: string | null;
}

export const useSession = create<Session>(() => ({
  token: readStored(TOKEN),
  me: null,
  settings: null,
  expired: false,
  stays: 0,
  stayedWith: null,
}));

export const session = (): Session => useSession.getState();

/** The box is closed and the page stays as it is. */
export const stay = (): void =>
  useSession.setState(({ stays, token }) => ({ expired: false, stays: stays + 1, stayedWith: token }));

/** Somebody has seen the box, and works on with the page as it is; until there is another token. */
export const isStaying = (): boolean => session().token !== null && session().stayedWith === session().token;

export function storeToken(token: string): void {
  writeStored(TOKEN, token);
  useSession.setState({ token });
}

/** Token reset: the token and everything else in local storage go; language, theme and density live on in cookies. */
export function resetToken(): void {
  clearStored();
  useSession.setState({ token: null, me: null, expired: false });
}

/**
 * What sign-out clears: token, project info, account type, and what was typed into forms. The person stays drawn until the page is
 * loaded anew a moment later.
 */
export function forgetSession(): void {
  for (const key of [TOKEN, 'project', 'account_type']) removeStored(key);
  leaveDrafts();
  tabState.clear();
  useSession.setState({ token: null, expired: false });
}

/** Who signs out takes the drafts along. Whose session ran out finds them after signing in again, unless somebody else does (`meetPerson`). */
function leaveDrafts(): void {
  if (!session().expired) drafts.clear();
}

const draftsOf = (personId: number): string => `${personId}.`;

/** What a form's draft is kept under: it belongs to the person who typed it. Null while nobody is signed in. */
export function draftName(form: string): string | null {
  const { me, token } = session();
  return me === null || token === null ? null : draftsOf(me.id) + form;
}

/** Tells who is signed in. At a shared desk that may be another person than before: what was typed here by others goes. */
export function meetPerson(me: Me): void {
  for (const key of drafts.keys()) if (!key.startsWith(draftsOf(me.id))) drafts.remove(key);
  useSession.setState({ me });
}

/** Another tab signed out, or its answer replaced the token: `changed` is told with the token that counts now. */
export function followOtherTabs(changed: (token: string | null) => void): void {
  window.addEventListener('storage', (event) => {
    if (event.storageArea !== localStorage || (event.key !== TOKEN && event.key !== null)) return;
    const token = readStored(TOKEN);
    if (token === session().token) return;
    if (token === null) leaveDrafts();
    useSession.setState({ token });
    changed(token);
  });
}
