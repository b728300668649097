import { sql, type QueryExecutorProvider, type SelectQueryBuilder } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';

/**
 * How many rows a query without columns of its own finds: exact up to LIMITS.countCap, one more stands for "more than that". A list
 * shows one page of any number of rows; counting them all would cost more than the page.
 */
export async function countCapped<DB, TB extends keyof DB>(
  db: QueryExecutorProvider,
  found: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const counted = found.select(sql<number>`1`.as('one')).limit(LIMITS.countCap + 1);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${counted} counted`.execute(db);
  return rows[0]?.n ?? 0;
}
