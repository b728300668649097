import type { AttachmentRow } from '@prdm/contract/kit/attachments';
import type { HandedViewpointRow } from '@prdm/contract/kit/handed-viewpoints';

/** Change of a file or viewpoint since the round before. A first round has no marks. */
export type HandedInMark = 'new' | 'changed' | 'same';

interface Marked<Row> {
  readonly row: Row;
  readonly mark: HandedInMark | null;
}

export interface HandedInRound {
  readonly round: number;
  readonly views: readonly Marked<HandedViewpointRow>[];
  readonly files: readonly Marked<AttachmentRow>[];
  /** Names of viewpoints and files of the round before that were not handed in again. */
  readonly missing: readonly string[];
}

/** Two rows of different rounds are the same thing when their keys are equal, and unchanged when their contents are. */
interface Kind<Row> {
  keyOf(row: Row): string;
  contentOf(row: Row): string;
}

const FILES: Kind<AttachmentRow> = {
  keyOf: ({ name }) => name.toLowerCase(),
  contentOf: ({ sha256 }) => sha256,
};
const VIEWS: Kind<HandedViewpointRow> = {
  keyOf: (row) => String(row.viewpoint_id),
  contentOf: ({ digest }) => digest,
};

/** Attachments of the record that are ticked at first: of several with one name the newest. */
export function tickedAtFirst(rows: readonly AttachmentRow[]): ReadonlySet<number> {
  const newest = new Map<string, number>();
  for (const row of rows) newest.set(FILES.keyOf(row), Math.max(row.id, newest.get(FILES.keyOf(row)) ?? 0));
  return new Set(newest.values());
}

const ofRound = <Row extends { readonly round: number }>(rows: readonly Row[], round: number): Row[] =>
  rows.filter((row) => row.round === round);

function markedIn<Row extends { readonly round: number; readonly name: string }>(
  { keyOf, contentOf }: Kind<Row>,
  now: readonly Row[],
  earlier: readonly Row[] | null,
): { marked: Marked<Row>[]; missing: string[] } {
  const before = new Map((earlier ?? []).map((row) => [keyOf(row), contentOf(row)]));
  const keys = new Set(now.map(keyOf));
  const markOf = (row: Row): HandedInMark => {
    const old = before.get(keyOf(row));
    if (old === undefined) return 'new';
    return old === contentOf(row) ? 'same' : 'changed';
  };
  return {
    marked: now.map((row) => ({ row, mark: earlier === null ? null : markOf(row) })),
    missing: (earlier ?? []).filter((row) => !keys.has(keyOf(row))).map(({ name }) => name),
  };
}

/**
 * The review rounds with their viewpoints and files, the newest first. Files of two rounds are the same file if they have the same name, views
 * if they come from the same viewpoint.
 */
export function handedInRounds(
  rows: readonly AttachmentRow[],
  viewpoints: readonly HandedViewpointRow[] = [],
): HandedInRound[] {
  const rounds = [...new Set([...rows, ...viewpoints].map(({ round }) => round))]
    .filter((round) => round > 0)
    .toSorted((a, b) => a - b);
  return rounds
    .map((round, index) => {
      const before = rounds[index - 1];
      const earlier = <Row extends { readonly round: number }>(all: readonly Row[]) =>
        before === undefined ? null : ofRound(all, before);
      const files = markedIn(FILES, ofRound(rows, round), earlier(rows));
      const views = markedIn(VIEWS, ofRound(viewpoints, round), earlier(viewpoints));
      return { round, views: views.marked, files: files.marked, missing: [...views.missing, ...files.missing] };
    })
    .toReversed();
}
