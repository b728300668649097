import { readJson } from '@prdm/contract/strict-json';
import { CODES } from '@prdm/contract/codes';
import { AppError, fail } from '../errors.ts';

/**
 * Bodies and queries are read strictly: a field sent twice is refused whatever the format, because "the last one wins" in one place
 * and "the first one wins" in another is how checks are walked around. And whatever was sent stands in the result under the name it was
 * sent by, so that the schema refuses what it does not know; a reader that drops what it does not like would let it pass.
 */

/** More than any form of ours has. */
const PAIRS_MAX = 20_000;
const DEPTH_MAX = 8;
const INDEX_MAX = 1000;

/** What stands below a name: text, or names again. */
type Branch = Map<string, Branch | string>;

/** `a[0][b]`, and `a[]` for a list without indices; anything else in brackets is one long name, and nobody's. */
const NAME = /^([^[\]]+)((?:\[[^[\]]+\])*(?:\[\])?)$/;

/** Form text or query text to a plain object. Throws 1001 for fields sent twice, 400 for what is no such text or deeper than 8. */
export function parseForm(text: string): Record<string, unknown> {
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > PAIRS_MAX) throw unreadable();
  const root: Branch = new Map();
  for (const pair of pairs) {
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

/** Without a prototype: `toString` and `__proto__` are names like any other, and touch nothing. */
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

/** Bytes that cannot be read at all are the transport's business: HTTP 400. What the parser said of them is its own affair. */
const unreadable = (): AppError => new AppError(CODES.failed, 'http.400', {}, { status: 400 });

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    throw unreadable(); // no percent code, or bytes that are no UTF-8
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a body. Bytes that are no UTF-8 would become marks of replacement, which nobody sent. */
export function textOf(body: Buffer): string {
  try {
    return UTF8.decode(body);
  } catch {
    throw unreadable();
  }
}

const RAW = Symbol('query text');

/**
 * The router parses queries before any hook, where a refusal would end the program instead of the call: so it only keeps the
 * text, and `queryOf` reads it inside the hooks.
 */
export const keepQuery = (text: string): Record<string, string> => ({ [RAW]: text }) as Record<string, string>;

/** The query of a request as strictly as a body. */
export function queryOf(request: { query: unknown }): Record<string, unknown> {
  const text = (request.query as Record<symbol, string | undefined>)[RAW] ?? '';
  return parseForm(text);
}

/** JSON text to a value; the same key twice in one object is refused. */
export function parseJson(text: string): unknown {
  const read = readJson(text);
  if (read.is === 'broken') throw unreadable();
  if (read.is === 'twice') throw fail.invalid(read.key, 'validation.duplicate');
  return read.value;
}
