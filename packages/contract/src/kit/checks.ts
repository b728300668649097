/**
 * The helper checks of the specification (section 5) as pure functions, for schemas and screens. The patterns follow
 * it exactly: an address has no "+", a numeric has no sign, and "12." and ".5" are not numeric (decisions T25 and
 * T41). This file has no zod.
 */
import { LIMITS } from '../limits.ts';

/** One or more letters, a to z only. */
export const isLowercase = (value: string): boolean => /^[a-z]+$/.test(value);

export const isDigits = (value: string): boolean => /^\d+$/.test(value);

/** At least one character that is not a blank. */
export const isNonEmpty = (value: string): boolean => value.trim() !== '';

/** Digits with an optional decimal part. */
export const isNumeric = (value: string): boolean => /^\d+(\.\d+)?$/.test(value);

/** Letters, digits, _ . - before the @, a domain, then a top level of 2 to 6 letters. */
export const isEmail = (value: string): boolean =>
  /^[A-Za-z0-9_.-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,6}$/.test(value);

/** 11 digits beginning with 1. */
export const isMobile = (value: string): boolean => /^1\d{10}$/.test(value);

/** A phone number of an office, with the marks that people write between the digits. */
export const isPhone = (value: string): boolean => /^\+?[\d\s()-]{5,}$/.test(value);

/** An address that a browser opens: http or https with a host. A name or password in it would be shown to all. */
export function isWebAddress(value: string): boolean {
  if (/\s/.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' && username === '' && password === '';
}

export type CreditCodeProblem = 'enterprise.problems.codeLength' | 'enterprise.problems.codeCheck';

/** Characters of a unified social credit code (GB 32100-2015): no I, O, S, V and Z. Their place is their value. */
const CODE_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const CODE_LENGTH = 18;
const CODE_SHAPE = /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/;

/**
 * The problem of a unified social credit code, null for a right one. Each of the first 17 characters counts with the
 * power of 3 of its place, modulo 31. The last character completes the sum to a multiple of 31.
 */
export function creditCodeProblem(given: string): CreditCodeProblem | null {
  const code = given.toUpperCase();
  if (code.length !== CODE_LENGTH || !CODE_SHAPE.test(code)) return 'enterprise.problems.codeLength';
  let [weight, sum] = [1, 0];
  for (const character of code.slice(0, -1)) {
    sum += weight * CODE_CHARACTERS.indexOf(character);
    weight = (weight * 3) % 31;
  }
  const wanted = (31 - (sum % 31)) % 31;
  return CODE_CHARACTERS[wanted] === code.at(-1) ? null : 'enterprise.problems.codeCheck';
}

export type AccountProblem = 'identity.accountLength' | 'identity.accountCharacters' | 'identity.accountScripts';

const ACCOUNT_CHARACTERS = /^[\p{L}\p{N}._@-]+$/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/**
 * The allowed scripts of one account. Latin letters may mix with East Asian scripts, which have no similar letters.
 * Every other script stands alone, with ASCII digits. The list holds the scripts in everyday use (Unicode UAX 31,
 * table 5). Others, such as Cherokee and Lisu, contain copies of the whole Latin alphabet.
 */
const WRITINGS: readonly RegExp[] = [
  /^[\p{sc=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}0-9._@-]+$/u,
  ...(
    'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao ' +
    'Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'
  )
    .split(' ')
    .map((script) => new RegExp(`^[\\p{sc=${script}}0-9._@-]+$`, 'u')),
];

/**
 * The problem of a new account name, or null. A name has 2 to 30 characters: letters and digits with . _ - @, and at
 * least one letter or digit. All letters belong to one writing, because "admin" could otherwise contain a letter of
 * another script. The check applies to the stored form (NFKC). Existing accounts are not checked.
 */
export function accountProblem(given: string): AccountProblem | null {
  const account = given.normalize('NFKC').trim();
  const length = [...account].length;
  if (length < LIMITS.accountMin || length > LIMITS.accountMax) return 'identity.accountLength';
  if (!ACCOUNT_CHARACTERS.test(account) || !LETTER_OR_DIGIT.test(account)) return 'identity.accountCharacters';
  return WRITINGS.some((writing) => writing.test(account)) ? null : 'identity.accountScripts';
}
