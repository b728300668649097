/** A node of a parsed file, as far as the rules look. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The name of a part of a node, written as a word or as a text. */
export function nameOf(node: Node, part: string): unknown {
  const key = node[part];
  if (!isNode(key)) return null;
  return key.type === 'Identifier' ? key['name'] : key['value'];
}

export function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) {
    for (const entry of node) walk(entry, visit);
    return;
  }
  if (!isNode(node)) return;
  visit(node);
  for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit);
}
