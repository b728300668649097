/** Languages of the product. zh is the default. A tool derives tw from zh and corrects it with the glossary. */
export const LANGS = ['zh', 'en', 'tw'] as const;
export type Lang = (typeof LANGS)[number];
export const DEFAULT_LANG: Lang = 'zh';

/** The folder of the texts, for the server. The web client imports the JSON files directly. */
export const localesDir: string = new URL('..', import.meta.url).pathname.replace(/\/$/, '');
export type { TextEntry, TextKey } from './text-key.ts';
