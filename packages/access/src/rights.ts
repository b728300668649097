/**
 * The six folder rights of the specification, section 6, in display order. `download` includes share and copy, `edit`
 * is rename, `delete` includes move. No right implies another: the right to upload does not include the right to view.
 */
export const FOLDER_RIGHTS = ['view', 'download', 'create', 'edit', 'delete', 'authorize'] as const;

export type FolderRight = (typeof FOLDER_RIGHTS)[number];

// The bits are fixed, not derived from the list's order. Masks are stored, so a new order would change every stored
// grant.
const BIT: Readonly<Record<FolderRight, number>> = {
  view: 1,
  download: 2,
  create: 4,
  edit: 8,
  delete: 16,
  authorize: 32,
};

const ALL_BITS = 63;

/**
 * The rights as one number: view 1, download 2, create 4, edit 8, delete 16, authorize 32. A repeated right counts
 * once.
 */
export function rightsMask(rights: readonly FolderRight[]): number {
  return rights.reduce((mask, right) => mask | BIT[right], 0);
}

/**
 * The rights in a mask, in the order of FOLDER_RIGHTS.
 * @throws RangeError when the mask is not a whole number from 0 to 63. Bit arithmetic would read -1 as all six rights.
 */
export function rightsOf(mask: number): FolderRight[] {
  if (!Number.isInteger(mask) || mask < 0 || mask > ALL_BITS) {
    throw new RangeError(`Not a folder rights mask: ${mask}`);
  }
  return FOLDER_RIGHTS.filter((right) => (mask & BIT[right]) !== 0);
}
