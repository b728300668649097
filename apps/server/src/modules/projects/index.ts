import { covers, hidesProject, isNothing, type Principal } from '@prdm/access';
import type { NonProjectSheet } from '@prdm/contract/projects/non-projects';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import type { Uses } from '../../platform/entity/index.ts';
import { fail } from '../../platform/errors.ts';
import { isMember, type SubjectKind } from '../../platform/http/subjects.ts';
import { allProjectsFor, type ProjectScope } from '../../platform/http/project-scope.ts';
import type { Authorized } from '../../platform/ids/authorized.ts';
import { authsOf } from './auths.ts';
import { callerNow } from './caller-now.ts';
import { handOverProjects, takePlace } from './handing-over.ts';
import { listenToLeaving } from './leaving.ts';
import { nonProjectCalls } from './non-projects/non-projects.calls.ts';
import { nonProjectKind } from './non-projects/non-projects.kind.ts';
import { closeNonProject, createNonProject } from './non-projects/non-projects.service.ts';
import { membersRepo } from './members.repo.ts';
import { addMember, membersOf, openForWriting, removeMember, setMemberRoles } from './members.ts';
import { createPartners } from './partners/index.ts';
import type { PartnerParts } from './partners/parts.ts';
import { todayOf } from './partners/present.ts';
import { projectRoles } from './project-roles.ts';
import { findProjects } from './project-find.ts';
import { refersOf, registerUses } from './project-uses.ts';
import { countProjects, projectsRepo } from './projects.repo.ts';
import { projectCalls } from './projects.calls.ts';
import { isOpen, mayInProject, nonProjectRange, projectRange, refuseClosed } from './projects.rules.ts';
import { staffingCalls } from './staffing/staffing.ts';
import {
  archiveProject,
  createProject,
  editProject,
  transferManager,
  unarchiveProject,
  type ArchiveCheck,
} from './projects.service.ts';

/**
 * Projects, non-projects, their members and project roles. Invariants: the manager is a member; an archived project and a closed
 * non-project are read-only; only its members, superAdmin and leader see a project.
 */
export interface ProjectRow {
  readonly id: number;
  readonly name: string;
  readonly short_name: string;
  readonly item_number: string;
  /** False: a non-project (docs/domains/non-projects.md). */
  readonly is_project: boolean;
  readonly status: string;
  readonly manager_id: number;
  readonly archived_by: number | null;
  readonly department_id: number | null;
  readonly version: number;
}
export type Projects = ReturnType<typeof createProjects>;
export type { Caller } from './caller-now.ts';
export type { Member } from './members.ts';
export { todayOf } from './partners/present.ts';
export { membershipsAt, type MembershipRow, type ProjectsTables } from './projects.repo.ts';
export { isOpen, projectMapOf } from './projects.rules.ts';
export type { ArchiveCheck, OpenWork } from './projects.service.ts';
export type { RoleInProject } from './projects.events.ts';

