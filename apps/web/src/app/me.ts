import { LIMITS } from '@prdm/contract/limits';
import { call } from '../lib/call.ts';
import { publicCalls } from '../lib/public-calls.ts';
import { useSession, type EntrySettings } from '../lib/session.ts';

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
