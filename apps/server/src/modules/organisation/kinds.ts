import { decide, isLeader, isSuperAdmin, type Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import type { Lent } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { ALLOWED, decided, refusedBecause } from '../../platform/http/decisions.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import { departmentsRepo, type DepartmentRow } from './departments.repo.ts';
import { organisationRepo, type OrganisationTables } from './organisation.repo.ts';
import { staffRepo } from './staff.repo.ts';
import { awayRefusal } from './still-here.ts';

export interface UserRow {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly version: number;
}
export interface PositionRow {
  readonly id: number;
  readonly name: string;
}
export interface RoleRow {
  readonly id: number;
  readonly key: string | null;
  readonly name: string;
  readonly kind: string;
  readonly access: readonly string[];
}

/** Of these people, those who share a project with the viewer; told by the module that knows projects. */
export type CoMembersAmong = (
  enterpriseId: number,
  viewerId: number,
  userIds: readonly number[] | 'everybody',
) => Promise<readonly number[]>;

/** Whether somebody may give a role: nobody gives what he or she does not hold, and superAdmin comes from superAdmin alone (safety.md S08). */
export function mayGive(principal: Principal, role: Pick<RoleRow, 'key' | 'kind' | 'access'>): boolean {
  if (isSuperAdmin(principal)) return role.kind !== 'project';
  if (role.key === 'superAdmin' || role.kind === 'project') return false;
  if (role.key === 'leader' && !isLeader(principal)) return false;
  return role.access.every((stored) => holdsStored(principal, stored));
}

export function holdsStored(principal: Principal, stored: string): boolean {
  const [prefix = '', ...action] = stored.split('-');
  return decide(principal, { ask: 'node', scope: 'other', prefix, actions: action.join('-') }).allowed;
}

const unknown = () => fail.of(CODES.userUnknown, 'codes.1013');

/**
 * People. `read`: works here now; `any`: whatever the state. Who is disabled answers 1012, who is unknown or has left 1013;
 * an invited partner knows only the people of the shared projects (safety.md S11).
 */
export function userKind(tables: Lent<OrganisationTables>, coMembersAmong: CoMembersAmong): SubjectKind<UserRow> {
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
        may: (right: string) =>
          right === 'any' ? ALLOWED : decided(right === 'read' && row.status === 'active', right),
      }));
    },
    missing: unknown,
    refused: ({ row }, right) => (right === 'read' ? awayRefusal(row) : unknown()),
  };
}

const readOnly = (right: string) => (right === 'read' ? ALLOWED : refusedBecause(right));

export const departmentKind = (tables: Lent<OrganisationTables>): SubjectKind<DepartmentRow> => ({
  kind: 'department',
  scope: 'enterprise',
  async load(principal, ids) {
    const rows = await departmentsRepo(tables.read, principal.enterpriseId).living(ids);
    return rows.map((row) => ({ id: row.id, row, projectId: null, visible: true, may: readOnly }));
  },
});

export const positionKind = (tables: Lent<OrganisationTables>): SubjectKind<PositionRow> => ({
  kind: 'position',
  scope: 'enterprise',
  async load(principal, ids) {
    const rows = await organisationRepo(tables.read, principal.enterpriseId).positionsByIds(ids);
    return rows.map((row) => ({ id: row.id, row, projectId: null, visible: true, may: readOnly }));
  },
});

/** Roles. `give`: the caller may hand this enterprise role to somebody. */
export const roleKind = (tables: Lent<OrganisationTables>): SubjectKind<RoleRow> => ({
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
