import { FOLDER_RIGHTS, type FolderRight } from '@prdm/contract/status';
import type { PermissionRow } from '../../files.queries.ts';

export const keyOf = ({ to_kind, to_id }: Pick<PermissionRow, 'to_kind' | 'to_id'>): string => `${to_kind}:${to_id}`;

export const inheritedOf = (row: PermissionRow): ReadonlySet<FolderRight> =>
  new Set(row.inherited.flatMap(({ rights }) => rights));

/** The folder that an inherited right comes from, the nearest one above. */
export const sourceOf = (row: PermissionRow, right: FolderRight): string | undefined =>
  row.inherited.findLast(({ rights }) => rights.includes(right))?.folder;

/** Whether the caller may change this right of this row: it is not inherited, and the caller holds it. */
export const isFree = (row: PermissionRow, right: FolderRight, own: readonly FolderRight[]): boolean =>
  own.includes(right) && !inheritedOf(row).has(right);

/**
 * The rights after one was switched. Every right needs the right to view. Adding a right also adds view. Removing view
 * also removes the other free rights.
 */
export function toggled(
  row: PermissionRow,
  rights: readonly FolderRight[],
  right: FolderRight,
  own: readonly FolderRight[],
): FolderRight[] {
  const next = new Set(rights);
  if (next.has(right)) {
    const gone = right === 'view' ? FOLDER_RIGHTS.filter((one) => isFree(row, one, own)) : [right];
    for (const one of gone) next.delete(one);
  } else {
    next.add(right);
    if (own.includes('view')) next.add('view');
  }
  return FOLDER_RIGHTS.filter((one) => next.has(one));
}

/** Ticks of a row, with the rights shown when the first tick was made. */
export interface Ticks {
  readonly seen: readonly FolderRight[];
  readonly rights: readonly FolderRight[];
}

const same = (a: readonly FolderRight[], b: readonly FolderRight[]): boolean =>
  FOLDER_RIGHTS.every((right) => a.includes(right) === b.includes(right));

/**
 * Ticks of the row for these rights. Null when they equal the rights shown, so that the row follows the server again.
 */
export function ticked(row: PermissionRow, before: Ticks | undefined, rights: readonly FolderRight[]): Ticks | null {
  const seen = before?.seen ?? row.rights;
  return same(seen, rights) ? null : { seen, rights };
}

/** Another user has changed the row since the first tick. A save would undo that change. */
export const isStale = (row: PermissionRow, ticks: Ticks): boolean => !same(row.rights, ticks.seen);

/** The same ticks on the newest row. Null when they change nothing there. The rule for view applies as usual. */
export function onLatest(row: PermissionRow, ticks: Ticks, own: readonly FolderRight[]): Ticks | null {
  const turned = (right: FolderRight): boolean => ticks.seen.includes(right) !== ticks.rights.includes(right);
  const withoutView = turned('view') && !ticks.rights.includes('view') && isFree(row, 'view', own);
  const next = FOLDER_RIGHTS.filter((right) => {
    if (!isFree(row, right, own)) return row.rights.includes(right);
    if (withoutView) return false;
    return (turned(right) ? ticks.rights : row.rights).includes(right);
  });
  const needsView = next.length > 0 && !next.includes('view') && own.includes('view') && !withoutView;
  return ticked(row, undefined, needsView ? ['view', ...next] : next);
}

export interface RightsChange {
  readonly row: PermissionRow;
  readonly seen: readonly FolderRight[];
  readonly rights: readonly FolderRight[];
  readonly gains: readonly FolderRight[];
  readonly loses: readonly FolderRight[];
}

/** Changes that a save would make, for each person and role with a change. */
export const changesIn = (rows: readonly PermissionRow[], draft: ReadonlyMap<string, Ticks>): RightsChange[] =>
  rows.flatMap((row) => {
    const ticks = draft.get(keyOf(row));
    if (!ticks) return [];
    const { seen, rights } = ticks;
    const gains = rights.filter((right) => !seen.includes(right));
    const loses = seen.filter((right) => !rights.includes(right));
    return [{ row, seen, rights, gains, loses }];
  });
