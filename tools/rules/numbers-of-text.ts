import { parseSync } from 'oxc-parser';
import { nameOf, walk, type Node } from './nodes.ts';

const CONVERTERS = new Set(['Number', 'parseInt', 'parseFloat', 'BigInt']);

/**
 * A schema cannot recognise an id declared as text, so a route must not convert text to a number. An id is a `ref()`
 * and arrives as an authorised record. A text that names a record is a key that cannot be guessed (an upload, a
 * picture, a signed address).
 */
export function findNumbersOfText(file: string, text: string): string[] {
  if (!/^apps\/server\/src\/modules\/.*\.routes\.ts$/.test(file)) return [];
  const complaints: string[] = [];
  walk(parseSync(file, text).program, (node) => {
    if (!isConversion(node)) return;
    const line = text.slice(0, node.start).split('\n').length;
    complaints.push(`${file}:${line}: a route makes a number; an id is declared by ref() and arrives as a record`);
  });
  return complaints;
}

const isConversion = (node: Node): boolean => {
  if (node.type === 'UnaryExpression') return node['operator'] === '+' || node['operator'] === '~';
  if (node.type === 'Identifier') return CONVERTERS.has(String(node['name']));
  return node.type === 'MemberExpression' && CONVERTERS.has(String(nameOf(node, 'property')));
};
