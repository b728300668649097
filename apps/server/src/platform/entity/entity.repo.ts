import { sql, type Kysely } from 'kysely';
import type { SubjectKindName } from '@prdm/contract/kit';
import { containing } from '../statements/word-search.ts';
import type { AnyTables } from './rows.ts';
import { rowsOf } from './rows.ts';
import { SORT_GAP, type Placed } from './sort.ts';
import { mostOf, type EntitySpec, type EntryRow, type Link } from './spec.ts';

export interface ListFilter {
  readonly word?: string | undefined;
  readonly state: 'enabled' | 'disabled' | 'all';
  /** Column and value of each further filter. */
  readonly equal: Readonly<Record<string, unknown>>;
}

export interface ListOrder {
  readonly column: 'sort' | 'name';
  readonly direction: 'asc' | 'desc';
}

const COMMON = ['id', 'name', 'sort', 'version', 'deleted_at'];

type Spec = Pick<EntitySpec<SubjectKindName>, 'table' | 'fixed' | 'columns' | 'built' | 'canDisable' | 'most'>;

/** Statements on the table of one kind of entry, inside one enterprise. */
export const entityRepo = <Tables>(spec: Spec, given: Kysely<Tables>, enterpriseId: number) => {
  const db = rowsOf(given);
  const { table, fixed = {} } = spec;
  const canDisable = spec.canDisable !== false;
  const disabledAt = canDisable ? 'disabled_at' : sql<null>`null`.as('disabled_at');
  const columns = [...COMMON, disabledAt, ...(spec.built ?? []), ...spec.columns.map(({ column }) => column)];
  const all = () =>
    Object.entries(fixed).reduce(
      (query, [column, value]) => query.where(column, '=', value),
      db.selectFrom(table).where('enterprise_id', '=', enterpriseId),
    );
  const living = () => all().where('deleted_at', 'is', null);
  const filtered = ({ word, state, equal }: ListFilter) => {
    let query = living();
    if (state !== 'all' && canDisable) query = query.where('disabled_at', state === 'enabled' ? 'is' : 'is not', null);
    for (const [column, value] of Object.entries(equal)) query = query.where(column, '=', value);
    return word ? query.where('name', 'ilike', containing(word)) : query;
  };
  const withIds = (ids: readonly number[]) =>
    all()
      .select(columns)
      .where('id', '=', sql<number>`any(${ids as number[]})`);
  return {
    page: (filter: ListFilter, order: ListOrder, window: { limit: number; offset: number }): Promise<EntryRow[]> =>
      filtered(filter)
        .select(columns)
        .orderBy(order.column, order.direction)
        .orderBy('id', order.direction)
        .limit(window.limit)
        .offset(window.offset)
        .execute() as Promise<EntryRow[]>,

    /** A kind has at most `most` entries, so the count is exact. */
    async count(filter: ListFilter): Promise<number> {
      const { n } = await filtered(filter)
        .select(sql<number>`count(*)::int`.as('n'))
        .executeTakeFirstOrThrow();
      return n as number;
    },

    byIds: (ids: readonly number[]): Promise<EntryRow[]> => withIds(ids).execute() as Promise<EntryRow[]>,
    /** The same rows, locked until the transaction ends. The order excludes deadlocks between bulk acts. */
    locked: (ids: readonly number[]): Promise<EntryRow[]> =>
      withIds(ids).orderBy('id').forUpdate().execute() as Promise<EntryRow[]>,

    /** The same rows, which no other transaction locks, deletes or restores until this one ends. */
    held: (ids: readonly number[]): Promise<EntryRow[]> =>
      withIds(ids).orderBy('id').forKeyShare().execute() as Promise<EntryRow[]>,

    async add(values: Readonly<Record<string, unknown>>): Promise<number> {
      const last = living().select(sql<number>`coalesce(max(sort), 0) + ${SORT_GAP}`.as('next'));
      const { id } = await db
        .insertInto(table)
        .values({ sort: last, ...values, ...fixed, enterprise_id: enterpriseId })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id as number;
    },

    /** One drag order at a time for each kind. Otherwise two moves could compute the same number. */
    async lockOrder(): Promise<void> {
      const key = [table, ...Object.values(fixed), enterpriseId].join(':');
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sort:${key}`}, 0))`.execute(db);
    },
    placed: (within: Readonly<Record<string, number | null>> = {}): Promise<Placed[]> =>
      Object.entries(within)
        .reduce((query, [column, value]) => query.where(column, value === null ? 'is' : '=', value), living())
        .select(['id', 'sort'])
        .orderBy('sort')
        .orderBy('id')
        .limit(mostOf(spec))
        .execute() as Promise<Placed[]>,
    async place(entries: readonly Placed[]): Promise<void> {
      const [ids, sorts] = [entries.map(({ id }) => id), entries.map(({ sort }) => sort)];
      await sql`update ${sql.table(table)} set sort = place.sort
        from unnest(${ids}::bigint[], ${sorts}::int[]) as place(id, sort)
        where ${sql.table(table)}.enterprise_id = ${enterpriseId} and ${sql.table(table)}.id = place.id`.execute(db);
    },
  };
};

/** Linked ids of entries, each list in ascending order. */
export async function linksOf<Tables>(
  given: Kysely<Tables>,
  link: Link,
  enterpriseId: number,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await rowsOf(given)
    .selectFrom(link.table)
    .select([`${link.owner} as owner`, `${link.column} as named`])
    .where('enterprise_id', '=', enterpriseId)
    .where(link.owner, '=', sql<number>`any(${ids as number[]})`)
    .orderBy(link.owner)
    .orderBy(link.column)
    .execute();
  const found = new Map<number, number[]>();
  for (const { owner, named } of rows) found.set(owner, [...(found.get(owner) ?? []), named]);
  return found;
}

/** Replaces the linked ids of one entry. */
export async function writeLinks<Tables>(
  given: Kysely<Tables>,
  link: Link,
  enterpriseId: number,
  { id, named }: { id: number; named: readonly number[] },
): Promise<void> {
  const db: Kysely<AnyTables> = rowsOf(given);
  await db.deleteFrom(link.table).where('enterprise_id', '=', enterpriseId).where(link.owner, '=', id).execute();
  if (named.length === 0) return;
  const rows = [...new Set(named)].map((one) => ({
    enterprise_id: enterpriseId,
    [link.owner]: id,
    [link.column]: one,
  }));
  await db.insertInto(link.table).values(rows).execute();
}
