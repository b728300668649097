import type { HeldRole, Principal } from '@prdm/access';
import { ROLE_KEYS, storedNode, type RoleKey } from '@prdm/contract/nodes';
import type { WorkKind } from '@prdm/contract/staff';
import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Directory } from '../../platform/directory.ts';
import type { Database, Lent, Trx } from '../../platform/db.ts';
import type { Live } from '../../platform/live.ts';
import type { Config } from '../config/index.ts';
import type { Identity } from '../identity/index.ts';
import { heldRoles } from './caller.ts';
import { addDepartment, editDepartment, type DepartmentInput } from './departments.ts';
import { departmentsRepo } from './departments.repo.ts';
import { withBelow } from './departments.rules.ts';
import { headsOver, type HandOver } from './handing-over.ts';
import { departmentKind, positionKind, roleKind, userKind, type CoMembersAmong } from './kinds.ts';
import { enterprisesRepo, organisationRepo, type OrganisationTables } from './organisation.repo.ts';
import { organisationCalls } from './organisation.service.ts';
import { namesByIds, peopleByIds, plainNames } from './people.ts';
import type { LeavingCheck } from './staff-leaving.ts';
import type { NewPerson, PersonToStore } from './staff.ts';
import { staffRepo } from './staff.repo.ts';
import { refuseAway, type NamedPerson } from './still-here.ts';
import { STANDARD_ROLES } from './standard-roles.ts';

/**
 * The enterprise, its departments, positions, staff, and the roles people hold. Always true here: a person belongs to one
 * enterprise; a department lies at most five levels deep; built-in roles are known by key.
 */
export type Organisation = ReturnType<typeof createOrganisation>;
export type { PersonLine, PersonName } from './people.ts';
export type { RoleRow, UserRow } from './kinds.ts';
export type { NewPerson } from './staff.ts';
export type { LeavingCheck } from './staff-leaving.ts';
export { namedAnew, type NamedPerson } from './still-here.ts';
export type { HandedOver, HandOver } from './handing-over.ts';

export interface Person {
  readonly name: string;
  readonly type: string;
  readonly positionId: number | null;
  readonly departmentId: number | null;
  readonly roles: readonly HeldRole[];
  /** The strongest role held, by its immutable key; null when that is one the enterprise made itself, or none is held. */
  readonly headRole: RoleKey | null;
}

const nobody: CoMembersAmong = () => Promise.resolve([]);

