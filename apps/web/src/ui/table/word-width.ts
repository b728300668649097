import { currentLang } from '../../lib/i18n.ts';

/**
 * Width in px of a column of fixed words. English words need
 * more than Chinese ones. Call it again after a language change.
 */
export const wordWidth = (chinese: number, english: number): number => (currentLang() === 'en' ? english : chinese);

/** Width in px of a column of moments. Older ones show in full, as '2026-10-21 09:30', in every language. */
export const MOMENT_WIDTH = 164;
