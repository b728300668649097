import { decide, isLeader, isSuperAdmin, type Decision, type Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import type { SubjectKindName } from '@prdm/contract/kit';
import type { ModuleDb } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { ALLOWED, decided, refusedBecause } from '../../platform/http/decisions.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import { organisationRepo, type OrganisationTables } from './organisation.repo.ts';
import { lackOf, type GrantingRole } from './roles/role.rules.ts';
import { staffAdminRepo } from './staff/staff-admin.repo.ts';
import { staffRepo } from './staff/staff.repo.ts';
import { inactiveRefusal } from './staff/active-staff.ts';
import { decideStaff, type PlacedPerson } from './staff/staff-range.ts';

export interface UserRow {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly version: number;
}
export interface RoleRow {
  readonly id: number;
  readonly key: string | null;
  readonly name: string;
  readonly kind: string;
  readonly access: readonly string[];
  readonly view_range: string;
  readonly content_access: readonly string[];
  readonly module_permission: unknown;
}
/** The columns of a role that decide whether a caller may give it. */
type GivenRole = GrantingRole;

/** Returns the given users who share a project with the viewer. The module of projects provides it. */
export type CoMembersAmong = (
  enterpriseId: number,
  viewerId: number,
  userIds: readonly number[] | 'everybody',
) => Promise<readonly number[]>;

/**
 * Whether the caller may give a role: it holds nothing that the caller lacks (`lackOf`). Only a superAdmin gives superAdmin, only a leader or
 * superAdmin gives leader. Project roles are given in projects.
 */
export function mayGive(principal: Principal, role: GivenRole): boolean {
  if (role.kind === 'project') return false;
  if (isSuperAdmin(principal)) return true;
  if (role.key === 'superAdmin' || (role.key === 'leader' && !isLeader(principal))) return false;
  return lackOf(principal, role) === null;
}

/** Roles that are not judged in the enterprise: every user holds employee, and project roles are given in projects. */
export const isNobodysToGive = (role: Pick<RoleRow, 'key' | 'kind'>): boolean =>
  role.key === 'employee' || role.kind === 'project';

/** The held roles that the caller may not give. With any of them, the user ranks above the caller. */
export const rolesAbove = <R extends GivenRole>(principal: Principal, held: readonly R[]): R[] =>
  held.filter((role) => !isNobodysToGive(role) && !mayGive(principal, role));

const unknown = () => fail.of(CODES.userUnknown, 'codes.1013');

/** Rights that need an active user. `choose`: a record that already names the user keeps the name. */
const IN_ACTIVE: readonly string[] = ['read', 'choose'];
/** Columns of a staff record that name other records. */
const REFERRING = ['department_id', 'position_id', 'profession_id', 'company_id', 'position_title_id'] as const;

/**
 * Users. `read` requires an active user, `any` accepts every state. `see` and `administer` accept every state and need the person in the
 * caller's range of Company-user, `administer` without the departments that the caller only heads. A disabled user answers 1012, an unknown or former one 1013. An invited
 * partner sees only the people of the shared projects (safety.md S11).
 */
/** A keeper of the roles sees the rights of everybody, other callers those of the people in their range. */
function seesRights(principal: Principal, row: PlacedPerson): Decision {
  const keepsRoles = decide(principal, { ask: 'node', scope: 'other', actions: 'Role-index' });
  return keepsRoles.allowed ? keepsRoles : decideStaff(principal, 'read', row);
}

export function userKind(
  tables: ModuleDb<OrganisationTables>,
  coMembersAmong: CoMembersAmong,
): SubjectKind<UserRow, 'user'> {
  return {
    kind: 'user',
    scope: 'enterprise',
    async load(principal, ids) {
      const repo = staffRepo(tables.read, principal.enterpriseId);
      const rows = await repo.byIds([...ids, principal.userId]);
      const isPartner = rows.some((row) => row.user_id === principal.userId && row.type === 'partner');
      const known = isPartner
        ? new Set([principal.userId, ...(await coMembersAmong(principal.enterpriseId, principal.userId, ids))])
        : null;
      return rows.map((row) => ({
        id: row.user_id,
        row: { id: row.user_id, name: row.name, type: row.type, status: row.status, version: row.version },
        projectId: null,
        visible: known === null || known.has(row.user_id),
        may: (right: string) => {
          if (right === 'see') return decideStaff(principal, 'read', row);
          if (right === 'seeRights') return seesRights(principal, row);
          if (right === 'ask') return row.user_id === principal.userId ? ALLOWED : seesRights(principal, row);
          if (right === 'administer') return decideStaff(principal, 'write', row);
          return right === 'any' ? ALLOWED : decided(IN_ACTIVE.includes(right) && row.status === 'active', right);
        },
        async refers(kind: SubjectKindName) {
          const named = await staffAdminRepo(tables.read, principal.enterpriseId).record(row.user_id);
          const column = kind === 'user' ? 'leader_id' : REFERRING.find((one) => one === `${kind}_id`);
          return column && named?.[column] ? [named[column]] : [];
        },
      }));
    },
    missing: unknown,
    refused: ({ row }, right) =>
      IN_ACTIVE.includes(right) ? inactiveRefusal(row) : fail.of(CODES.denied, 'organisation.outsideRange'),
  };
}

const readOnly = (right: string) => (right === 'read' ? ALLOWED : refusedBecause(right));

/** Roles. `give`: the caller may give this enterprise role to a user. */
export const roleKind = (tables: ModuleDb<OrganisationTables>): SubjectKind<RoleRow, 'role'> => ({
  kind: 'role',
  scope: 'enterprise',
  async load(principal, ids) {
    const rows = await organisationRepo(tables.read, principal.enterpriseId).rolesByIds(ids);
    return rows.map((row) => ({
      id: row.id,
      row,
      projectId: null,
      visible: true,
      may: (right: string) => (right === 'give' ? decided(mayGive(principal, row), right) : readOnly(right)),
    }));
  },
});
