import { CODES } from '@prdm/contract/codes';
import type { ModuleDb, Trx } from '../../../platform/db.ts';
import { fail, type AppError } from '../../../platform/errors.ts';
import type { OrganisationTables } from '../organisation.repo.ts';
import { staffRepo } from './staff.repo.ts';

/** A user that a record names, and the input field that names him or her. */
export interface NamedPerson {
  readonly id: number;
  readonly field: string;
}

/**
 * The refusal for an inactive user whom the caller may see. It contains the name; otherwise it would read as if the caller's own account
 * was disabled.
 */
export const inactiveRefusal = ({ name, status }: { name: string; status: string }): AppError =>
  status === 'disabled'
    ? fail.of(CODES.userDisabled, 'organisation.isDisabled', { params: { name } })
    : fail.of(CODES.userUnknown, 'organisation.hasLeft', { params: { name } });

/**
 * An inactive user cannot be newly assigned. Throws 1012 or 1013 with the field.
 * Edits send the whole record, which may name users who became inactive since. The record keeps them, or nobody could save it. So the ids
 * are `ref('user', 'any')`, and the owner of the record checks only the newly named users.
 */
export async function refuseInactive(
  tables: ModuleDb<OrganisationTables>,
  enterpriseId: number,
  named: readonly NamedPerson[],
  trx?: Trx,
): Promise<void> {
  if (named.length === 0) return;
  const ids = [...new Set(named.map(({ id }) => id))];
  const rows = await staffRepo(trx ? tables.within(trx) : tables.read, enterpriseId).byIds(ids);
  const rowOf = new Map(rows.map((row) => [row.user_id, row]));
  for (const { id, field } of named) {
    refuseUnlessActive(rowOf.get(id), field);
  }
}

/** Throws 1013 at the field for an unknown or former user, 1012 for a disabled one. */
export function refuseUnlessActive(
  row: { readonly name: string; readonly status: string } | undefined,
  field: string,
): void {
  if (!row) throw fail.of(CODES.userUnknown, 'codes.1013', { field });
  if (row.status === 'active') return;
  const { code, key, details } = inactiveRefusal(row);
  throw fail.of(code, key, { ...details, field });
}

/** The users that a field names now and did not name before. */
export const newlyNamed = (
  field: string,
  wanted: readonly (number | null | undefined)[],
  before: readonly (number | null)[],
): NamedPerson[] =>
  wanted.flatMap((id) => (id === null || id === undefined || before.includes(id) ? [] : [{ id, field }]));
