import { z } from 'zod';
import { isVisible, TURNS_DIRECTION } from './characters.ts';
import { accountProblem } from './checks.ts';
import { conversion, once, quantity } from '../ids/declared.ts';
import { LIMITS } from '../limits.ts';
import { shanghaiClock } from './shanghai.ts';
import { readJson } from './strict-json.ts';

/**
 * Field helpers. A form sends text for every value, so each helper accepts both the text and the value. Messages are
 * translation keys, not sentences.
 */

/* oxlint-disable-next-line no-control-regex -- NUL cannot be stored as text, other control characters break exports, halves of a character are no UTF-8 */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

/**
 * The message for a value of a wrong type. For a list or a group in place of one value, it says that one is expected.
 */
const one = (key: string) => ({
  error: ({ input }: { input?: unknown }) => (typeof input === 'object' && input !== null ? 'validation.single' : key),
});

const composed = conversion((value: string) => value.normalize('NFC'));
const lowerCase = conversion((value: string) => value.toLowerCase());
const trimmed = conversion((value: string) => value.trim());

/** The other checks of a text do not read one that is too long. */
const atMost = { error: 'validation.tooLong', abort: true } as const;

const plain = (max: number) =>
  z
    .string(one('validation.text'))
    .max(max, atMost)
    .refine((value) => !CONTROL.test(value), 'validation.control')
    .refine((value) => !TURNS_DIRECTION.test(value), 'validation.direction')
    .refine((value) => value.trim() === '' || isVisible(value), 'validation.invisible')
    .transform(composed);

/** A required text of one or many lines without control characters, trimmed, NFC. */
export const text = (max: number = LIMITS.nameMax) =>
  plain(max).transform(trimmed).pipe(z.string().min(1, 'validation.required'));

/** The name of a new account. Sign-in uses `text` instead, because older accounts may break this rule. */
export const newAccount = () =>
  text(LIMITS.accountMax).superRefine((value, context) => {
    const problem = accountProblem(value);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

/** A text that may be left out or empty. */
export const optionalText = (max: number = LIMITS.nameMax) => plain(max).transform(trimmed).optional();

/** The exact input, for secrets: not trimmed, not normalised. */
export const secret = (max: number) =>
  z.string(one('validation.text')).min(1, 'validation.required').max(max, 'validation.tooLong');

const fromText = (value: unknown) =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;

/** A whole number without a declared meaning. An input that uses it stops the start: use a helper with a meaning. */
export const whole = (min = 0, max = 1_000_000_000) =>
  z.preprocess(
    fromText,
    z
      .number(one('validation.number'))
      .int('validation.whole')
      .min(min, 'validation.tooSmall')
      .max(max, 'validation.tooLarge'),
  );

/** A number with decimals and without a declared meaning; see `whole`. */
export const decimal = (min = 0, max = 1_000_000_000_000) =>
  z.preprocess(
    fromText,
    z.number(one('validation.number')).min(min, 'validation.tooSmall').max(max, 'validation.tooLarge'),
  );

/** The version of a record that the caller saw. */
export const version = () => quantity('version', whole(1));
export const count = (max: number) => quantity('count', whole(0, max));
/** The largest number of entries in an answer. */
export const limit = (max: number) => quantity('limit', whole(1, max));
/** The position of a record among its siblings. */
export const sortOrder = () => quantity('sort order', whole());
/** A time in milliseconds that makes an address unique. The server ignores it. */
export const stamp = () => quantity('stamp', whole(1, Number.MAX_SAFE_INTEGER));
/** Year of the working-day calendar. */
export const year = () => quantity('year', whole(2000, 2099));
/** Day of the week, Monday is 1. */
export const weekday = () => quantity('weekday', whole(1, 7));
export const length = (min: number, max: number) => quantity('length', whole(min, max));

/** Hours in half-hour steps, minutes inside. */
export const hours = () =>
  quantity(
    'hours',
    decimal(0, 100_000).refine((value) => Number.isInteger((value as number) * 2), 'tasks.halfHours'),
  );

/** A boolean, also as text: 'true', 'false', '1', '0'. */
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

/** A nested value, which a form sends as a[0][b]= or as JSON text in one field. */
export const nested = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    const read = readJson(value);
    if (read.is === 'value') return read.value;
    if (read.is === 'broken' || read.is === 'deep') return value; // the inner schema refuses the text with its own message
    context.addIssue({ code: 'custom', message: 'validation.duplicate', path: [read.key] });
    return z.NEVER;
  }, schema);

export const list = <T extends z.ZodType>(item: T, max: number = LIMITS.unpagedMax) =>
  nested(z.array(item, { error: 'validation.list' }).max(max, 'validation.tooMany'));

export const someOf = <T extends z.ZodType>(item: T, max: number = LIMITS.unpagedMax) =>
  nested(z.array(item, { error: 'validation.list' }).max(max, 'validation.tooMany').min(1, 'validation.required'));

/** A list of ids in which a repeated id counts once. */
export const onceEach = <T extends z.ZodType<unknown[]>>(ids: T) => ids.transform(once<z.output<T>[number]>);

/** A colour as #rrggbb. */
export const colour = () =>
  z
    .string(one('validation.colour'))
    .regex(/^#[0-9a-f]{6}$/i, 'validation.colour')
    .transform(lowerCase);

const DATE = /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
/** 2026-02-30 has the right shape but does not exist. The pattern checks the shape. */
const realDay = (value: string) => {
  const at = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? !DATE.test(value.slice(0, 10)) : at.toISOString().startsWith(value.slice(0, 10));
};

/** YYYY-MM-DD, an existing day. */
export const day = () =>
  z.string(one('validation.date')).regex(DATE, 'validation.date').refine(realDay, 'validation.date');

const instant = conversion((value: string) => new Date(`${value.replace(' ', 'T')}+08:00`));

/** YYYY-MM-DD HH:mm:ss in Asia/Shanghai on the wire, milliseconds since 1970 inside. */
export const moment = () =>
  z
    .string(one('validation.date'))
    .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'validation.date')
    .refine(realDay, 'validation.date')
    .transform(instant);

/** The wire form of a time: 'YYYY-MM-DD HH:mm:ss' in Asia/Shanghai. */
export const wireTime = (at: Date): string => shanghaiClock(at).toISOString().slice(0, 19).replace('T', ' ');

/** Empty text in a form means "not given". */
export const blank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

/** The page counts from 1, the size goes up to 200. ispage=not returns everything (at most 1,000). */
export const paging = {
  page: quantity('page', whole(1, 100_000)).default(1),
  size: quantity('page size', whole(1, LIMITS.pageSizeMax)).default(LIMITS.pageSize),
  ispage: z.enum(['not']).optional(),
};

/** A page of a list. `total` stops at LIMITS.countCap + 1 where an exact count would be expensive. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ list: z.array(item), total: z.number(), page: z.number().optional(), size: z.number().optional() });

/** The data of a call that only succeeds. */
export const done = z.null();
