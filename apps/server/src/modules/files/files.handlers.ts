import { RoleRemoved } from '../organisation/organisation.events.ts';
import { NonProjectAdded, NonProjectEdited } from '../projects/non-projects/non-projects.events.ts';
import { MemberAdded, MemberRemoved, ProjectAdded, ProjectEdited } from '../projects/projects.events.ts';
import { namesOf } from './names.ts';
import { reposOf, type Parts } from './parts.ts';
import type { FolderTemplates } from './folders/folder-templates.ts';
import { furnish, letWork } from './folders/standard-folders.ts';

/** Reactions to events of other modules, in their transactions. */
export function listenForFiles(parts: Parts, templates: FolderTemplates): void {
  parts.bus.on(ProjectAdded, 'in-transaction', async (trx, { actor, data }) => {
    const { typeId, folderTemplateId: templateId } = data;
    const plan = await templates.planFor(trx, actor.enterpriseId, { templateId, typeId });
    await furnish(parts, trx, actor, { ...data, plan });
  });
  parts.bus.on(NonProjectAdded, 'in-transaction', (trx, { actor, data }) =>
    furnish(parts, trx, actor, { ...data, plan: { grants: [], folders: [] } }),
  );
  for (const event of [ProjectEdited, NonProjectEdited])
    parts.bus.on(event, 'in-transaction', async (trx, { actor, data }) => {
      await reposOf(parts, actor.enterpriseId, trx).folders.nameRoot(data.projectId, namesOf(data.projectName));
    });
  // The members of a non-project hold no project role that could give them rights. A membership that ended in an archived
  // project has left its grants, because nothing inside changed then.
  parts.bus.on(MemberAdded, 'in-transaction', async (trx, { actor, data }) => {
    await reposOf(parts, actor.enterpriseId, trx).grants.removePerson(data.projectId, data.user.id);
    if (!data.isProject) await letWork(parts, trx, actor, { projectId: data.projectId, userId: data.user.id });
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
