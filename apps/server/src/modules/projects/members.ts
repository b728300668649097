import { isHeldInProjects, type RoleKey } from '@prdm/contract/nodes';
import { CODES } from '@prdm/contract/codes';
import { systemActor, type Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import type { Live } from '../../platform/live.ts';
import type { Config } from '../config/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Organisation } from '../organisation/index.ts';
import { EVERY_PROFESSION, membersRepo, type MemberRoleRow } from './members.repo.ts';
import { MemberAdded, MemberRemoved, MemberRolesChanged, type RoleInProject } from './projects.events.ts';
import { todayOf } from './partners/present.ts';
import { projectsRepo, type LockedProject, type ProjectsTables } from './projects.repo.ts';
import { refuseClosed } from './projects.rules.ts';

/** Dependencies of the use cases of this module. */
export interface ProjectParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly clock: Clock;
  readonly tables: ModuleDb<ProjectsTables>;
  readonly organisation: Organisation;
  readonly config: Config;
  readonly identity: Pick<Identity, 'swapImage' | 'admitGuess' | 'openTransfer' | 'storable'>;
}

/** Firm and last day of an invited person. */
export interface MemberTerms {
  readonly firm?: string;
  readonly endsOn?: string | null;
}

export interface WantedRole {
  readonly roleId: number;
  readonly professionId?: number | null;
}

/**
 * Locks the project against archiving and closing until the transaction ends. Every write inside a project calls it first. It throws 443
 * when the project was archived after the call was authorised, and 1008 in a closed non-project.
 */
export async function openForWriting(
  parts: Pick<ProjectParts, 'tables'>,
  trx: Trx,
  enterpriseId: number,
  projectId: number,
): Promise<LockedProject> {
  return writable(await projectsRepo(parts.tables.within(trx), enterpriseId).lockShared(projectId));
}

function writable(project: LockedProject | undefined): LockedProject {
  if (!project) throw fail.notFound();
  refuseClosed(project);
  return project;
}

/** Ids of the given role keys and ids. All must be roles that can be held in projects. The manager's role belongs to the manager alone. */
async function roleIdsOf(
  parts: ProjectParts,
  trx: Trx,
  enterpriseId: number,
  wanted: readonly (RoleKey | number)[],
): Promise<number[]> {
  const roles = await parts.organisation.roles(enterpriseId, trx);
  return wanted.map((name) => {
    const role = roles.find((entry) => (typeof name === 'number' ? entry.id === name : entry.key === name));
    if (role === undefined || !isHeldInProjects(role)) throw fail.invalid('role_ids', 'projects.notAProjectRole');
    return role.id;
  });
}

/** The roles with their names, for events and answers. */
async function namedRoles(
  parts: ProjectParts,
  trx: Trx,
  enterpriseId: number,
  rows: readonly Pick<MemberRoleRow, 'role_id' | 'profession_id'>[],
): Promise<RoleInProject[]> {
  const roles = await parts.organisation.rolesByIds(
    enterpriseId,
    rows.map((row) => row.role_id),
    trx,
  );
  return rows.map((row) => ({
    roleId: row.role_id,
    key: roles.get(row.role_id)?.key ?? null,
    name: roles.get(row.role_id)?.name ?? '',
    professionId: row.profession_id === EVERY_PROFESSION ? null : row.profession_id,
  }));
}

const stored = (role: WantedRole) => ({ role_id: role.roleId, profession_id: role.professionId ?? EVERY_PROFESSION });

/** The id of the project role `project_manager` in this enterprise. */
export async function managerRoleId(parts: ProjectParts, trx: Trx, enterpriseId: number): Promise<number> {
  const [id] = await roleIdsOf(parts, trx, enterpriseId, ['project_manager']);
  return id ?? 0;
}

/** Adds the manager with the manager's role, for a new project and for a transfer of work. */
export async function joinAsManager(
  parts: ProjectParts,
  trx: Trx,
  actor: Actor,
  project: Joined,
  userId: number,
): Promise<void> {
  const roleId = await managerRoleId(parts, trx, actor.enterpriseId);
  await takeIn(parts, trx, actor, project, userId, [{ roleId }]);
}

/** The facts of a project that a new membership needs. */
type Joined = Pick<LockedProject, 'id' | 'name' | 'is_project'>;

