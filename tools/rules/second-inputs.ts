import { parseSync } from 'oxc-parser';
import { nameOf, walk, type Node } from './nodes.ts';

/**
 * Places where a module parses request data with a schema other than the call's input. The walk for ids does not see
 * such a schema, so each is listed here. `testing/registry.test.ts` walks those with more than one field.
 */
const KNOWN = new Set([
  'apps/server/src/modules/identity/images/images.routes.ts', // the text parts of a form that brings a picture
  'apps/server/src/modules/me/me.routes.ts', // one field of the own record: phone or e-mail
  'apps/server/src/modules/organisation/staff/staff-admin.service.ts', // the encrypted settings of the own enterprise
]);

const READING = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync']);

/** Schemas that a module parses and that the walk for ids would miss. */
export function findSecondInputs(file: string, text: string): string[] {
  if (!/^apps\/server\/src\/modules\/(?!.*\.(test|faults)\.ts$)/.test(file) || KNOWN.has(file)) return [];
  const complaints: string[] = [];
  walk(parseSync(file, text).program, (node) => {
    if (node.type !== 'MemberExpression' || !READING.has(String(nameOf(node, 'property')))) return;
    if (isNoInput(node['object'] as Node)) return;
    const line = text.slice(0, node.start).split('\n').length;
    complaints.push(`${file}:${line}: a schema is read beside the call's input, where no id of it would be judged`);
  });
  return complaints;
}

/** JSON and dates are not schemas, and an answer's schema reads no request data. */
const isNoInput = (object: Node): boolean =>
  ['JSON', 'Date', 'path'].includes(String(object['name'])) ||
  (object.type === 'MemberExpression' && nameOf(object, 'property') === 'output');
