import type { Principal } from '@prdm/access';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db.ts';
import { isMember, type SubjectKind } from '../../platform/http/subjects.ts';
import { authsOf } from './auths.ts';
import { handOverProjects, takePlace } from './handing-over.ts';
import { listenToLeaving } from './leaving.ts';
import { membersRepo } from './members.repo.ts';
import { addMember, membersOf, openForWriting, removeMember, setMemberRoles, type ProjectParts } from './members.ts';
import { projectsRepo } from './projects.repo.ts';
import { projectCalls } from './projects.calls.ts';
import { mayInProject } from './projects.rules.ts';
import {
  archiveProject,
  createProject,
  editProject,
  transferManager,
  unarchiveProject,
  type ArchiveCheck,
} from './projects.service.ts';

/**
 * Projects, their members and project roles. Always true here: the manager is a member; an archived project is not written to;
 * a project's members alone (besides superAdmin and leader) see anything of it.
 */
export interface ProjectRow {
  readonly id: number;
  readonly name: string;
  readonly short_name: string;
  readonly status: string;
  readonly manager_id: number;
  readonly archived_by: number | null;
  readonly version: number;
}
export type Projects = ReturnType<typeof createProjects>;
export type { Member } from './members.ts';
export type { ArchiveCheck, OpenWork } from './projects.service.ts';
export type { RoleInProject } from './projects.events.ts';

