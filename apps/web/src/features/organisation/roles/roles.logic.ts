import { NODES, storedNode, type Node } from '@prdm/contract/nodes';
import type { RolePart } from '@prdm/contract/organisation/roles';
import { keyInData, type Translate } from '../../../lib/i18n.ts';

export const ROLES_PATH = '/company/role/index';
export const ROLE_ADD_PATH = '/company/role/add';
export const rolePath = (id: number): string => `/company/role/edit?id=${id}`;
export const roleUsersPath = (id: number): string => `/company/role/user?id=${id}`;

/** The columns of the matrix. */
export const COLUMNS = ['view', 'add', 'edit', 'manage', 'more'] as const;
export type Column = (typeof COLUMNS)[number];

/**
 * The column of each right, by its effect. The name of a node is no sign: `index` reads a list in some modules and
 * administers all of it in others.
 */
export const COLUMN_OF: Readonly<Record<Node, Column>> = {
  'Company-user': 'manage',
  'Role-index': 'manage',
  'ProjectSetting-index': 'manage',
  'User-setting': 'manage',
  'ActionLog-index': 'view',
  'AttendancePunchCardSetting-list': 'manage',
  'MeetSet-room': 'manage',
  'MeetingClerk-list': 'manage',
  'DataBoardConfig-index': 'manage',
  'ContractPermission-index': 'manage',
  'Project-add': 'add',
  'Project-edit': 'edit',
  'Project-archive': 'more',
  'Project-member': 'manage',
  'NonProject-add': 'add',
  'NonProject-edit': 'edit',
  'Task-add': 'add',
  'Task-edit': 'edit',
  'Task-publish': 'more',
  'Task-pause': 'more',
  'Task-all': 'view',
  'Process-review': 'more',
  'File-admin': 'manage',
  'StatisticsReport-index': 'view',
  'MonthlyReport-index': 'view',
  'Contract-index': 'view',
  'Contract-add': 'add',
  'Contract-edit': 'edit',
  'Invoice-index': 'view',
  'Invoice-add': 'add',
  'Invoice-issue': 'more',
  'OutputValue-index': 'view',
  'OutputValue-add': 'add',
  'OutputValue-lock': 'more',
  'CarryCapital-index': 'view',
  'CarryCapital-add': 'add',
  'Vacate-index': 'view',
  'Vacate-all': 'view',
  'Clock-all': 'view',
  'Meeting-all': 'view',
  'Hours-confirm': 'more',
  'Period-close': 'more',
  'UserCost-index': 'view',
  'Feedback-index': 'view',
};

/** A row of the matrix: a module with its nodes by column. */
export interface ModuleRow {
  readonly module: string;
  readonly cells: Readonly<Record<Column, readonly string[]>>;
}

/** `Task-all` has the module `Task`. */
const moduleOf = (node: Node): string => node.split('-')[0] ?? '';

/** All nodes as a matrix of modules and actions, in the order of the contract. */
export function matrix(): ModuleRow[] {
  const modules = [...new Set(NODES.map(moduleOf))];
  return modules.map((module) => {
    const own = NODES.filter((node) => moduleOf(node) === module);
    const cell = (column: Column) => own.filter((node) => COLUMN_OF[node] === column).map(storedNode);
    const [view, add, edit, manage, more] = [cell('view'), cell('add'), cell('edit'), cell('manage'), cell('more')];
    return { module, cells: { view, add, edit, manage, more } };
  });
}

/** The name of a right, as the server names it in a refusal. */
export const rightName = (t: Translate, part: RolePart, key: string): string =>
  t(keyInData(`roles.right.${part}.${key.replace(/^home-/, '').replace('-', '_')}`));

export const moduleName = (t: Translate, module: string): string => t(keyInData(`roles.section.${module}`));

/** The rows in which the module or a node has a name that contains the word. */
export function found(t: Translate, rows: readonly ModuleRow[], word: string): ModuleRow[] {
  const wanted = word.trim().toLowerCase();
  const holds = (text: string): boolean => text.toLowerCase().includes(wanted);
  return rows.filter(
    ({ module, cells }) =>
      holds(moduleName(t, module)) ||
      Object.values(cells)
        .flat()
        .some((node) => holds(rightName(t, 'access', node))),
  );
}
