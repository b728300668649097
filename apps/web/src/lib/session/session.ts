import { create } from 'zustand';
import type { z } from 'zod';
import type { getUserSetting } from '@prdm/contract/identity';
import type { Me } from '@prdm/contract/me';
import { clearStored, drafts, tabState, readStored, removeStored, writeStored } from '../storage.ts';

export type EntrySettings = z.output<typeof getUserSetting.output>;

const TOKEN = 'token';

interface Session {
  readonly token: string | null;
  /** The signed-in user. Null until the info call answers. */
  readonly me: Me | null;
  /** Settings for pages before sign-in (title, single sign-on, password bounds). Null until loaded. */
  readonly settings: EntrySettings | null;
  /** The session-expired box is open. Several failing calls open it once. */
  readonly expired: boolean;
  /** Number of times the user chose to stay. A call that was sent before the last choice does not reopen the box. */
  readonly stays: number;
  /** The expired token at the time of the last choice to stay. */
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

/** Closes the session-expired box. The page stays as it is. */
export const stay = (): void =>
  useSession.setState(({ stays, token }) => ({ expired: false, stays: stays + 1, stayedWith: token }));

/** The user has closed the box and continues on the page. A new token ends this state. */
export const isStaying = (): boolean => session().token !== null && session().stayedWith === session().token;

export function storeToken(token: string): void {
  writeStored(TOKEN, token);
  useSession.setState({ token });
}

/** Removes the token and all other values of local storage. Language, theme and density survive in cookies. */
export function resetToken(): void {
  clearStored();
  useSession.setState({ token: null, me: null, expired: false });
}

/**
 * Clears what sign-out clears: token, project, account type, tab state and form drafts. `me` stays, so the page remains
 * drawn until the reload shortly after.
 */
export function forgetSession(): void {
  for (const key of [TOKEN, 'project', 'account_type']) removeStored(key);
  leaveDrafts();
  tabState.clear();
  useSession.setState({ token: null, expired: false });
}

/**
 * Removes the drafts at sign-out. After an expired session they stay for the same user; `meetPerson` removes those of
 * another user.
 */
function leaveDrafts(): void {
  if (!session().expired) drafts.clear();
}

const draftsOf = (personId: number): string => `${personId}.`;

/** Storage name of a form's draft. It contains the user's id. Null without a signed-in user. */
export function draftName(form: string): string | null {
  const { me, token } = session();
  return me === null || token === null ? null : draftsOf(me.id) + form;
}

/** Stores the signed-in user. A shared computer may hold drafts of another user; they are removed. */
export function meetPerson(me: Me): void {
  for (const key of drafts.keys()) if (!key.startsWith(draftsOf(me.id))) drafts.remove(key);
  useSession.setState({ me });
}

/** Calls `changed` with the current token after another tab signs out or gets a replacement token. */
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
