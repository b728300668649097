import { sql, type RawBuilder } from 'kysely';
import { containing } from '../../platform/word-search.ts';

/** Letters whose lower case is the same for us and for the database, and Chinese, which has none. */
const PLAIN = /^[\u0020-\u007e\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]+$/;

/**
 * Pairs of a word that the word index is asked for: as few as cover it, because the planner takes pairs for independent of each other and
 * believes a common word to be rare the more of them it sees. One sign stands for itself; pairs of other scripts are left to the comparison.
 */
export function pairsOf(word: string): string[] {
  const signs = [...word.toLowerCase()];
  if (signs.length === 1) return signs.filter((sign) => PLAIN.test(sign));
  const starts = signs.map((_, at) => at).filter((at) => at % 2 === 0 && at + 1 < signs.length);
  if (signs.length % 2 === 1) starts.push(signs.length - 2);
  const pairs = starts.map((at) => `${signs[at]}${signs[at + 1]}`);
  return [...new Set(pairs)].filter((pair) => PLAIN.test(pair));
}

/**
 * Titles that hold a word. `everywhere`: among all tasks of an enterprise, where the word index may help; inside one project reading the
 * project's titles is always cheap, and the planner is not to be tempted.
 */
export function titleHolds(word: string, everywhere: boolean): RawBuilder<boolean> {
  const holds = sql<boolean>`task.title ilike ${containing(word)}`;
  const pairs = everywhere ? pairsOf(word) : [];
  return pairs.length === 0 ? holds : sql<boolean>`(app_grams(task.title) @> ${pairs} and ${holds})`;
}
