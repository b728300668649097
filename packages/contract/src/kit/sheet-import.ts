import { z } from 'zod';
import { CODES } from '../codes.ts';
import { endpoint, XLSX, type Access } from '../kit.ts';
import { ref } from '../ids/refs.ts';
import { blank, done, pageOf, paging } from './fields.ts';

/** The fate of a row: it adds a record, changes one, agrees with one, or is left out for its reason. */
export const FATES = ['new', 'changed', 'same', 'refused'] as const;
export type Fate = (typeof FATES)[number];

/** The text parts beside the file. Without `digest` the call only checks (dry run). */
const importParts = z.strictObject({
  digest: blank(
    z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'validation.value')
      .optional(),
  ),
});

const counts = z.object({ new: z.number(), changed: z.number(), same: z.number(), refused: z.number() });

const row = z.object({
  /** The number that the spreadsheet program shows. */
  line: z.number(),
  fate: z.enum(FATES),
  /** One text per column of `columns`. */
  cells: z.array(z.string()),
  /** For a changed row: the present text of each column, or null where it stays. */
  was: z.array(z.string().nullable()).nullable(),
  /** For a refused row: the reason in the reader's language, and the place of the column, when it concerns one. */
  reason: z.string().nullable(),
  column: z.number().nullable(),
});
export type ImportRow = z.output<typeof row>;

/** Values of added records that only this answer carries, such as first passwords. Nothing stores them in clear. */
const secrets = z.object({
  /** Titles in the reader's language. */
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** The same as a spreadsheet (xlsx) in base64. */
  sheet: z.string(),
});
export type ImportSecrets = z.output<typeof secrets>;

const outcome = z.object({
  /** Names exactly this file and this state of the records. The import runs only with it. */
  digest: z.string(),
  counts,
  /** Titles in the reader's language. */
  columns: z.array(z.string()),
  /** Titles of the file that the import does not know. */
  ignored: z.array(z.string()),
  /** Every row of the file after a dry run. Empty after an import. */
  rows: z.array(row),
  /** The import that was made. null after a dry run, and when there was nothing to change. */
  import_id: z.number().nullable(),
  /** null after a dry run, and for an import that makes none. */
  secrets: secrets.nullable(),
});
export type ImportOutcome = z.output<typeof outcome>;

const imported = z.object({
  id: z.number(),
  file_name: z.string(),
  counts,
  by: z.string(),
  at: z.string(),
  undone: z.object({ by: z.string(), at: z.string() }).nullable(),
});
export type ImportEntry = z.output<typeof imported>;

const undone = z.object({
  restored: z.number(),
  /** Rows that changed after the import and stay as they are. At most 200 of them are named. */
  skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type ImportUndone = z.output<typeof undone>;

/** The calls of a spreadsheet import (docs/domains/spreadsheets.md). `path` is the common part of their paths. */
export const importCalls = ({ path, access }: { path: `/apis/${string}`; access: Access }) => ({
  /** An empty spreadsheet with the titles, an example and notes. */
  template: endpoint({
    method: 'GET',
    path: `${path}/importTemplate`,
    access,
    transport: 'download',
    media: XLSX,
    input: z.strictObject({}),
    output: done,
  }),
  /**
   * Checks a file (xlsx or csv), or imports it when `digest` names the check. All rows are imported in one transaction,
   * except refused ones. When the records changed since the check, the call answers 1009 and needs a new check.
   */
  run: endpoint({
    method: 'POST',
    path: `${path}/import`,
    access,
    transport: 'multipart',
    parts: importParts,
    refuses: [CODES.conflict, CODES.uploadLimit],
    input: z.strictObject({}),
    output: outcome,
  }),
  /** The imports of the enterprise, the newest first. */
  index: endpoint({
    method: 'GET',
    path: `${path}/importIndex`,
    access,
    input: z.strictObject(paging),
    output: pageOf(imported),
  }),
  /** Restores every row as it was before the import. 1008 when the import is undone already. */
  undo: endpoint({
    method: 'POST',
    path: `${path}/importUndo`,
    access,
    refuses: [CODES.wrongState],
    input: z.strictObject({ id: ref('sheet_import', 'undo') }),
    output: undone,
  }),
});
export type ImportCalls = ReturnType<typeof importCalls>;
