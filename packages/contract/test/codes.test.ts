import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CODES, ERROR_PAGE_CODES } from '../src/codes.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const wordsIn = (lang: string) => JSON.parse(read(`packages/locales/${lang}/codes.json`)) as Record<string, string>;

/** The table of the decision: code, name, message, reaction of the screen. */
const recorded = read('docs/decisions/0005-answer-codes.md')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, code]) => /^\d+$/.test(code ?? ''))
  .map(([, code, name, message, screen]) => ({ code: Number(code), name, message, screen }));

describe('answer codes', () => {
  it('[ER-028] are all recorded with message and reaction of the screen, and no others', () => {
    expect(Object.fromEntries(recorded.map(({ name, code }) => [name, code]))).toEqual(CODES);
    const english = wordsIn('en');
    for (const { code, message, screen } of recorded) {
      expect(message, String(code)).toBe(english[String(code)]);
      expect(screen, String(code)).not.toBe('');
    }
    const pages = recorded.filter(({ screen }) => screen?.startsWith('page /'));
    expect(pages.map(({ screen }) => Number(screen?.slice(6))).toSorted()).toEqual([...ERROR_PAGE_CODES].toSorted());
  });

  it('have texts in every language and distinct names', () => {
    for (const lang of ['zh', 'en', 'tw'])
      expect(
        Object.keys(wordsIn(lang))
          .filter((key) => /^\d+$/.test(key))
          .map(Number),
      ).toEqual(Object.values(CODES));
    expect(new Set(Object.values(CODES)).size).toBe(Object.keys(CODES).length);
  });
});
