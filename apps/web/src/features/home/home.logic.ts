import { LIMITS } from '@prdm/contract/limits';

/**
 * Number of tasks to request when the user wants more of a list. It grows by `LIMITS.homeList` each time. Null: there
 * is no more to load.
 */
export function nextPiece(list: { shown: number; total: number; wanted: number }): number | null {
  const next = Math.min(list.wanted + LIMITS.homeList, LIMITS.unpagedMax);
  return list.shown >= list.total || next <= list.wanted ? null : next;
}
