import type { Principal } from '@prdm/access';
import { isHeldInProjects } from '@prdm/contract/nodes';
import type * as contract from '@prdm/contract/projects';
import type { Lang } from '@prdm/locales';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { fail } from '../../platform/errors.ts';
import { idsOf, type Authorized, type GivenTo } from '../../platform/ids/authorized.ts';
import { refuseLack, type RoleRow } from '../organisation/index.ts';
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
type Roles = readonly Authorized<RoleRow, 'read', 'role'>[];

/** A user can only grant rights that he or she holds in the project (safety.md S08). Throws 1001, and 1005 with the right. */
function judgeGiven(
  principal: Principal,
  given: Roles,
  { lang, projectId, field }: { lang: Lang; projectId: number; field: string },
): void {
  const roles = given.map(({ row }) => row);
  if (roles.some((role) => !isHeldInProjects(role))) throw fail.invalid(field, 'projects.notAProjectRole');
  for (const role of roles) refuseLack(lang, principal, role, { projectId, field });
}

/** An invited partner holds only roles that exist in projects alone (1008). */
async function refusePartners(
  { organisation }: Pick<ProjectParts, 'organisation'>,
  enterpriseId: number,
  userIds: readonly number[],
  { roles, field }: { roles: Roles; field: string },
): Promise<void> {
  if (roles.every(({ row }) => row.kind === 'project')) return;
  const kinds = await organisation.kindsOfPeople(enterpriseId, userIds);
  if ([...kinds.values()].some(({ type }) => type === 'partner'))
    throw fail.wrongState('organisation.partnerRoles', { field });
}

/** The use cases behind the calls of this module; each change is one transaction. Other modules use the exports of index.ts. */
export function projectCalls(parts: ProjectParts & { clock: Clock; checks: readonly ArchiveCheck[] }) {
  const { db, organisation } = parts;
  return {
    page: (principal: Principal, given: GivenTo<typeof contract.index>) => projectPage(parts, principal, idsOf(given)),
    info: (principal: Principal, project: Project<'read'>) => projectInfo(parts, principal, project.id),
    overview: (principal: Principal, project: Project<'read'>) => projectOverview(parts, principal, project.row),
    members: (principal: Principal, project: Project<'read'>) => membersFor(parts, principal, project.row),
    async roles(enterpriseId: number) {
      const roles = await organisation.roles(enterpriseId);
      const offered = roles.filter(isHeldInProjects).map(({ id, key, name, kind }) => ({ id, key, name, kind }));
      // Roles that exist in projects only come first.
      return [true, false].flatMap((own) => offered.filter(({ kind }) => (kind === 'project') === own));
    },

    add(actor: Acting, given: GivenTo<typeof contract.add>) {
      const { manager_id: managerId, ...sheet } = idsOf(given);
      return db.transaction((trx) => createProject(parts, trx, actor, { sheet, managerId }));
    },
    edit(actor: Acting, given: GivenTo<typeof contract.edit>) {
      const { project_id: projectId, version, ...sheet } = idsOf(given);
      return db.transaction((trx) => editProject(parts, trx, actor, { projectId, version, sheet }));
    },
    archive(actor: Acting, { project_id: project, version, confirmed }: GivenTo<typeof contract.archive>) {
      return db.transaction((trx) => archiveProject(parts, trx, actor, { projectId: project.id, version, confirmed }));
    },
    /** `seen` is the project as it was judged. If another user archived it after that, this caller may not undo it. */
    async unarchive(actor: Acting, { version }: GivenTo<typeof contract.unarchive>, seen: Project<'unarchive'>) {
      if (seen.row.status !== 'archived') throw fail.wrongState();
      return db.transaction((trx) => unarchiveProject(parts, trx, actor, { projectId: seen.id, version }));
    },
    transferManager(actor: Acting, given: GivenTo<typeof contract.transferManager>) {
      const { project_id: projectId, manager_id: managerId, version } = idsOf(given);
      return db.transaction((trx) => transferManager(parts, trx, actor, { projectId, managerId, version }));
    },

    async memberAdd(
      actor: Acting,
      principal: Principal,
      given: GivenTo<typeof contract.memberAdd>,
      roles: Roles,
    ): Promise<void> {
      const input = idsOf(given);
      judgeGiven(principal, roles, { lang: actor.lang, projectId: input.project_id, field: 'role_ids' });
      await refusePartners(parts, actor.enterpriseId, input.user_ids, { roles, field: 'role_ids' });
      await db.transaction(async (trx) => {
        for (const userId of new Set(input.user_ids)) {
          await addMember(parts, trx, actor, input.project_id, {
            userId,
            roleKeysOrIds: input.role_ids,
            professionId: input.profession_id,
          });
        }
      });
    },
    memberDel(actor: Acting, { project_id: project, user_id: user }: GivenTo<typeof contract.memberDel>) {
      return db.transaction((trx) => removeMember(parts, trx, actor, project.id, user.id));
    },
    async memberRole(
      actor: Acting,
      principal: Principal,
      given: GivenTo<typeof contract.memberRole>,
      roles: Roles,
    ): Promise<void> {
      const input = idsOf(given);
      judgeGiven(principal, roles, { lang: actor.lang, projectId: input.project_id, field: 'roles' });
      await refusePartners(parts, actor.enterpriseId, [input.user_id], { roles, field: 'roles' });
      await db.transaction((trx) =>
        setMemberRoles(parts, trx, actor, {
          projectId: input.project_id,
          userId: input.user_id,
          roles: input.roles.map((role) => ({ roleId: role.role_id, professionId: role.profession_id })),
          version: input.version,
        }),
      );
    },
  };
}
