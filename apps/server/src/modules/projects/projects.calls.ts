import type { Principal } from '@prdm/access';
import { rolesOfProjects } from '@prdm/contract/nodes';
import type * as contract from '@prdm/contract/projects';
import type { Lang } from '@prdm/locales';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { fail } from '../../platform/errors.ts';
import { idsOf, type Authorized, type GivenTo } from '../../platform/ids/authorized.ts';
import { changedRoles, lockedIn, refuseManager, refusePartners, refuseRoles } from './giving.ts';
import type { ProjectRow } from './index.ts';
import { addMember, removeMember, setMemberRoles, type ProjectParts } from './members.ts';
import { membersFor, projectInfo, projectOverview, projectPage } from './projects.reads.ts';
import {
  archiveProject,
  createProject,
  editProject,
  transferManager,
  unarchiveProject,
  type ArchiveCheck,
} from './projects.service.ts';

type Acting = Actor & { userId: number };
type Project<R extends string> = Authorized<ProjectRow, R, 'project'>;

/** The use cases behind the calls of this module; each change is one transaction. Other modules use the exports of index.ts. */
export function projectCalls(parts: ProjectParts & { clock: Clock; checks: readonly ArchiveCheck[] }) {
  const { db, organisation } = parts;
  return {
    page: (principal: Principal, given: GivenTo<typeof contract.index>) => projectPage(parts, principal, idsOf(given)),
    info: (principal: Principal, project: Project<'read'>, lang: Lang) =>
      projectInfo(parts, principal, project.id, lang),
    overview: (principal: Principal, project: Project<'read'>) => projectOverview(parts, principal, project.row),
    members: (principal: Principal, project: Project<'read'>) => membersFor(parts, principal, project.row),
    async roles(enterpriseId: number) {
      const roles = await organisation.roles(enterpriseId);
      return rolesOfProjects(roles).map(({ id, key, name, kind }) => ({ id, key, name, kind }));
    },

    add(actor: Acting, principal: Principal, given: GivenTo<typeof contract.add>) {
      const { manager_id: managerId, folder_template_id: folderTemplateId, ...sheet } = idsOf(given);
      return db.transaction(async (trx) => {
        await organisation.lockedCaller(trx, principal, 'Project-add');
        return createProject(parts, trx, actor, { sheet, managerId, folderTemplateId });
      });
    },
    edit(actor: Acting, principal: Principal, given: GivenTo<typeof contract.edit>) {
      const { project_id: projectId, version, ...sheet } = idsOf(given);
      return db.transaction(async (trx) => {
        await lockedIn(parts, trx, principal, projectId, 'edit');
        return editProject(parts, trx, actor, { projectId, version, sheet });
      });
    },
    archive(
      actor: Acting,
      principal: Principal,
      { project_id: project, version, confirmed }: GivenTo<typeof contract.archive>,
    ) {
      return db.transaction(async (trx) => {
        await lockedIn(parts, trx, principal, project.id, 'archive');
        await archiveProject(parts, trx, actor, { projectId: project.id, version, confirmed });
      });
    },
    /** `seen` is the project as it was judged. If another user archived it after that, this caller may not undo it. */
    async unarchive(
      actor: Acting,
      principal: Principal,
      { version }: GivenTo<typeof contract.unarchive>,
      seen: Project<'unarchive'>,
    ) {
      if (seen.row.status !== 'archived') throw fail.wrongState();
      return db.transaction(async (trx) => {
        await lockedIn(parts, trx, principal, seen.id, 'unarchive');
        await unarchiveProject(parts, trx, actor, { projectId: seen.id, version });
      });
    },
    transferManager(actor: Acting, principal: Principal, given: GivenTo<typeof contract.transferManager>) {
      const { project_id: projectId, manager_id: managerId, version } = idsOf(given);
      return db.transaction(async (trx) => {
        const caller = await lockedIn(parts, trx, principal, projectId, 'transfer');
        await refuseManager(parts, trx, caller, { lang: actor.lang, projectId, managerId });
        return transferManager(parts, trx, actor, { projectId, managerId, version });
      });
    },

    memberAdd(actor: Acting, principal: Principal, given: GivenTo<typeof contract.memberAdd>): Promise<void> {
      const { project_id: projectId, user_ids: userIds, role_ids: roleIds, profession_id: professionId } = idsOf(given);
      return db.transaction(async (trx) => {
        const caller = await lockedIn(parts, trx, principal, projectId, 'member');
        await refuseRoles(parts, trx, caller, roleIds, { lang: actor.lang, projectId, field: 'role_ids' });
        await refusePartners(parts, trx, actor.enterpriseId, userIds, { roleIds, field: 'role_ids' });
        for (const userId of new Set(userIds))
          await addMember(parts, trx, actor, projectId, { userId, roleKeysOrIds: roleIds, professionId });
      });
    },
    memberDel(
      actor: Acting,
      principal: Principal,
      { project_id: project, user_id: user }: GivenTo<typeof contract.memberDel>,
    ): Promise<void> {
      return db.transaction(async (trx) => {
        await lockedIn(parts, trx, principal, project.id, 'member');
        await removeMember(parts, trx, actor, project.id, user.id);
      });
    },
    memberRole(actor: Acting, principal: Principal, given: GivenTo<typeof contract.memberRole>): Promise<void> {
      const { project_id: projectId, user_id: userId, version, ...input } = idsOf(given);
      const roles = input.roles.map((role) => ({ roleId: role.role_id, professionId: role.profession_id }));
      const place = { lang: actor.lang, projectId, field: 'roles' };
      return db.transaction(async (trx) => {
        const caller = await lockedIn(parts, trx, principal, projectId, 'member');
        const roleIds = roles.map(({ roleId }) => roleId);
        await refusePartners(parts, trx, actor.enterpriseId, [userId], { roleIds, field: 'roles' });
        await setMemberRoles(parts, trx, actor, {
          projectId,
          userId,
          roles,
          version,
          judge: (held) => refuseRoles(parts, trx, caller, changedRoles(held, roles), place),
        });
      });
    },
  };
}
