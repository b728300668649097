import { isSuperAdmin, type Principal } from '@prdm/access';
import { fail } from '../../../../platform/errors.ts';
import { refuseOutsider } from '../../caller.ts';
import type { RoleRow } from '../../kinds.ts';
import { refuseCompany, refusePlace, type PlacedPerson } from '../staff-range.ts';
import { refuseDays, type EmploymentDays } from './employment.ts';

/** Rules of a write that need no query: for one call and for each row of an import. */

/** Throws 1005 unless the caller may write the record: in range, and the record of a superAdmin only as a superAdmin. */
export function refuseTouch(caller: Principal, person: PlacedPerson, held: readonly RoleRow[]): void {
  if (isSuperAdmin(caller)) return;
  refuseOutsider(caller, person);
  if (isSuperAdmin({ roles: held })) throw fail.denied();
}

type Placed = Pick<PlacedPerson, 'department_id' | 'company_id'>;

/** Throws 1001 at `department_id` unless the person gets a department, or had none and gets none. */
export function refuseWithoutDepartment(before: Placed | null, after: Placed): void {
  if (after.department_id === null && before?.department_id !== null)
    throw fail.invalid('department_id', 'validation.required');
}

/**
 * Throws 1005 at the department or the legal entity that the caller may not give, 1001 at a day out of order. `before`:
 * null for a new person.
 */
export function refuseRecord(caller: Principal, before: Placed | null, after: Placed & EmploymentDays): void {
  if (after.department_id !== null && after.department_id !== before?.department_id)
    refusePlace(caller, after.department_id, 'department_id');
  if (after.company_id !== (before?.company_id ?? null)) refuseCompany(caller, after.company_id, 'company_id');
  refuseDays(after);
}
