import type { Lang } from './index.ts';

/**
 * The language of a person: the own choice, else the default of the enterprise, else Chinese. Mails take the choice from
 * the notice settings, pages take it from the browser.
 */
export const languageOf = (own: Lang | null | undefined, ofEnterprise: Lang | null | undefined): Lang =>
  own ?? ofEnterprise ?? 'zh';
