import type { Endpoint } from '@prdm/contract/kit';
import type { ImportOutcome, ImportRow } from '@prdm/contract/kit/sheet-import';
import { readXlsx } from 'hucre/xlsx';
import type { TestApp } from '../servers/start-app.ts';
import { sendForm, type FormAnswer } from './forms.ts';
import { writeSheet } from '../../platform/sheets/write-sheet.ts';

export type Cells = readonly (string | number | boolean | null)[];

/** A spreadsheet whose first row holds the titles. */
export const sheetOf = async ([titles = [], ...rows]: readonly Cells[]): Promise<Buffer> =>
  Buffer.from(
    await writeSheet<Cells>({
      name: 'x',
      columns: titles.map((title, at) => ({ title: String(title), value: (row) => row[at] ?? null })),
      rows,
    }),
  );

/** The rows of the first sheet. */
export const rowsOfSheet = async (bytes: Uint8Array): Promise<unknown[][]> =>
  (await readXlsx(bytes)).sheets[0]?.rows ?? [];

/** Sends a file to an import: a check, or with `digest` the import itself. */
export const sendImport = (
  app: TestApp,
  run: Endpoint,
  token: string | null,
  file: Buffer | { bytes: Buffer; name: string },
  digest?: string,
): Promise<FormAnswer> =>
  sendForm(`${app.address}${run.path}`, token, [
    ...(digest === undefined ? [] : [['digest', digest] as const]),
    ['file', Buffer.isBuffer(file) ? { bytes: file, name: 'x.xlsx' } : file],
  ]);

/** Checks and imports a file. Throws when one of both is refused. */
export async function importFile(
  app: TestApp,
  run: Endpoint,
  token: string,
  file: Buffer,
): Promise<{ checked: ImportOutcome; done: ImportOutcome }> {
  const checked = await sendImport(app, run, token, file);
  if (checked.code !== 0) throw new Error(`check refused: ${checked.code} ${checked.msg}`);
  const done = await sendImport(app, run, token, file, checked.data.digest);
  if (done.code !== 0) throw new Error(`import refused: ${done.code} ${done.msg}`);
  return { checked: checked.data, done: done.data };
}

/** Line, fate and reason of each row. */
export const fatesOf = (outcome: ImportOutcome): (readonly [number, ImportRow['fate'], string | null])[] =>
  outcome.rows.map(({ line, fate, reason }) => [line, fate, reason] as const);
