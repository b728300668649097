import { LIMITS } from '@prdm/contract/limits';
import { call } from '../lib/call.ts';
import { publicCalls } from '../lib/public-calls.ts';
import { useSession, type EntrySettings } from '../lib/session.ts';

let asking: Promise<void> | null = null;

/**
 * Asks who is signed in. Calls at the same time share one question: an answer that replaces the token asks for a reload while
 * its own question may still be running. Throws CallError with the server's message.
 */
export function loadMe(): Promise<void> {
  asking ??= call(publicCalls.info, {}, { asGuard: true })
    .then((me) => useSession.setState({ me }))
    .finally(() => {
      asking = null;
    });
  return asking;
}

const WITHOUT_ANSWER: EntrySettings = {
  title: 'PRDM',
  languages: [],
  sso: { enabled: false, url: '' },
  auto_login: true,
  password_length_min: LIMITS.passwordMin,
  password_length_max: LIMITS.passwordMax,
};

let settings: Promise<EntrySettings> | null = null;

/** The settings for pages before sign-in; without an answer the sign-in page still opens, by password. */
export function loadSettings(): Promise<EntrySettings> {
  settings ??= call(publicCalls.getUserSetting, {}, { asGuard: true })
    .then((given) => {
      useSession.setState({ settings: given });
      return given;
    })
    .catch((error: unknown) => {
      console.warn('settings', error);
      settings = null; // asked again at the next turn
      return WITHOUT_ANSWER;
    });
  return settings;
}
