import { readJson } from '@prdm/contract/kit/strict-json';
import { CODES } from '@prdm/contract/codes';
import { AppError, fail } from '../errors.ts';

/**
 * Parses bodies and queries strictly. A field sent twice is refused in every format: if one reader used the last value and another the
 * first, a check could be bypassed.
 * The result keeps every sent name, so that the schema refuses unknown fields. A parser that drops them would accept them silently.
 */

/** More than any form of the product has: the largest lists have 1,000 entries. */
const PAIRS_MAX = 2000;
const DEPTH_MAX = 8;
const INDEX_MAX = 1000;

/** The value below a name: a text, or further names. */
type Branch = Map<string, Branch | string>;

/** `a[0][b]`, and `a[]` for a list without indices. Any other use of brackets counts as one name, which no schema knows. */
const NAME = /^([^[\]]+)((?:\[[^[\]]+\])*(?:\[\])?)$/;

/**
 * Parses form or query text into a plain object. Throws 1001 for a field sent twice. Throws 400 for invalid text, more than 8 levels or
 * more than 2,000 pairs.
 */
export function parseForm(text: string): Record<string, unknown> {
  const pairs = text.split('&', PAIRS_MAX + 1);
  if (pairs.length > PAIRS_MAX) throw unreadable();
  const root: Branch = new Map();
  for (const pair of pairs) {
    if (pair === '') continue;
    const [name = '', ...value] = pair.split('=');
    plant(root, decoded(name), decoded(value.join('=')));
  }
  return objectOf(root);
}

function plant(root: Branch, name: string, value: string): void {
  const [, top = name, brackets = ''] = NAME.exec(name) ?? [];
  const below = brackets === '' ? [] : brackets.slice(1, -1).split('][');
  if (below.length > DEPTH_MAX) throw unreadable();
  const last = below.at(-1) ?? top;
  let branch = root;
  for (const key of [top, ...below].slice(0, -1)) {
    const next = branch.get(key) ?? new Map<string, Branch | string>();
    if (typeof next === 'string') throw fail.invalid(top, 'validation.duplicate');
    branch.set(key, next);
    branch = next;
  }
  const key = last === '' && branch !== root ? String(branch.size) : last;
  if (branch.has(key)) throw fail.invalid(top, 'validation.duplicate');
  branch.set(key, value);
}

/** The object has no prototype, so `toString` and `__proto__` are ordinary names. */
function objectOf(branch: Branch): Record<string, unknown> {
  const object = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of branch) object[key] = typeof value === 'string' ? value : valueOf(value);
  return object;
}

const valueOf = (branch: Branch): unknown => {
  const object = objectOf(branch);
  if (![...branch.keys()].every((key) => isIndex(key))) return object;
  return Object.keys(object)
    .toSorted((a, b) => Number(a) - Number(b))
    .map((key) => object[key]);
};

const isIndex = (key: string): boolean => /^(0|[1-9]\d{0,3})$/.test(key) && Number(key) <= INDEX_MAX;

/** Unreadable bytes are an error of the transport: HTTP 400. The message of the parser is not passed on. */
const unreadable = (): AppError => new AppError(CODES.failed, 'http.400', {}, { status: 400 });

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    throw unreadable(); // an invalid percent code, or not UTF-8
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text of a body. Throws for bytes that are not UTF-8; a lenient decoder would insert replacement characters that the caller did not
 * send.
 */
export function textOf(body: Buffer): string {
  try {
    return UTF8.decode(body);
  } catch {
    throw unreadable();
  }
}

const RAW = Symbol('query text');

/**
 * The router parses queries before any hook, where a thrown error would end the program. So this function only keeps the text, and
 * `queryOf` parses it inside the hooks.
 */
export const keepQuery = (text: string): Record<string, string> => ({ [RAW]: text }) as Record<string, string>;

/** The query of a request, parsed as strictly as a body. */
export function queryOf(request: { query: unknown }): Record<string, unknown> {
  const text = (request.query as Record<symbol, string | undefined>)[RAW] ?? '';
  return parseForm(text);
}

/** Parses JSON. Throws 400 for invalid JSON or more than 32 levels, 1001 for a duplicate key in one object. */
export function parseJson(text: string): unknown {
  const read = readJson(text);
  if (read.is === 'broken' || read.is === 'deep') throw unreadable();
  if (read.is === 'twice') throw fail.invalid(read.key, 'validation.duplicate');
  return read.value;
}
