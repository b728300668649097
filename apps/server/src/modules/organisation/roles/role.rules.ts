import {
  decide,
  isLeader,
  isSuperAdmin,
  levelOf,
  highestLevels,
  ownLevels,
  seesContent,
  VIEW_RANGES,
  widestRange,
  type Principal,
} from '@prdm/access';
import type { RolePart } from '@prdm/contract/organisation/roles';
import type { TextKey } from '@prdm/locales';

/** The columns of a role that decide what it grants. */
export interface GrantingRole {
  readonly key: string | null;
  readonly kind: string;
  readonly access: readonly string[];
  readonly view_range: string;
  readonly content_access: readonly string[];
  readonly module_permission: unknown;
}

/** A right of a role that the caller lacks. `key`: node, view range, content or module. */
export interface Lack {
  readonly part: RolePart;
  readonly key: string;
}

/** The place of a view range among the ranges, from the narrowest. An unknown one counts as `self`. */
const widthOf = (range: string): number =>
  Math.max(
    0,
    VIEW_RANGES.findIndex((one) => one === range),
  );

/** A stored node as a question names it: prefix and action. */
export function actionOf(stored: string): { prefix: string; actions: string } {
  const [prefix = '', ...action] = stored.split('-');
  return { prefix, actions: action.join('-') };
}

/** With a project, a node that is held there counts too. */
export const holdsStored = (principal: Principal, stored: string, projectId: number | null = null): boolean =>
  decide(principal, { ask: 'node', scope: 'other', ...actionOf(stored) }).allowed ||
  (projectId !== null && decide(principal, { ask: 'node', scope: 'project', projectId, ...actionOf(stored) }).allowed);

/** The levels of a role as they count for a holder. A project role reaches no further than its project: `own`. */
export function levelsOf({ kind, module_permission: stored }: Pick<GrantingRole, 'kind' | 'module_permission'>) {
  const levels = highestLevels([stored as Record<string, unknown>]);
  return kind === 'project' ? ownLevels(levels) : levels;
}

/**
 * The first right of the role that the caller lacks, or null. A caller can only grant rights that he or she holds, as
 * far as they reach (safety.md S08). The range of a project role is its project. With `projectId` the role is given in that
 * project and reaches no further, and rights that the caller holds there count too.
 */
export function lackOf(
  principal: Principal,
  role: Omit<GrantingRole, 'key'>,
  projectId: number | null = null,
): Lack | null {
  if (isSuperAdmin(principal)) return null;
  const node = role.access.find((stored) => !holdsStored(principal, stored, projectId));
  if (node !== undefined) return { part: 'access', key: node };
  const isBeyond = (stored: string): boolean => {
    const widest = widestRange(principal, stored);
    return widest === null || widthOf(widest) < widthOf(role.view_range);
  };
  const kind = projectId === null ? role.kind : 'project';
  if (kind !== 'project' && role.access.some(isBeyond)) return { part: 'view_range', key: role.view_range };
  const content = role.content_access.find((key) => !seesContent(principal, key, projectId));
  if (content !== undefined) return { part: 'content_access', key: content };
  const module = Object.entries(levelsOf({ ...role, kind })).find(
    ([name, level]) => level > levelOf(principal, name, projectId),
  )?.[0];
  return module === undefined ? null : { part: 'module_permission', key: module };
}

/** Whether the caller holds the role in the enterprise or in a project. */
const isHeldBy = ({ roles, projectRoles }: Principal, id: number): boolean =>
  roles.some((role) => role.id === id) || Object.values(projectRoles).some((ids) => ids.includes(id));

/**
 * The reason why the caller may not change the role at all, or null. The caller's own roles are closed, so that no
 * right comes from an own hand. Everybody holds employee, so a superAdmin may change it.
 */
export function whyNotChanged(principal: Principal, role: GrantingRole & { readonly id: number }): TextKey | null {
  if (role.key === 'superAdmin') return 'roles.why.superAdmin';
  if (isHeldBy(principal, role.id) && !(role.key === 'employee' && isSuperAdmin(principal))) return 'roles.why.own';
  if (role.key === 'leader' && !isLeader(principal) && !isSuperAdmin(principal)) return 'roles.why.above';
  return lackOf(principal, role) === null ? null : 'roles.why.above';
}

/** The reason why the caller may not delete the role. Rules name the standard roles, so these stay. */
export const whyNotDeleted = (
  principal: Principal,
  role: GrantingRole & { readonly id: number; readonly is_system: boolean },
): TextKey | null => (role.is_system ? 'roles.why.standard' : whyNotChanged(principal, role));

/** The reason why the caller may not copy the role: the copy would hold what the caller lacks. */
export const whyNotCopied = (principal: Principal, role: GrantingRole): TextKey | null =>
  lackOf(principal, role) === null ? null : 'roles.why.above';
