import { z } from 'zod';
import { ref, type SubjectKindName } from '../ids/refs.ts';
import { CODES } from '../codes.ts';
import { endpoint, XLSX, type Access } from '../kit.ts';
import { LIMITS } from '../limits.ts';
import { blank, done, flag, optionalText, pageOf, paging, someOf, version } from './fields.ts';

/** Actions on the rows of an entity. `true`: allowed. Else the text key of the reason. */
export const ENTITY_ACTS = ['edit', 'enable', 'disable', 'del'] as const;
export type EntityAct = (typeof ENTITY_ACTS)[number];

/** Shown rows: `enabled` is the default and what a picker offers. `all` also has disabled entries, never deleted ones. */
export const ENTITY_STATES = ['enabled', 'disabled', 'all'] as const;

const allowed = z.union([z.literal(true), z.string()]);

/** Fields that every row of an entity has beside its own. */
const common = {
  id: z.number(),
  name: z.string(),
  sort: z.number(),
  enabled: z.boolean(),
  version: z.number(),
  /** Records that refer to the entry. null unless `counted` was asked by a caller who may write. */
  used: z.number().nullable(),
  /** Absent unless `counted` was asked by a caller who may write. */
  can: z.object({ edit: allowed, enable: allowed, disable: allowed, del: allowed }).optional(),
};

interface EntityShape<
  K extends SubjectKindName,
  Fields extends z.ZodRawShape,
  Row extends z.ZodRawShape,
  Filters extends z.ZodRawShape,
> {
  readonly kind: K;
  /** The common part of all paths: `/apis/config/stage`. */
  readonly path: `/apis/${string}`;
  /** The access rule of the list. Pickers need it, so it is usually `signed-in`. */
  readonly reads: Access;
  /** The access rule of every change, of the use count and of the export. */
  readonly writes: Access;
  /** The input of `add`. `edit` takes the same fields, so it replaces the whole record. `name` belongs to it. */
  readonly fields: Fields;
  /** The fields of a row beside the common ones. */
  readonly row: Row;
  /** Further filters of the list, for example the label group. */
  readonly filters: Filters;
}

/**
 * The calls of an ordinary entity: a named, ordered record of an enterprise that others refer to. Server and web build
 * list, form, changes and export from this one value (docs/domains/entity-kit.md).
 */
export function entityCalls<
  K extends SubjectKindName,
  Fields extends z.ZodRawShape,
  Row extends z.ZodRawShape,
  Filters extends z.ZodRawShape,
>(entity: EntityShape<K, Fields, Row, Filters>) {
  const { kind, path, reads, writes, fields, row, filters } = entity;
  const one = { id: ref(kind, 'any'), version: version() };
  /** A change of one or many rows. All rows change or none. */
  const items = () =>
    z.strictObject({ items: someOf(z.strictObject({ id: ref(kind, 'any'), version: version() }), LIMITS.bulkMax) });
  const narrowed = {
    word: optionalText(50),
    state: blank(z.enum(ENTITY_STATES).optional()),
    sort: optionalText(30),
    order: blank(z.enum(['asc', 'desc']).optional()),
    ...filters,
  };
  return {
    kind,
    /** The names of the further filters. Each names a field that is kept in a column. */
    filters: Object.keys(filters),
    /** Ordered by `sort` unless another column is named. An unknown column answers 1001. */
    index: endpoint({
      method: 'GET',
      path: `${path}/index`,
      access: reads,
      input: z.strictObject({ ...paging, ...narrowed, counted: flag().optional() }),
      output: pageOf(z.object({ ...common, ...row })),
    }),
    /** A new entry stands last. 1018 on `name` when an entry that is not deleted has the name. */
    add: endpoint({
      method: 'POST',
      path: `${path}/add`,
      refuses: [CODES.duplicateName],
      access: writes,
      input: z.strictObject(fields),
      output: z.object({ id: z.number() }),
    }),
    edit: endpoint({
      method: 'POST',
      path: `${path}/edit`,
      refuses: [CODES.duplicateName],
      access: writes,
      input: z.strictObject({ ...one, ...fields }),
      output: done,
    }),
    /** 1019 with `used` and `names` while a record refers to one of the entries. `restore` undoes it. */
    del: endpoint({
      method: 'POST',
      path: `${path}/del`,
      access: writes,
      refuses: [CODES.inUse],
      input: items(),
      output: done,
    }),
    /** 1018 when a unique value is taken, 1008 when an entry that the row names is deleted. */
    restore: endpoint({
      method: 'POST',
      path: `${path}/restore`,
      access: writes,
      refuses: [CODES.duplicateName, CODES.wrongState],
      input: items(),
      output: done,
    }),
    /** A disabled entry stays on old records and cannot be chosen. */
    enable: endpoint({ method: 'POST', path: `${path}/enable`, access: writes, input: items(), output: done }),
    disable: endpoint({ method: 'POST', path: `${path}/disable`, access: writes, input: items(), output: done }),
    /** Moves an entry behind another one, or to the top without `after_id`. */
    sort: endpoint({
      method: 'POST',
      path: `${path}/sort`,
      access: writes,
      input: z.strictObject({ id: ref(kind, 'any'), after_id: blank(ref(kind, 'any').optional()) }),
      output: done,
    }),
    /** The list as a spreadsheet (xlsx) with the same filters, 1001 for more than LIMITS.exportMax rows. */
    download: endpoint({
      method: 'GET',
      path: `${path}/download`,
      access: writes,
      transport: 'download',
      media: XLSX,
      input: z.strictObject(narrowed),
      output: done,
    }),
  };
}
