import { sql, type RawBuilder } from 'kysely';
import { containing, escaped } from '../../../platform/statements/word-search.ts';

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
 * Condition for tasks whose title or number contains a word. `everywhere` means a search over the enterprise, where
 * indexes can help: the word index for titles, and `task_number` for the beginning of a number. Pairs of digits are in
 * almost every number, so the word index would not help there. Inside one project a scan is always cheap, so the
 * condition avoids the indexes.
 */
export function taskHolds(word: string, everywhere: boolean): RawBuilder<boolean> {
  const titled = sql<boolean>`task.title ilike ${containing(word)}`;
  const pairs = everywhere ? pairsOf(word) : [];
  if (pairs.length === 0) return sql<boolean>`(${titled} or task.number ilike ${containing(word)})`;
  const beginning = `${escaped(word.toLowerCase())}%`;
  return sql<boolean>`((app_grams(task.title) @> ${pairs} and ${titled}) or lower(task.number) like ${beginning})`;
}