export function createProjects(platform: PartnerParts & { uses: Uses }) {
  const checks: ArchiveCheck[] = [];
  const parts = { ...platform, checks };
  listenToLeaving(parts);
  registerUses(platform.uses, platform.tables);
  handOverProjects(parts);
  platform.organisation.setProjectRoles(projectRoles(platform));
  const repoOf = (enterpriseId: number, trx?: Trx) =>
    projectsRepo(trx ? platform.tables.within(trx) : platform.tables.read, enterpriseId);
  const kind: SubjectKind<ProjectRow, 'project'> = {
    kind: 'project',
    scope: 'project',
    async load(principal, ids) {
      const strange = ids.filter((id) => !isMember(principal, id));
      const [rows, left] = await Promise.all([
        repoOf(principal.enterpriseId).byIds(ids),
        strange.length === 0
          ? Promise.resolve<number[]>([])
          : membersRepo(platform.tables.read, principal.enterpriseId, todayOf(platform)).leftAmong(
              principal.userId,
              strange,
            ),
      ]);
      return rows.map((row) => ({
        id: row.id,
        row,
        projectId: row.id,
        archived: row.status === 'archived',
        visible: true,
        formerMember: left.includes(row.id),
        may: (right) => mayInProject(principal, row, right),
        refers: (kind) => refersOf(platform, principal.enterpriseId, row.id, kind),
      }));
    },
    async readableAmong(principal, ids) {
      const range = projectRange(principal);
      const ofOthers = nonProjectRange(principal);
      if (isNothing(range) && isNothing(ofOthers)) return [];
      const rows = await repoOf(principal.enterpriseId).byIds(ids.length === 0 ? [0] : ids);
      return rows
        .filter((row) => covers(row.is_project ? range : ofOthers, { department: row.department_id, project: row.id }))
        .map(({ id }) => id);
    },
    // A non-project is no project to the calls of projects alone.
    refused: ({ row }, right) => (row.is_project || right === 'member' ? fail.denied() : fail.notInProject()),
  };
  platform.organisation.use.register('projects', (ids, trx) =>
    countProjects(trx ? platform.tables.within(trx) : platform.tables.read, ids),
  );

  return {
    /** For the routes of this module only. */
    calls: projectCalls(parts),
    nonProjects: nonProjectCalls(parts),
    nonProjectKind: nonProjectKind(platform.tables, () => todayOf(platform)),
    staffing: staffingCalls(parts),
    /** Subject kind of a project id. Members, leader and superAdmin may see the project; writes to an archived one answer 443. */
    kind,
    /** People of partner firms (docs/domains/partners.md). */
    partners: createPartners(parts),
    /** Runs at program start: fills sort keys and search words of projects that an older version stored. Each batch is a transaction. */
    async fillKeys(enterpriseId: number, batch = 200): Promise<void> {
      const fill = () => platform.db.transaction((trx) => repoOf(enterpriseId, trx).fillKeys(batch));
      while ((await fill()) === batch);
    },
    /** The ongoing projects that a user may enter, and the best matches for a word. */
    find: (principal: Principal, given: { word: string; limit: number }) => findProjects(parts, principal, given),
    /** The projects whose records a user may see: the own ones and those of the data range. */
    async scopeOf(principal: Principal): Promise<ProjectScope> {
      const { everything, departments } = projectRange(principal);
      if (everything) return allProjectsFor(principal);
      const own = Object.keys(principal.projectAccess).map(Number);
      const { everything: all, departments: reached } = nonProjectRange(principal);
      const repo = repoOf(principal.enterpriseId);
      const ofOthers = departments.length === 0 ? [] : await repo.ofDepartments(departments);
      const nonProjects = all || reached.length > 0 ? await repo.nonProjects(all ? 'all' : reached) : [];
      return [...new Set([...own, ...ofOthers.filter((id) => !hidesProject(principal, id)), ...nonProjects])];
    },
    managedBy: (enterpriseId: number, userId: number) => repoOf(enterpriseId).managedBy(userId),
    /** Projects that are hidden from the reader are left out. */
    authsOf: (reader: Principal, { id: userId }: Authorized<unknown, 'seeRights', 'user'>) =>
      authsOf(platform.organisation, reader, userId),
    create: (trx: Trx, actor: Actor & { userId: number }, fields: Parameters<typeof createProject>[3]) =>
      createProject(parts, trx, actor, fields),
    edit: (trx: Trx, actor: Actor & { userId: number }, given: Parameters<typeof editProject>[3]) =>
      editProject(parts, trx, actor, given),
    createNonProject: (trx: Trx, actor: Actor & { userId: number }, sheet: NonProjectSheet) =>
      createNonProject(parts, trx, actor, sheet),
    closeNonProject: (trx: Trx, actor: Actor & { userId: number }, given: Parameters<typeof closeNonProject>[3]) =>
      closeNonProject(parts, trx, actor, given),
    archive: (trx: Trx, actor: Actor & { userId: number }, given: Parameters<typeof archiveProject>[3]) =>
      archiveProject(parts, trx, actor, given),
    unarchive: (trx: Trx, actor: Actor, given: Parameters<typeof unarchiveProject>[3]) =>
      unarchiveProject(parts, trx, actor, given),
    transferManager: (trx: Trx, actor: Actor, given: Parameters<typeof transferManager>[3]) =>
      transferManager(parts, trx, actor, given),
    /** Registers a check that counts the open work of another area. It runs when a project is archived. */
    onArchiveCheck(check: ArchiveCheck): void {
      checks.push(check);
    },

    addMember: (trx: Trx, actor: Actor, projectId: number, given: Parameters<typeof addMember>[4]) =>
      addMember(parts, trx, actor, projectId, given),
    /**
     * Adds a user to a project with the roles that another member holds there. An existing member keeps the present roles.
     * Returns false for a project that is hidden from the caller.
     */
    takePlace: (trx: Trx, actor: Actor, given: Parameters<typeof takePlace>[3]) => takePlace(parts, trx, actor, given),
    removeMember: (trx: Trx, actor: Actor, projectId: number, userId: number) =>
      removeMember(parts, trx, actor, projectId, userId),
    setMemberRoles: (trx: Trx, actor: Actor, given: Parameters<typeof setMemberRoles>[3]) =>
      setMemberRoles(parts, trx, actor, given),
    /** Current members of a project with roles and professions. Inside a transaction, pass `trx`. */
    membersOf: (enterpriseId: number, projectId: number, trx?: Trx) => membersOf(parts, enterpriseId, projectId, trx),
    /**
     * Must be the first statement of every write inside a project: 443 if it was archived after the call was authorised, 1008 in a closed
     * non-project.
     */
    openForWriting: (trx: Trx, enterpriseId: number, projectId: number) =>
      openForWriting(parts, trx, enterpriseId, projectId),
    /** Projects by id, to show their names beside other records. The caller has already checked that they may be seen. */
    async names(enterpriseId: number, ids: readonly number[]): Promise<Map<number, ProjectRow>> {
      const rows = ids.length === 0 ? [] : await repoOf(enterpriseId).byIds([...new Set(ids)]);
      return new Map(rows.map((row) => [row.id, row]));
    },
    /** Names of projects, and whether each has a secrecy level. */
    async namesWithSecrecy(
      enterpriseId: number,
      ids: readonly number[],
    ): Promise<Map<number, { name: string; secret: boolean }>> {
      const rows = ids.length === 0 ? [] : await repoOf(enterpriseId).secrecyOf(ids);
      return new Map(rows.map(({ id, name, secret_level: level }) => [id, { name, secret: level !== 'normal' }]));
    },
    /** The ids of those given projects that are neither archived nor closed, read inside a running transaction. */
    async ongoingAmong(trx: Trx, enterpriseId: number, ids: readonly number[]): Promise<Set<number>> {
      const rows = ids.length === 0 ? [] : await repoOf(enterpriseId, trx).byIds([...new Set(ids)]);
      return new Set(rows.filter(isOpen).map((row) => row.id));
    },
    /** Users who share a project with the viewer, among the given ones or all. */
    coMembersAmong: (enterpriseId: number, viewerId: number, userIds: readonly number[] | 'everybody') =>
      membersRepo(platform.tables.read, enterpriseId, todayOf(platform)).coMembersAmong(viewerId, userIds),
    /** The current rights of a user outside a signed-in call. null for an inactive user. */
    callerNow: (enterpriseId: number, userId: number, from?: Parameters<typeof callerNow>[3]) =>
      callerNow(platform.organisation, enterpriseId, userId, from),
    /** The given users who may be notified of a project: its members, and users who see all projects. */
    async audienceAmong(enterpriseId: number, projectId: number, userIds: readonly number[]): Promise<number[]> {
      const repo = repoOf(enterpriseId);
      const isSecret = await repo.isSecret(projectId);
      const [members, everywhere] = await Promise.all([
        repo.membersAmong(projectId, userIds, todayOf(platform)),
        platform.organisation.seeAllProjectsAmong(enterpriseId, userIds, { isSecret }),
      ]);
      return [...new Set([...members, ...everywhere])];
    },
    /**
     * Throws 1008 for a closed non-project. For work that begins outside of a transaction, such as an upload; its last step calls
     * `openForWriting`.
     */
    async refuseClosed(enterpriseId: number, projectId: number): Promise<void> {
      const [row] = await repoOf(enterpriseId).byIds([projectId]);
      if (row) refuseClosed(row);
    },
    membersAmong: (enterpriseId: number, projectId: number, userIds: readonly number[], trx?: Trx) =>
      repoOf(enterpriseId, trx).membersAmong(projectId, userIds, todayOf(platform)),
  };
}
