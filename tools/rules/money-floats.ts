import { parseSync } from 'oxc-parser';
import { nameOf, walk, type Node } from './nodes.ts';

/** Names that hold whole fen: amountFen, advance_limit_fen, fen, fenOf(...). */
const FEN = /(^|_)fen$|Fen$|^fenOf$/;
const INEXACT = new Set(['/', '*', '%', '**', '/=', '*=', '**=']);
const FLOATS = new Set(['toFixed', 'parseFloat', 'toPrecision']);

/**
 * Money is whole fen. A product or quotient of fen leaves the exact range or the whole numbers, so only the helpers of
 * `kit/yuan.ts` compute it. Complains about `*`, `/` and `%` beside a name of fen, and about `toFixed` on one.
 */
export function findMoneyFloats(file: string, text: string): string[] {
  if (file.endsWith('kit/yuan.ts') || !/fen/i.test(text)) return [];
  const complaints: string[] = [];
  const complain = (node: Node, why: string): void => {
    const line = text.slice(0, node.start).split('\n').length;
    complaints.push(`${file}:${line}: ${why}; use roundedQuotient() or splitFen() of kit/yuan.ts`);
  };
  walk(parseSync(file, text).program, (node) => {
    if (node.type === 'BinaryExpression' || node.type === 'AssignmentExpression') {
      if (!INEXACT.has(String(node['operator']))) return;
      if (isFen(node['left']) || isFen(node['right']))
        complain(node, `fen are computed with ${String(node['operator'])}`);
    }
    if (node.type === 'CallExpression') {
      const callee = node['callee'] as Node;
      const called = callee.type === 'MemberExpression' ? nameOf(callee, 'property') : callee['name'];
      if (!FLOATS.has(String(called))) return;
      const inputs = [callee['object'], ...(node['arguments'] as unknown[])];
      if (inputs.some(isFen)) complain(node, `fen become a float with ${String(called)}`);
    }
  });
  return complaints;
}

/** Whether an expression is named as fen: a variable, a field, or the call of a function that gives fen. */
function isFen(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const node = given as Node;
  switch (node.type) {
    case 'Identifier':
      return FEN.test(String(node['name']));
    case 'MemberExpression':
      return FEN.test(String(nameOf(node, 'property')));
    case 'CallExpression':
      return isFen(node['callee']);
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return isFen(node['expression']);
    case 'UnaryExpression':
      return isFen(node['argument']);
    default:
      return false;
  }
}
