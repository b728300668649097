import { CODES } from '@prdm/contract/codes';
import { isUniqueViolation } from '../../../../platform/db.ts';
import { fail } from '../../../../platform/errors.ts';

/** The days of an employment, as 'YYYY-MM-DD'. */
export interface EmploymentDays {
  readonly entry_date: string | null;
  readonly formal_date: string | null;
}

/** Throws 1001 at `formal_date` when the trial period ends before the day of entry. */
export function refuseDays({ entry_date: entry, formal_date: formal }: EmploymentDays): void {
  if (entry !== null && formal !== null && formal < entry)
    throw fail.invalid('formal_date', 'organisation.formalBeforeEntry');
}

export const numberTaken = () => fail.of(CODES.duplicateName, 'organisation.employeeNoTaken', { field: 'employee_no' });

/** Answers a staff number of another person with 1018 at its field. */
export async function withFreeNumber<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error, 'staff_employee_no') ? numberTaken() : error;
  }
}
