import type { WorkKind } from '@prdm/contract/organisation/work';
import { defineEvent } from '../../platform/bus.ts';

export const StaffAdded = defineEvent<{ userId: number; name: string; departmentId: number | null }>(
  'organisation.staffAdded',
);
/** Listeners reassign or cancel what waits for a decision of this user. */
export const StaffDisabled = defineEvent<{ userId: number; name: string }>('organisation.staffDisabled');
export const StaffRestored = defineEvent<{ userId: number; name: string }>('organisation.staffRestored');
/**
 * The user has left and may be restored later. Listeners end the memberships. `wasFallback`: the user was a fallback
 * approver and is no longer one.
 */
export const StaffLeft = defineEvent<{ userId: number; name: string; wasFallback: boolean }>('organisation.staffLeft');
/** All work of one kind moved to a colleague. The owner of the work emits the events for each item. */
export const StaffHandedOver = defineEvent<{
  userId: number;
  name: string;
  toId: number;
  toName: string;
  kind: WorkKind;
  moved: number;
}>('organisation.staffHandedOver');
export const StaffModified = defineEvent<{ userId: number; name: string }>('organisation.staffModified');
/** The undo of an import removed a person who never signed in. The id names nobody any more. */
export const StaffWithdrawn = defineEvent<{ userId: number; name: string }>('organisation.staffWithdrawn');
/** Enterprise roles were given or removed. They take effect with the next call of the user. */
export const StaffRolesChanged = defineEvent<{ userId: number; name: string }>('organisation.staffRolesChanged');
export const StaffSorted = defineEvent<{ userIds: number[] }>('organisation.staffSorted');
/** The name, contact data, look or links of the enterprise changed. */
export const EnterpriseEdited = defineEvent<null>('organisation.enterpriseEdited');
/** A system administrator changed the limits of an enterprise, disabled it (all its sessions end) or enabled it. */
export const EnterpriseLimited = defineEvent<null>('organisation.enterpriseLimited');
export const EnterpriseDisabled = defineEvent<null>('organisation.enterpriseDisabled');
export const EnterpriseEnabled = defineEvent<null>('organisation.enterpriseEnabled');
export const SettingsChanged = defineEvent<null>('organisation.settingsChanged');

/** A person or department has another leader or none, because its leader handed over, was disabled or left. */
export const LeadingChanged = defineEvent<{ kind: 'user' | 'department'; id: number; name: string }>(
  'organisation.leadingChanged',
);

export const RoleAdded = defineEvent<{ roleId: number; name: string }>('organisation.roleAdded');
/** The rights of a role changed. They take effect with the next call of each holder. */
export const RoleEdited = defineEvent<{ roleId: number; name: string }>('organisation.roleEdited');
export const RoleSorted = defineEvent<{ roleId: number; name: string }>('organisation.roleSorted');

/** A role was removed. All grants to it end in the same transaction (safety.md P13). */
export const RoleRemoved = defineEvent<{ roleId: number; name: string }>('organisation.roleRemoved');
