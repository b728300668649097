/** Rows in one statement. A row has at most 60 parameters, and a statement at most 65,535. */
const PART = 1000;

/** The rows in parts that one INSERT can take. */
export const inParts = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / PART) }, (_, at) => rows.slice(at * PART, (at + 1) * PART));
