import { sql, type Kysely } from 'kysely';
import { CODES } from '@prdm/contract/codes';
import { isUniqueViolation } from '../db.ts';
import { AppError, fail } from '../errors.ts';
import { swapRow } from '../statements/swap.ts';
import { sealedJson } from '../money/sealed.ts';

/** Any module's tables in the statements of this folder. Kysely is invariant in its tables, so `rowsOf` needs the one cast. */
// eslint-disable-next-line typescript/no-explicit-any -- the columns of an entity are known only at run time
export type AnyTables = Record<string, any>;
export const rowsOf = <Tables>(db: Kysely<Tables>): Kysely<AnyTables> => db as unknown as Kysely<AnyTables>;

/** A versioned row as a caller saw it. */
export interface SeenRow {
  readonly enterpriseId: number;
  readonly id: number;
  readonly version: number;
}

async function compareAndSwap(
  db: Kysely<AnyTables>,
  table: string,
  { enterpriseId, id, version }: SeenRow,
  set: Readonly<Record<string, unknown>>,
  isDeleted: boolean,
): Promise<void> {
  const isSwapped = await swapRow(
    db
      .updateTable(table)
      .set({ ...set, version: sql`version + 1` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .where('version', '=', version)
      .where('deleted_at', isDeleted ? 'is not' : 'is', null),
  );
  if (!isSwapped) throw fail.conflict();
}

/**
 * Changes a row of the enterprise that is not deleted and still has the version, and raises the version. Otherwise
 * throws 1009.
 */
export const changeRow = <Tables>(
  db: Kysely<Tables>,
  table: keyof Tables & string,
  seen: SeenRow,
  set: Readonly<Record<string, unknown>>,
): Promise<void> => compareAndSwap(rowsOf(db), table, seen, set, false);

/** Marks a row as deleted. The same conditions as for `changeRow`. */
export const removeRow = <Tables>(db: Kysely<Tables>, table: keyof Tables & string, seen: SeenRow): Promise<void> =>
  compareAndSwap(rowsOf(db), table, seen, { deleted_at: sql`now()` }, false);

/** Undoes `removeRow`. Throws 1009 unless the row is deleted and has the version. */
export const restoreRow = <Tables>(
  db: Kysely<Tables>,
  table: keyof Tables & string,
  seen: SeenRow,
  set: Readonly<Record<string, unknown>> = {},
): Promise<void> => compareAndSwap(rowsOf(db), table, seen, { ...set, deleted_at: null }, true);

/** Unique indexes with the field of each one. A violation answers 1018 at the field. */
export type UniqueKeys = Readonly<Record<string, string>>;

/** Answers a violation of one of the unique indexes with 1018 at its field. Another violation stays. */
export const unique = (keys: UniqueKeys) => ({
  async within<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const field = Object.entries(keys).find(([index]) => isUniqueViolation(error, index))?.[1];
      if (field === undefined) throw error;
      throw field === 'name' ? fail.duplicateName(field) : fail.of(CODES.duplicateName, 'records.taken', { field });
    }
  },
});

/** Codes of one row that stop a bulk act, with the message that names the row. */
const NAMED = {
  [CODES.notFound]: 'records.row.gone',
  [CODES.conflict]: 'records.row.stale',
  [CODES.duplicateName]: 'records.row.taken',
} as const;

/** Adds the row to a refusal: its field in the input, and its name in the message. */
export function refusalOfRow(error: unknown, field: string, row: { readonly id: number; readonly name: string }) {
  if (!(error instanceof AppError) || !(error.code in NAMED)) return error;
  const isOther = error.code === CODES.duplicateName && error.details.field !== 'name';
  const key = isOther ? 'records.row.valueTaken' : NAMED[error.code as keyof typeof NAMED];
  return fail.of(error.code, key, { field, id: row.id, params: { name: row.name } });
}

type Values = Readonly<Record<string, unknown>>;

/**
 * The changed values of a record for the action log. Values that are equal on both sides are left out. Amounts are
 * compared by their figures.
 */
export function logged(before: Values, after: Values): { before: Values; after: Values } {
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => sealedJson(before[name] ?? null) !== sealedJson(after[name] ?? null),
  );
  const only = (values: Values): Values => Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
  return { before: only(before), after: only(after) };
}
