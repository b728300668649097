import { hidesProject } from './content.ts';
import { decideNode } from './decide-node.ts';
import { allow, builtInRole, projectEntry, refuse, roleSource } from './principal.ts';
import { FOLDER_RIGHTS } from './rights.ts';
import type { FolderRight } from './rights.ts';
import type { Decision, FolderGrant, FolderOnPath, FolderQuestion, Principal, Reason } from './types.ts';

const FILE_ADMIN = 'File-admin';
const LEADER_RIGHTS: readonly FolderRight[] = ['view', 'download'];

/**
 * Decides a folder right (specification, section 6). The checks run in this order:
 * 1. A caller who is not signed in, or is neither member, leader nor superAdmin, is refused.
 * This check comes before the archive, so that a stranger does not learn that the project exists.
 * 2. An archived project refuses everyone, superAdmin too (section 4).
 * 3. A holder of the node home-File-admin for the project is allowed everything. The node check applies as usual:
 * superAdmin always holds it, a leader by the own list, a member by the project's list.
 * Without this step only superAdmin could set the first grants of a new project.
 * 4. A leader may view and download everything (decisions, section 7).
 * 5. Otherwise the grants of the folder and of all its ancestors add up. An inherited right cannot be removed further
 * down.
 *
 * Enterprise roles do not count: an invited partner has only the rights of folder grants and project roles.
 */
export function decideFolder(principal: Principal | null, question: FolderQuestion): Decision {
  if (!principal) return refuse({ code: 'not-signed-in' });

  const projectId = String(question.projectId);
  const projectRoles = projectEntry(principal.projectRoles, projectId);
  const leader = hidesProject(principal, projectId) ? undefined : builtInRole(principal, 'leader');
  const mayAsk = projectRoles || leader || builtInRole(principal, 'superAdmin');

  if (!mayAsk) return refuse({ code: 'not-a-member', projectId });
  if (question.archived === true) return refuse({ code: 'archived', projectId });

  const fileAdmin = decideNode(principal, { ask: 'node', scope: 'project', actions: FILE_ADMIN, projectId });
  if (fileAdmin.allowed) return fileAdmin;

  if (leader && LEADER_RIGHTS.includes(question.right)) return allow({ code: 'leader', ...roleSource(leader) });

  const granted = grantOnPath(principal, projectRoles ?? [], question);
  return granted ? allow(granted) : refuse({ code: 'lacking', actions: [question.right] });
}

/**
 * All rights of the person on the last folder of the path, in the order of FOLDER_RIGHTS. The result equals what
 * `decideFolder` allows. It needs the project, because a project role counts only in its own project. It ignores the
 * archive, which is a state and not a right.
 */
export function effectiveFolderRights(
  principal: Principal | null,
  path: readonly FolderOnPath[],
  projectId: number | string,
): FolderRight[] {
  return FOLDER_RIGHTS.filter((right) => decideFolder(principal, { ask: 'folder', right, projectId, path }).allowed);
}

/** The grant nearest to the root that gives the right. All folders below inherit this one. */
function grantOnPath(
  principal: Principal,
  projectRoles: readonly number[],
  { path, right }: FolderQuestion,
): Reason | undefined {
  for (const folder of path) {
    const grant = folder.grants.find(
      ({ to, rights }) => rights.includes(right) && isMeant(principal, projectRoles, to),
    );
    if (grant) {
      const via = { kind: 'folder-grant', id: folder.folderId, name: folder.name } as const;
      return { code: 'granted', action: right, via, through: grant.to };
    }
  }
  return undefined;
}

// Ids of different kinds are unrelated: group 7, person 7 and project role 7.
function isMeant(principal: Principal, projectRoles: readonly number[], to: FolderGrant['to']): boolean {
  switch (to.kind) {
    case 'person':
      return to.id === principal.userId;
    case 'group':
      return principal.groupIds.includes(to.id);
    case 'project-role':
      return projectRoles.includes(to.id);
    default:
      return false;
  }
}
