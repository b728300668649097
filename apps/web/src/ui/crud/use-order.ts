import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

/** A move of an entry behind another one; null: to the top. */
export interface Move {
  readonly id: number;
  readonly afterId: number | null;
}

/** The entries after these moves. A move of an unknown entry, or behind one, changes nothing. */
export function moved<T extends { readonly id: number }>(entries: readonly T[], moves: readonly Move[]): T[] {
  return moves.reduce<T[]>(
    (list, { id, afterId }) => {
      const entry = list.find((each) => each.id === id);
      const rest = list.filter((each) => each.id !== id);
      const at = afterId === null ? 0 : rest.findIndex((each) => each.id === afterId) + 1;
      if (entry === undefined || (afterId !== null && at === 0)) return list;
      return [...rest.slice(0, at), entry, ...rest.slice(at)];
    },
    [...entries],
  );
}

/** The entry before this one; null for the first one. */
export function idBefore(entries: readonly { readonly id: number }[], id: number): number | null {
  const at = entries.findIndex((each) => each.id === id);
  return at > 0 ? (entries[at - 1]?.id ?? null) : null;
}

/** Time in ms after the last key press until the move is sent. Several presses become one move. */
const SETTLES_MS = 600;

/**
 * The order of a list while the user changes it. `rows` shows all moves at once. `moveTo` sends a move, `step` moves an
 * entry by one place and sends after a pause. `send` resolves when the list holds the new order. `listOf` divides the
 * entries into lists with an order of their own, for example by their parent. Places count within such a list.
 */
export function useOrder<T extends { readonly id: number }>(
  given: readonly T[],
  send: (move: Move, before: number | null) => Promise<unknown>,
  listOf: (entry: T) => unknown = () => null,
) {
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const rows = useMemo(() => moved(given, moves), [given, moves]);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  /** The entry that the keys move now, and the entry before it at the beginning. */
  const draft = useRef<{ move: Move; before: number | null } | null>(null);
  const commit = (move: Move, before: number | null): void => {
    const forget = () => setMoves((all) => all.filter((each) => each !== move));
    if (move.afterId === before) forget();
    // A refusal shows as a toast. The list then returns to the stored order.
    else void send(move, before).then(forget, forget);
  };
  const settle = (): void => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    if (draft.current !== null) commit(draft.current.move, draft.current.before);
    draft.current = null;
  };
  // Leaving the page must not lose the last move.
  const settleAtEnd = useEffectEvent(settle);
  useEffect(() => () => settleAtEnd(), []);

  const beside = (id: number): T[] => {
    const own = rows.filter((each) => each.id === id).map(listOf);
    return rows.filter((each) => own.includes(listOf(each)));
  };

  const moveTo = (id: number, to: number): void => {
    settle();
    const list = beside(id);
    const rest = list.filter((each) => each.id !== id);
    const move = { id, afterId: to <= 0 ? null : (rest[to - 1]?.id ?? null) };
    const before = idBefore(list, id);
    if (move.afterId === before) return;
    setMoves((all) => [...all, move]);
    commit(move, before);
  };
  /** Moves an entry by one place. Returns its new index, or null at the end of the list. */
  const step = (id: number, by: 1 | -1): number | null => {
    const list = beside(id);
    const at = list.findIndex((each) => each.id === id);
    const to = at + by;
    if (at < 0 || to < 0 || to >= list.length) return null;
    if (draft.current !== null && draft.current.move.id !== id) settle();
    const rest = list.filter((each) => each.id !== id);
    const move = { id, afterId: to === 0 ? null : (rest[to - 1]?.id ?? null) };
    const earlier = draft.current?.move;
    const before = draft.current === null ? idBefore(list, id) : draft.current.before;
    setMoves((all) => [...all.filter((each) => each !== earlier), move]);
    draft.current = { move, before };
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(settle, SETTLES_MS);
    return to;
  };
  return { rows, beside, moveTo, step };
}
