import { FOLDER_RIGHTS, type FolderRight } from '@prdm/contract/status';
import type { PermissionRow } from '../files.queries.ts';

export const keyOf = ({ to_kind, to_id }: Pick<PermissionRow, 'to_kind' | 'to_id'>): string => `${to_kind}:${to_id}`;

export const inheritedOf = (row: PermissionRow): ReadonlySet<FolderRight> =>
  new Set(row.inherited.flatMap(({ rights }) => rights));

/** Where an inherited right comes from, the folder next above. */
export const sourceOf = (row: PermissionRow, right: FolderRight): string | undefined =>
  row.inherited.findLast(({ rights }) => rights.includes(right))?.folder;

/** Whether the caller may turn this right of this row on or off: it is not inherited, and he holds it himself. */
export const isFree = (row: PermissionRow, right: FolderRight, own: readonly FolderRight[]): boolean =>
  own.includes(right) && !inheritedOf(row).has(right);

/**
 * The rights after one was turned on or off. No right is of use without the right to view: with any of them comes view, and without
 * view go the others, as far as they are free.
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

export interface RightsChange {
  readonly row: PermissionRow;
  readonly rights: readonly FolderRight[];
  readonly gains: readonly FolderRight[];
  readonly loses: readonly FolderRight[];
}

/** What saving would change, for each person and role that it changes anything for. */
export function changesIn(
  rows: readonly PermissionRow[],
  draft: ReadonlyMap<string, readonly FolderRight[]>,
): RightsChange[] {
  return rows.flatMap((row) => {
    const rights = draft.get(keyOf(row)) ?? row.rights;
    const gains = rights.filter((right) => !row.rights.includes(right));
    const loses = row.rights.filter((right) => !rights.includes(right));
    return gains.length + loses.length > 0 ? [{ row, rights, gains, loses }] : [];
  });
}
