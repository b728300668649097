import type { TreeRow } from './models.logic.ts';

/** What a key does in the component tree: go to a line, or act on the one that has the keys. */
export type TreeMove =
  | { readonly to: number }
  | { readonly turn: number }
  | { readonly select: number }
  | { readonly eye: number };

/** How many lines Page Up and Page Down go over. */
const PAGE = 10;

/** The line a line hangs under: the nearest one above it that stands further out. */
function parentOf(rows: readonly TreeRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  for (let above = at - 1; above >= 0; above -= 1) if ((rows[above]?.depth ?? 0) < depth) return above;
  return at;
}

/**
 * The tree by keyboard, as file managers have taught it: up and down by line, left closes a branch or goes to its parent, right opens it
 * or goes to its first line; Enter selects, Space hides or shows.
 * @returns null for a key that is not the tree's
 */
export function treeMove(rows: readonly TreeRow[], at: number, key: string): TreeMove | null {
  const row = rows[at];
  if (row === undefined) return null;
  const last = rows.length - 1;
  const isOpen = row.expandable && row.open;
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(at + 1, last) };
    case 'ArrowUp':
      return { to: Math.max(at - 1, 0) };
    case 'PageDown':
      return { to: Math.min(at + PAGE, last) };
    case 'PageUp':
      return { to: Math.max(at - PAGE, 0) };
    case 'Home':
      return { to: 0 };
    case 'End':
      return { to: last };
    case 'ArrowLeft':
      return isOpen && !row.fixed ? { turn: at } : { to: parentOf(rows, at) };
    case 'ArrowRight':
      if (isOpen) return { to: Math.min(at + 1, last) };
      return row.expandable ? { turn: at } : { to: at };
    case 'Enter':
      return { select: at };
    case ' ':
      return { eye: at };
    default:
      return null;
  }
}

/** Where a line stands among its siblings and how many they are: most of them are not in the page, so a screen reader cannot count. */
export function placesOf(rows: readonly TreeRow[]): { readonly place: number; readonly of: number }[] {
  const places = rows.map(() => ({ place: 0, of: 0 }));
  /** The lines of the branch that is open at each depth. */
  const branches: number[][] = [];
  const end = (depth: number): void => {
    for (const branch of branches.splice(depth)) {
      for (const [index, at] of branch.entries()) places[at] = { place: index + 1, of: branch.length };
    }
  };
  for (const [at, { depth }] of rows.entries()) {
    end(depth + 1);
    (branches[depth] ??= []).push(at);
  }
  end(0);
  return places;
}
