import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * The condition that every part of `word` (parted by spaces) stands somewhere in `value`, letter case aside. `value` must be written as in
 * its app_grams index (see the first migration), or the whole table is read. Null when there is nothing to look for.
 */
export function containsWord(value: RawBuilder<string>, word: string | undefined): RawBuilder<SqlBool> | null {
  const parts = (word ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return null;
  const conditions = parts.map(
    (part) =>
      // The grams find candidates by the index; only the second half proves that they stand side by side.
      sql<SqlBool>`(app_grams(${value}) @> ${gramsOf(part)}::text[] and strpos(lower(${value}), ${part}) > 0)`,
  );
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Pairs of neighbours, or the single character of a one-character part. */
function gramsOf(part: string): string[] {
  const letters = [...part];
  if (letters.length === 1) return letters;
  return [...new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))];
}

/** For ILIKE where a name is looked through without an index of words. The pattern's own signs in a word mean themselves. */
export const containing = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
