import { parseSync } from 'oxc-parser';

/**
 * The permission rule knows a flag that allows everything (specification, section 6). A screen may have a use for it; on the server
 * it would be a way around every right, so no question asked there may carry it.
 */
export function findFlags(file: string, text: string): string[] {
  if (!file.startsWith('apps/server/') || !text.includes('@prdm/access')) return [];
  const complaints: string[] = [];
  walk(parseSync(file, text).program, (node) => {
    if (node.type !== 'Property' || nameOf(node) !== 'flag') return;
    const line = text.slice(0, node.start).split('\n').length;
    complaints.push(`${file}:${line}: decide() is asked with a flag; on the server every question is judged`);
  });
  return complaints;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The key of a property, written as a word or as a text. */
function nameOf({ key }: Node): unknown {
  if (!isNode(key)) return null;
  return key.type === 'Identifier' ? key['name'] : key['value'];
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) {
    for (const entry of node) walk(entry, visit);
    return;
  }
  if (!isNode(node)) return;
  visit(node);
  for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit);
}
