/** A parsed JSON value, or the error: no JSON, nested too deep, or a duplicate key in one object. */
export type ReadJson =
  | { readonly is: 'value'; readonly value: unknown }
  | { readonly is: 'broken' }
  | { readonly is: 'deep' }
  | { readonly is: 'twice'; readonly key: string };

/**
 * Parses JSON and refuses duplicate keys. JSON.parse silently keeps the last of two equal keys. Another parser may
 * keep the first, which would bypass a check. All JSON from outside, bodies and form fields, must use this function.
 */
export function readJson(text: string): ReadJson {
  if (isDeeper(text, JSON_DEPTH)) return { is: 'deep' };
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch {
    return { is: 'broken' };
  }
  const key = duplicateKey(text);
  return key === null ? { is: 'value', value } : { is: 'twice', key };
}

/** Nesting levels of lists and objects. The product's own calls have less than ten. */
export const JSON_DEPTH = 32;

const [QUOTE, ESCAPE, LIST, LIST_END, OBJECT, OBJECT_END] = Array.from('"\\[]{}', (sign) => sign.charCodeAt(0));

/** Counts brackets outside strings before parsing, because parsing deep text costs time and stack. */
function isDeeper(text: string, limit: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (isInString) {
      if (sign === ESCAPE) at += 1;
      else if (sign === QUOTE) isInString = false;
    } else if (sign === QUOTE) isInString = true;
    else if (sign === LIST || sign === OBJECT) {
      depth += 1;
      if (depth > limit) return true;
    } else if (sign === LIST_END || sign === OBJECT_END) depth -= 1;
  }
  return false;
}

/** Walks text that JSON.parse has accepted and returns the first duplicate key of an object. */
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
