import { readdirSync, readFileSync } from 'node:fs';
import i18next from 'i18next';
import { DEFAULT_LANG, LANGS, localesDir, type Lang, type TextKey } from '@prdm/locales';

/** Messages of the server in the reader's language. The web client uses the same files. */
const i18n = i18next.createInstance();

const filesOf = (lang: Lang): string[] => readdirSync(`${localesDir}/${lang}`).filter((file) => file.endsWith('.json'));
const nameOf = (file: string): string => file.replace(/\.json$/, '');

const resources = Object.fromEntries(
  LANGS.map((lang) => [
    lang,
    Object.fromEntries(
      filesOf(lang).map((file) => [
        nameOf(file),
        JSON.parse(readFileSync(`${localesDir}/${lang}/${file}`, 'utf8')) as object,
      ]),
    ),
  ]),
);

void i18n.init({
  lng: 'zh',
  fallbackLng: 'zh',
  ns: filesOf(DEFAULT_LANG).map(nameOf),
  resources,
  nsSeparator: '.',
  initAsync: false,
  interpolation: { escapeValue: false },
});

/** Text of a key such as 'codes.1005' or 'validation.tooLong'; the first part names the file. Returns an unknown key unchanged. */
export const translate = (lang: Lang, key: TextKey, params: Record<string, unknown> = {}): string =>
  i18n.t(key, { ...params, lng: lang });

/** Whether the text exists in the language itself, without the fallback to the default language. */
export const hasText = (lang: Lang, key: string): boolean => {
  const [file = '', ...path] = key.split('.');
  return typeof i18n.getResource(lang, file, path.join('.')) === 'string';
};

type Names = Readonly<Record<string, string>>;

/** Name of a standard entry in the reader's language. Entries are stored in the default language. Other names stay. */
export function standardName(lang: Lang, kind: string, name: string): string {
  const code = Object.entries((i18n.getResource(DEFAULT_LANG, 'seed', kind) ?? {}) as Names).find(
    ([, stored]) => stored === name,
  )?.[0];
  const shown = code === undefined ? undefined : (i18n.getResource(lang, 'seed', kind) as Names | undefined)?.[code];
  return shown ?? name;
}

/** The language of the request. The web client sends zh, en or tw; other clients send browser language tags. */
export function langOf(header: string | undefined): Lang {
  const input = (header ?? '').toLowerCase();
  if (/^(tw|zh-tw|zh-hk|zh-hant)/.test(input)) return 'tw';
  return input.startsWith('en') ? 'en' : 'zh';
}
