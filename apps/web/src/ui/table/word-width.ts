import { currentLang } from '../../lib/i18n.ts';

/** The width of a column of fixed words: what reads well in Chinese is too narrow in English. Ask again when the language changes. */
export const wordWidth = (chinese: number, english: number): number => (currentLang() === 'en' ? english : chinese);

/** Room for a moment beyond seven days, '2026-10-21 09:30', in every language. */
export const MOMENT_WIDTH = 164;
