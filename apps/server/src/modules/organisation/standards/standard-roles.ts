import type { Level } from '@prdm/access';
import type { MoneyModule } from '@prdm/contract/kit/money';
import type { ContentKey } from '@prdm/contract/organisation/roles';
import { NODES, type Node, type RoleKey, type RoleKind } from '@prdm/contract/nodes';

interface StandardRole {
  readonly key: RoleKey;
  readonly kind: RoleKind;
  readonly viewRange: 'self' | 'department_and_below' | 'enterprise';
  readonly nodes: readonly Node[];
  /** Levels of amounts: 1 own, 2 department, 3 all. A missing module counts as 0. superAdmin sees all amounts. */
  readonly levels?: Levels;
}
type Levels = Readonly<Partial<Record<MoneyModule, Level>>>;

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
  'NonProject-add',
  'NonProject-edit',
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

const ALL_AMOUNTS: Levels = { contract: 3, invoice: 3, output_value: 3, carry_capital: 3 };
/** The own level shows a person the amounts of the projects and contracts that the person manages. */
const OWN_AMOUNTS: Levels = { contract: 1, invoice: 1, output_value: 1, carry_capital: 1 };
const PERSONNEL_OFFICE: readonly Node[] = [
  'Vacate-index',
  'Vacate-all',
  'Clock-all',
  'AttendancePunchCardSetting-list',
  'StatisticsReport-index',
  'NonProject-add',
];
const FINANCE: readonly Node[] = [
  'Contract-index',
  'Invoice-index',
  'Invoice-add',
  'Invoice-issue',
  'OutputValue-index',
  'OutputValue-lock',
  'CarryCapital-index',
  'UserCost-index',
  'Period-close',
];

/** Content of others that every standard role shows. Projects with a secrecy level need a role of the enterprise. */
export const STANDARD_CONTENT: readonly ContentKey[] = ['contact', 'hours', 'opinions'];

/** Roles of a new enterprise (decisions.md section 7), in the order of the lists. Names: locales, seed.roles. */
export const STANDARD_ROLES: readonly StandardRole[] = [
  { key: 'superAdmin', kind: 'admin', viewRange: 'enterprise', nodes: NODES },
  { key: 'administrator', kind: 'admin', viewRange: 'enterprise', nodes: ADMINISTRATION },
  { key: 'leader', kind: 'personnel', viewRange: 'enterprise', nodes: READING, levels: ALL_AMOUNTS },
  { key: 'general_manager', kind: 'personnel', viewRange: 'enterprise', nodes: READING, levels: ALL_AMOUNTS },
  {
    key: 'business_manager',
    kind: 'personnel',
    viewRange: 'enterprise',
    nodes: [...MONEY, 'Project-add', 'NonProject-add', 'NonProject-edit'],
    levels: OWN_AMOUNTS,
  },
  {
    key: 'bidding_manager',
    kind: 'personnel',
    viewRange: 'enterprise',
    nodes: ['Contract-index', 'Contract-add', 'Project-add', 'NonProject-add'],
    levels: { contract: 1 },
  },
  {
    key: 'finance',
    kind: 'personnel',
    viewRange: 'enterprise',
    nodes: FINANCE,
    levels: { ...ALL_AMOUNTS, cost: 3 },
  },
  { key: 'hr', kind: 'personnel', viewRange: 'enterprise', nodes: PERSONNEL_OFFICE },
  {
    key: 'design_room_director',
    kind: 'personnel',
    viewRange: 'department_and_below',
    nodes: ['Project-add', 'NonProject-add', 'StatisticsReport-index'],
    levels: { output_value: 2 },
  },
  {
    key: 'equipment_room_director',
    kind: 'personnel',
    viewRange: 'department_and_below',
    nodes: ['Project-add', 'NonProject-add', 'StatisticsReport-index'],
    levels: { output_value: 2 },
  },
  { key: 'employee', kind: 'personnel', viewRange: 'self', nodes: [] },
  { key: 'partner', kind: 'project', viewRange: 'self', nodes: [] },
  { key: 'project_manager', kind: 'project', viewRange: 'self', nodes: RUNNING_A_PROJECT, levels: OWN_AMOUNTS },
  { key: 'project_leader', kind: 'project', viewRange: 'self', nodes: RUNNING_A_PROJECT, levels: OWN_AMOUNTS },
  { key: 'coordinator', kind: 'project', viewRange: 'self', nodes: COORDINATING },
  { key: 'professional_leader', kind: 'project', viewRange: 'self', nodes: LEADING_A_PROFESSION },
  { key: 'designer', kind: 'project', viewRange: 'self', nodes: [] },
  { key: 'proofreader', kind: 'project', viewRange: 'self', nodes: ['Process-review'] },
  { key: 'reviewer', kind: 'project', viewRange: 'self', nodes: ['Process-review'] },
  { key: 'approver', kind: 'project', viewRange: 'self', nodes: ['Process-review'] },
];
