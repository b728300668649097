import { defineEvent } from '../../platform/bus.ts';

export const StaffAdded = defineEvent<{ userId: number; name: string; departmentId: number | null }>(
  'organisation.staffAdded',
);
/** Whoever waits for this person's decision has to find another way from here on. */
export const StaffDisabled = defineEvent<{ userId: number; name: string }>('organisation.staffDisabled');
export const StaffRestored = defineEvent<{ userId: number; name: string }>('organisation.staffRestored');

interface OfDepartment {
  readonly departmentId: number;
  readonly name: string;
}
export const DepartmentAdded = defineEvent<OfDepartment>('organisation.departmentAdded');
export const DepartmentEdited = defineEvent<OfDepartment>('organisation.departmentEdited');
export const DepartmentRemoved = defineEvent<OfDepartment>('organisation.departmentRemoved');
