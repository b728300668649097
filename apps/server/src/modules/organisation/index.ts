import type { Principal } from '@prdm/access';
import { ROLE_KEYS, type RoleKey } from '@prdm/contract/nodes';
import type { Lang } from '@prdm/locales';
import type { ItemKind, WorkKind } from '@prdm/contract/organisation/work';
import type { NotifyWay } from '@prdm/contract/status';
import { bound } from '../../platform/bound.ts';
import type { Bus } from '../../platform/bus.ts';
import type { NameCache } from '../../platform/name-cache.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import type { Uses } from '../../platform/entity/index.ts';
import type { Live } from '../../platform/live.ts';
import type { Config } from '../config/index.ts';
import type { Identity } from '../identity/index.ts';
import { lockedCaller, roleNames, type Need } from './caller.ts';
import { createDepartments } from './departments/index.ts';
import { departmentsRepo } from './departments/departments.repo.ts';
import { leadingRepo } from './leading/leading.repo.ts';
import { headsOfDepartment, superiorsOf } from './leading/superiors.ts';
import { withBelow } from '../../platform/entity/tree.ts';
import { brandOf, type SiteBrand } from './enterprise/brand.ts';
import { enterpriseRepo } from './enterprise/enterprise.repo.ts';
import { enterpriseCalls } from './enterprise/enterprise.service.ts';
import { installation } from './enterprise/installation.ts';
import { isOpen, isOpenNow } from './enterprise/open.ts';
import { enterpriseKind, systemCalls } from './enterprise/system.service.ts';
import { EnterpriseUse } from './enterprise/use.ts';
import { createEntities, registerUses } from './entities/index.ts';
import { headsOver } from './staff/work/hand-over.service.ts';
import type { HandOver } from './staff/work/handed-over.ts';
import { ledSources, workItemKind, type ItemSource } from './staff/work/work-items.ts';
import { roleKind, userKind, type CoMembersAmong } from './kinds.ts';
import { organisationRepo, type OrganisationTables, type PersonRow } from './organisation.repo.ts';
import { isPartner } from './organisation.reads.ts';
import { organisationCalls } from './organisation.service.ts';
import { namesByIds, peopleByIds, plainNames } from './people.ts';
import { principalsOf } from './principals.ts';
import { createRoles } from './roles/index.ts';
import { NO_PROJECT_ROLES, type ProjectRoles } from './roles/role.parts.ts';
import { standingOf, type Standing } from './standing.ts';
import { findPeople } from './staff/find-people.ts';
import type { LeavingCheck, NamedCheck } from './staff/leaving.service.ts';
import { settingsRepo } from './settings/settings.repo.ts';
import { fallbackApprovers } from './settings/settings.service.ts';
import { addPartner, invitingEnterprise, peopleOfEmail, personOfAccount, refuseFull } from './staff/partner-staff.ts';
import { staffAdminRepo } from './staff/staff-admin.repo.ts';
import { staffImport } from './staff/sheets/staff-import.ts';
import { staffRepo } from './staff/staff.repo.ts';
import { storePeople } from './staff/store-people.ts';
import { refuseInactive, type NamedPerson } from './staff/active-staff.ts';
import { founding } from './standards/founding.ts';

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

const nobody: CoMembersAmong = () => Promise.resolve([]);

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
  const addPeople = storePeople(platform);
  const departments = createDepartments(platform);
  const entities = createEntities({
    ...platform,
    names,
    people: (enterpriseId, ids) => peopleByIds({ tables, identity }, enterpriseId, ids),
    isPartner: (principal) => isPartner({ tables }, principal),
  });

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
  const partnerParts = { ...platform, addPeople };

  return {
    /** For the routes of this module only. */
    roleCalls: roles,
    calls: organisationCalls({
      ...platform,
      departments,
      coMembersAmong,
      addPeople,
      leavingChecks,
      handOvers,
      itemSources,
      principalsOf: rights,
    }),
    /** For the routes of this module only. */
    enterpriseCalls: enterpriseCalls(enterpriseParts),
    systemCalls: systemCalls(enterpriseParts),
    /** Counts the use of limits of enterprises. Modules above register their counts. */
    use,
    /** Name, look and links of an enterprise, with those of the environment where it has none. */
    brand: async (enterpriseId: number, trx?: Trx) =>
      brandOf(await enterpriseRepo(trx ? tables.within(trx) : tables.read, enterpriseId).record(), platform.brand),
    /** Common positions, positions and user groups. */
    entities,
    staffImport: staffImport({ ...platform, addPeople, namedChecks, principalsOf: rights }),
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
    /** Phone and e-mail of a person, '' where there is none. */
    contactOf: async (enterpriseId: number, userId: number, trx?: Trx): Promise<{ phone: string; email: string }> => {
      const record = await staffAdminRepo(trx ? tables.within(trx) : tables.read, enterpriseId).record(userId);
      return { phone: record?.phone ?? '', email: record?.email ?? '' };
    },
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
    /** Name, language and settings of the enterprise, for invitations of partner firms. */
    invitingEnterprise: (enterpriseId: number, trx?: Trx) => invitingEnterprise({ tables }, enterpriseId, trx),
    personOfAccount: bound(partnerParts, personOfAccount),
    peopleOfEmail: bound({ tables }, peopleOfEmail),
    /** Locks the enterprise, and throws 1010 when it has no room for one more person. */
    refuseFull: (trx: Trx, enterpriseId: number) => refuseFull({ tables }, trx, enterpriseId),
    /** Adds a person of a partner firm, who then acts. */
    addPartner: bound(partnerParts, addPartner),
    ...installation(platform),
    ...founding({ ...platform, departments, entities, addPeople }),
  };
}
