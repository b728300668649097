import {
  decide,
  isLeader,
  rightsMask,
  rightsOf,
  seesAllProjects,
  type FolderRight,
  type Principal,
} from '@prdm/access';
import { FOLDER_RIGHTS } from '@prdm/contract/status';

/** A person as the SQL function folder_rights() asks about: what decide() says of nodes and membership, and whom grants may name. */
export interface Asker {
  readonly user: number;
  readonly groups: readonly number[];
  /** Leader or superAdmin: enters projects without being a member. */
  readonly everywhere: boolean;
  /** Holds home-File-admin wherever he is not told apart by a project's own list. */
  readonly admin: boolean;
  /** A leader views and downloads everything. */
  readonly reads: boolean;
  readonly admin_of: readonly number[];
  readonly roles: Readonly<Record<string, readonly number[]>>;
}

/** Holds the node that stands above the rights in folders. */
export const isFileAdmin = (principal: Principal, projectId: number): boolean =>
  decide(principal, { ask: 'node', scope: 'project', actions: 'File-admin', projectId }).allowed;

const NO_PROJECT = 0; // stands in nobody's map, so only what holds everywhere answers

/** The node's part of the rule is decide()'s own answer; SQL only repeats what has to look at folders. */
export function askerOf(principal: Principal, projectIds: readonly number[]): Asker {
  const own = projectIds.filter((id) => Object.hasOwn(principal.projectRoles, String(id)));
  return {
    user: principal.userId,
    groups: principal.groupIds,
    everywhere: seesAllProjects(principal),
    admin: isFileAdmin(principal, NO_PROJECT),
    reads: isLeader(principal),
    admin_of: projectIds.filter((id) => isFileAdmin(principal, id)),
    roles: Object.fromEntries(own.map((id) => [String(id), principal.projectRoles[String(id)] ?? []])),
  };
}

export type Can = Record<FolderRight, boolean>;

/** A mask as every answer carries it. */
export function canOf(mask: number): Can {
  const held = rightsOf(mask);
  return Object.fromEntries(FOLDER_RIGHTS.map((right) => [right, held.includes(right)])) as Can;
}

export const has = (mask: number, right: FolderRight): boolean => (mask & rightsMask([right])) !== 0;
export const VIEW = rightsMask(['view']);
export const DELETE = rightsMask(['delete']);
export const ALL = rightsMask(FOLDER_RIGHTS);