export function createOrganisation(platform: {
  db: Database;
  bus: Bus;
  live: Live;
  directory: Directory;
  tables: Lent<OrganisationTables>;
  identity: Identity;
  config: Config;
}) {
  const { tables, identity, directory } = platform;
  const repoOf = (enterpriseId: number, trx?: Trx) =>
    organisationRepo(trx ? tables.within(trx) : tables.read, enterpriseId);
  const leavingChecks: LeavingCheck[] = [];
  const handOvers = new Map<WorkKind, HandOver>();
  let tellCoMembers = nobody;
  const coMembersAmong: CoMembersAmong = (...asked) => tellCoMembers(...asked);

  async function storePerson(trx: Trx, enterpriseId: number, given: PersonToStore): Promise<number> {
    const userId = await identity.addAccount(trx, enterpriseId, given);
    const repo = repoOf(enterpriseId, trx);
    await repo.addStaff(userId, { ...given, account: given.account.normalize('NFKC').trim() });
    await repo.giveRoles(userId, given.roleIds);
    return userId;
  }

  return {
    /** For this module's routes. */
    calls: organisationCalls({ ...platform, coMembersAmong, addPerson: storePerson, leavingChecks, handOvers }),
    kinds: {
      user: userKind(tables, coMembersAmong),
      department: departmentKind(tables),
      position: positionKind(tables),
      role: roleKind(tables),
    },
    /** An area with work of its own says here what of it waits for a person; asked when that person is to leave. */
    onLeavingCheck(check: LeavingCheck): void {
      leavingChecks.push(check);
    },
    /** An area says here how its work of one kind goes from one person to another. */
    onHandOver(kind: WorkKind, move: HandOver): void {
      handOvers.set(kind, move);
    },
    /** Who heads the department of somebody, then those above it; inside a running transaction. */
    headsOver: (trx: Trx, enterpriseId: number, userId: number) => headsOver(platform, trx, enterpriseId, userId),
    /** Tells this module, which lies below projects, with whom somebody shares one; without it partners know nobody. */
    setCoMembers(f: CoMembersAmong): void {
      tellCoMembers = f;
    },

    /** People by id with what is shown beside them, whatever their state; unknown ids are left out. Never inside a transaction. */
    people: (enterpriseId: number, userIds: readonly number[]) =>
      peopleByIds({ tables, identity }, enterpriseId, userIds),
    /** Their names and pictures alone, as beside a record. Never inside a transaction. */
    names: directory.remembering((enterpriseId, userIds) => namesByIds({ tables, identity }, enterpriseId, userIds)),
    /** Names alone, inside a running transaction. */
    plainNames: (trx: Trx, enterpriseId: number, userIds: readonly number[]) =>
      plainNames(tables, trx, enterpriseId, userIds),
    /** Of these people, whether they are colleagues or invited partners, and whether they work here now. */
    async kindsOfPeople(
      enterpriseId: number,
      userIds: readonly number[],
      trx?: Trx,
    ): Promise<Map<number, { type: string; status: string }>> {
      const rows = await staffRepo(trx ? tables.within(trx) : tables.read, enterpriseId).byIds(userIds);
      return new Map(rows.map(({ user_id, type, status }) => [user_id, { type, status }]));
    },
    /** Refuses those who work here no more; asked of people whom a record is to name and did not name before. */
    refuseAway: (enterpriseId: number, named: readonly NamedPerson[], trx?: Trx) =>
      refuseAway(tables, enterpriseId, named, trx),
    /** Of these people, those whose role shows them every project of the enterprise (seesAllProjects, asked of others). */
    async seeAllProjectsAmong(enterpriseId: number, userIds: readonly number[]): Promise<number[]> {
      const holders = await staffRepo(tables.read, enterpriseId).activeHolders('superAdmin', 'leader');
      return holders.filter((id) => userIds.includes(id));
    },
    /** Names of departments, also of removed ones. */
    async departmentNames(enterpriseId: number, ids: readonly number[]): Promise<Map<number, string>> {
      const rows = ids.length === 0 ? [] : await departmentsRepo(tables.read, enterpriseId).names(ids);
      return new Map(rows.map((row) => [row.id, row.name]));
    },
    /** A department and everything below it. */
    async departmentAndBelow(enterpriseId: number, id: number): Promise<number[]> {
      return withBelow(await departmentsRepo(tables.read, enterpriseId).all(), id);
    },

    /** Who a session's user is, with the enterprise roles held; null when the person has left. */
    async person(enterpriseId: number, userId: number, trx?: Trx): Promise<Person | null> {
      const row = await repoOf(enterpriseId, trx).person(userId);
      if (row) directory.seen(enterpriseId, row.edition ?? 0);
      if (!row || row.status !== 'active') return null;
      const keys = row.roles.map(({ key }) => key);
      const strongest = (['superAdmin', 'leader'] as const).find((key) => keys.includes(key));
      return {
        name: row.name,
        type: row.type,
        headRole: strongest ?? ROLE_KEYS.find((key) => key === keys[0]) ?? null,
        positionId: row.position_id,
        departmentId: row.department_id,
        roles: heldRoles(row.roles),
      };
    },

    enterprise: (enterpriseId: number) => repoOf(enterpriseId).enterprise(),
    enterpriseIds: () => enterprisesRepo(platform.tables.read).ids(),
    /** Takes the enterprise's row lock in the caller's transaction and tells its limits. */
    lockLimits: (trx: Trx, enterpriseId: number) =>
      organisationRepo(platform.tables.within(trx), enterpriseId).lockEnterprise(),
    async rolesByIds(enterpriseId: number, ids: readonly number[], trx?: Trx) {
      const rows = ids.length === 0 ? [] : await repoOf(enterpriseId, trx).rolesByIds(ids);
      return new Map(rows.map((row) => [row.id, row]));
    },
    roles: (enterpriseId: number, trx?: Trx) => repoOf(enterpriseId, trx).roles(),

    async passwordPolicy(enterpriseId: number) {
      const { password_length_min: min, password_length_max: max } = await repoOf(enterpriseId).enterprise();
      return { min, max };
    },

    /** Founds an enterprise with the standard roles; `roleName` gives the name of a role key in the enterprise's language. */
    async found(
      trx: Trx,
      given: { name: string; roleName: (key: string) => string },
    ): Promise<{ enterpriseId: number; roleIds: Map<string, number> }> {
      const enterpriseId = await enterprisesRepo(platform.tables.within(trx)).add({
        name: given.name,
        short_name: given.name,
      });
      const repo = organisationRepo(platform.tables.within(trx), enterpriseId);
      const roleIds = new Map<string, number>();
      for (const [sort, role] of STANDARD_ROLES.entries()) {
        const id = await repo.addRole(
          {
            key: role.key,
            name: given.roleName(role.key),
            kind: role.kind,
            access: role.nodes.map(storedNode),
            view_range: role.viewRange,
            sort,
          },
          true,
        );
        roleIds.set(role.key, id);
      }
      return { enterpriseId, roleIds };
    },

    /** Adds an account and the person behind it, holding exactly these roles; limits are the caller's business. For founding: it hashes while `trx` is open. */
    addPerson: async (trx: Trx, enterpriseId: number, { password, policy, ...given }: NewPerson): Promise<number> =>
      storePerson(trx, enterpriseId, { ...given, stored: await identity.storable(password, policy) }),
    addDepartment: (trx: Trx, actor: Actor, input: DepartmentInput) => addDepartment(platform, trx, actor, input),
    editDepartment: (trx: Trx, actor: Actor, input: Parameters<typeof editDepartment>[3]) =>
      editDepartment(platform, trx, actor, input),

    addPosition: (trx: Trx, enterpriseId: number, name: string, sort: number) =>
      organisationRepo(platform.tables.within(trx), enterpriseId).addPosition(name, sort),

    giveRoles: (trx: Trx, enterpriseId: number, userId: number, roleIds: readonly number[]) =>
      organisationRepo(platform.tables.within(trx), enterpriseId).giveRoles(userId, roleIds),
  };
}

/** A person's own roles and project map as decide() wants them. */
export const principalOf = (
  enterpriseId: number,
  userId: number,
  person: Person,
  projects: Pick<Principal, 'projectAccess' | 'projectRoles'>,
): Principal => ({ userId, enterpriseId, roles: person.roles, groupIds: [], ...projects });
