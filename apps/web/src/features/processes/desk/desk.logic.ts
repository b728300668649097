/** The index after a step of j or k. Without a current row, a step leads to the row that took its place. */
export function stepFrom(at: number, by: 1 | -1, count: number, lastAt: number): number {
  if (count === 0) return -1;
  if (at < 0) return Math.min(Math.max(lastAt, 0), count - 1);
  return Math.min(Math.max(at + by, 0), count - 1);
}

interface Row {
  readonly process_id: number;
  readonly project_archived: boolean;
}

/**
 * The review that opens after the decision of `decided`: the next one below it, else the next one above it. The reader
 * cannot open reviews of archived projects, so they are passed over. Null: none is left.
 */
export function nextAfter<T extends Row>(rows: readonly T[], decided: number): T | null {
  const at = rows.findIndex(({ process_id }) => process_id === decided);
  const isOpen = (row: T): boolean => row.process_id !== decided && !row.project_archived;
  return rows.slice(at + 1).find(isOpen) ?? rows.slice(0, Math.max(at, 0)).findLast(isOpen) ?? null;
}
