import type { WorkKind } from '@prdm/contract/staff';
import { defineEvent } from '../../platform/bus.ts';

export const StaffAdded = defineEvent<{ userId: number; name: string; departmentId: number | null }>(
  'organisation.staffAdded',
);
/** Whoever waits for this person's decision has to find another way from here on. */
export const StaffDisabled = defineEvent<{ userId: number; name: string }>('organisation.staffDisabled');
export const StaffRestored = defineEvent<{ userId: number; name: string }>('organisation.staffRestored');
/** Somebody is gone for good, or until he or she is taken back: memberships end with it. */
export const StaffLeft = defineEvent<{ userId: number; name: string }>('organisation.staffLeft');
/** All work of one kind went to a colleague; what that means for each piece is told by its owner. */
export const StaffHandedOver = defineEvent<{
  userId: number;
  name: string;
  toId: number;
  toName: string;
  kind: WorkKind;
  moved: number;
}>('organisation.staffHandedOver');
export const StaffModified = defineEvent<{ userId: number; name: string }>('organisation.staffModified');
/** Enterprise roles were given or taken; from the next call on the person has the new rights. */
export const StaffRolesChanged = defineEvent<{ userId: number; name: string }>('organisation.staffRolesChanged');
export const StaffSorted = defineEvent<{ userIds: number[] }>('organisation.staffSorted');
export const SettingsChanged = defineEvent<null>('organisation.settingsChanged');

interface OfDepartment {
  readonly departmentId: number;
  readonly name: string;
}
export const DepartmentAdded = defineEvent<OfDepartment>('organisation.departmentAdded');
export const DepartmentEdited = defineEvent<OfDepartment>('organisation.departmentEdited');
export const DepartmentRemoved = defineEvent<OfDepartment>('organisation.departmentRemoved');

/** A role is no more; whatever was given to it ends in the same transaction (safety.md P13). */
export const RoleRemoved = defineEvent<{ roleId: number; name: string }>('organisation.roleRemoved');
