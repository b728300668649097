import { covers, decide, rangeOf, type DataRange, type Decision, type Principal, type RangeUse } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import { fail } from '../../../platform/errors.ts';
import { withinRange, type Condition } from '../../../platform/range/within-range.ts';

/** The node that governs the records of people and departments (docs/domains/access.md). */
const NODE = 'Company-user';

/** The facts of a person that the range compares. */
export interface PlacedPerson {
  readonly user_id: number;
  readonly department_id: number | null;
  readonly company_id: number | null;
}

const factsOf = ({ user_id: user, department_id: department, company_id: company }: PlacedPerson) => ({
  user,
  department,
  company,
});

export const staffRange = (principal: Principal, use: RangeUse): DataRange => rangeOf(principal, NODE, use);

/** The people of `staff as s` that the caller may see in lists. */
export const staffWithin = (principal: Principal): Condition[] =>
  withinRange(staffRange(principal, 'read'), {
    user: 's.user_id',
    department: 's.department_id',
    company: 's.company_id',
  });

/** Whether the caller may see (`read`) or administer (`write`) the record of a person. */
export const decideStaff = (principal: Principal, use: RangeUse, person: PlacedPerson): Decision =>
  decide(principal, { ask: 'record', node: NODE, use, record: factsOf(person) });

export const seesStaff = (range: DataRange, person: PlacedPerson): boolean => covers(range, factsOf(person));

/** Whether the caller may administer a department. null stands for the top of the tree, which needs the whole enterprise. */
export const decideDepartment = (principal: Principal, use: RangeUse, department: number | null): Decision =>
  decide(principal, { ask: 'record', node: NODE, use, record: { department } });

/**
 * Throws 1005 at `field` unless the caller may place a person in the legal entity. Its range alone counts: the entity of a person decides how
 * far a role with the range `company` reaches.
 */
export function refuseCompany(principal: Principal, company: number | null, field: string): void {
  if (company !== null && !decide(principal, { ask: 'record', node: NODE, use: 'write', record: { company } }).allowed)
    throw fail.of(CODES.denied, 'organisation.outsideRange', { field });
}

/** Throws 1005 at `field` unless the caller may place a person or a department there. */
export function refusePlace(principal: Principal, department: number | null, field: string): void {
  if (!decideDepartment(principal, 'write', department).allowed)
    throw fail.of(CODES.denied, 'organisation.outsideRange', { field });
}
