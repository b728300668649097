import type { Principal } from '@prdm/access';
import type { ImportOutcome, ImportRow } from '@prdm/contract/kit/sheet-import';
import { LIMITS } from '@prdm/contract/limits';
import type { Lang } from '@prdm/locales';
import { sha256 } from '../../crypto.ts';
import { fail } from '../../errors.ts';
import { Amount } from '../../money/amount.ts';
import { translate } from '../../translate.ts';
import type { ReadRow } from '../reading/cells.ts';
import { findTitles, isExample, readValues, shownText, type CellProblem } from './cells.ts';
import type { AcceptedRow, ImportColumns, Judged, SheetImport } from './declare.ts';

/** A row of the file with its values, or with the reason why it has none. */
export interface CheckedRow {
  readonly line: number;
  readonly texts: Readonly<Record<string, string>>;
  readonly row: Record<string, unknown> | null;
  readonly problem: CellProblem | null;
}

export interface CheckedFile {
  readonly fields: readonly string[];
  readonly ignored: readonly string[];
  readonly rows: readonly CheckedRow[];
}

/** Finds the titles and reads the values. Throws 1001 on `file` when the file does not have the columns or rows. */
export function checkFile(declared: SheetImport, rows: readonly ReadRow[], lang: Lang): CheckedFile {
  const titles = findTitles(rows, declared.columns);
  if ('missing' in titles) {
    const names = titles.missing.map((field) => titleOf(declared.columns, field, lang)).join(', ');
    throw fail.invalid('file', 'sheets.problems.titles', { titles: names });
  }
  if ('twice' in titles) throw fail.invalid('file', 'sheets.problems.titleTwice', { title: titles.twice });
  const below = rows.slice(titles.at + 1).filter(({ cells }) => !isExample(cells));
  if (below.length === 0) throw fail.invalid('file', 'sheets.problems.empty');
  if (below.length > LIMITS.importMax)
    throw fail.invalid('file', 'sheets.problems.too_many_rows', { n: LIMITS.importMax });
  const fields = Object.keys(declared.columns).filter((field) => titles.places.has(field));
  const seen = new Map<string, number>();
  const checked = below.map(({ line, cells }): CheckedRow => {
    const texts = Object.fromEntries(
      Object.entries(declared.columns).map(([field, column]) => {
        const place = titles.places.get(field);
        return [field, place === undefined ? '' : shownText(cells[place] ?? null, column)];
      }),
    );
    const read = readValues(texts, declared.columns);
    if ('problem' in read) return { line, texts, row: null, problem: read.problem };
    const key = declared.key(read.row as never);
    const first = seen.get(key);
    seen.set(key, first ?? line);
    if (first === undefined) return { line, texts, row: read.row, problem: null };
    const field = fields[0] ?? '';
    return { line, texts, row: null, problem: { field, reason: 'sheets.reasons.twice', params: { line: first } } };
  });
  return { fields, ignored: titles.ignored, rows: checked };
}

const titleOf = (columns: ImportColumns, field: string, lang: Lang): string => {
  const key = columns[field]?.title;
  return key === undefined ? field : translate(lang, key);
};

export interface Verdict {
  readonly outcome: ImportOutcome;
  readonly accepted: readonly AcceptedRow<Record<string, unknown>>[];
}

/** The fate of every row, and the digest of file and state. */
export function judgeFile(
  declared: SheetImport,
  file: CheckedFile,
  given: { context: unknown; lang: Lang; reader: Principal; salt: readonly (string | number)[] },
): Verdict {
  const presentText = (text: string | Amount | undefined): string | null =>
    text instanceof Amount ? text.shown(given.reader) : (text ?? null);
  const counts = { new: 0, changed: 0, same: 0, refused: 0 };
  const accepted: AcceptedRow<Record<string, unknown>>[] = [];
  const states: unknown[] = [];
  const rows = file.rows.map(({ line, texts, row, problem }): ImportRow => {
    const judged: Judged = row
      ? declared.judge(row as never, given.context)
      : { fate: 'refused', ...(problem as CellProblem) };
    counts[judged.fate] += 1;
    const { fate } = judged;
    if (row && (fate === 'new' || fate === 'changed')) accepted.push({ row, fate });
    states.push([line, fate, judged.fate === 'refused' ? judged.reason : judged.state]);
    return {
      line,
      fate,
      cells: file.fields.map((field) => clipped(texts[field] ?? '')),
      was: 'was' in judged && judged.was ? file.fields.map((field) => presentText(judged.was?.[field])) : null,
      reason: judged.fate === 'refused' ? translate(given.lang, judged.reason, judged.params ?? {}) : null,
      column: judged.fate === 'refused' ? placeOf(file.fields, judged.field) : null,
    };
  });
  const digest = sha256(JSON.stringify([...given.salt, file.fields, states])).toString('hex');
  const columns = file.fields.map((field) => titleOf(declared.columns, field, given.lang));
  return {
    accepted,
    outcome: { digest, counts, columns, ignored: file.ignored.slice(0, 100), rows, import_id: null, secrets: null },
  };
}

/** A reason may concern a column that the file does not have. */
function placeOf(fields: readonly string[], field: string | undefined): number | null {
  const at = fields.indexOf(field ?? '');
  return at < 0 ? null : at;
}

/** A cell can hold 32,767 signs. The check shows its beginning. */
const SHOWN_MAX = 200;
const clipped = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX - 1)}…` : text);
