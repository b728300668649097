import { createInstance } from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';
import type { Lang } from '@prdm/locales';
import { languageOf } from '@prdm/locales/language';
import type { TextKey } from '@prdm/locales/text-key';
import { readChoice, writeChoice } from './storage.ts';

export { keyInData, type TextEntry, type TextKey } from '@prdm/locales/text-key';

const texts = createInstance();

/**
 * Value of the lang attribute. It decides the glyphs of Chinese characters, also for single words in another language.
 */
export const HTML_LANG: Record<Lang, string> = { zh: 'zh-CN', en: 'en', tw: 'zh-TW' };
export const LANGS = Object.keys(HTML_LANG) as Lang[];

/** Values of the Accept-Language header. */
const WIRE_LANG: Record<Lang, string> = { zh: 'zh', en: 'en', tw: 'zh-TW' };

type Texts = { default: Record<string, Record<string, unknown>> };

/**
 * Texts of a language as the build packs them (vite/texts.ts). `public` holds the few texts before sign-in, `more` all
 * others.
 */
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
      // i18next reads the first part of a key as a namespace only when it knows the namespace.
      const known = (texts.options.ns ?? []) as string[];
      texts.options.ns = [...new Set([...known, ...Object.keys(given)])];
      for (const [namespace, text] of Object.entries(given)) texts.addResourceBundle(lang, namespace, text, true, true);
      loaded.add(`${lang} ${part}`);
    }),
  );
}

const isLang = (value: string | null): value is Lang => LANGS.some((lang) => lang === value);
/** The language that the reader chose in this browser. */
const chosenLang = (): Lang | null => {
  const kept = readChoice('lang');
  return isLang(kept) ? kept : null;
};

export const currentLang = (): Lang => languageOf(isLang(texts.language) ? texts.language : null, null);
export const languageTag = (): string => WIRE_LANG[currentLang()];

/**
 * Starts in the language from local storage, otherwise from the cookie, otherwise in Chinese. It loads only that
 * language.
 */
export async function startI18n(): Promise<void> {
  const lang = languageOf(chosenLang(), null);
  await texts.init({
    lng: lang,
    fallbackLng: false,
    ns: [],
    defaultNS: false,
    resources: {},
    // Same notation as on the server: 'tasks.title' is the entry `title` of tasks.json.
    nsSeparator: '.',
    keySeparator: '.',
    interpolation: { escapeValue: false },
  });
  await load(lang);
  document.documentElement.lang = HTML_LANG[lang];
}

/** Loads all texts of the current language. It must finish before the first page behind sign-in is drawn. */
export async function loadAllTexts(): Promise<void> {
  needed = ['public', 'more'];
  await load(currentLang());
}

const listeners = new Set<(lang: Lang) => void | Promise<void>>();

/**
 * Registers a function that runs before the language changes, e.g. to load the texts of another library. Returns the
 * function that removes it.
 */
export function onLanguage(listener: (lang: Lang) => void | Promise<void>): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the language of the enterprise to a reader who has chosen none. It is no choice: another default replaces it. */
export async function followDefaultLanguage(ofEnterprise: Lang): Promise<void> {
  if (chosenLang() !== null) return;
  const lang = languageOf(null, ofEnterprise);
  if (lang !== currentLang()) await show(lang);
}

export async function setLanguage(lang: Lang): Promise<void> {
  await load(lang);
  writeChoice('lang', lang);
  await show(lang);
}

async function show(lang: Lang): Promise<void> {
  await load(lang);
  for (const listener of listeners) await listener(lang);
  await texts.changeLanguage(lang);
  document.documentElement.lang = HTML_LANG[lang];
}

export type StandardKind =
  | 'roles'
  | 'positions'
  | 'project_type'
  | 'stage'
  | 'profession'
  | 'secret_level'
  | 'industry'
  | 'project_grade'
  | 'structure_type'
  | 'service_content'
  | 'position_title'
  | 'other_task'
  | 'stask_type'
  | 'label_group'
  | 'label';

/**
 * Name of a standard role, position or dictionary entry in the reader's language. A name that the enterprise added or
 * renamed is returned as it is: only the original names are known (vite/texts.ts).
 */
export function standardName(kind: StandardKind, name: string): string {
  const names = standardNames.get(currentLang())?.[kind];
  return names !== undefined && Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}

export type Translate = (key: TextKey, params?: Record<string, unknown>) => string;

/** Translates outside React. A key names file and entry: 'tasks.create.title'. */
export const translate: Translate = (key, params = {}) => texts.t(key, params);

const onChange = (changed: () => void): (() => void) => {
  texts.on('languageChanged', changed);
  return () => texts.off('languageChanged', changed);
};

/** The current language. A change redraws the component. */
export const useLang = (): Lang => useSyncExternalStore(onChange, currentLang);

/**
 * Translates in React. A change of language redraws the component and returns a new function. Dependency lists may
 * therefore contain it.
 */
export function useT(): Translate {
  const lang = useLang();
  return useMemo<Translate>(
    () =>
      (key, params = {}) =>
        texts.t(key, { ...params, lng: lang }),
    [lang],
  );
}
