import type { Principal } from '@prdm/access';
import type { MarkedContent } from '@prdm/contract/kit/content';
import { DAY_MS, dayNumber, shanghaiClock } from '@prdm/contract/kit/shanghai';
import { writeXlsx, type Cell, type CellValue } from 'hucre/xlsx';
import { Content } from '../content/content.ts';
import { Amount } from '../money/amount.ts';

/**
 * Kind of a column:
 * text: stays text, so 001 keeps its zeros. A boolean is written as a boolean.
 * number: any figure.
 * money: an `Amount`, whole fen as a number, or the wire form in yuan ('12.50'). Shown in yuan. An `Amount` below the
 * level of the sheet's reader becomes the text '***'.
 * day: 'YYYY-MM-DD' or a time. moment: 'YYYY-MM-DD HH:mm:ss' or a time. Times appear in Asia/Shanghai.
 * percent: 12.5 means 12.5 %.
 */
export type SheetKind = 'text' | 'number' | 'money' | 'day' | 'moment' | 'percent';

export interface SheetColumn<Row> {
  title: string;
  /** Characters of a Latin font. A Chinese character takes two. Without it the width follows the title. */
  width?: number;
  /** `text` unless named. */
  kind?: SheetKind;
  /** An `Amount` and a `Content` are masked for the reader of the sheet. */
  value: (row: Row) => string | number | boolean | Date | Amount | Content<MarkedContent, string | number> | null;
}

const NAME_MAX = 31;
/** The longest text of a cell. */
const TEXT_MAX = 32_767;
const WIDTH_MIN = 8;
const WIDTH_MAX = 60;

/**
 * The format of a text cell. A cell of this format is no formula, also not after the reader edits it. So `=1+1` and
 * `@SUM(A1)` are safe, and the text needs no apostrophe that other programs would show.
 */
const AS_TEXT = '@';
const FORMATS: Readonly<Record<SheetKind, string>> = {
  text: AS_TEXT,
  number: 'General',
  money: '#,##0.00',
  day: 'yyyy-mm-dd',
  moment: 'yyyy-mm-dd hh:mm:ss',
  percent: '0.00%',
};

const MONEY = /^-?\d{1,12}\.\d{2}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/**
 * A spreadsheet (xlsx) with one sheet: bold and frozen titles, a filter on every column, figures as numbers with a format.
 * Texts that begin with a formula sign are text cells, which no program runs. Throws for an amount that is no whole fen.
 */
export async function writeSheet<Row>(given: {
  name: string;
  columns: readonly SheetColumn<Row>[];
  rows: readonly Row[];
  /** The person who gets the file. Without one every `Amount` and `Content` is masked. */
  reader?: Principal;
}): Promise<Uint8Array> {
  const { columns, reader = null } = given;
  const cells = new Map<string, Partial<Cell>>();
  const title = columns.map((column, at) => {
    cells.set(`0,${at}`, { style: { font: { bold: true }, numFmt: AS_TEXT } });
    return storedText(column.title);
  });
  const body = given.rows.map((row, index) =>
    columns.map(({ kind = 'text', value }, at) => {
      const found = value(row);
      const cell = cellOf(kind, found instanceof Amount || found instanceof Content ? found.shown(reader) : found);
      if (typeof cell === 'string' && kind !== 'text') cells.set(`${index + 1},${at}`, { style: { numFmt: AS_TEXT } });
      return cell;
    }),
  );
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheetName(given.name),
        columns: columns.map((column) => ({
          width: column.width ?? widthOf(column.title),
          numFmt: FORMATS[column.kind ?? 'text'],
        })),
        rows: [title, ...body],
        cells,
        freezePane: { rows: 1 },
        ...(columns.length === 0
          ? {}
          : { autoFilter: { range: `A1:${letters(columns.length - 1)}${body.length + 1}` } }),
      },
    ],
  });
  return bytes;
}

function cellOf(kind: SheetKind, value: string | number | boolean | Date | null): CellValue {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return null;
    if (kind === 'text') return String(value);
    if (kind === 'percent') return value / 100;
    if (kind !== 'money') return value;
    if (!Number.isSafeInteger(value)) throw new Error(`an amount of ${value} is no whole fen`);
    return value / 100;
  }
  if (value instanceof Date) return dateCell(kind, value);
  if (kind === 'money' && MONEY.test(value)) return Number(value);
  if (kind === 'day' && DAY.test(value)) return validDate(`${value}T00:00:00Z`) ?? value;
  if (kind === 'moment' && MOMENT.test(value)) return validDate(`${value.replace(' ', 'T')}Z`) ?? value;
  return storedText(value);
}

/** The file holds times without a zone, so the clock of Shanghai is written. */
function dateCell(kind: SheetKind, at: Date): CellValue {
  if (Number.isNaN(at.getTime())) return null;
  if (kind === 'day') return new Date(dayNumber(at) * DAY_MS);
  const clock = new Date(Math.floor(shanghaiClock(at).getTime() / 1000) * 1000);
  return kind === 'moment' ? clock : clock.toISOString().slice(0, 19).replace('T', ' ');
}

/** A day such as 2026-02-31 has the form but does not exist: it stays text. */
const validDate = (text: string): Date | null => {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 19)) ? at : null;
};

/**
 * The file format writes control characters as _xHHHH_. A text that looks like such a code would turn into a control
 * character, so its first sign is escaped. The text is cut at the longest that a cell can hold.
 */
function storedText(text: string): string {
  const whole = text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text;
  return whole.toWellFormed().replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}

const widthOf = (title: string): number => {
  const signs = Array.from(title).reduce((sum, sign) => sum + ((sign.codePointAt(0) as number) > 0x2e7f ? 2 : 1), 0);
  return Math.min(Math.max(signs + 4, WIDTH_MIN), WIDTH_MAX);
};

/** A valid name of a sheet: at most 31 signs, none of []:*?/\, no apostrophe at an end, and not the reserved one. */
export function sheetName(text: string): string {
  /* oxlint-disable-next-line no-control-regex -- a control character makes the file unreadable */
  const allowed = text.toWellFormed().replace(/[[\]:*?/\\\u0000-\u001f\u007f]/g, '_');
  const cut = Array.from(allowed.trim()).reduce(
    (name, sign) => ((name + sign).length > NAME_MAX ? name : name + sign),
    '',
  );
  const name = cut.replace(/^'+|'+$/g, '').trim();
  if (name === '') return 'Sheet1';
  return name.toLowerCase() === 'history' ? `${name}_` : name;
}

/** The name of a column by its place from 0: A, B, … Z, AA. */
export function letters(at: number): string {
  const rest = Math.floor(at / 26);
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (at % 26));
}