/** Adds a user with these roles. Throws 1008 when the user is a member already. */
export async function takeIn(
  parts: ProjectParts,
  trx: Trx,
  actor: Actor,
  project: Joined,
  userId: number,
  roles: readonly WantedRole[],
  terms: MemberTerms = {},
): Promise<void> {
  const { enterpriseId } = actor;
  const repo = membersRepo(parts.tables.within(trx), enterpriseId, todayOf(parts));
  const name = (await parts.organisation.plainNames(trx, enterpriseId, [userId])).get(userId);
  if (name === undefined) throw fail.of(CODES.userUnknown, 'codes.1013');
  // The worker has not yet removed a member whose end date has passed.
  if (await repo.hasEnded(project.id, userId))
    await endMembership(parts, trx, systemActor(enterpriseId), project.id, userId);
  if (!(await repo.join(project.id, userId, terms)))
    throw fail.wrongState('projects.alreadyMember', { params: { name } });
  await repo.setRoles(project.id, userId, roles.map(stored));
  const held = await namedRoles(parts, trx, enterpriseId, roles.map(stored));
  await parts.bus.emit(trx, MemberAdded, {
    actor,
    target: { kind: 'user', id: userId, name },
    projectId: project.id,
    after: { roles: held.map((role) => role.name) },
    data: {
      projectId: project.id,
      projectName: project.name,
      isProject: project.is_project,
      user: { id: userId, name },
      roles: held,
    },
  });
  await notifyMembers(parts, trx, enterpriseId, project.id);
}

/** Browsers that show the project reload it. */
export const notifyMembers = (parts: ProjectParts, trx: Trx, enterpriseId: number, projectId: number): Promise<void> =>
  parts.live.notify(
    trx,
    enterpriseId,
    { project: projectId },
    { type: 'project', id: projectId, project_id: projectId },
  );

/** Adds a user with these project roles, all in one profession or in every one. Throws 1008 when the user is a member already. */
export async function addMember(
  parts: ProjectParts,
  trx: Trx,
  actor: Actor,
  projectId: number,
  given: {
    userId: number;
    roleKeysOrIds: readonly (RoleKey | number)[];
    professionId?: number;
    terms?: MemberTerms;
  },
): Promise<void> {
  const project = await openForWriting(parts, trx, actor.enterpriseId, projectId);
  if (!project.is_project) await refuseOutsiders(parts, trx, actor.enterpriseId, given.userId, 'user_ids');
  const ids = await roleIdsOf(parts, trx, actor.enterpriseId, given.roleKeysOrIds);
  if (ids.includes(await managerRoleId(parts, trx, actor.enterpriseId)))
    throw fail.invalid('role_ids', 'projects.managerByTransfer');
  const roles = ids.map((roleId) => ({ roleId, professionId: given.professionId }));
  await takeIn(parts, trx, actor, project, given.userId, roles, given.terms);
}

/** A non-project takes colleagues only, no invited partner (1001). */
export async function refuseOutsiders(
  { organisation }: Pick<ProjectParts, 'organisation'>,
  trx: Trx,
  enterpriseId: number,
  userId: number,
  field: string,
): Promise<void> {
  const kinds = await organisation.kindsOfPeople(enterpriseId, [userId], trx);
  if (kinds.get(userId)?.type === 'partner') throw fail.invalid(field, 'non-projects.colleaguesOnly');
}

/**
 * Removes a member with all roles, so that a later return begins without them.
 * The caller holds the exclusive lock of the project. A writer that names members holds the shared lock: either its work is committed and
 * found here, or it runs later and finds no member.
 */
export async function removeMember(
  parts: ProjectParts,
  trx: Trx,
  actor: Actor,
  projectId: number,
  userId: number,
): Promise<void> {
  const { enterpriseId } = actor;
  const project = writable(await projectsRepo(parts.tables.within(trx), enterpriseId).lock(projectId));
  if (project.manager_id === userId)
    throw fail.wrongState(project.is_project ? 'projects.managerStays' : 'non-projects.members.managerStays');
  await leaveProject(parts, trx, actor, project, userId, { ended: false });
}

/**
 * Removes a member whose end date has passed. The membership gives no right any more, so open tasks of the member do not
 * prevent it.
 */
export async function endMembership(
  parts: ProjectParts,
  trx: Trx,
  actor: Actor,
  projectId: number,
  userId: number,
): Promise<void> {
  const project = await projectsRepo(parts.tables.within(trx), actor.enterpriseId).lock(projectId);
  if (project) await leaveProject(parts, trx, actor, project, userId, { ended: true });
}

