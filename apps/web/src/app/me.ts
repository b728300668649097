import { LIMITS } from '@prdm/contract/limits';
import { call } from '../lib/api/call.ts';
import { currentLang } from '../lib/i18n.ts';
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

/** The cached request with its language: the product title depends on the language. */
let asked: { lang: ReturnType<typeof currentLang>; settings: Promise<Loaded> } | null = null;

/**
 * Loads the settings for pages before sign-in, once per language. Without an answer it resolves to sign-in by password,
 * so the sign-in page still opens.
 */
export function loadSettings(): Promise<Loaded> {
  const lang = currentLang();
  if (asked?.lang === lang) return asked.settings;
  const settings = call(publicCalls.getUserSetting, {}, { asGuard: true })
    .then((given) => {
      if (asked?.lang === lang) useSession.setState({ settings: given });
      return given;
    })
    .catch((error: unknown) => {
      console.warn('settings', error);
      asked = null; // the next call sends the request again
      return WITHOUT_ANSWER;
    });
  asked = { lang, settings };
  return settings;
}
