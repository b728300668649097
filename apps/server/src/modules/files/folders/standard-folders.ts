import { rightsMask } from '@prdm/access';
import { DEFAULT_LANG } from '@prdm/locales';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { translate } from '../../../platform/translate.ts';
import { TEMPLATE_DEPTH_MAX } from '@prdm/contract/files/folder-templates';
import { STANDARD_FOLDERS, STANDARD_GRANTS, WORKING } from '@prdm/contract/files/standard-folders';
import { FolderAdded } from '../files.events.ts';
import { namesOf } from '../names.ts';
import { reposOf, type Parts } from '../parts.ts';
import type { FolderRow } from './folder.repo.ts';
import { maskOf, type FolderPlan } from './folder-templates.ts';

/** The rights of those who run the project, whatever the template says: somebody can grant from the first day. */
const RUNNING_GRANTS = STANDARD_GRANTS.filter(([, rights]) => rights.includes('authorize'));

/**
 * Adds the root, the folders and the grants in the transaction of the new project or non-project. Without a plan these are
 * the standard ones.
 */
export async function furnish(
  parts: Parts,
  trx: Trx,
  actor: Actor,
  project: { projectId: number; projectName: string; plan: FolderPlan | null },
): Promise<void> {
  const { enterpriseId, userId } = actor;
  const { folders, grants } = reposOf(parts, enterpriseId, trx);
  const { projectId, projectName, plan } = project;
  const by = { projectId, createdBy: userId };
  const [root] = await folders.add([{ parent: null, ...by, ...namesOf(projectName) }]);
  if (!root) throw new Error('a project without a root');
  const roles = await parts.organisation.roles(enterpriseId, trx);
  const idOf = new Map(roles.map((role) => [role.key, role.id]));
  const existing = new Set(roles.map(({ id }) => id));
  const grantIn = async (id: number, roleId: number | undefined, mask: number): Promise<void> => {
    if (roleId !== undefined && existing.has(roleId))
      await grants.set({ id, projectId }, { kind: 'project-role', id: roleId }, mask, userId);
  };
  if (plan === null) {
    const names = STANDARD_FOLDERS.map((key) => translate(DEFAULT_LANG, `files.standard.${key}`));
    await folders.add(names.map((name) => ({ parent: root, ...by, ...namesOf(name) })));
  } else {
    // One statement for each level: a folder needs the row of its parent.
    const parentOf = plan.folders.map(({ depth }, line) => {
      const above = plan.folders.slice(0, line).findLastIndex((other) => other.depth === depth - 1);
      return depth === 0 ? -1 : above;
    });
    const rows = new Map<number, FolderRow>([[-1, root]]);
    for (let depth = 0; depth <= TEMPLATE_DEPTH_MAX; depth += 1) {
      const lines = plan.folders.flatMap((folder, line) => (folder.depth === depth ? [line] : []));
      const added = await folders.add(
        lines.map((line) => ({
          parent: rows.get(parentOf[line] ?? -1) ?? root,
          ...by,
          ...namesOf(plan.folders[line]?.name ?? ''),
        })),
      );
      for (const [index, line] of lines.entries()) rows.set(line, added[index] ?? root);
    }
    for (const [line, { grants: given }] of plan.folders.entries())
      for (const grant of given) await grantIn((rows.get(line) ?? root).id, grant.role_id, maskOf(grant));
    for (const grant of plan.grants) await grantIn(root.id, grant.role_id, maskOf(grant));
  }
  for (const [key, rights] of plan === null ? STANDARD_GRANTS : RUNNING_GRANTS)
    await grantIn(root.id, idOf.get(key), rightsMask(rights));
  await parts.bus.emit(trx, FolderAdded, {
    actor,
    target: { kind: 'folder', id: root.id, name: projectName },
    projectId,
    data: { projectId, folderId: root.id, parentId: null, name: projectName },
  });
}

/** Gives a new member of a non-project the rights of a designer in all its folders. The grant ends with the membership. */
export async function letWork(
  parts: Parts,
  trx: Trx,
  actor: Actor,
  { projectId, userId }: { projectId: number; userId: number },
): Promise<void> {
  const { folders, grants } = reposOf(parts, actor.enterpriseId, trx);
  const root = await folders.root(projectId);
  if (!root) throw new Error('a non-project without a root');
  await grants.set({ id: root.id, projectId }, { kind: 'person', id: userId }, rightsMask(WORKING), actor.userId);
}
