import { describe, expect, it } from 'vitest';
import { findMoneyFloats } from './money-floats.ts';

const FILE = 'apps/server/src/modules/contracts/contracts.rules.ts';

describe('fen are computed by the helpers alone', () => {
  it.each([
    ['a quotient', 'const part = amountFen / 3;'],
    ['a product of a column', 'const part = row.amount_fen * ratio;'],
    ['a rest', 'if (fen % 2 === 1) raise();'],
    ['a product of a call', 'const part = 0.06 * fenOf(text);'],
    ['an assignment', 'amountFen *= 2;'],
    ['a text by toFixed', 'const shown = amountFen.toFixed(2);'],
    ['a negated one', 'const part = -amountFen / 2;'],
  ])('%s is refused, with the line', (_what, line) => {
    expect(findMoneyFloats(FILE, `const a = 1;\n${line}\n`)[0]).toMatch(`${FILE}:2: `);
  });

  it('leaves sums, comparisons, other figures and the helpers alone', () => {
    const kept = 'const sum = aFen + row.b_fen - fenOf(text);\nif (sum > fen) raise(often / 2, n * fenced);\n';
    expect(findMoneyFloats(FILE, kept)).toEqual([]);
    expect(findMoneyFloats('packages/contract/src/kit/yuan.ts', 'const a = fen / 2;\n')).toEqual([]);
  });
});