export function createProjects(platform: ProjectParts & { clock: Clock }) {
  const checks: ArchiveCheck[] = [];
  const parts = { ...platform, checks };
  listenToLeaving(parts);
  handOverProjects(parts);
  const repoOf = (enterpriseId: number, trx?: Trx) =>
    projectsRepo(trx ? platform.tables.within(trx) : platform.tables.read, enterpriseId);
  const kind: SubjectKind<ProjectRow> = {
    kind: 'project',
    scope: 'project',
    async load(principal, ids) {
      const strange = ids.filter((id) => !isMember(principal, id));
      const [rows, left] = await Promise.all([
        repoOf(principal.enterpriseId).byIds(ids),
        strange.length === 0
          ? Promise.resolve<number[]>([])
          : membersRepo(platform.tables.read, principal.enterpriseId).leftAmong(principal.userId, strange),
      ]);
      return rows.map((row) => ({
        id: row.id,
        row,
        projectId: row.id,
        archived: row.status === 'archived',
        visible: true,
        formerMember: left.includes(row.id),
        may: (right) => mayInProject(principal, row, right),
      }));
    },
  };
  /** The project map of a person as decide() wants it; `rolesByIds` tells what the project roles held there allow. */
  async function accessOf(
    enterpriseId: number,
    userId: number,
    rolesByIds: (ids: number[]) => Promise<ReadonlyMap<number, { name: string; access: readonly string[] }>>,
    trx?: Trx,
  ): Promise<Pick<Principal, 'projectAccess' | 'projectRoles'>> {
    const memberships = await repoOf(enterpriseId, trx).membershipsOf(userId);
    const roles = await rolesByIds([...new Set(memberships.flatMap(({ role_ids }) => role_ids))]);
    const entries = memberships.map(({ project_id, role_ids }) => {
      const list = role_ids.flatMap((id) => {
        const role = roles.get(id);
        return (role?.access ?? []).map((action) => ({
          action,
          via: { kind: 'project-role' as const, id, name: role?.name ?? '' },
        }));
      });
      return [String(project_id), list] as const;
    });
    return {
      projectAccess: Object.fromEntries(entries),
      projectRoles: Object.fromEntries(memberships.map(({ project_id, role_ids }) => [String(project_id), role_ids])),
    };
  }

  return {
    /** For this module's routes. */
    calls: projectCalls(parts),
    /** Subject kind of a project id: its members see it, besides leader and superAdmin; archived ones answer 443. */
    kind,
    managedBy: (enterpriseId: number, userId: number) => repoOf(enterpriseId).managedBy(userId),
    accessOf,
    authsOf: (enterpriseId: number, userId: number) =>
      authsOf(
        platform.organisation,
        (...who) => accessOf(...who, (ids) => platform.organisation.rolesByIds(enterpriseId, ids)),
        enterpriseId,
        userId,
      ),
    create: (trx: Trx, actor: Actor & { userId: number }, fields: Parameters<typeof createProject>[3]) =>
      createProject(parts, trx, actor, fields),
    edit: (trx: Trx, actor: Actor, given: Parameters<typeof editProject>[3]) => editProject(parts, trx, actor, given),
    archive: (trx: Trx, actor: Actor & { userId: number }, given: Parameters<typeof archiveProject>[3]) =>
      archiveProject(parts, trx, actor, given),
    unarchive: (trx: Trx, actor: Actor, given: Parameters<typeof unarchiveProject>[3]) =>
      unarchiveProject(parts, trx, actor, given),
    transferManager: (trx: Trx, actor: Actor, given: Parameters<typeof transferManager>[3]) =>
      transferManager(parts, trx, actor, given),
    /** An area with work of its own says here how much of it is still open; asked when a project is to be archived. */
    onArchiveCheck(check: ArchiveCheck): void {
      checks.push(check);
    },

    addMember: (trx: Trx, actor: Actor, projectId: number, given: Parameters<typeof addMember>[4]) =>
      addMember(parts, trx, actor, projectId, given),
    /** Lets somebody into a project with the roles that another holds there; who is a member already keeps the own ones. */
    takePlace: (trx: Trx, actor: Actor, given: Parameters<typeof takePlace>[3]) => takePlace(parts, trx, actor, given),
    removeMember: (trx: Trx, actor: Actor, projectId: number, userId: number) =>
      removeMember(parts, trx, actor, projectId, userId),
    setMemberRoles: (trx: Trx, actor: Actor, given: Parameters<typeof setMemberRoles>[3]) =>
      setMemberRoles(parts, trx, actor, given),
    /** Who belongs to a project now, with roles and professions; inside a transaction give it `trx`. */
    membersOf: (enterpriseId: number, projectId: number, trx?: Trx) => membersOf(parts, enterpriseId, projectId, trx),
    /** Every write inside a project begins with this: 443 if it was archived after the call was let in. */
    openForWriting: (trx: Trx, enterpriseId: number, projectId: number) =>
      openForWriting(parts, trx, enterpriseId, projectId),
    /** Projects by id for showing their names beside other records; whether they may be seen was judged before. */
    async names(enterpriseId: number, ids: readonly number[]): Promise<Map<number, ProjectRow>> {
      const rows = ids.length === 0 ? [] : await repoOf(enterpriseId).byIds([...new Set(ids)]);
      return new Map(rows.map((row) => [row.id, row]));
    },
    /** Of these projects, those that are not archived; inside a running transaction. */
    async ongoingAmong(trx: Trx, enterpriseId: number, ids: readonly number[]): Promise<Set<number>> {
      const rows = ids.length === 0 ? [] : await repoOf(enterpriseId, trx).byIds([...new Set(ids)]);
      return new Set(rows.filter((row) => row.status === 'ongoing').map((row) => row.id));
    },
    /** Of these people (or of everybody), those who share a project with the viewer. */
    coMembersAmong: (enterpriseId: number, viewerId: number, userIds: readonly number[] | 'everybody') =>
      membersRepo(platform.tables.read, enterpriseId).coMembersAmong(viewerId, userIds),
    /** Of these people, those who may hear of a project: its members, and whoever sees all of them. */
    async audienceAmong(enterpriseId: number, projectId: number, userIds: readonly number[]): Promise<number[]> {
      const [members, everywhere] = await Promise.all([
        repoOf(enterpriseId).membersAmong(projectId, userIds),
        platform.organisation.seeAllProjectsAmong(enterpriseId, userIds),
      ]);
      return [...new Set([...members, ...everywhere])];
    },
    membersAmong: (enterpriseId: number, projectId: number, userIds: readonly number[], trx?: Trx) =>
      repoOf(enterpriseId, trx).membersAmong(projectId, userIds),
  };
}
