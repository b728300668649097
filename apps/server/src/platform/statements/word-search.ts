import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * The condition that `value` contains every part of `word` (separated by spaces), ignoring case. Returns null for an empty word.
 * `value` must equal the expression of its app_grams index (see the first migration). Otherwise the query reads the whole table.
 */
export function containsWord(value: RawBuilder<string>, word: string | undefined): RawBuilder<SqlBool> | null {
  const parts = partsOf(word ?? '');
  if (parts.length === 0) return null;
  const conditions = parts.map(
    (part) =>
      // The grams find candidates by the index. Only strpos proves that they are adjacent.
      sql<SqlBool>`(app_grams(${value}) @> ${gramsOf(part)}::text[] and strpos(lower(${value}), ${part}) > 0)`,
  );
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** The same condition for one part and without an index, for rows that the query reads anyway. */
export const holdsPart = (value: RawBuilder<string>, part: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`strpos(lower(${value}), ${part}) > 0`;

/** The parts of a word, in lower case. */
export const partsOf = (word: string): string[] => word.toLowerCase().split(/\s+/).filter(Boolean);

/** Pairs of adjacent characters, or the single character of a one-character part. */
function gramsOf(part: string): string[] {
  const letters = [...part];
  if (letters.length === 1) return letters;
  return [...new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))];
}

/** Pattern for ILIKE, for names without a word index. Escapes the wildcards in the word. */
export const containing = (word: string): string => `%${escaped(word)}%`;

/** The word as a part of a LIKE pattern that matches only itself. */
export const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&');
