/**
 * The six folder rights of the specification, section 6, in the order people read them in. `download` includes share
 * and copy, `edit` is rename, `delete` includes move. None implies another: who may upload need not see.
 */
export const FOLDER_RIGHTS = ['view', 'download', 'create', 'edit', 'delete', 'authorize'] as const;

export type FolderRight = (typeof FOLDER_RIGHTS)[number];

// Written out and not counted from the list's order: masks are stored, and reordering the list for a screen would
// otherwise give every stored grant another meaning.
const BIT: Readonly<Record<FolderRight, number>> = {
  view: 1,
  download: 2,
  create: 4,
  edit: 8,
  delete: 16,
  authorize: 32,
};

const ALL_BITS = 63;

/** The rights as one number (view 1, download 2, create 4, edit 8, delete 16, authorize 32); a right named twice counts once. */
export function rightsMask(rights: readonly FolderRight[]): number {
  return rights.reduce((mask, right) => mask | BIT[right], 0);
}

/**
 * The rights a mask holds, in the order of FOLDER_RIGHTS.
 * @throws RangeError when the mask is not a whole number from 0 to 63: bit arithmetic would read -1 as all six rights.
 */
export function rightsOf(mask: number): FolderRight[] {
  if (!Number.isInteger(mask) || mask < 0 || mask > ALL_BITS) {
    throw new RangeError(`Not a folder rights mask: ${mask}`);
  }
  return FOLDER_RIGHTS.filter((right) => (mask & BIT[right]) !== 0);
}
