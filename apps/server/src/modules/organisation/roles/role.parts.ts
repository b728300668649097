import { NO_PROJECTS } from '@prdm/access';
import type { Bus } from '../../../platform/bus.ts';
import type { Database, ModuleDb, Trx } from '../../../platform/db.ts';
import type { Uses } from '../../../platform/entity/index.ts';
import type { Live } from '../../../platform/live.ts';
import type { NameCache } from '../../../platform/name-cache.ts';
import type { Identity } from '../../identity/index.ts';
import type { ProjectMap } from '../principal.ts';
import type { PrincipalsOf } from '../principals.ts';
import type { OrganisationTables } from '../organisation.repo.ts';

/** A member who holds a project role in a project. */
export interface ProjectHolder {
  readonly user_id: number;
  readonly project_id: number;
  readonly project_name: string;
}

/** A membership with one project role held in it, null for none, or a project that is hidden from the user. */
export interface Membership {
  readonly user_id: number;
  readonly project_id: number;
  readonly role_id: number | null;
  /** The project has a secrecy level, and the user is no member. */
  readonly hidden: boolean;
}

/** A role that is held in a project. */
export interface RoleInProjects {
  readonly name: string;
  readonly access: readonly string[];
  readonly content_access: readonly string[];
  readonly module_permission: unknown;
}

/** The facts of project roles, which the module of projects has. It is above this module and sets the reader at the start. */
export interface ProjectRoles {
  holdersOf(enterpriseId: number, roleId: number, trx?: Trx): Promise<readonly ProjectHolder[]>;
  membershipsOf(enterpriseId: number, userIds: readonly number[], trx?: Trx): Promise<readonly Membership[]>;
  /** The project map of one person. */
  mapOf(memberships: readonly Membership[], roles: ReadonlyMap<number, RoleInProjects>): ProjectMap;
}

export const NO_PROJECT_ROLES: ProjectRoles = {
  holdersOf: () => Promise.resolve([]),
  membershipsOf: () => Promise.resolve([]),
  mapOf: () => NO_PROJECTS,
};

export interface RoleParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly uses: Uses;
  readonly tables: ModuleDb<OrganisationTables>;
  readonly identity: Identity;
  readonly nameCache: NameCache;
  readonly principalsOf: PrincipalsOf;
  projectRoles(): ProjectRoles;
}
