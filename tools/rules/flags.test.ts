import { describe, expect, it } from 'vitest';
import { findFlags } from './flags.ts';

const FILE = 'apps/server/src/modules/tasks/tasks.subject.ts';
const asking = (question: string): string =>
  `import { decide } from '@prdm/access';\nexport const may = (me: never, flag: boolean) => decide(me, ${question});\n`;

describe('the flag of the permission rule', () => {
  it.each([
    ['written out', `{ ask: 'node', scope: 'other', actions: 'Task-add', flag: true }`],
    ['short', `{ ask: 'node', scope: 'other', actions: 'Task-add', flag }`],
    ['in quotes', `{ ask: 'node', scope: 'other', actions: 'Task-add', 'flag': flag }`],
    ['in brackets', `{ ask: 'node', scope: 'other', actions: 'Task-add', ['flag']: flag }`],
    ['in an object taken in', `{ ask: 'node', scope: 'other', actions: 'Task-add', ...{ flag: true } }`],
  ])('is found on the server: %s', (_name, question) => {
    expect(findFlags(FILE, asking(question))).toEqual([expect.stringContaining(`${FILE}:2`)]);
  });

  it.each([
    ['a question without it', FILE, asking(`{ ask: 'node', scope: 'other', actions: 'Task-add' }`)],
    ['the web client', 'apps/web/src/lib/access.ts', asking(`{ ask: 'node', flag }`)],
    ['another flag', 'apps/server/src/env.ts', `export const field = { flag: true };`],
  ])('leaves alone %s', (_name, file, text) => {
    expect(findFlags(file, text)).toEqual([]);
  });
});
