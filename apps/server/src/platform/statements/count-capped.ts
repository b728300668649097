import { sql, type QueryExecutorProvider, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';

const CAP = LIMITS.countCap + 1;

/**
 * Counts the rows of a query without columns, at most `cap`. By default it is exact up to LIMITS.countCap; one more means "more than that". A full count would
 * cost more than the page that the list shows.
 */
export const countCapped = <DB, TB extends keyof DB>(
  db: QueryExecutorProvider,
  found: SelectQueryBuilder<DB, TB, object>,
  cap = CAP,
): Promise<number> => countOf(db, sql`${found.select(sql<number>`1`.as('one')).limit(cap)}`);

/** The same for a query in SQL. */
export const countCappedSql = (db: QueryExecutorProvider, found: RawBuilder<unknown>): Promise<number> =>
  countOf(db, sql`(${found} limit ${CAP})`);

async function countOf(db: QueryExecutorProvider, capped: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${capped} counted`.execute(db);
  return rows[0]?.n ?? 0;
}
