import { LIMITS } from '@prdm/contract/limits';

interface Review {
  readonly name: string;
  readonly project_name: string;
}

/** Reviews whose name, or whose project's name, holds the word: the one list of my work that the server does not search. */
export function reviewsMatching<R extends Review>(reviews: readonly R[], word: string): R[] {
  const wanted = word.toLowerCase();
  return reviews.filter(({ name, project_name }) =>
    [name, project_name].some((one) => one.toLowerCase().includes(wanted)),
  );
}

/** How many tasks to ask for when the rest of a list is wanted: a piece more each time; null where there is no more to get. */
export function nextPiece(list: { shown: number; total: number; wanted: number }): number | null {
  const next = Math.min(list.wanted + LIMITS.homeList, LIMITS.unpagedMax);
  return list.shown >= list.total || next <= list.wanted ? null : next;
}
