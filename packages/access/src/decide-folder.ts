import { decideNode } from './decide-node.ts';
import { allow, builtInRole, projectEntry, refuse, roleSource } from './principal.ts';
import { FOLDER_RIGHTS } from './rights.ts';
import type { FolderRight } from './rights.ts';
import type { Decision, FolderGrant, FolderOnPath, FolderQuestion, Principal, Reason } from './types.ts';

const FILE_ADMIN = 'File-admin';
const LEADER_RIGHTS: readonly FolderRight[] = ['view', 'download'];

/**
 * Folder permissions of the specification, section 6. In this order:
 * 1. nobody signed in, or neither member nor leader nor superAdmin: refused. Before the archive, because a stranger
 *    is not to learn from the answer that the project exists;
 * 2. an archived project refuses everyone, superAdmin too (section 4);
 * 3. who holds the node home-File-admin for the project is allowed everything. The permission check itself answers
 *    that: superAdmin always, a leader by the own list, a member by the project's list. Without it nobody but
 *    superAdmin could set a new project's first grants;
 * 4. a leader reads everything (decisions, section 7): view and download;
 * 5. otherwise the grants of the folder and of all folders above it count together. They only add: what is inherited
 *    cannot be taken away further down.
 *
 * No enterprise role is asked for: an invited partner has what folder and project role give, and nothing else.
 */
export function decideFolder(principal: Principal | null, question: FolderQuestion): Decision {
  if (!principal) return refuse({ code: 'not-signed-in' });

  const projectId = String(question.projectId);
  const projectRoles = projectEntry(principal.projectRoles, projectId);
  const leader = builtInRole(principal, 'leader');
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
 * All rights the person has on the last folder of the path, in the order of FOLDER_RIGHTS: exactly those that
 * `decideFolder` allows. It needs the project, since a project role counts in its own project only. Whether the
 * project is archived is not looked at: that is a state and no right.
 */
export function effectiveFolderRights(
  principal: Principal | null,
  path: readonly FolderOnPath[],
  projectId: number | string,
): FolderRight[] {
  return FOLDER_RIGHTS.filter((right) => decideFolder(principal, { ask: 'folder', right, projectId, path }).allowed);
}

/** The grant nearest to the root that gives the right: the one all folders below inherit. */
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

// Each kind counts its ids on its own: group 7, person 7 and project role 7 have nothing in common.
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
