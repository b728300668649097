import { createInstance } from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';
import type { Lang } from '@prdm/locales';
import type { TextKey } from '@prdm/locales/text-key';
import { readChoice, writeChoice } from './storage.ts';

export { keyInData, type TextEntry, type TextKey } from '@prdm/locales/text-key';

const texts = createInstance();

/** For `<html lang>` (it decides which glyphs Chinese characters get) and for single words in another language. */
export const HTML_LANG: Record<Lang, string> = { zh: 'zh-CN', en: 'en', tw: 'zh-TW' };
export const LANGS = Object.keys(HTML_LANG) as Lang[];
const DEFAULT: Lang = 'zh';

/** For Accept-Language. */
const WIRE_LANG: Record<Lang, string> = { zh: 'zh', en: 'en', tw: 'zh-TW' };

type Texts = { default: Record<string, Record<string, unknown>> };

/** Texts of a language as the build packs them (vite/texts.ts): few for the pages before sign-in, all others in one more file. */
const PARTS: Record<Lang, Record<'public' | 'more', () => Promise<Texts>>> = {
  zh: { public: () => import('virtual:texts/zh/public'), more: () => import('virtual:texts/zh/more') },
  en: { public: () => import('virtual:texts/en/public'), more: () => import('virtual:texts/en/more') },
  tw: { public: () => import('virtual:texts/tw/public'), more: () => import('virtual:texts/tw/more') },
};

type StandardNames = Readonly<Record<StandardKind, Readonly<Record<string, string>>>>;
const standardNames = new Map<Lang, StandardNames>();

const loaded = new Set<string>();
let needed: readonly ('public' | 'more')[] = ['public'];

async function load(lang: Lang): Promise<void> {
  const missing = needed.filter((part) => !loaded.has(`${lang} ${part}`));
  await Promise.all(
    missing.map(async (part) => {
      const {
        default: { standard, ...given },
      } = await PARTS[lang][part]();
      if (standard !== undefined) standardNames.set(lang, standard as StandardNames);
      // The first part of a key is only taken for a file's name when the name is known.
      const known = (texts.options.ns ?? []) as string[];
      texts.options.ns = [...new Set([...known, ...Object.keys(given)])];
      for (const [namespace, text] of Object.entries(given)) texts.addResourceBundle(lang, namespace, text, true, true);
      loaded.add(`${lang} ${part}`);
    }),
  );
}

const isLang = (value: string | null): value is Lang => LANGS.some((lang) => lang === value);

export const currentLang = (): Lang => (isLang(texts.language) ? texts.language : DEFAULT);
export const languageTag = (): string => WIRE_LANG[currentLang()];

/** Starts in the reader's language: local storage, else the cookie, else Chinese. Only that language is loaded. */
export async function startI18n(): Promise<void> {
  const kept = readChoice('lang');
  const lang = isLang(kept) ? kept : DEFAULT;
  await texts.init({
    lng: lang,
    fallbackLng: false,
    ns: [],
    defaultNS: false,
    resources: {},
    // As on the server: 'tasks.title' is the entry `title` of tasks.json, one notation everywhere.
    nsSeparator: '.',
    keySeparator: '.',
    interpolation: { escapeValue: false },
  });
  await load(lang);
  document.documentElement.lang = HTML_LANG[lang];
}

/** All texts of the language in use: before the first page behind sign-in is drawn. */
export async function loadAllTexts(): Promise<void> {
  needed = ['public', 'more'];
  await load(currentLang());
}

const listeners = new Set<(lang: Lang) => void | Promise<void>>();

/** Called before the page changes language (other libraries' own texts have to change with it). */
export function onLanguage(listener: (lang: Lang) => void | Promise<void>): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function setLanguage(lang: Lang): Promise<void> {
  await load(lang);
  for (const listener of listeners) await listener(lang);
  writeChoice('lang', lang);
  await texts.changeLanguage(lang);
  document.documentElement.lang = HTML_LANG[lang];
}

export type StandardKind = 'roles' | 'positions' | 'project_type' | 'stage' | 'profession';

/**
 * A standard role, position or dictionary entry in the reader's language. One that was renamed or added by the enterprise reads as it
 * was typed: only a name that still is the furnished one is known here (vite/texts.ts).
 */
export function standardName(kind: StandardKind, name: string): string {
  const names = standardNames.get(currentLang())?.[kind];
  return names !== undefined && Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}

export type Translate = (key: TextKey, params?: Record<string, unknown>) => string;

/** Outside React. Keys name file and entry: 'tasks.create.title'. */
export const translate: Translate = (key, params = {}) => texts.t(key, params);

const onChange = (changed: () => void): (() => void) => {
  texts.on('languageChanged', changed);
  return () => texts.off('languageChanged', changed);
};

/** The language in use; draws again when it changes. */
export const useLang = (): Lang => useSyncExternalStore(onChange, currentLang);

/** In React: draws again, and is a new function, when the language changes, so it may stand in dependency lists. */
export function useT(): Translate {
  const lang = useLang();
  return useMemo<Translate>(
    () =>
      (key, params = {}) =>
        texts.t(key, { ...params, lng: lang }),
    [lang],
  );
}
