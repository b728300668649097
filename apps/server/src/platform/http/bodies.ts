import qs from 'qs';
import { CODES } from '@prdm/contract/codes';
import { AppError, fail } from '../errors.ts';

/**
 * Bodies are read strictly: a field sent twice is refused whatever the format, because "the last one wins" in one place
 * and "the first one wins" in another is how checks are walked around.
 */

const OPTIONS: qs.IParseOptions<qs.BooleanOptional> & { decoder?: never } = {
  depth: 8,
  arrayLimit: 1000,
  parameterLimit: 20_000,
  plainObjects: false,
  allowPrototypes: false,
  strictDepth: true,
  throwOnLimitExceeded: true,
};

/** Form text or query text to a plain object. Throws 1001 for fields sent twice or nested deeper than 8. */
export function parseForm(text: string): Record<string, unknown> {
  const seen = new Set<string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const rawName = pair.split('=', 1)[0] ?? '';
    const name = decodeName(rawName);
    if (name.endsWith('[]')) continue; // a list without indices repeats its name by nature
    if (seen.has(name)) throw fail.invalid(topField(name), 'validation.duplicate');
    seen.add(name);
  }
  try {
    return qs.parse(text, OPTIONS) as Record<string, unknown>;
  } catch {
    throw unreadable(); // deeper or longer than any form of ours
  }
}

/** Bytes that cannot be read at all are the transport's business: HTTP 400. What the parser said of them is its own affair. */
const unreadable = (): AppError => new AppError(CODES.failed, 'http.400', {}, { status: 400 });

const decodeName = (raw: string): string => {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    return raw;
  }
};

const topField = (name: string): string => name.split('[', 1)[0] ?? name;

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

/** JSON text to a value; the same key twice in one object is refused (JSON.parse would keep the last in silence). */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch {
    throw unreadable();
  }
  const twice = duplicateKey(text);
  if (twice !== null) throw fail.invalid(twice, 'validation.duplicate');
  return value;
}

/** Walks text that JSON.parse has accepted and returns the first key that stands twice in one object. */
function duplicateKey(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs;
  let last: string | null = null;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [part] = match;
    if (part === '{') open.push(new Set());
    else if (part === '[') open.push(null);
    else if (part === '}' || part === ']') open.pop();
    else if (part === ':' && last !== null) {
      const keys = open.at(-1);
      const key = JSON.parse(last) as string;
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
    last = part.startsWith('"') ? part : null;
  }
  return null;
}
