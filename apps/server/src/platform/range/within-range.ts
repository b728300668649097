import { sql, type QueryExecutorProvider, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { DataRange } from '@prdm/access';
import { LIMITS } from '@prdm/contract/limits';
import { countCapped } from '../statements/count-capped.ts';

/** A column of the statement (never input), or an expression in its place. */
type Column = string | RawBuilder<unknown>;

/** The columns that hold the facts of a row. A list without a column has no branch of that kind. */
export interface RangeColumns {
  /** The person to whom the row belongs. */
  readonly user?: Column;
  readonly department?: Column;
  readonly company?: Column;
  readonly project?: Column;
}

export type Condition = RawBuilder<SqlBool>;

const columnOf = (column: Column): RawBuilder<unknown> => (typeof column === 'string' ? sql.ref(column) : column);
const among = (column: Column, ids: readonly number[]): Condition =>
  sql<SqlBool>`${columnOf(column)} = any(${ids as number[]})`;

/**
 * A data range as SQL conditions, one for each kind of range. A row is in range when one of them holds, and no row fulfils two of them.
 * An empty list means that no row is in range. `also` are further conditions that put a row in range, such as a membership. A hidden project is out of range, except by `also`.
 *
 * The conditions stay apart, because PostgreSQL can use no index order for conditions joined by OR. `pageWithin` and `countWithin` build
 * one query for each.
 */
export function withinRange(range: DataRange, columns: RangeColumns, also: readonly Condition[] = []): Condition[] {
  const { user, department, company, project } = columns;
  const isShown = notHidden(range, project);
  if (range.everything) return [isShown ?? sql<SqlBool>`true`];
  const found: Condition[] = [];
  if (project !== undefined && range.projects === 'all') found.push(sql<SqlBool>`${columnOf(project)} is not null`);
  else if (project !== undefined && range.projects.length > 0)
    found.push(among(project, range.projects as readonly number[]));
  if (user !== undefined && range.userId !== null) found.push(sql<SqlBool>`${columnOf(user)} = ${range.userId}`);
  if (department !== undefined && range.departments.length > 0) found.push(among(department, range.departments));
  if (company !== undefined && range.companies.length > 0) found.push(among(company, range.companies));
  const shown = isShown ? found.map((condition) => sql<SqlBool>`(${condition} and ${isShown})`) : found;
  return apart([...also, ...shown]);
}

/** Leaves out records of projects whose secrecy level hides them from the reader. null: no project is hidden. */
const notHidden = ({ hidden }: DataRange, project: Column | undefined): Condition | null =>
  project === undefined || hidden.size === 0
    ? null
    : sql<SqlBool>`(${columnOf(project)} <> all(${[...hidden]})) is not false`;

/** Each condition without the rows of those before it. `is not true` keeps rows whose column is null. */
const apart = (conditions: readonly Condition[]): Condition[] =>
  conditions.map((condition, at) => {
    const earlier = conditions.slice(0, at).map((other) => sql` and (${other}) is not true`);
    return at === 0 ? condition : sql<SqlBool>`((${condition})${sql.join(earlier, sql``)})`;
  });

interface Listed<DB, TB extends keyof DB, O> {
  /** The rows under one condition, in the order of the list, without a window. */
  readonly query: (condition: Condition) => SelectQueryBuilder<DB, TB, O>;
  /** The same order over the columns of the result, for the rows of all branches together. */
  readonly order: RawBuilder<unknown>;
}

/** One page of a list within a range. Each branch reads at most offset + limit rows in its own order. */
export async function pageWithin<DB, TB extends keyof DB, O>(
  db: QueryExecutorProvider,
  conditions: readonly Condition[],
  { query, order }: Listed<DB, TB, O>,
  { offset, limit }: { offset: number; limit: number },
): Promise<O[]> {
  const [only] = conditions;
  if (only === undefined) return [];
  if (conditions.length === 1) return (await query(only).offset(offset).limit(limit).execute()) as O[];
  const branches = conditions.map((condition) => sql`(${query(condition).limit(offset + limit)})`);
  const { rows } = await sql<O>`select * from (${sql.join(branches, sql` union all `)}) united
    order by ${order} offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

/** The number of rows within a range, at most LIMITS.countCap + 1. Each branch stops there. */
export async function countWithin<DB, TB extends keyof DB>(
  db: QueryExecutorProvider,
  conditions: readonly Condition[],
  query: (condition: Condition) => SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const [only] = conditions;
  if (only === undefined) return 0;
  if (conditions.length === 1) return countCapped(db, query(only));
  const cap = LIMITS.countCap + 1;
  const branches = conditions.map(
    (condition) =>
      sql`(${query(condition)
        .select(sql<number>`1`.as('one'))
        .limit(cap)})`,
  );
  const { rows } = await sql<{ n: number }>`select least(count(*), ${sql.lit(cap)})::int as n
    from (${sql.join(branches, sql` union all `)}) counted`.execute(db);
  return rows[0]?.n ?? 0;
}
