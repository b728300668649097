import { parseSync } from 'oxc-parser';
import { nameOf, walk } from './nodes.ts';

/**
 * The permission rule has a flag that allows everything (specification, section 6). A screen may use it. On the server
 * it would bypass every right, so no question there may carry it.
 */
export function findFlags(file: string, text: string): string[] {
  if (!file.startsWith('apps/server/') || !text.includes('@prdm/access')) return [];
  const complaints: string[] = [];
  walk(parseSync(file, text).program, (node) => {
    if (node.type !== 'Property' || nameOf(node, 'key') !== 'flag') return;
    const line = text.slice(0, node.start).split('\n').length;
    complaints.push(`${file}:${line}: decide() is asked with a flag; on the server every question is judged`);
  });
  return complaints;
}
