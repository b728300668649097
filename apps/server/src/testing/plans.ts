import { sql, type RawBuilder } from 'kysely';
import { containsWord } from '../platform/statements/word-search.ts';
import type { World } from './worlds/builders.ts';

/**
 * The plan of a word search in `from` on a table too large for a full scan. On few rows other partial indexes look
 * equally good, so the plan excludes `rivals`.
 */
export async function searchPlan(
  world: Pick<World, 'platform'>,
  from: string,
  words: RawBuilder<string>,
  rivals: readonly string[] = [],
): Promise<string> {
  const trx = await world.platform.db.kysely.startTransaction().execute();
  try {
    for (const way of ['seqscan', 'indexscan']) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx);
    for (const rival of rivals) await sql`drop index ${sql.id(rival)}`.execute(trx);
    const condition = containsWord(words, '滨江医院') ?? sql<boolean>`true`;
    const question = sql<{ 'QUERY PLAN': string }>`explain select 1 from ${sql.raw(from)} where ${condition}`;
    const { rows } = await question.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await trx.rollback().execute();
  }
}
