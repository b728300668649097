import { highestLevels, NO_PLACE, VIEW_RANGES, type HeldRole, type Principal } from '@prdm/access';
import type { PersonRow, RoleOfPerson } from './organisation.repo.ts';

/** Everything that the permission rule reads from the organisation. */
export type Standing = Pick<Principal, 'roles' | 'groupIds' | 'place' | 'levels' | 'isSystem'>;

/** A system administrator holds nothing, whatever is stored. */
const SYSTEM: Standing = { roles: [], groupIds: [], place: NO_PLACE, levels: {}, isSystem: true };

/** Stored roles in the form of decide(). Built-in roles are identified by key only. An unknown view range counts as the narrowest. */
export const heldRoles = (rows: readonly RoleOfPerson[]): HeldRole[] =>
  rows.map(({ id, key, name, access, view_range, content_access: content }) => ({
    id,
    name,
    key: key === 'superAdmin' || key === 'leader' ? key : null,
    access: access.map((action) => ({ action })),
    viewRange: VIEW_RANGES.find((range) => range === view_range) ?? 'self',
    content,
  }));

/**
 * A stored person in the form of decide(). An invited partner heads nothing and belongs to no company or department. The role employee
 * makes a partner a person with a role, and gives nothing else: the rights come from the projects alone.
 */
export function standingOf({
  type,
  roles,
  place,
  department_id: departmentId,
  is_system: isSystem,
}: PersonRow): Standing {
  if (isSystem) return SYSTEM;
  const standing = {
    roles: heldRoles(roles),
    groupIds: [...place.groups],
    levels: highestLevels(roles.map((role) => role.module_permission)),
  };
  if (type === 'partner') {
    const roles = standing.roles.map((role) => ({ ...role, access: [], content: [] }));
    return { ...standing, roles, levels: {}, place: NO_PLACE };
  }
  const idsOf = (how: 'below' | 'company'): number[] => [
    ...new Set(place.reach.filter((root) => root.how === how).flatMap(({ ids }) => ids)),
  ];
  return {
    ...standing,
    place: {
      departmentId,
      companyId: place.company_id,
      departmentAndBelow: idsOf('below'),
      companyDepartments: idsOf('company'),
      heads: place.reach.flatMap(({ id, name, how, ids }) =>
        how === 'head' || how === 'leading-manager'
          ? [{ via: { kind: 'department' as const, id, name }, as: how, departments: ids }]
          : [],
      ),
    },
  };
}
