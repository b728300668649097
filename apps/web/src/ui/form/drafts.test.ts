import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Me } from '@prdm/contract/me';
import {
  followOtherTabs,
  forgetSession,
  meetPerson,
  resetToken,
  storeToken,
  useSession,
} from '../../lib/session/session.ts';
import { dropDraft, readDraft, writeDraft } from './drafts.ts';

const FORM = 'project.add';
const person = (id: number) => ({ id, username: `${id}` }) as Me;

function enter(id: number): void {
  storeToken(`T${id}`);
  meetPerson(person(id));
}
const kept = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith('draft.'));

beforeEach(() => {
  sessionStorage.clear();
  sessionStorage.setItem('another', 'x');
  enter(7);
  writeDraft(FORM, { name: '滨江科技园' });
});

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  useSession.setState({ token: null, me: null, expired: false });
});

test('a draft returns to the user that typed it', () => {
  expect(readDraft(FORM)).toEqual({ name: '滨江科技园' });
  expect(readDraft('project.edit')).toBeNull();
  dropDraft(FORM);
  expect(readDraft(FORM)).toBeNull();
});

test('signing out deletes all drafts and nothing else of the tab', () => {
  forgetSession();
  expect(kept()).toEqual([]);
  expect(sessionStorage.getItem('another')).toBe('x');
  // The form stays on screen for a moment after sign-out. Input in that moment must not become a draft.
  writeDraft(FORM, { name: 'late' });
  expect(kept()).toEqual([]);
});

test('signing out in another tab deletes the drafts of this tab too', () => {
  const changed = vi.fn();
  followOtherTabs(changed);
  localStorage.removeItem('token');
  window.dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: 'token' }));
  expect(changed).toHaveBeenCalledWith(null);
  expect(kept()).toEqual([]);
});

test.each([
  [
    'ran out while the form was open',
    () => {
      useSession.setState({ expired: true });
      forgetSession();
    },
  ],
  ['was found ended when the page was loaded', resetToken],
])('after the session %s, the same user finds the draft; another user does not and deletes it', (_how, end) => {
  end();
  expect(readDraft(FORM)).toBeNull();
  enter(7);
  expect(readDraft(FORM)).toEqual({ name: '滨江科技园' });
  end();
  enter(71);
  expect(readDraft(FORM)).toBeNull();
  expect(kept()).toEqual([]);
  enter(7);
  expect(readDraft(FORM)).toBeNull();
});

const off = () => {
  throw new DOMException('off', 'SecurityError');
};
const full = { getItem: () => null, removeItem: () => undefined, setItem: off };

test.each([
  ['off', off],
  ['full', () => full as unknown as Storage],
])('with storage %s the form works and keeps its draft while the page is open', (_how, area) => {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(area);
  expect(readDraft(FORM)).toBeNull();
  writeDraft(FORM, { name: 'a' });
  expect(readDraft(FORM)).toEqual({ name: 'a' });
  forgetSession();
  enter(7);
  expect(readDraft(FORM)).toBeNull();
});

test('a draft that another version of the form wrote counts as none', () => {
  for (const text of ['{', '7', 'null', '']) {
    sessionStorage.setItem(`draft.7.${FORM}`, text);
    expect(readDraft(FORM), text).toBeNull();
  }
});
