import type { Actor } from '../../../platform/actor.ts';
import type { ModuleDb, Trx } from '../../../platform/db.ts';
import type { Item } from '../../../platform/entity/index.ts';
import { CONTENT_KEYS } from '@prdm/contract/organisation/roles';
import { storedNode } from '@prdm/contract/nodes';
import type { Identity } from '../../identity/index.ts';
import type { DepartmentInput, Departments } from '../departments/index.ts';
import type { OrganisationEntities } from '../entities/index.ts';
import { enterprisesRepo, organisationRepo, type OrganisationTables } from '../organisation.repo.ts';
import type { NewPerson, StaffParts } from '../staff/staff.service.ts';
import { STANDARD_CONTENT, STANDARD_ROLES } from './standard-roles.ts';

interface Parts {
  readonly tables: ModuleDb<OrganisationTables>;
  readonly identity: Identity;
  readonly departments: Departments;
  readonly entities: OrganisationEntities;
  readonly addPeople: StaffParts['addPeople'];
}

/** Makes an enterprise with its first records, for the first start, the command line and the demo. No right is checked. */
export const founding = ({ tables, identity, departments, entities, addPeople }: Parts) => ({
  /** Creates the enterprise of a system administrator: a name alone. */
  foundSystem: (trx: Trx, name: string): Promise<number> =>
    enterprisesRepo(tables.within(trx)).add({ name, short_name: '', is_system: true }),

  /** Creates an enterprise with the standard roles. `roleName` returns the name of a role key in the language of the enterprise. */
  async found(
    trx: Trx,
    given: { name: string; roleName: (key: string) => string },
  ): Promise<{ enterpriseId: number; roleIds: Map<string, number> }> {
    const enterpriseId = await enterprisesRepo(tables.within(trx)).add({
      name: given.name,
      short_name: given.name,
    });
    const repo = organisationRepo(tables.within(trx), enterpriseId);
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
    const [id] = await addPeople(trx, enterpriseId, [{ ...given, stored }]);
    return id as number;
  },
  addDepartment: (trx: Trx, actor: Actor, input: DepartmentInput): Promise<number> =>
    departments.service.in((work) => work(trx)).add(actor, { ...input }),
  editDepartment: (trx: Trx, actor: Actor, { id, version, ...input }: DepartmentInput & Item): Promise<void> =>
    departments.service.in((work) => work(trx)).edit(actor, { id, version }, input),

  /** Enabled positions in their order. */
  positions: (enterpriseId: number) => entities.position.reads.enabled(enterpriseId),
  addPositions: (trx: Trx, enterpriseId: number, names: readonly string[]) =>
    organisationRepo(tables.within(trx), enterpriseId).addPositions(names),

  giveRoles: (trx: Trx, enterpriseId: number, userId: number, roleIds: readonly number[]) =>
    organisationRepo(tables.within(trx), enterpriseId).giveRoles(userId, roleIds),
});
