import { rightsMask, type FolderRight } from '@prdm/access';
import type { RoleKey } from '@prdm/contract/nodes';
import { DEFAULT_LANG } from '@prdm/locales';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { translate } from '../../../platform/translate.ts';
import { FolderAdded } from '../files.events.ts';
import { namesOf } from '../names.ts';
import { reposOf, type Parts } from '../parts.ts';

/** The folders of every new project (decisions.md section 6); names: locales, files.standard. */
export const STANDARD_FOLDERS = [
  'contract',
  'design_input',
  'datum',
  'concept',
  'preliminary',
  'construction_doc',
  'model',
  'meeting',
  'change',
  'archive',
] as const;

const WORKING: readonly FolderRight[] = ['view', 'download', 'create', 'edit'];
const CHECKING: readonly FolderRight[] = ['view', 'download', 'create'];

/**
 * The rights of the standard project roles in all folders of a new project. Designers need edit: a new version of
 * their own drawing changes a file. The manager has all rights, so that there is a user who can grant rights from the
 * first day.
 */
const STANDARD_GRANTS: readonly (readonly [RoleKey, readonly FolderRight[]])[] = [
  ['project_manager', [...WORKING, 'delete', 'authorize']],
  ['project_leader', [...WORKING, 'delete', 'authorize']],
  ['coordinator', [...WORKING, 'delete']],
  ['professional_leader', WORKING],
  ['designer', WORKING],
  ['proofreader', CHECKING],
  ['reviewer', CHECKING],
  ['approver', CHECKING],
  ['partner', ['view']],
];

/** Adds the root, the given folders and the standard grants in the transaction of the new project or non-project. */
export async function furnish(
  parts: Parts,
  trx: Trx,
  actor: Actor,
  project: { projectId: number; projectName: string; folders: typeof STANDARD_FOLDERS | readonly [] },
): Promise<void> {
  const { folders, grants } = reposOf(parts, actor.enterpriseId, trx);
  const { projectId, projectName } = project;
  const by = { projectId, createdBy: actor.userId };
  const [root] = await folders.add([{ parent: null, ...by, ...namesOf(projectName) }]);
  if (!root) throw new Error('a project without a root');
  await folders.add(
    project.folders.map((key) => ({
      parent: root,
      ...by,
      ...namesOf(translate(DEFAULT_LANG, `files.standard.${key}`)),
    })),
  );
  const roles = new Map((await parts.organisation.roles(actor.enterpriseId, trx)).map((role) => [role.key, role.id]));
  for (const [key, rights] of STANDARD_GRANTS) {
    const id = roles.get(key);
    if (id !== undefined)
      await grants.set({ id: root.id, projectId }, { kind: 'project-role', id }, rightsMask(rights), actor.userId);
  }
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
