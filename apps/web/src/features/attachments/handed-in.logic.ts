import type { AttachmentRow } from '@prdm/contract/kit/attachments';

/** Change of a file since the round before. A first round has no marks. */
export type HandedInMark = 'new' | 'changed' | 'same';

export interface HandedInRound {
  readonly round: number;
  readonly files: readonly { readonly row: AttachmentRow; readonly mark: HandedInMark | null }[];
  /** Names of files of the round before that were not handed in again. */
  readonly missing: readonly string[];
}

const keyOf = ({ name }: AttachmentRow): string => name.toLowerCase();

/** Attachments of the record that are ticked at first: of several with one name the newest. */
export function tickedAtFirst(rows: readonly AttachmentRow[]): ReadonlySet<number> {
  const newest = new Map<string, number>();
  for (const row of rows) newest.set(keyOf(row), Math.max(row.id, newest.get(keyOf(row)) ?? 0));
  return new Set(newest.values());
}

/** The handed-in files by round, the newest first. Files of two rounds are the same file if they have the same name. */
export function handedInRounds(rows: readonly AttachmentRow[]): HandedInRound[] {
  const byRound = new Map<number, AttachmentRow[]>();
  for (const row of rows) if (row.round > 0) byRound.set(row.round, [...(byRound.get(row.round) ?? []), row]);
  const rounds = [...byRound].toSorted(([a], [b]) => a - b);
  return rounds
    .map(([round, files], index) => {
      const earlier = rounds[index - 1]?.[1];
      const before = new Map((earlier ?? []).map((row) => [keyOf(row), row]));
      const now = new Set(files.map(keyOf));
      const markOf = (row: AttachmentRow): HandedInMark => {
        const old = before.get(keyOf(row));
        if (!old) return 'new';
        return old.sha256 === row.sha256 ? 'same' : 'changed';
      };
      return {
        round,
        files: files.map((row) => ({ row, mark: earlier ? markOf(row) : null })),
        missing: (earlier ?? []).filter((row) => !now.has(keyOf(row))).map(({ name }) => name),
      };
    })
    .toReversed();
}
