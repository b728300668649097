import { LIMITS } from '@prdm/contract/limits';
import { call } from '../lib/api/call.ts';
import { currentLang } from '../lib/i18n.ts';
import { publicCalls } from '../lib/session/public-calls.ts';
import { useSession, type EntrySettings } from '../lib/session/session.ts';

type Loaded = Omit<EntrySettings, 'title'>;

const WITHOUT_ANSWER: Loaded = {
  languages: [],
  sso: { enabled: false, url: '' },
  auto_login: true,
  password_length_min: LIMITS.passwordMin,
  password_length_max: LIMITS.passwordMax,
};

/** Once for each language: the product's own title is told in it. */
let asked: { lang: ReturnType<typeof currentLang>; settings: Promise<Loaded> } | null = null;

/** The settings for pages before sign-in; without an answer the sign-in page still opens, by password. */
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
      asked = null; // asked again at the next turn
      return WITHOUT_ANSWER;
    });
  asked = { lang, settings };
  return settings;
}
