import { sql, type RawBuilder } from 'kysely';
import { containing } from '../../../platform/word-search.ts';

/**
 * Characters whose lower case is the same in JavaScript and in PostgreSQL, and Chinese characters, which have no case.
 */
const PLAIN = /^[\u0020-\u007e\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]+$/;

/**
 * Character pairs that the word index is searched for. The result has as few pairs as cover the word. The planner
 * treats pairs as independent, so many pairs make a common word look rare. A single character is returned as it is.
 * Pairs of other scripts are left out, because the comparison checks them.
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
 * Condition for titles that contain a word. `everywhere` means a search over the enterprise, where the word index can
 * help. Inside one project a scan of its titles is always cheap, so the condition avoids the index.
 */
export function titleHolds(word: string, everywhere: boolean): RawBuilder<boolean> {
  const holds = sql<boolean>`task.title ilike ${containing(word)}`;
  const pairs = everywhere ? pairsOf(word) : [];
  return pairs.length === 0 ? holds : sql<boolean>`(app_grams(task.title) @> ${pairs} and ${holds})`;
}
