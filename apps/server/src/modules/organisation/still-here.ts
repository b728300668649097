import { CODES } from '@prdm/contract/codes';
import type { Lent, Trx } from '../../platform/db.ts';
import { fail, type AppError } from '../../platform/errors.ts';
import type { OrganisationTables } from './organisation.repo.ts';
import { staffRepo } from './staff.repo.ts';

/** Somebody whom a record is to name, and where the input does so. */
export interface NamedPerson {
  readonly id: number;
  readonly field: string;
}

/** What is told of somebody whom the caller may see and who works here no more: by name, or it would read as the caller's own account. */
export const awayRefusal = ({ name, status }: { name: string; status: string }): AppError =>
  status === 'disabled'
    ? fail.of(CODES.userDisabled, 'organisation.isDisabled', { params: { name } })
    : fail.of(CODES.userUnknown, 'organisation.hasLeft', { params: { name } });

/**
 * Nobody who is disabled or has left is named anew. Edits send the whole record, which may name such people since long ago: it keeps them,
 * or nobody could save it any more. So its ids are `ref('user', 'any')`, and its owner asks here about those it did not name before.
 */
export async function refuseAway(
  tables: Lent<OrganisationTables>,
  enterpriseId: number,
  named: readonly NamedPerson[],
  trx?: Trx,
): Promise<void> {
  if (named.length === 0) return;
  const ids = [...new Set(named.map(({ id }) => id))];
  const rows = await staffRepo(trx ? tables.within(trx) : tables.read, enterpriseId).byIds(ids);
  const rowOf = new Map(rows.map((row) => [row.user_id, row]));
  for (const { id, field } of named) {
    const row = rowOf.get(id);
    if (!row) throw fail.of(CODES.userUnknown, 'codes.1013', { field });
    if (row.status === 'active') continue;
    const { code, key, details } = awayRefusal(row);
    throw fail.of(code, key, { ...details, field });
  }
}

/** Of the people whom one field is to name, those it did not name before. */
export const namedAnew = (
  field: string,
  wanted: readonly (number | null | undefined)[],
  before: readonly (number | null)[],
): NamedPerson[] =>
  wanted.flatMap((id) => (id === null || id === undefined || before.includes(id) ? [] : [{ id, field }]));
