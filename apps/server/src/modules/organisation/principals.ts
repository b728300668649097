import type { Principal } from '@prdm/access';
import type { ModuleDb, Trx } from '../../platform/db.ts';
import type { NameCache } from '../../platform/name-cache.ts';
import { organisationRepo, type OrganisationTables, type PersonRow } from './organisation.repo.ts';
import { principalOf } from './principal.ts';
import type { Membership, ProjectRoles, RoleInProjects } from './roles/role.parts.ts';
import { standingOf } from './standing.ts';

/** An active person with the present rights. */
export interface ActivePerson {
  readonly name: string;
  readonly type: string;
  readonly principal: Principal;
}

/** The present rights of people by id. Inactive and unknown people are left out. Reads inside `trx` when it is given. */
export type PrincipalsOf = (
  enterpriseId: number,
  userIds: readonly number[],
  trx?: Trx,
) => Promise<Map<number, ActivePerson>>;

/** The stored rows from which the rights of one active person follow. */
export interface RightsRows {
  readonly person: PersonRow;
  readonly memberships: readonly Membership[];
}

/** The rows of several people, and the project roles in their memberships. */
export interface RowsOfPeople {
  readonly people: readonly RightsRows[];
  readonly projectRoles: ReadonlyMap<number, RoleInProjects>;
}

interface Parts {
  readonly tables: ModuleDb<OrganisationTables>;
  readonly nameCache: NameCache;
  projectRoles(): ProjectRoles;
}

/** Reads the rows of active people, in three statements for any number of them. */
export async function rowsOfPeople(
  { tables, nameCache, projectRoles }: Parts,
  enterpriseId: number,
  userIds: readonly number[],
  trx?: Trx,
): Promise<RowsOfPeople> {
  const repo = organisationRepo(trx ? tables.within(trx) : tables.read, enterpriseId);
  const found = userIds.length === 0 ? [] : await repo.people([...new Set(userIds)]);
  // A transaction may read an edition that it has not committed yet.
  if (!trx) for (const { edition } of found) nameCache.seen(enterpriseId, edition ?? 0);
  const people = found.filter(({ status }) => status === 'active');
  if (people.length === 0) return { people: [], projectRoles: new Map() };
  const ids = people.map(({ user_id }) => user_id);
  const memberships = Map.groupBy(await projectRoles().membershipsOf(enterpriseId, ids, trx), ({ user_id }) => user_id);
  const held = [...memberships.values()].flatMap((rows) => rows.flatMap(({ role_id }) => role_id ?? []));
  const roles = held.length === 0 ? [] : await repo.rolesByIds([...new Set(held)]);
  return {
    people: people.map((person) => ({ person, memberships: memberships.get(person.user_id) ?? [] })),
    projectRoles: new Map(roles.map((role) => [role.id, role])),
  };
}

/** The rights that follow from the rows. */
export const principalFrom = (
  { projectRoles }: Pick<Parts, 'projectRoles'>,
  enterpriseId: number,
  { person, memberships }: RightsRows,
  roles: RowsOfPeople['projectRoles'],
): Principal => principalOf(enterpriseId, person.user_id, standingOf(person), projectRoles().mapOf(memberships, roles));

export const principalsOf =
  (parts: Parts): PrincipalsOf =>
  async (enterpriseId, userIds, trx) => {
    const { people, projectRoles } = await rowsOfPeople(parts, enterpriseId, userIds, trx);
    return new Map(
      people.map((rows) => {
        const { user_id: id, name, type } = rows.person;
        return [id, { name, type, principal: principalFrom(parts, enterpriseId, rows, projectRoles) }];
      }),
    );
  };
