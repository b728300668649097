import type { TreeRow } from './models.logic.ts';

/** Result of a key in the component tree: move to a line, or act on the focused one. */
export type TreeMove =
  | { readonly to: number }
  | { readonly turn: number }
  | { readonly select: number }
  | { readonly eye: number };

/** Number of lines that Page Up and Page Down skip. */
const PAGE = 10;

/** The parent line: the nearest line above with a smaller depth. */
function parentOf(rows: readonly TreeRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  for (let above = at - 1; above >= 0; above -= 1) if ((rows[above]?.depth ?? 0) < depth) return above;
  return at;
}

/**
 * Keyboard control of the tree, as in file managers. Up and down move by line. Left closes a branch or moves to its
 * parent. Right opens it or moves to its first line. Enter selects, Space hides or shows.
 * @returns null for other keys
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

/**
 * Position of each line among its siblings, and their number. Most lines are not in the page, so a screen reader cannot
 * count them.
 */
export function placesOf(rows: readonly TreeRow[]): { readonly place: number; readonly of: number }[] {
  const places = rows.map(() => ({ place: 0, of: 0 }));
  /** The lines of the open branch at each depth. */
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
