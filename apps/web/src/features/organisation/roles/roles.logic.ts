import { STORED_NODES } from '@prdm/contract/nodes';
import type { RolePart } from '@prdm/contract/organisation/roles';
import { keyInData, type Translate } from '../../../lib/i18n.ts';

export const ROLES_PATH = '/company/role/index';
export const ROLE_ADD_PATH = '/company/role/add';
export const rolePath = (id: number): string => `/company/role/edit?id=${id}`;
export const roleUsersPath = (id: number): string => `/company/role/user?id=${id}`;

/** The columns of the matrix. An action of another name stands in the last one. */
export const COLUMNS = ['view', 'add', 'edit', 'more'] as const;
type Column = (typeof COLUMNS)[number];

const COLUMN_OF: Readonly<Record<string, Column>> = {
  index: 'view',
  list: 'view',
  all: 'view',
  add: 'add',
  edit: 'edit',
};

/** A row of the matrix: a module with its nodes by column. */
export interface ModuleRow {
  readonly module: string;
  readonly cells: Readonly<Record<Column, readonly string[]>>;
}

/** `home-Task-all` has the module `Task` and the action `all`. */
const partsOf = (node: string): [module: string, action: string] => {
  const [, module = '', action = ''] = node.split('-');
  return [module, action];
};

/** All nodes as a matrix of modules and actions, in the order of the contract. */
export function matrix(): ModuleRow[] {
  const modules = [...new Set(STORED_NODES.map((node) => partsOf(node)[0]))];
  return modules.map((module) => {
    const own = STORED_NODES.filter((node) => partsOf(node)[0] === module);
    const cell = (column: Column) => own.filter((node) => (COLUMN_OF[partsOf(node)[1]] ?? 'more') === column);
    return { module, cells: { view: cell('view'), add: cell('add'), edit: cell('edit'), more: cell('more') } };
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
