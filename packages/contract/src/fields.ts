import { z } from 'zod';
import { isVisible, TURNS_DIRECTION } from './characters.ts';
import { LIMITS } from './limits.ts';
import { readJson } from './strict-json.ts';

/**
 * Field helpers. In a form everything arrives as text, so each helper takes both the text and the value;
 * messages are translation keys, never sentences.
 */

/* oxlint-disable-next-line no-control-regex -- NUL cannot be stored as text, other control characters break exports, halves of a character are no UTF-8 */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

/** What a value of another type is told: that it is the wrong type, or for lists and groups of values that one is expected. */
const one = (key: string) => ({
  error: ({ input }: { input?: unknown }) => (typeof input === 'object' && input !== null ? 'validation.single' : key),
});

const plain = (max: number) =>
  z
    .string(one('validation.text'))
    .max(max, 'validation.tooLong')
    .refine((value) => !CONTROL.test(value), 'validation.control')
    .refine((value) => !TURNS_DIRECTION.test(value), 'validation.direction')
    .refine((value) => value.trim() === '' || isVisible(value), 'validation.invisible')
    .transform((value) => value.normalize('NFC'));

/** A required one-line or many-line text without control characters, trimmed, NFC. */
export const text = (max: number = LIMITS.nameMax) =>
  plain(max)
    .transform((value) => value.trim())
    .pipe(z.string().min(1, 'validation.required'));

/** A text that may be left out or empty. */
export const optionalText = (max: number = LIMITS.nameMax) =>
  plain(max)
    .transform((value) => value.trim())
    .optional();

/** Exactly what was typed, for secrets: no trimming, no normalising. */
export const secret = (max: number) =>
  z.string(one('validation.text')).min(1, 'validation.required').max(max, 'validation.tooLong');

const fromText = (value: unknown) =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;

export const whole = (min = 0, max = 1_000_000_000) =>
  z.preprocess(
    fromText,
    z
      .number(one('validation.number'))
      .int('validation.whole')
      .min(min, 'validation.tooSmall')
      .max(max, 'validation.tooLarge'),
  );

export const decimal = (min = 0, max = 1_000_000_000_000) =>
  z.preprocess(
    fromText,
    z.number(one('validation.number')).min(min, 'validation.tooSmall').max(max, 'validation.tooLarge'),
  );

/** true/false, also as text 'true', 'false', '1', '0'. */
export const flag = () =>
  z.preprocess(
    (value) =>
      value === 'true' || value === '1' || value === 1
        ? true
        : value === 'false' || value === '0' || value === 0
          ? false
          : value,
    z.boolean(one('validation.flag')),
  );

/** A nested value that a form sends either as a[0][b]= or as JSON text in one field. */
export const nested = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    const read = readJson(value);
    if (read.is === 'value') return read.value;
    if (read.is === 'broken') return value; // the schema behind refuses the text with its own message
    context.addIssue({ code: 'custom', message: 'validation.duplicate', path: [read.key] });
    return z.NEVER;
  }, schema);

export const list = <T extends z.ZodType>(item: T, max: number = LIMITS.unpagedMax) =>
  nested(z.array(item, { error: 'validation.list' }).max(max, 'validation.tooMany'));

const DATE = /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
/** 2026-02-30 has the right shape but does not exist; text of another shape is the pattern's business. */
const realDay = (value: string) => {
  const at = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? !DATE.test(value.slice(0, 10)) : at.toISOString().startsWith(value.slice(0, 10));
};

/** YYYY-MM-DD, a day that exists. */
export const day = () =>
  z.string(one('validation.date')).regex(DATE, 'validation.date').refine(realDay, 'validation.date');

/** YYYY-MM-DD HH:mm:ss in Asia/Shanghai on the wire; milliseconds since 1970 inside. */
export const moment = () =>
  z
    .string(one('validation.date'))
    .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'validation.date')
    .refine(realDay, 'validation.date')
    .transform((value) => new Date(`${value.replace(' ', 'T')}+08:00`));

/** The wire form of a time: 'YYYY-MM-DD HH:mm:ss' in Asia/Shanghai (no daylight saving, so a fixed shift is exact). */
export const wireTime = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Empty text in a form means "not given". */
export const blank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

/** page from 1, size up to 200; ispage=not asks for everything (at most 1,000). */
export const paging = {
  page: whole(1, 100_000).default(1),
  size: whole(1, LIMITS.pageSizeMax).default(LIMITS.pageSize),
  ispage: z.enum(['not']).optional(),
};

/** A page of a list. `total` stops at LIMITS.countCap + 1 where counting on would cost more than it tells. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ list: z.array(item), total: z.number(), page: z.number().optional(), size: z.number().optional() });

/** Nothing to tell beyond success. */
export const done = z.null();
