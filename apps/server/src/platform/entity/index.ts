import { sql, type RawBuilder } from 'kysely';
import type { SubjectKindName } from '@prdm/contract/kit';
import type { Mount } from '../http/mounting.ts';
import type { SubjectKind } from '../ids/subject.ts';
import { assertDescribed } from './described.ts';
import { entityKind } from './entity.kind.ts';
import { entityRepo } from './entity.repo.ts';
import { entityReads, type EntityReads } from './entity.reads.ts';
import { entityRoutes } from './entity.routes.ts';
import { entityService, type EntityService } from './entity.service.ts';
import type { EntityParts, EntitySpec, EntryRow, SpecCalls } from './spec.ts';
import { usedIn } from './uses.ts';

/**
 * An ordinary entity on the server: subject kind, routes, list, changes, events and action log from one description
 * (docs/domains/entity-kit.md).
 */
export interface Entity<K extends SubjectKindName = SubjectKindName> {
  readonly kind: SubjectKind<EntryRow, K>;
  readonly reads: EntityReads;
  readonly service: EntityService;
  routes(mount: Mount): void;
}

/** An entity whose calls a module mounts by itself: subject kind, changes and uses. */
export function entityWithoutRoutes<Tables, K extends SubjectKindName>(
  parts: EntityParts<Tables>,
  spec: EntitySpec<K, SpecCalls<K>>,
): Pick<Entity<K>, 'kind' | 'service'> {
  parts.uses.keep(spec.calls.kind, {
    table: spec.table,
    held: (trx, enterpriseId, ids) => entityRepo(spec, parts.tables.within(trx), enterpriseId).held(ids),
  });
  const registers = (refers: SubjectKindName, table: string, column: string, only: RawBuilder<unknown>): void =>
    parts.uses.register(
      refers,
      usedIn(parts.tables, spec.calls.kind, { table: table as keyof Tables & string, column, only }),
    );
  for (const { refers, column } of spec.columns)
    if (refers) registers(refers, spec.table, column, sql`r.deleted_at is null`);
  for (const { refers, table, column, owner } of spec.links ?? [])
    registers(
      refers,
      table,
      column,
      sql`exists (select from ${sql.table(spec.table)} e
        where e.enterprise_id = r.enterprise_id and e.id = ${sql.ref(`r.${owner}`)} and e.deleted_at is null)`,
    );
  return { kind: entityKind(parts, spec), service: entityService(parts, spec) };
}

/** Throws when an id of the description cannot be chosen by its calls, or when a filter is the field of no column. */
export function entity<Tables, K extends SubjectKindName>(parts: EntityParts<Tables>, spec: EntitySpec<K>): Entity<K> {
  assertDescribed(spec);
  const reads = entityReads(parts, spec);
  const { kind, service } = entityWithoutRoutes(parts, spec);
  return { kind, reads, service, routes: (mount) => entityRoutes(mount, spec, reads, service) };
}

export {
  dataColumn,
  flagColumn,
  hoursColumn,
  moneyColumn,
  refColumn,
  textColumn,
  valueColumn,
  wordColumn,
} from './columns.ts';
export type { Item } from './entity.service.ts';
export { entityEvents } from './events.ts';
export { pageOf, windowOf } from './paging.ts';
export { changeRow, logged, refusalOfRow, removeRow, restoreRow, unique } from './rows.ts';
export { sortedBehind } from './sort.ts';
export type { EntityCalls, EntityParts, EntitySpec, EntryRow, Link } from './spec.ts';
export { inUse, usedIn, Uses, type Use } from './uses.ts';
