import type { Principal } from '@prdm/access';
import { CONTENT_KEYS } from '@prdm/contract/organisation/roles';
import { ROLE_KEYS, storedNode, type RoleKey } from '@prdm/contract/nodes';
import type { Lang } from '@prdm/locales';
import type { ItemKind, WorkKind } from '@prdm/contract/organisation/work';
import type { NotifyWay } from '@prdm/contract/status';
import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import type { NameCache } from '../../platform/name-cache.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import type { Item, Uses } from '../../platform/entity/index.ts';
import type { Live } from '../../platform/live.ts';
import type { Config } from '../config/index.ts';
import type { Identity } from '../identity/index.ts';
import { lockedCaller, roleNames, type Need } from './caller.ts';
import { createDepartments, type DepartmentInput } from './departments/index.ts';
import { departmentsRepo } from './departments/departments.repo.ts';
import { leadingRepo } from './leading/leading.repo.ts';
import { headsOfDepartment, superiorsOf } from './leading/superiors.ts';
import { withBelow } from '../../platform/entity/tree.ts';
import { brandOf, fallbackOf, type SiteBrand } from './enterprise/brand.ts';
import { enterpriseRepo } from './enterprise/enterprise.repo.ts';
import { editEnterprise, enterpriseFacts } from './enterprise/enterprise.service.ts';
import { isOpen, isOpenNow } from './enterprise/open.ts';
import { enterpriseKind, systemCalls } from './enterprise/system.service.ts';
import { EnterpriseUse } from './enterprise/use.ts';
import { createEntities, registerUses } from './entities/index.ts';
import { headsOver } from './staff/work/hand-over.service.ts';
import type { HandOver } from './staff/work/handed-over.ts';
import { ledSources, workItemKind, type ItemSource } from './staff/work/work-items.ts';
import { roleKind, userKind, type CoMembersAmong } from './kinds.ts';
import { enterprisesRepo, organisationRepo, type OrganisationTables, type PersonRow } from './organisation.repo.ts';
import { isPartner } from './organisation.reads.ts';
import { organisationCalls } from './organisation.service.ts';
import { namesByIds, peopleByIds, plainNames } from './people.ts';
import { principalsOf } from './principals.ts';
import { createRoles } from './roles/index.ts';
import { NO_PROJECT_ROLES, type ProjectRoles } from './roles/role.parts.ts';
import { standingOf, type Standing } from './standing.ts';
import { findPeople } from './staff/find-people.ts';
import type { LeavingCheck, NamedCheck } from './staff/leaving.service.ts';
import type { NewPerson, PersonToStore } from './staff/staff.service.ts';
import { settingsRepo } from './settings/settings.repo.ts';
import { fallbackApprovers } from './settings/settings.service.ts';
import { addPartner, invitingEnterprise, peopleOfEmail, personOfAccount, refuseFull } from './staff/partner-staff.ts';
import { staffAdminRepo } from './staff/staff-admin.repo.ts';
import { staffImport } from './staff/sheets/staff-import.ts';
import { staffRepo } from './staff/staff.repo.ts';
import { refuseInactive, type NamedPerson } from './staff/active-staff.ts';
import { STANDARD_CONTENT, STANDARD_ROLES } from './standards/standard-roles.ts';

/**
 * The enterprise, its departments, positions, staff and roles. Invariants: a user belongs to one enterprise; a department is at most five
 * levels deep; built-in roles are identified by key.
 */
export type Organisation = ReturnType<typeof createOrganisation>;
export type { PersonLine, PersonName } from './people.ts';
export { principalOf, type ProjectMap } from './principal.ts';
export type { ActivePerson } from './principals.ts';
export type { Membership, ProjectRoles, RoleInProjects } from './roles/role.parts.ts';
export { refuseLack } from './roles/role.refusals.ts';
export { personAt, rolesAt, type OrganisationTables, type PersonRow, type StoredRole } from './organisation.repo.ts';
export type { RoleRow, UserRow } from './kinds.ts';
export type { InvitingEnterprise, KnownPerson } from './staff/partner-staff.ts';
export type { NewPerson } from './staff/staff.service.ts';
export type { LeavingCheck } from './staff/leaving.service.ts';
export { newlyNamed, type NamedPerson } from './staff/active-staff.ts';
export { isNamed, type HandedOver, type HandOver } from './staff/work/handed-over.ts';
export type { HeldItem, ItemSource } from './staff/work/work-items.ts';

