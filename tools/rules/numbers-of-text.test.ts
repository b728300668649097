import { describe, expect, it } from 'vitest';
import { findNumbersOfText } from './numbers-of-text.ts';

const ROUTES = 'apps/server/src/modules/files/files.routes.ts';

describe('a route converts no text to a number', () => {
  it.each([
    ['Number()', 'calls.info(Number(input.name));'],
    ['Number as a function', 'ids.map(Number);'],
    ['a plus', 'calls.info(+input.name);'],
    ['parseInt', 'parseInt(input.name, 10);'],
    ['Number.parseInt', 'Number.parseInt(input.name, 10);'],
    ['globalThis.Number', 'globalThis.Number(input.name);'],
  ])('%s is refused, with the line', (_what, line) => {
    expect(findNumbersOfText(ROUTES, `const a = 1;\n${line}\n`)[0]).toMatch(`${ROUTES}:2: `);
  });

  it('leaves text, minus one and other files alone', () => {
    expect(findNumbersOfText(ROUTES, 'const at = list.at(-1) + name;\n')).toEqual([]);
    expect(findNumbersOfText('apps/server/src/modules/files/list.service.ts', 'Number(row.size);\n')).toEqual([]);
  });
});
