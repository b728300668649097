/**
 * Permission nodes (decisions.md section 7), stored and compared as "home-<node>". Declarations omit the prefix. The
 * list is closed: a role with an unknown node is refused, and an endpoint with one does not compile.
 */
export const NODES = [
  'Company-user',
  'Role-index',
  'ProjectSetting-index',
  'User-setting',
  'ActionLog-index',
  'AttendancePunchCardSetting-list',
  'MeetSet-room',
  'MeetingClerk-list',
  'DataBoardConfig-index',
  'ContractPermission-index',
  'Project-add',
  'Project-edit',
  'Project-archive',
  'Project-member',
  'NonProject-add',
  'NonProject-edit',
  'Task-add',
  'Task-edit',
  'Task-publish',
  'Task-pause',
  'Task-all',
  'Process-review',
  'File-admin',
  'StatisticsReport-index',
  'MonthlyReport-index',
  'Contract-index',
  'Contract-add',
  'Contract-edit',
  'Invoice-index',
  'Invoice-add',
  'Invoice-issue',
  'OutputValue-index',
  'OutputValue-add',
  'OutputValue-lock',
  'CarryCapital-index',
  'CarryCapital-add',
  'Vacate-index',
  'Vacate-all',
  'Clock-all',
  'Meeting-all',
  'Hours-confirm',
  'Period-close',
  'UserCost-index',
  'Feedback-index',
] as const;
export type Node = (typeof NODES)[number];

export const NODE_PREFIX = 'home';

/** A node as stored in a role's access list and sent on the wire. */
export const storedNode = (node: Node): string => `${NODE_PREFIX}-${node}`;
export const STORED_NODES: readonly string[] = NODES.map(storedNode);

/** Roles with an immutable key. Their display names are translated and grant nothing (safety.md P04, S09). */
export const ROLE_KEYS = [
  'superAdmin',
  'administrator',
  'employee',
  'leader',
  'general_manager',
  'business_manager',
  'bidding_manager',
  'finance',
  'hr',
  'design_room_director',
  'equipment_room_director',
  'project_manager',
  'project_leader',
  'coordinator',
  'professional_leader',
  'designer',
  'proofreader',
  'reviewer',
  'approver',
  'partner',
] as const;
export type RoleKey = (typeof ROLE_KEYS)[number];

/** The leading personnel roles of the specification (PE-001), in its order. Each can be held in a project. */
const LEADING_ROLES: readonly (string | null)[] = [
  'project_leader',
  'coordinator',
  'design_room_director',
  'equipment_room_director',
  'leader',
  'general_manager',
  'project_manager',
  'business_manager',
  'bidding_manager',
] satisfies RoleKey[];

/** Whether members of a project can hold the role there: a project role, or one of the nine leading roles. */
export const isHeldInProjects = ({ kind, key }: { readonly kind: string; readonly key: string | null }): boolean =>
  kind === 'project' || LEADING_ROLES.includes(key);

/** The roles that members of a project can hold. Roles that exist in projects only come first. */
export function rolesOfProjects<R extends { readonly kind: string; readonly key: string | null }>(
  roles: readonly R[],
): R[] {
  const held = roles.filter((role) => isHeldInProjects(role));
  return [...held.filter(({ kind }) => kind === 'project'), ...held.filter(({ kind }) => kind !== 'project')];
}

export const ROLE_KINDS = ['admin', 'project', 'personnel'] as const;
export type RoleKind = (typeof ROLE_KINDS)[number];
