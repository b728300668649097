/** Distance of neighbours after a renumbering. A list of 1,000 entries then uses a thousandth of the range of an int. */
export const SORT_GAP = 1024;

export interface Placed {
  readonly id: number;
  readonly sort: number;
}

/**
 * The new `sort` numbers that put entry `id` behind `after`, or first when `after` is null. `list` is in its present
 * order. Usually one number changes. Without room between the neighbours, every number that differs changes. Numbers
 * are never negative.
 */
export function sortedBehind(list: readonly Placed[], id: number, after: number | null): Placed[] {
  const others = list.filter((entry) => entry.id !== id);
  const at = after === null ? 0 : others.findIndex((entry) => entry.id === after) + 1;
  const [before, next] = [others[at - 1], others[at]];
  const low = before?.sort ?? -1;
  const high = next?.sort ?? low + 2 * SORT_GAP;
  const middle = Math.floor((low + high) / 2);
  if (low < middle && middle < high) return [{ id, sort: middle }];
  const order = [...others.slice(0, at), { id, sort: Number.NaN }, ...others.slice(at)];
  const known = new Map(list.map((entry) => [entry.id, entry.sort]));
  return order
    .map((entry, index) => ({ id: entry.id, sort: (index + 1) * SORT_GAP }))
    .filter((entry) => known.get(entry.id) !== entry.sort);
}
