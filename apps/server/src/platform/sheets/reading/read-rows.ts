import { parseCsv } from 'hucre/csv';
import { HucreError } from 'hucre';
import { streamXlsxRows } from 'hucre/xlsx';
import { listParts, NoArchive, PartTooLarge, unpack, type ZipPart } from '../zip-parts.ts';
import { readCell, type ReadRow } from './cells.ts';
import { READING } from './limits.ts';
import { Unreadable, type Reading } from './problems.ts';

/**
 * Reads the first visible sheet of an xlsx file, or a csv file. The bytes decide which one it is, not the name. Rows
 * without text are left out. Runs in the reading process only: a hostile file may take all its memory or time.
 * Throws Unreadable.
 */
async function readRows(bytes: Buffer, rowsMax: number): Promise<ReadRow[]> {
  const taken = collector(rowsMax);
  try {
    if (bytes.length === 0) throw new Unreadable('empty', 'no bytes');
    if (bytes.subarray(0, 8).equals(OLE)) throw oldFile(bytes);
    if (bytes.subarray(0, 4).equals(ZIP)) await readWorkbook(bytes, taken.take);
    else readText(bytes, rowsMax, taken.take);
  } catch (error) {
    if (error instanceof NoArchive) throw new Unreadable('damaged', error.message);
    if (error instanceof PartTooLarge) throw new Unreadable('bomb', error.message);
    if (error instanceof HucreError) throw new Unreadable('damaged', error.message);
    throw error;
  }
  if (taken.rows.length === 0) throw new Unreadable('empty', 'no row has text');
  return taken.rows;
}

/** The rows, or the reason why the file has none. */
export async function readSafely(bytes: Buffer, rowsMax: number): Promise<Reading> {
  try {
    return { ok: true, rows: await readRows(bytes, rowsMax) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.problem, detail: error.message };
    // The library throws plain errors for some broken files. The bytes came from outside, so the file is to blame.
    return { ok: false, problem: 'damaged', detail: String(error) };
  }
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

function collector(rowsMax: number) {
  const rows: ReadRow[] = [];
  let signs = 0;
  const take = (line: number, values: readonly unknown[]): void => {
    const cells = values.map(readCell);
    while (cells.length > 0 && isBlank(cells.at(-1))) cells.pop();
    if (cells.length === 0) return;
    if (cells.length > READING.columnsMax) throw new Unreadable('too_many_columns', `${cells.length} in line ${line}`);
    for (const cell of cells) if (typeof cell === 'string') signs += cell.length;
    if (signs > READING.textMax) throw new Unreadable('too_large', `more than ${READING.textMax} signs`);
    if (rows.length === rowsMax) throw new Unreadable('too_many_rows', `more than ${rowsMax}`);
    rows.push({ line, cells });
  };
  return { rows, take };
}

const isBlank = (cell: unknown): boolean => cell === null || (typeof cell === 'string' && cell.trim() === '');

/** The old container holds workbooks up to Excel 2003, and workbooks with a password. */
function oldFile(bytes: Buffer): Unreadable {
  const isEncrypted = bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'));
  return new Unreadable(isEncrypted ? 'encrypted' : 'old_format', 'OLE container');
}

async function readWorkbook(bytes: Buffer, take: (line: number, values: readonly unknown[]) => void): Promise<void> {
  const parts = listParts(bytes);
  judgeParts(parts);
  const workbook = parts.find(({ name }) => name.toLowerCase() === 'xl/workbook.xml');
  if (!workbook) throw new Unreadable('not_a_sheet', 'no xl/workbook.xml');
  // The sizes in the listing may be false, so each part is unpacked once within its limit.
  let unpacked = 0;
  for (const part of parts) {
    const limit = Math.min(READING.partBytes, Math.max(READING.harmlessBytes, part.packed * READING.ratioMax));
    unpacked += unpack(bytes, part, limit).length;
    if (unpacked > READING.unpackedBytes) throw new Unreadable('bomb', `more than ${READING.unpackedBytes} bytes`);
  }
  const sheet = firstVisible(unpack(bytes, workbook, READING.partBytes).toString('utf8'));
  for await (const row of streamXlsxRows(bytes, { sheet })) take(row.index + 1, row.values);
}

function judgeParts(parts: readonly ZipPart[]): void {
  if (parts.length > READING.partsMax) throw new Unreadable('bomb', `${parts.length} parts`);
  if (parts.some(({ encrypted }) => encrypted)) throw new Unreadable('encrypted', 'an encrypted part');
  const names = parts.map(({ name }) => name.toLowerCase());
  // A second part of the same name is read by some programs and not by others.
  if (new Set(names).size !== names.length) throw new Unreadable('damaged', 'a part stands twice');
  if (names.some((name) => /vbaproject|macrosheets\//.test(name))) throw new Unreadable('macros', 'a macro part');
  if (names.includes('xl/workbook.bin')) throw new Unreadable('old_format', 'binary workbook');
}

/** The place of the first sheet that is not hidden, from 0. */
function firstVisible(workbook: string): number {
  const sheets = [...workbook.matchAll(/<(?:[\w.-]+:)?sheet\s[^>]*>/g)].map(([tag]) => tag);
  const at = sheets.findIndex((tag) => !/\sstate\s*=\s*["'](?:hidden|veryHidden)["']/.test(tag));
  return Math.max(0, at);
}

function readText(bytes: Buffer, rowsMax: number, take: (line: number, values: readonly unknown[]) => void): void {
  const text = decoded(bytes);
  if (text.length > READING.textMax) throw new Unreadable('too_large', `${text.length} signs`);
  /* oxlint-disable-next-line no-control-regex -- control characters show that the bytes are no text */
  if (/[\u0000-\u0008\u000e-\u001f]/.test(text)) throw new Unreadable('not_a_sheet', 'control characters');
  // Pages and other mark-up are text too, but no table.
  if (/^\s*(?:<[!?a-z]|\{|\[|%PDF|Rar!)/i.test(text)) throw new Unreadable('not_a_sheet', 'another format');
  refuseWideLines(text);
  // Blank lines do not count, so more lines than rows may be read.
  const rows = parseCsv(text, { maxRows: rowsMax * 4 });
  for (const [at, row] of rows.entries()) take(at + 1, row);
}

/** A cell may hold 32,767 signs, and a sheet 16,384 columns. No honest line has more separators than both together. */
const SEPARATORS_MAX = 50_000;
const [TAB, LINE_FEED, RETURN, COMMA, SEMICOLON] = [9, 10, 13, 44, 59];

/** Millions of empty cells would take all memory of the process before the first row is judged. */
function refuseWideLines(text: string): void {
  let separators = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === LINE_FEED || sign === RETURN) separators = 0;
    else if (sign === COMMA || sign === SEMICOLON || sign === TAB) separators += 1;
    if (separators > SEPARATORS_MAX) throw new Unreadable('too_many_columns', 'a line of separators');
  }
}

/** UTF-16 and UTF-8 by their marks, then strict UTF-8, then GB18030, which Excel writes in China. */
function decoded(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  for (const charset of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // the bytes are of another charset
    }
  throw new Unreadable('charset', 'neither UTF-8 nor GB18030');
}
