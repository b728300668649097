import {
  decide,
  hidesProject,
  isLeader,
  rightsMask,
  rightsOf,
  seesAllProjects,
  type FolderRight,
  type Principal,
} from '@prdm/access';
import { FOLDER_RIGHTS } from '@prdm/contract/status';

/**
 * The user in the form that the SQL function folder_rights() reads: the result of decide() for nodes and membership,
 * and the recipients that grants may name.
 */
export interface Asker {
  readonly user: number;
  readonly groups: readonly number[];
  /** A leader or superAdmin: enters projects without membership. */
  readonly everywhere: boolean;
  /** Holds home-File-admin in projects without a role of the user; `admin_of` lists the other projects. */
  readonly admin: boolean;
  /** A leader views and downloads everything. */
  readonly reads: boolean;
  readonly admin_of: readonly number[];
  readonly roles: Readonly<Record<string, readonly number[]>>;
}

/** Whether the user holds the node that outranks folder rights. */
export const isFileAdmin = (principal: Principal, projectId: number): boolean =>
  decide(principal, { ask: 'node', scope: 'project', actions: 'File-admin', projectId }).allowed;

/** Whether a file has expired for a user. It never expires for its owner and the file administrator. */
export const isOverFor = (
  principal: Principal,
  file: { readonly expired: boolean; readonly owner_id: number | null; readonly project_id: number },
): boolean => file.expired && file.owner_id !== principal.userId && !isFileAdmin(principal, file.project_id);

const NO_PROJECT = 0; // in no user's map, so only rights that hold everywhere match

const NO_USER = 0; // in no grant

/**
 * decide() answers for nodes and membership; SQL repeats only the part that needs folders. A caller outside one of the projects gets no
 * grant, as decide() refuses before it reads grants. Such a caller is a reader by the data range.
 */
export function askerOf(principal: Principal, projectIds: readonly number[]): Asker {
  const own = projectIds.filter((id) => Object.hasOwn(principal.projectRoles, String(id)));
  const everywhere = seesAllProjects(principal) && !projectIds.some((id) => hidesProject(principal, id));
  const mayHaveGrants = everywhere || own.length === projectIds.length;
  return {
    user: mayHaveGrants ? principal.userId : NO_USER,
    groups: mayHaveGrants ? principal.groupIds : [],
    everywhere,
    admin: isFileAdmin(principal, NO_PROJECT),
    reads: everywhere && isLeader(principal),
    admin_of: projectIds.filter((id) => isFileAdmin(principal, id)),
    roles: Object.fromEntries(own.map((id) => [String(id), principal.projectRoles[String(id)] ?? []])),
  };
}

export type Can = Record<FolderRight, boolean>;

/** A mask in the form of the answers. */
export function canOf(mask: number): Can {
  const held = rightsOf(mask);
  return Object.fromEntries(FOLDER_RIGHTS.map((right) => [right, held.includes(right)])) as Can;
}

export const has = (mask: number, right: FolderRight): boolean => (mask & rightsMask([right])) !== 0;
export const VIEW = rightsMask(['view']);
const READING = rightsMask(['view', 'download']);
export const DELETE = rightsMask(['delete']);
export const ALL = rightsMask(FOLDER_RIGHTS);

/** Rows with the rights that an answer shows: in a closed non-project those of reading alone. */
export const shownIn = <T extends { readonly mask: number }>(
  { closed }: { readonly closed: boolean },
  rows: readonly T[],
): readonly T[] => (closed ? rows.map((row) => ({ ...row, mask: row.mask & READING })) : rows);
