/** Languages of the product: zh is the default, tw is derived from zh and corrected by the glossary. */
export const LANGS = ['zh', 'en', 'tw'] as const;
export type Lang = (typeof LANGS)[number];
export const DEFAULT_LANG: Lang = 'zh';

/** For the program: where the texts lie. The web client imports the JSON files themselves. */
export const localesDir: string = new URL('..', import.meta.url).pathname.replace(/\/$/, '');