async function leaveProject(
  parts: ProjectParts,
  trx: Trx,
  actor: Actor,
  project: LockedProject,
  userId: number,
  { ended }: { ended: boolean },
): Promise<void> {
  const { enterpriseId } = actor;
  const projectId = project.id;
  const repo = membersRepo(parts.tables.within(trx), enterpriseId, todayOf(parts));
  const before = await namedRoles(parts, trx, enterpriseId, await repo.roles(projectId, userId));
  if (!(await repo.leave(projectId, userId, actor.userId))) throw fail.notFound();
  await repo.setRoles(projectId, userId, []);
  const name = (await parts.organisation.plainNames(trx, enterpriseId, [userId])).get(userId) ?? '';
  await parts.bus.emit(trx, MemberRemoved, {
    actor,
    target: { kind: 'user', id: userId, name },
    projectId,
    before: { roles: before.map((role) => role.name) },
    data: { projectId, projectName: project.name, user: { id: userId, name }, ...(ended ? { ended } : {}) },
  });
  await notifyMembers(parts, trx, enterpriseId, projectId);
  // The user is no longer in the audience of the project, but this browser has to leave the page.
  await parts.live.notify(
    trx,
    enterpriseId,
    { users: [userId] },
    { type: 'project', id: projectId, project_id: projectId },
  );
}

/**
 * Replaces the roles of a member. `version` is the version of the membership. The manager keeps the manager's role. `judge` gets the roles
 * that the member holds and throws when the caller may not change them like this. Work that moves to another user is not judged.
 */
export async function setMemberRoles(
  parts: ProjectParts,
  trx: Trx,
  actor: Actor,
  given: {
    projectId: number;
    userId: number;
    roles: readonly WantedRole[];
    version: number;
    judge?: (held: readonly MemberRoleRow[]) => Promise<void>;
  },
): Promise<void> {
  const { enterpriseId } = actor;
  const project = await openForWriting(parts, trx, enterpriseId, given.projectId);
  const repo = membersRepo(parts.tables.within(trx), enterpriseId, todayOf(parts));
  const member = await repo.lock(given.projectId, given.userId);
  if (!member) throw fail.notFound();
  if (member.version !== given.version) throw fail.conflict();
  const wanted = given.roles.map(({ roleId }) => roleId);
  await roleIdsOf(parts, trx, enterpriseId, wanted);
  const managerRole = await managerRoleId(parts, trx, enterpriseId);
  const isManager = project.manager_id === given.userId;
  if (wanted.includes(managerRole) && !isManager) throw fail.invalid('roles', 'projects.managerByTransfer');
  if (!wanted.includes(managerRole) && isManager) throw fail.invalid('roles', 'projects.managerKeepsRole');

  const held = await repo.roles(given.projectId, given.userId);
  await given.judge?.(held);
  const before = await namedRoles(parts, trx, enterpriseId, held);
  await repo.setRoles(given.projectId, given.userId, given.roles.map(stored));
  if (!(await repo.touch(given.projectId, given.userId, given.version))) throw fail.conflict();
  const after = await namedRoles(parts, trx, enterpriseId, await repo.roles(given.projectId, given.userId));
  const name = (await parts.organisation.plainNames(trx, enterpriseId, [given.userId])).get(given.userId) ?? '';
  const { id: projectId, name: projectName } = project;
  await parts.bus.emit(trx, MemberRolesChanged, {
    actor,
    target: { kind: 'user', id: given.userId, name },
    projectId,
    before: { roles: before.map((role) => role.name) },
    after: { roles: after.map((role) => role.name) },
    data: { projectId, projectName, user: { id: given.userId, name }, before, after },
  });
  await notifyMembers(parts, trx, enterpriseId, projectId);
}

/** A member with the project roles held. Other areas use it to find executors. */
export interface Member {
  readonly userId: number;
  readonly roles: readonly RoleInProject[];
}

/** Current members of a project with their roles. Reads inside `trx` when it is given. */
export async function membersOf(
  parts: ProjectParts,
  enterpriseId: number,
  projectId: number,
  trx?: Trx,
): Promise<Member[]> {
  const repo = membersRepo(trx ? parts.tables.within(trx) : parts.tables.read, enterpriseId, todayOf(parts));
  const people = await repo.list(projectId);
  const rows = await repo.roles(projectId);
  const roles = await parts.organisation.rolesByIds(enterpriseId, [...new Set(rows.map((row) => row.role_id))], trx);
  return people.map(({ user_id: userId }) => ({
    userId,
    roles: rows
      .filter((row) => row.user_id === userId && roles.has(row.role_id))
      .map((row) => ({
        roleId: row.role_id,
        key: roles.get(row.role_id)?.key ?? null,
        name: roles.get(row.role_id)?.name ?? '',
        professionId: row.profession_id === EVERY_PROFESSION ? null : row.profession_id,
      })),
  }));
}
