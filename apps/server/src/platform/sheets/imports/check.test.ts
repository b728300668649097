import { expect, it } from 'vitest';
import type { Principal } from '@prdm/access';
import { z } from 'zod';
import { Amount } from '../../money/amount.ts';
import { judgeFile } from './check.ts';
import type { SheetImport } from './declare.ts';

const column = {
  title: 'entities.name',
  schema: z.string(),
  note: 'entities.name',
  example: { value: '1.00' },
} as const;
const declared = {
  kind: 'planted',
  columns: { amount: column, note: column },
  judge: () => ({
    fate: 'changed',
    state: null,
    was: { amount: new Amount('contract', 1_357_924_683, { people: [7], departmentId: null }), note: 'before' },
  }),
} as unknown as SheetImport;
const row = { line: 2, texts: { amount: '1.00', note: 'x' }, row: { amount: '1.00', note: 'x' }, problem: null };
const file = { fields: ['amount', 'note'], ignored: [], rows: [row] };
const person = (userId: number, level: number) =>
  ({ userId, roles: [], levels: { contract: level } }) as unknown as Principal;

it.each([
  [person(8, 1), '***'],
  [person(7, 1), '13579246.83'],
  [person(8, 3), '13579246.83'],
])('the present amount of a row is masked for its reader', (reader, shown) => {
  const { outcome } = judgeFile(declared, file, { context: null, lang: 'zh', reader, salt: [] });
  expect(outcome.rows).toMatchObject([{ was: [shown, 'before'] }]);
});
