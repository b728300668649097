import { LIMITS } from '@prdm/contract/limits';
import { call } from '../lib/api/call.ts';
import { publicCalls } from '../lib/session/public-calls.ts';
import { useSession, type EntrySettings } from '../lib/session/session.ts';

type Loaded = Omit<EntrySettings, 'title' | 'logo'>;

const WITHOUT_ANSWER: Loaded = {
  base: '',
  languages: [],
  sso: { enabled: false, url: '' },
  auto_login: true,
  password_length_min: LIMITS.passwordMin,
  password_length_max: LIMITS.passwordMax,
  recovery: { by_mail: false, phone: '', email: '' },
};

let asked: Promise<Loaded> | null = null;

/**
 * Loads the settings for pages before sign-in, once. Without an answer it resolves to sign-in by password, so the
 * sign-in page still opens.
 */
export function loadSettings(): Promise<Loaded> {
  asked ??= call(publicCalls.getUserSetting, {}, { asGuard: true })
    .then((settings) => {
      useSession.setState({ settings });
      return settings;
    })
    .catch((error: unknown) => {
      console.warn('settings', error);
      asked = null; // the next call sends the request again
      return WITHOUT_ANSWER;
    });
  return asked;
}
