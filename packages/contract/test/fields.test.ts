import { describe, expect, it } from 'vitest';
import { optionalText, text } from '../src/fields.ts';
import { problemOf } from '../src/problems.ts';

const problem = (value: string, schema = text()): string | null => {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? null : problemOf(parsed.error).key;
};

describe('a text that people read', () => {
  it.each([
    ['nothing', '', 'validation.required'],
    ['blanks, wide ones too', ' \u3000\u00a0', 'validation.required'],
    ['a zero-width space', '\u200b', 'validation.invisible'],
    ['a word joiner and a soft hyphen', '\u2060\u00ad', 'validation.invisible'],
    ['an accent without a letter', '\u0301', 'validation.invisible'],
    ['a Hangul filler', '\u3164', 'validation.invisible'],
    ['an empty braille cell', '\u2800', 'validation.invisible'],
    ['a variation selector', '\ufe0f', 'validation.invisible'],
    ['a turned ending', '图纸\u202egwd.exe', 'validation.direction'],
    ['an isolate', 'a\u2066b\u2069', 'validation.direction'],
    ['a control character', 'a\u0007', 'validation.control'],
  ])('%s is refused', (_name, value, key) => {
    expect(problem(value)).toBe(key);
    expect(problem(value, optionalText() as never)).toBe(key === 'validation.required' ? null : key);
  });

  it.each([
    ['Chinese', '建筑'],
    ['an accent on its letter', 'e\u0301'],
    ['a family in one sign', '👩‍👩‍👧'],
    ['Arabic', 'مخطط'],
    ['a rare character of the private area', '\ue863'],
    ['what Windows copies along', '\u200e2026/11/22'],
    ['one sign', '#'],
    ['several lines', '一\n二'],
  ])('%s is fine', (_name, value) => {
    expect(problem(value)).toBeNull();
  });
});
