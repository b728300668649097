/** JSON text as a value, or why it is none: no JSON at all, or a key that stands twice in one object. */
export type ReadJson =
  | { readonly is: 'value'; readonly value: unknown }
  | { readonly is: 'broken' }
  | { readonly is: 'twice'; readonly key: string };

/**
 * JSON.parse keeps the last of two equal keys in silence; where another reader keeps the first, that is how checks are walked around.
 * So whatever reads JSON from outside, a body or a field of a form, reads it here.
 */
export function readJson(text: string): ReadJson {
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch {
    return { is: 'broken' };
  }
  const key = duplicateKey(text);
  return key === null ? { is: 'value', value } : { is: 'twice', key };
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
