import type { ReadRow } from './cells.ts';

/** Reasons why a file cannot be read. Texts: sheets.problems. */
export const SHEET_PROBLEMS = [
  'not_a_sheet',
  'old_format',
  'encrypted',
  'macros',
  'damaged',
  'bomb',
  'too_large',
  'too_many_rows',
  'too_many_columns',
  'empty',
  'charset',
  'timeout',
  'memory',
] as const;
export type SheetProblem = (typeof SHEET_PROBLEMS)[number];

export type Reading =
  | { readonly ok: true; readonly rows: readonly ReadRow[] }
  | { readonly ok: false; readonly problem: SheetProblem; readonly detail: string };

/** Ends the reading of a file with a reason for its sender. */
export class Unreadable extends Error {
  readonly problem: SheetProblem;
  constructor(problem: SheetProblem, detail: string) {
    super(detail);
    this.problem = problem;
  }
}
