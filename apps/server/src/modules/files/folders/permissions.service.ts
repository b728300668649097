import { rightsMask, rightsOf, type FolderRight } from '@prdm/access';
import type { GrantTo } from '@prdm/contract/files';
import { rolesOfProjects } from '@prdm/contract/nodes';
import { fail } from '../../../platform/errors.ts';
import { ALL } from '../asker.ts';
import { FolderPermissionSet } from '../files.events.ts';
import { change, reposOf, type Caller, type Parts } from '../parts.ts';
import type { GrantRow } from './grant.repo.ts';

interface Recipient {
  readonly kind: GrantTo;
  readonly id: number;
  readonly name: string;
}
const keyOf = ({ kind, id }: { kind: string; id: number }): string => `${kind}:${id}`;

/**
 * The possible recipients of folder rights: the roles that can be held in projects, and the members of the project. Roles come first
 * (specification section 6). While only the manager holds a role, there is no recipient, and the call reports that. The members of a
 * non-project need no role.
 */
export async function recipientsOf(parts: Parts, enterpriseId: number, projectId: number): Promise<Recipient[]> {
  const members = await parts.projects.membersOf(enterpriseId, projectId);
  const project = (await parts.projects.names(enterpriseId, [projectId])).get(projectId);
  const isSet =
    project?.is_project === false || members.some(({ roles }) => roles.some(({ key }) => key !== 'project_manager'));
  if (!isSet) throw fail.wrongState('files.rolesFirst');
  const roles = await parts.organisation.roles(enterpriseId);
  const people = await parts.organisation.names(
    enterpriseId,
    members.map(({ userId }) => userId),
  );
  return [
    ...rolesOfProjects(roles).map(({ id, name }) => ({ kind: 'project-role' as const, id, name })),
    ...members.map(({ userId }) => ({ kind: 'person' as const, id: userId, name: people.get(userId)?.name ?? '' })),
  ];
}

/**
 * Every user and role with a right in the folder. It adds every project role without one, so that the page can grant
 * rights to it.
 */
export async function permissionList(
  parts: Parts,
  caller: Caller,
  folder: { id: number; projectId: number; ancestors: readonly number[]; mask: number },
) {
  const { enterpriseId } = caller.actor;
  const recipients = await recipientsOf(parts, enterpriseId, folder.projectId);
  const { grants, folders } = reposOf(parts, enterpriseId);
  const rows = await grants.on(folder.ancestors);
  const names = new Map((await folders.names(folder.ancestors)).map((row) => [row.id, row.name]));
  const granted = new Map(recipients.map((to) => [keyOf(to), rows.filter((row) => isTo(row, to))]));
  const order = new Map(folder.ancestors.map((id, index) => [id, index]));
  return {
    own: rightsOf(folder.mask),
    list: recipients
      .filter((to) => to.kind === 'project-role' || (granted.get(keyOf(to)) ?? []).length > 0)
      .map((to) => {
        const own = granted.get(keyOf(to)) ?? [];
        const here = own.find((row) => row.folder_id === folder.id)?.rights ?? 0;
        const above = own.filter((row) => row.folder_id !== folder.id);
        return {
          to_kind: to.kind,
          to_id: to.id,
          name: to.name,
          rights: rightsOf(own.reduce((mask, row) => mask | row.rights, 0)),
          set_here: rightsOf(here),
          inherited: above
            .toSorted((a, b) => (order.get(a.folder_id) ?? 0) - (order.get(b.folder_id) ?? 0))
            .map((row) => ({
              folder_id: row.folder_id,
              folder: names.get(row.folder_id) ?? '',
              rights: rightsOf(row.rights),
            })),
        };
      }),
  };
}

export const isTo = (row: { to_kind: string; to_id: number }, to: { kind: string; id: number }): boolean =>
  row.to_kind === to.kind && row.to_id === to.id;

export interface RightsGiven {
  readonly folderId: number;
  readonly projectId: number;
  readonly to: { kind: GrantTo; id: number };
  readonly rights: readonly FolderRight[];
  readonly seen: readonly FolderRight[];
}

/** The named recipient among the possible ones. Throws 1006 for another one. */
export function recipientAmong(recipients: readonly Recipient[], named: RightsGiven['to']): Recipient {
  const to = recipients.find((entry) => keyOf(entry) === keyOf(named));
  if (!to) throw fail.notFound();
  return to;
}

/**
 * The rights set on the folder itself before and after a change, as masks. `mask` holds the rights of the caller.
 * Throws 1009 when other rights apply than the caller saw, 1008 when an inherited right is left out, 1005 when the
 * caller lacks a changed right.
 */
export function rightsAfter(
  onPath: readonly GrantRow[],
  { id, mask }: { readonly id: number; readonly mask: number },
  { to, rights, seen }: Pick<RightsGiven, 'to' | 'rights' | 'seen'>,
): { before: number; here: number } {
  const rows = onPath.filter((row) => isTo(row, to));
  const inherited = rows.filter((row) => row.folder_id !== id).reduce((all, row) => all | row.rights, 0);
  const before = rows.find((row) => row.folder_id === id)?.rights ?? 0;
  const wanted = rightsMask(rights);
  if ((inherited | before) !== rightsMask(seen)) throw fail.conflict();
  if ((inherited & ~wanted) !== 0) throw fail.wrongState('files.inheritedStays');
  const here = wanted & ~inherited;
  const changed = (before ^ here) & ALL & ~inherited;
  if ((changed & ~mask) !== 0) throw fail.denied();
  return { before, here };
}

/**
 * `rights` is the complete set for the folder. The rights that come from above are subtracted; the rest is set here.
 * A complete set does not show which right the user changed. So the call requires the current rights, inherited ones
 * included, as `seen`. Otherwise it would restore a right that another user removed meanwhile.
 */
export async function permissionSet(parts: Parts, caller: Caller, given: RightsGiven): Promise<void> {
  const recipients = await recipientsOf(parts, caller.actor.enterpriseId, given.projectId);
  const to = recipientAmong(recipients, given.to);
  await change(parts, caller, given.projectId, async (tree) => {
    const folder = await tree.folder(given.folderId, 'authorize');
    const { before, here } = rightsAfter(await tree.grants.on(folder.ancestors), folder, { ...given, to });
    await tree.grants.set({ id: folder.id, projectId: folder.project_id }, to, here, tree.actor.userId);
    tree.touched.add(folder.id);
    await tree.emit(FolderPermissionSet, {
      target: { kind: 'folder', id: folder.id, name: folder.name },
      before: { to: keyOf(to), rights: rightsOf(before) },
      after: { to: keyOf(to), name: to.name, rights: rightsOf(here) },
      data: { projectId: folder.project_id, folderId: folder.id },
    });
  });
}
