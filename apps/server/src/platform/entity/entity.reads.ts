import type { Principal } from '@prdm/access';
import type { EntityAct } from '@prdm/contract/kit/entity';
import type { SubjectKindName } from '@prdm/contract/kit';
import { fail } from '../errors.ts';
import { holdsNodesAnywhere } from '../http/subjects.ts';
import { entityRepo, linksOf, type ListFilter, type ListOrder } from './entity.repo.ts';
import { pageOf, windowOf, type Paging } from './paging.ts';
import { mostOf, type EntityParts, type EntitySpec, type EntryRow } from './spec.ts';

type Values = Readonly<Record<string, unknown>>;
type Reason = 'records.reasons.inUse' | 'records.reasons.isEnabled' | 'records.reasons.isDisabled';

/** Columns by which a list can be ordered. The unique index of the name and the list index serve them. */
const SORTABLE = ['sort', 'name'] as const;

export interface ListQuery extends Partial<Paging> {
  readonly word?: string;
  readonly state?: ListFilter['state'];
  readonly sort?: string;
  readonly order?: 'asc' | 'desc';
  readonly counted?: boolean;
  readonly [filter: string]: unknown;
}

function orderOf({ sort, order }: ListQuery): ListOrder {
  const column = SORTABLE.find((one) => one === (sort || 'sort'));
  if (column === undefined) throw fail.invalid('sort', 'records.unknownColumn');
  return { column, direction: order ?? 'asc' };
}

/** An empty text in the query is a filter that was cleared. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== '';

/** Actions on a row for a caller who may write. */
function canOf(row: EntryRow, used: number): Record<EntityAct, true | Reason> {
  const isEnabled = row.disabled_at === null;
  return {
    edit: true,
    enable: isEnabled ? 'records.reasons.isEnabled' : true,
    disable: isEnabled ? true : 'records.reasons.isDisabled',
    del: used > 0 ? 'records.reasons.inUse' : true,
  };
}

/** The list of one kind of entry. The number of statements does not depend on the number of rows. */
export function entityReads<Tables, K extends SubjectKindName>(parts: EntityParts<Tables>, spec: EntitySpec<K>) {
  const { tables, uses } = parts;
  const { calls } = spec;

  async function rowsOf(principal: Principal, rows: readonly EntryRow[], counted: boolean): Promise<Values[]> {
    const { enterpriseId } = principal;
    const ids = rows.map(({ id }) => id);
    const links = spec.links ?? [];
    const linked = await Promise.all(links.map((link) => linksOf(tables.read, link, enterpriseId, ids)));
    const linksIn = (row: EntryRow): Values =>
      Object.fromEntries(links.map(({ field }, at) => [field, linked[at]?.get(row.id) ?? []]));
    const whole = rows.map((row) => ({ ...row, ...linksIn(row) }));
    const [used, shown] = await Promise.all([
      counted ? uses.of(calls.kind, enterpriseId, ids) : null,
      rows.length === 0 ? [] : (spec.shown?.(enterpriseId, whole, principal) ?? []),
    ]);
    return rows.map((row, index) => {
      const count = used?.get(row.id)?.total ?? 0;
      return {
        id: row.id,
        name: row.name,
        sort: row.sort,
        version: row.version,
        enabled: row.disabled_at === null,
        used: used === null ? null : count,
        ...(used === null ? {} : { can: canOf(row, count) }),
        ...Object.fromEntries((spec.built ?? []).map((column) => [column, row[column]])),
        ...Object.fromEntries(spec.columns.map(({ field, column, toShown }) => [field, toShown(row[column], row)])),
        ...linksIn(row),
        ...shown[index],
      };
    });
  }

  return {
    /** Enabled entries without a caller, in their order. At most `most`. */
    enabled: (enterpriseId: number): Promise<EntryRow[]> =>
      entityRepo(spec, tables.read, enterpriseId).page(
        { state: 'enabled', equal: {} },
        { column: 'sort', direction: 'asc' },
        { limit: mostOf(spec), offset: 0 },
      ),

    /** One page. `limit` reads the first rows without pages, for an export. */
    async list(principal: Principal, query: ListQuery, limit?: number) {
      const order = orderOf(query);
      const paging: Paging = { page: query.page ?? 1, size: query.size ?? 1, ispage: query.ispage };
      if (spec.isSeenBy && !(await spec.isSeenBy(principal))) return pageOf(paging, [], 0);
      const equal: Record<string, unknown> = {};
      for (const { field, column, toStored } of spec.columns)
        if (calls.filters.includes(field) && isGiven(query[field])) equal[column] = toStored(query[field]);
      const filter: ListFilter = { word: query.word, state: query.state ?? 'enabled', equal };
      const repo = entityRepo(spec, tables.read, principal.enterpriseId);
      const window = limit === undefined ? windowOf(paging, mostOf(spec)) : { limit, offset: 0 };
      const counted = query.counted === true && holdsNodesAnywhere(principal, calls.edit);
      const [total, rows] = await Promise.all([repo.count(filter), repo.page(filter, order, window)]);
      return pageOf(paging, await rowsOf(principal, rows, counted), total);
    },
  };
}
export type EntityReads = ReturnType<typeof entityReads>;
