import { NODES, type Node, type RoleKey, type RoleKind } from '@prdm/contract/nodes';

interface StandardRole {
  readonly key: RoleKey;
  readonly kind: RoleKind;
  readonly viewRange: 'self' | 'department_and_below' | 'enterprise';
  readonly nodes: readonly Node[];
}

const ADMINISTRATION: readonly Node[] = [
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
  'File-admin',
  'Feedback-index',
];
const READING: readonly Node[] = [
  'Task-all',
  'Process-review',
  'StatisticsReport-index',
  'MonthlyReport-index',
  'Contract-index',
  'Invoice-index',
  'OutputValue-index',
  'CarryCapital-index',
];
const RUNNING_A_PROJECT: readonly Node[] = [
  'Project-edit',
  'Project-archive',
  'Project-member',
  'Task-add',
  'Task-edit',
  'Task-publish',
  'Task-pause',
  'Task-all',
  'Process-review',
  'File-admin',
  'OutputValue-index',
  'OutputValue-add',
  'MonthlyReport-index',
];
const COORDINATING: readonly Node[] = [
  'Task-add',
  'Task-edit',
  'Task-publish',
  'Task-pause',
  'Task-all',
  'Process-review',
  'MonthlyReport-index',
];
const LEADING_A_PROFESSION: readonly Node[] = ['Task-add', 'Task-edit', 'Task-publish', 'Task-all', 'Process-review'];
const MONEY: readonly Node[] = [
  'Contract-index',
  'Contract-add',
  'Contract-edit',
  'Invoice-index',
  'Invoice-add',
  'CarryCapital-index',
  'CarryCapital-add',
];

/** Roles of a new enterprise (decisions.md section 7), in the order of the lists. Names: locales, seed.roles. */
export const STANDARD_ROLES: readonly StandardRole[] = [
  { key: 'superAdmin', kind: 'admin', viewRange: 'enterprise', nodes: NODES },
  { key: 'administrator', kind: 'admin', viewRange: 'enterprise', nodes: ADMINISTRATION },
  { key: 'leader', kind: 'personnel', viewRange: 'enterprise', nodes: READING },
  { key: 'general_manager', kind: 'personnel', viewRange: 'enterprise', nodes: READING },
  { key: 'business_manager', kind: 'personnel', viewRange: 'enterprise', nodes: [...MONEY, 'Project-add'] },
  {
    key: 'bidding_manager',
    kind: 'personnel',
    viewRange: 'enterprise',
    nodes: ['Contract-index', 'Contract-add', 'Project-add'],
  },
  {
    key: 'finance',
    kind: 'personnel',
    viewRange: 'enterprise',
    nodes: ['Contract-index', 'Invoice-index', 'Invoice-issue', 'OutputValue-index', 'OutputValue-lock'],
  },
  {
    key: 'design_room_director',
    kind: 'personnel',
    viewRange: 'department_and_below',
    nodes: ['Project-add', 'StatisticsReport-index'],
  },
  {
    key: 'equipment_room_director',
    kind: 'personnel',
    viewRange: 'department_and_below',
    nodes: ['Project-add', 'StatisticsReport-index'],
  },
  { key: 'employee', kind: 'personnel', viewRange: 'self', nodes: [] },
  { key: 'partner', kind: 'project', viewRange: 'self', nodes: [] },
  { key: 'project_manager', kind: 'project', viewRange: 'self', nodes: RUNNING_A_PROJECT },
  { key: 'project_leader', kind: 'project', viewRange: 'self', nodes: RUNNING_A_PROJECT },
  { key: 'coordinator', kind: 'project', viewRange: 'self', nodes: COORDINATING },
  { key: 'professional_leader', kind: 'project', viewRange: 'self', nodes: LEADING_A_PROFESSION },
  { key: 'designer', kind: 'project', viewRange: 'self', nodes: [] },
  { key: 'proofreader', kind: 'project', viewRange: 'self', nodes: ['Process-review'] },
  { key: 'reviewer', kind: 'project', viewRange: 'self', nodes: ['Process-review'] },
  { key: 'approver', kind: 'project', viewRange: 'self', nodes: ['Process-review'] },
];
