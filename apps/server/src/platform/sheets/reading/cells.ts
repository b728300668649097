/** A cell as it leaves the reading process. A day is 'YYYY-MM-DD', a time 'YYYY-MM-DD HH:mm:ss'. */
export type ReadCell = string | number | boolean | null;

export interface ReadRow {
  /** The number that the spreadsheet program shows, from 1. */
  readonly line: number;
  readonly cells: readonly ReadCell[];
}

/** Times of a sheet have no zone. The reader gives them as UTC. */
function dateText(at: Date): ReadCell {
  if (Number.isNaN(at.getTime())) return null;
  // Days are stored as fractions, so a time may miss a whole second by a millisecond.
  const text = new Date(Math.round(at.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return text.endsWith('00:00:00') ? text.slice(0, 10) : text;
}

export function readCell(value: unknown): ReadCell {
  if (value === undefined || value === null || value === '') return null;
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return null;
}
