import { RoleRemoved } from '../organisation/organisation.events.ts';
import { MemberRemoved, ProjectAdded, ProjectEdited } from '../projects/projects.events.ts';
import { namesOf } from './names.ts';
import { reposOf, type Parts } from './parts.ts';
import type { FolderTemplates } from './folders/folder-templates.ts';
import { furnish } from './folders/standard-folders.ts';

/** Reactions to events of other modules, in their transactions. */
export function listenForFiles(parts: Parts, templates: FolderTemplates): void {
  parts.bus.on(ProjectAdded, 'in-transaction', (trx, { actor, data }) => furnish(parts, templates, trx, actor, data));
  parts.bus.on(ProjectEdited, 'in-transaction', async (trx, { actor, data }) => {
    await reposOf(parts, actor.enterpriseId, trx).folders.nameRoot(data.projectId, namesOf(data.projectName));
  });
  // Membership alone already hides everything from a removed member. The grants are deleted so that a returning
  // member starts without them.
  parts.bus.on(MemberRemoved, 'in-transaction', async (trx, { actor, data }) => {
    await reposOf(parts, actor.enterpriseId, trx).grants.removePerson(data.projectId, data.user.id);
  });
  parts.bus.on(RoleRemoved, 'in-transaction', async (trx, { actor, data }) => {
    await reposOf(parts, actor.enterpriseId, trx).grants.removeRole(data.roleId);
  });
}
