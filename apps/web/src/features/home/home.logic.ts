import { LIMITS } from '@prdm/contract/limits';

/** How many tasks to ask for when the rest of a list is wanted: a piece more each time; null where there is no more to get. */
export function nextPiece(list: { shown: number; total: number; wanted: number }): number | null {
  const next = Math.min(list.wanted + LIMITS.homeList, LIMITS.unpagedMax);
  return list.shown >= list.total || next <= list.wanted ? null : next;
}
