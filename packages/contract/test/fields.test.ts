import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { day, flag, list, moment, nested, optionalText, secret, text, whole } from '../src/kit/fields.ts';
import { problemOf } from '../src/kit/problems.ts';

const problem = (value: string, schema = text()): string | null => {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? null : problemOf(parsed.error).key;
};

describe('a text for people', () => {
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
  ])('%s is accepted', (_name, value) => {
    expect(problem(value)).toBeNull();
  });
});

describe('JSON text in a field of a form', () => {
  const state = nested(
    z.strictObject({ version: whole(1), seen: z.array(z.strictObject({ id: whole(1) })).optional() }),
  );
  const read = (value: string, schema: z.ZodType = state) => {
    const parsed = schema.safeParse(value, { reportInput: true });
    return parsed.success ? parsed.data : problemOf(parsed.error);
  };

  it('becomes its value', () => {
    expect(read('{"version":2,"seen":[{"id":1},{"id":2}]}')).toEqual({ version: 2, seen: [{ id: 1 }, { id: 2 }] });
    expect(read('[1,"2"]', list(whole(1)))).toEqual([1, 2]);
  });

  it.each([
    ['the same key twice', '{"version":2,"version":1}', 'version'],
    ['one of them escaped', '{"version":2,"\\u0076ersion":1}', 'version'],
    ['twice further down', '{"version":2,"seen":[{"id":1,"id":2}]}', 'id'],
  ])('with %s is refused like a body', (_what, value, field) => {
    expect(read(value)).toMatchObject({ key: 'validation.duplicate', field });
  });

  it('with unknown names is refused, in every nested object too', () => {
    for (const name of ['extra', 'toString', '__proto__'])
      expect(read(`{"version":2,"${name}":1}`)).toMatchObject({ key: 'validation.unknownField', field: name });
  });

  it('that is invalid is refused with the expectation of the field', () => {
    expect(read('{"version":', list(whole()))).toMatchObject({ key: 'validation.list' });
  });
});

it('a list in place of one value reports that one is expected, another type reports the type', () => {
  const fields = { text: text(), secret: secret(9), number: whole(), flag: flag(), date: [day(), moment()] };
  for (const [key, schemas] of Object.entries(fields))
    for (const schema of [schemas].flat()) {
      const said = (value: unknown) => {
        const { error } = schema.safeParse(value, { reportInput: true });
        return error && problemOf(error).key;
      };
      for (const several of [['a'], [], { a: '1' }]) expect(said(several)).toBe('validation.single');
      expect(said(null)).toBe(`validation.${key === 'secret' ? 'text' : key}`);
      expect(said(undefined)).toBe('validation.required');
    }
});
