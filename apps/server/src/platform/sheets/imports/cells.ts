import { problemOf } from '@prdm/contract/kit/problems';
import { LANGS } from '@prdm/locales';
import { keyInData, type TextKey } from '@prdm/locales/text-key';
import { translate } from '../../translate.ts';
import type { ReadCell, ReadRow } from '../reading/cells.ts';
import type { ImportColumn, ImportColumns } from './declare.ts';

/** Titles and choices are compared without case, spaces, widths of signs, and marks such as * and (required). */
export const normalised = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(.*?\)|[\s*:_-]/g, '');

/** A text in all languages, so that a file of another reader is understood. */
const inAllLanguages = (key: TextKey): string[] => LANGS.map((lang) => translate(lang, key));

export interface Titles {
  /** The row with the titles. */
  readonly at: number;
  /** The place of each known column in the file. */
  readonly places: ReadonlyMap<string, number>;
  readonly ignored: readonly string[];
}
export type TitleProblem = { readonly missing: readonly string[] } | { readonly twice: string };

/** Lines above the titles, for a heading. */
const LINES_ABOVE = 5;

/** Finds the titles: the first row with all required ones. Otherwise the best row explains what is missing. */
export function findTitles(rows: readonly ReadRow[], columns: ImportColumns): Titles | TitleProblem {
  const names = new Map<string, string>();
  for (const [field, { title }] of Object.entries(columns))
    for (const text of [field, ...inAllLanguages(title)]) names.set(normalised(text), field);
  const required = Object.keys(columns).filter((field) => columns[field]?.required);
  let missing = required;
  for (const [at, { cells }] of rows.slice(0, LINES_ABOVE + 1).entries()) {
    const places = new Map<string, number>();
    const ignored: string[] = [];
    let twice: string | null = null;
    for (const [place, cell] of cells.entries()) {
      const text = cell === null ? '' : String(cell).trim();
      const field = names.get(normalised(text));
      if (field === undefined) {
        if (text !== '' && !isNoteTitle(text)) ignored.push(text.slice(0, 100));
      } else if (places.has(field)) twice ??= text;
      else places.set(field, place);
    }
    const lacking = required.filter((field) => !places.has(field));
    if (lacking.length === 0) return twice === null ? { at, places, ignored } : { twice };
    if (lacking.length < missing.length) missing = lacking;
  }
  return { missing };
}

/** The column of the template that marks its example. */
const NOTE_TITLE: TextKey = 'sheets.template.noteTitle';
const EXAMPLE: TextKey = 'sheets.template.example';
const NOTE_TITLES = new Set(inAllLanguages(NOTE_TITLE).map(normalised));
const EXAMPLES = new Set(inAllLanguages(EXAMPLE).map(normalised));
const isNoteTitle = (text: string): boolean => NOTE_TITLES.has(normalised(text));
/** Whether a row is the example of the template. */
export const isExample = (cells: readonly ReadCell[]): boolean =>
  cells.some((cell) => typeof cell === 'string' && EXAMPLES.has(normalised(cell)));

export interface CellProblem {
  readonly field: string;
  readonly reason: TextKey;
  readonly params: Record<string, string | number>;
}

/** The text of a cell as the reader of the check sees it. */
export function shownText(cell: ReadCell, column: ImportColumn): string {
  if (cell === null) return '';
  const text = String(cell).trim();
  return column.kind === 'day' ? dayText(cell) : text;
}

/** Reads the values of a row. Choices become their names. */
export function readValues(
  texts: Readonly<Record<string, string>>,
  columns: ImportColumns,
): { row: Record<string, unknown> } | { problem: CellProblem } {
  const row: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(columns)) {
    const text = texts[field] ?? '';
    let value: string | undefined = text === '' ? undefined : text;
    if (value !== undefined && column.choices) {
      const found = choiceOf(value, column.choices);
      if (found === undefined) return { problem: { field, reason: 'sheets.reasons.choice', params: { text } } };
      value = found;
    }
    const parsed = column.schema.safeParse(value, { reportInput: true });
    if (!parsed.success) {
      const { key, params } = problemOf(parsed.error);
      return { problem: { field, reason: keyInData(key), params } };
    }
    row[field] = parsed.data;
  }
  return { row };
}

function choiceOf(text: string, choices: Readonly<Record<string, TextKey>>): string | undefined {
  const wanted = normalised(text);
  return Object.entries(choices).find(([name, key]) =>
    [name, ...inAllLanguages(key)].some((known) => normalised(known) === wanted),
  )?.[0];
}

const DAY_MS = 86_400_000;
/** Day 1 of spreadsheet programs is 1900-01-01, and they count a 29 February 1900 that never was. */
const SHEET_EPOCH = Date.UTC(1899, 11, 30);
const SERIALS = { first: 20_000, last: 75_000 } as const;

/** A day in one of the forms that people write, as 'YYYY-MM-DD'. Any other text stays, and the schema refuses it. */
function dayText(cell: ReadCell): string {
  const text = String(cell).trim();
  if (/^\d{5}(\.0+)?$/.test(text)) {
    const serial = Math.trunc(Number(text));
    if (serial >= SERIALS.first && serial <= SERIALS.last)
      return new Date(SHEET_EPOCH + serial * DAY_MS).toISOString().slice(0, 10);
  }
  const [, year, month, day] =
    /^(\d{4})\s*[-/.\u5e74]\s*(\d{1,2})\s*[-/.\u6708]\s*(\d{1,2})\s*\u65e5?(?: 00:00(?::00)?)?$/.exec(
      text.normalize('NFKC'),
    ) ?? [];
  return year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text;
}