export interface Person extends Standing {
  readonly name: string;
  readonly type: string;
  readonly positionId: number | null;
  readonly departmentId: number | null;
  /** The highest role held, by its immutable key. null for a role of the enterprise's own, or without roles. */
  readonly headRole: RoleKey | null;
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;

const nobody: CoMembersAmong = () => Promise.resolve([]);

type EditArguments = [
  actor: Parameters<typeof editEnterprise>[2],
  principal: Principal,
  input: Parameters<typeof editEnterprise>[4],
];

export function createOrganisation(platform: {
  db: Database;
  bus: Bus;
  live: Live;
  nameCache: NameCache;
  tables: ModuleDb<OrganisationTables>;
  identity: Identity;
  config: Config;
  uses: Uses;
  /** Title and links of the environment. */
  brand: SiteBrand;
}) {
  const { tables, identity, nameCache } = platform;
  const repoOf = (enterpriseId: number, trx?: Trx) =>
    organisationRepo(trx ? tables.within(trx) : tables.read, enterpriseId);
  const leavingChecks: LeavingCheck[] = [];
  const namedChecks: NamedCheck[] = [];
  const handOvers = new Map<WorkKind, HandOver>();
  const itemSources = new Map<ItemKind, ItemSource>(ledSources(platform));
  let findCoMembers = nobody;
  let projectRoles: ProjectRoles = NO_PROJECT_ROLES;
  const coMembersAmong: CoMembersAmong = (...query) => findCoMembers(...query);

  const names = nameCache.remembering((enterpriseId, userIds) =>
    namesByIds({ tables, identity }, enterpriseId, userIds),
  );

  identity.setSignInGate((trx, enterpriseId) => isOpenNow(tables, trx, enterpriseId));
  registerUses(platform.uses, tables);
  const departments = createDepartments(platform);
  const entities = createEntities({
    ...platform,
    names,
    people: (enterpriseId, ids) => peopleByIds({ tables, identity }, enterpriseId, ids),
    isPartner: (principal) => isPartner({ tables }, principal),
  });

  /** Returns the ids in the order of the people. */
  async function storePeople(trx: Trx, enterpriseId: number, given: readonly PersonToStore[]): Promise<number[]> {
    const ids = await identity.addAccounts(trx, enterpriseId, given);
    const people = given.map((person, at) => ({
      ...person,
      userId: ids[at] as number,
      leaderId: person.leaderAt === undefined ? person.leaderId : ids[person.leaderAt],
      account: person.account.normalize('NFKC').trim(),
    }));
    const repo = repoOf(enterpriseId, trx);
    await repo.addStaff(people);
    await repo.giveRolesTo(people);
    return ids;
  }

  function personOf(enterpriseId: number, row: PersonRow | null | undefined): Person | null {
    if (row) nameCache.seen(enterpriseId, row.edition ?? 0);
    // The sessions of a disabled enterprise have ended. This also covers work that holds an older session.
    if (row?.status !== 'active' || !row.is_open) return null;
    const keys = row.roles.map(({ key }) => key);
    const strongest = (['superAdmin', 'leader'] as const).find((key) => keys.includes(key));
    return {
      name: row.name,
      type: row.type,
      headRole: strongest ?? ROLE_KEYS.find((key) => key === keys[0]) ?? null,
      positionId: row.position_id,
      departmentId: row.department_id,
      ...standingOf(row),
    };
  }

  const use = new EnterpriseUse(tables);
  const rights = principalsOf({ tables, nameCache, projectRoles: () => projectRoles });
  const roles = createRoles({ ...platform, principalsOf: rights, projectRoles: () => projectRoles });
  const enterpriseParts = { ...platform, use, principalsOf: rights };
  const partnerParts = { ...platform, addPeople: storePeople };

  return {
    /** For the routes of this module only. */
    roleCalls: roles,
    calls: organisationCalls({
      ...platform,
      departments,
      coMembersAmong,
      addPeople: storePeople,
      leavingChecks,
      handOvers,
      itemSources,
      principalsOf: rights,
    }),
    /** For the routes of this module only. */
    enterpriseCalls: {
      facts: (enterpriseId: number) => enterpriseFacts(enterpriseParts, enterpriseId),
      edit: (...[actor, principal, input]: EditArguments) =>
        platform.db.transaction((trx) => editEnterprise(enterpriseParts, trx, actor, principal, input)),
    },
    systemCalls: systemCalls(enterpriseParts),
    /** Counts the use of limits of enterprises. Modules above register their counts. */
    use,
    /** Name, look and links of an enterprise, with those of the environment where it has none. */
    brand: async (enterpriseId: number) =>
      brandOf(await enterpriseRepo(tables.read, enterpriseId).record(), platform.brand),
    /** The same before sign-in: that of the only enterprise, or of the environment when there are several. */
    async publicBrand() {
      const only = await enterprisesRepo(tables.read).only();
      const title = only?.title || fallbackOf(platform.brand).title;
      return { title, logo: only?.logo ?? '' };
    },
    /** Common positions, positions and user groups. */
    entities,
    staffImport: staffImport({ ...platform, addPeople: storePeople, namedChecks, principalsOf: rights }),
    kinds: {
      user: userKind(tables, coMembersAmong),
      department: departments.kind,
      positionTemplate: entities.positionTemplate.kind,
      position: entities.position.kind,
      userGroup: entities.userGroup.kind,
      role: roleKind(tables),
      workItem: workItemKind({ tables, itemSources }),
      enterprise: enterpriseKind(platform),
    },
    /** Registers a check that counts a user's open work in another area. It runs when that user leaves. */
    onLeavingCheck(check: LeavingCheck): void {
      leavingChecks.push(check);
    },
    /** Registers a check of records that name people without a foreign key. The undo of an import keeps such people. */
    onNamedCheck(check: NamedCheck): void {
      namedChecks.push(check);
    },
    /** Registers the function that moves one kind of work from one user to another. */
    onHandOver(kind: WorkKind, move: HandOver): void {
      handOvers.set(kind, move);
    },
    /** Registers the records of an area that a person can hand over one by one. */
    onWorkItems(kind: ItemKind, source: ItemSource): void {
      itemSources.set(kind, source);
    },
    /** Heads of the user's department and of those above it, from the bottom up. Reads inside a running transaction. */
    headsOver: (trx: Trx, enterpriseId: number, userId: number) => headsOver(platform, trx, enterpriseId, userId),
    /** The leaders of a person, inside a running transaction (decisions-business.md B3). */
    superiorsOf: (trx: Trx, enterpriseId: number, userId: number) => superiorsOf(platform, trx, enterpriseId, userId),
    headsOfDepartment: (trx: Trx, enterpriseId: number, departmentId: number) =>
      headsOfDepartment(platform, trx, enterpriseId, departmentId),
    /** Active and disabled holders of an enterprise role, inside a running transaction. */
    roleHolders: (trx: Trx, enterpriseId: number, roleId: number) =>
      leadingRepo(tables.within(trx), enterpriseId).holdersOf(roleId),
    /**
     * Sets the filter of users who share a project with a viewer. This module is below projects and cannot read them. Without it partners
     * see no users.
     */
    setCoMembers(f: CoMembersAmong): void {
      findCoMembers = f;
    },

    /** Sets the reader of project roles. This module is below projects. Without it project roles have no holders. */
    setProjectRoles(reader: ProjectRoles): void {
      projectRoles = reader;
    },

    /** People by id in any state, with display data. Unknown ids are left out. Never inside a transaction. */
    people: (enterpriseId: number, userIds: readonly number[]) =>
      peopleByIds({ tables, identity }, enterpriseId, userIds),
    /** Names and pictures only, as shown beside a record. Never inside a transaction. */
    names,
    /** Active users by a word, as the reader may see them. */
    find: (principal: Principal, given: { word: string; limit: number }) =>
      findPeople({ tables, coMembersAmong, names }, principal, given),
    /** Names only, inside a running transaction. */
    plainNames: (trx: Trx, enterpriseId: number, userIds: readonly number[]) =>
      plainNames(tables, trx, enterpriseId, userIds),
    /** For each given user: colleague or invited partner, and the present state. */
    async kindsOfPeople(
      enterpriseId: number,
      userIds: readonly number[],
      trx?: Trx,
    ): Promise<Map<number, { type: string; status: string }>> {
      const rows = await staffRepo(trx ? tables.within(trx) : tables.read, enterpriseId).byIds(userIds);
      return new Map(rows.map(({ user_id, type, status }) => [user_id, { type, status }]));
    },
    /** Throws for inactive users. The caller passes the users that a record newly names. */
    refuseInactive: (enterpriseId: number, named: readonly NamedPerson[], trx?: Trx) =>
      refuseInactive(tables, enterpriseId, named, trx),
    /** The given users whose role shows every project of the enterprise, as seesAllProjects does for the caller. `isSecret`: those who also see projects with a secrecy level. */
    async seeAllProjectsAmong(
      enterpriseId: number,
      userIds: readonly number[],
      { isSecret = false }: { isSecret?: boolean } = {},
    ): Promise<number[]> {
      const repo = staffRepo(tables.read, enterpriseId);
      const holders = (await repo.activeHolders('superAdmin', 'leader')).filter((id) => userIds.includes(id));
      if (!isSecret || holders.length === 0) return holders;
      const seers = new Set([...(await repo.activeHolders('superAdmin')), ...(await repo.seersOf('secret', holders))]);
      return holders.filter((id) => seers.has(id));
    },
    /** Names of departments, including removed ones. */
    async departmentNames(enterpriseId: number, ids: readonly number[]): Promise<Map<number, string>> {
      const rows = ids.length === 0 ? [] : await departmentsRepo(tables.read, enterpriseId).byIds(ids);
      return new Map(rows.map((row) => [row.id, row.name]));
    },
    /** The ids of a department and its sub-departments. */
    async departmentAndBelow(enterpriseId: number, id: number): Promise<number[]> {
      return withBelow(await departmentsRepo(tables.read, enterpriseId).all(), id);
    },

    /** The user of a session with the enterprise roles held. null when the user has left. */
    person: async (enterpriseId: number, userId: number, trx?: Trx): Promise<Person | null> =>
      personOf(enterpriseId, await repoOf(enterpriseId, trx).person(userId)),
    /** The same from a row that another statement has read (`personAt`). */
    personOf,
    /** The present rights of active people in the form of decide(), in three statements for any number of them. */
    principalsOf: rights,
    /**
     * The caller with the present rights, under the lock of the enterprise. No role changes until the transaction ends.
     * Take it before the lock of a project. Throws 1005 without `need`.
     */
    lockedCaller: (trx: Trx, principal: Principal, need: Need) =>
      lockedCaller({ tables, principalsOf: rights }, trx, principal, need),

    enterprise: (enterpriseId: number) => repoOf(enterpriseId).enterprise(),
    /** Accounts with this e-mail address that may sign in, in every enterprise; at most 20. */
    accountsOfEmail: (email: string, trx?: Trx) =>
      enterprisesRepo(trx ? tables.within(trx) : tables.read).accountsOfEmail(email),
    /** Phone and e-mail of a person, '' where there is none. */
    contactOf: async (enterpriseId: number, userId: number, trx?: Trx): Promise<{ phone: string; email: string }> => {
      const record = await staffAdminRepo(trx ? tables.within(trx) : tables.read, enterpriseId).record(userId);
      return { phone: record?.phone ?? '', email: record?.email ?? '' };
    },
    /** Phone and e-mail of the only enterprise; empty texts when there are several. */
    async publicContact(): Promise<{ phone: string; email: string }> {
      const only = await enterprisesRepo(tables.read).only();
      return { phone: only?.phone ?? '', email: only?.email ?? '' };
    },
    /** Enabled enterprises. Timers work for them alone. */
    enterpriseIds: () => enterprisesRepo(platform.tables.read).ids(),
    hasEnterprise: () => enterprisesRepo(platform.tables.read).any(),
    /** Whether the enterprise is enabled. */
    isOpen: (enterpriseId: number) => isOpen(tables, enterpriseId),
    /** Locks the row of the enterprise in the caller's transaction, and returns its limits. */
    lockLimits: (trx: Trx, enterpriseId: number) =>
      organisationRepo(platform.tables.within(trx), enterpriseId).lockEnterprise(),
    async rolesByIds(enterpriseId: number, ids: readonly number[], trx?: Trx) {
      const rows = ids.length === 0 ? [] : await repoOf(enterpriseId, trx).rolesByIds(ids);
      return new Map(rows.map((row) => [row.id, row]));
    },
    roles: (enterpriseId: number, trx?: Trx) => repoOf(enterpriseId, trx).roles(),
    /** Names of roles in the reader's language. */
    async roleNames(enterpriseId: number, ids: readonly number[], lang: Lang): Promise<Map<number, string>> {
      const rows = ids.length === 0 ? [] : await repoOf(enterpriseId).rolesByIds(ids);
      return new Map(rows.map((row) => [row.id, roleNames(lang, [row])]));
    },

    async passwordPolicy(enterpriseId: number) {
      const { password_length_min: min, password_length_max: max } = await repoOf(enterpriseId).enterprise();
      return { min, max };
    },
    /** All settings of the enterprise (/company/cfguser). */
    settings: (enterpriseId: number, trx?: Trx) =>
      settingsRepo(trx ? tables.within(trx) : tables.read, enterpriseId).read(),
    /** Ways of notice of a new task that names none. */
    taskNotifyWay: async (enterpriseId: number, trx: Trx): Promise<NotifyWay[]> => [
      ...(await settingsRepo(tables.within(trx), enterpriseId).read()).task_notify_way,
    ],
    /** People who decide where no rule finds an approver. Reads inside a running transaction. */
    fallbackApprovers: (trx: Trx, enterpriseId: number) => fallbackApprovers(tables, trx, enterpriseId),
    /** Whether secrets under the built-in key are accepted. */
    acceptsDefaultKey: async (enterpriseId: number): Promise<boolean> =>
      (await repoOf(enterpriseId).enterprise()).accept_default_key,

    /** Creates the enterprise of a system administrator: a name alone. */
    foundSystem: (trx: Trx, name: string): Promise<number> =>
      enterprisesRepo(platform.tables.within(trx)).add({ name, short_name: '', is_system: true }),

    /** Creates an enterprise with the standard roles. `roleName` returns the name of a role key in the language of the enterprise. */
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
            content_access: role.key === 'superAdmin' ? CONTENT_KEYS : STANDARD_CONTENT,
            module_permission: role.levels ?? {},
            sort,
          },
          true,
        );
        roleIds.set(role.key, id);
      }
      return { enterpriseId, roleIds };
    },

    /**
     * Adds an account and its staff record with exactly these roles. The caller checks the limits. Only for a new enterprise: it hashes the
     * password while `trx` is open.
     */
    addPerson: async (trx: Trx, enterpriseId: number, { password, policy, ...given }: NewPerson): Promise<number> => {
      const stored = await identity.storable(password, policy);
      const [id] = await storePeople(trx, enterpriseId, [{ ...given, stored }]);
      return id as number;
    },
    /** Name, language and settings of the enterprise, for invitations of partner firms. */
    invitingEnterprise: (enterpriseId: number, trx?: Trx) => invitingEnterprise({ tables }, enterpriseId, trx),
    personOfAccount: (...args: Tail<Parameters<typeof personOfAccount>>) => personOfAccount(partnerParts, ...args),
    peopleOfEmail: (...args: Tail<Parameters<typeof peopleOfEmail>>) => peopleOfEmail({ tables }, ...args),
    /** Locks the enterprise, and throws 1010 when it has no room for one more person. */
    refuseFull: (trx: Trx, enterpriseId: number) => refuseFull({ tables }, trx, enterpriseId),
    /** Adds a person of a partner firm, who then acts. */
    addPartner: (...args: Tail<Parameters<typeof addPartner>>) => addPartner(partnerParts, ...args),
    addDepartment: (trx: Trx, actor: Actor, input: DepartmentInput): Promise<number> =>
      departments.service.in((work) => work(trx)).add(actor, { ...input }),
    editDepartment: (trx: Trx, actor: Actor, { id, version, ...input }: DepartmentInput & Item): Promise<void> =>
      departments.service.in((work) => work(trx)).edit(actor, { id, version }, input),

    /** Enabled positions in their order. */
    positions: (enterpriseId: number) => entities.position.reads.enabled(enterpriseId),
    addPositions: (trx: Trx, enterpriseId: number, names: readonly string[]) =>
      repoOf(enterpriseId, trx).addPositions(names),

    giveRoles: (trx: Trx, enterpriseId: number, userId: number, roleIds: readonly number[]) =>
      organisationRepo(platform.tables.within(trx), enterpriseId).giveRoles(userId, roleIds),
  };
}
