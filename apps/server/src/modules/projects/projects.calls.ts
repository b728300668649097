import { decide, type Principal } from '@prdm/access';
import type { z } from 'zod';
import type * as contract from '@prdm/contract/projects';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { fail } from '../../platform/errors.ts';
import type { RoleRow } from '../organisation/index.ts';
import { addMember, removeMember, setMemberRoles, type ProjectParts } from './members.ts';
import { membersFor, projectInfo, projectOverview, projectPage, type ProjectQuery } from './projects.reads.ts';
import {
  archiveProject,
  createProject,
  editProject,
  transferManager,
  unarchiveProject,
  type ArchiveCheck,
} from './projects.service.ts';

type Acting = Actor & { userId: number };
type Input<E extends { input: z.ZodType }> = z.output<E['input']>;

/** Nobody gives in a project what he or she does not hold there (safety.md S08). */
function mayGive(principal: Principal, projectId: number, role: RoleRow): boolean {
  return role.access.every((stored) => {
    const [prefix = '', ...action] = stored.split('-');
    const asked = { ask: 'node', prefix, actions: action.join('-') } as const;
    return (
      decide(principal, { ...asked, scope: 'project', projectId }).allowed ||
      decide(principal, { ...asked, scope: 'other' }).allowed
    );
  });
}

function judgeGiven(principal: Principal, projectId: number, roles: readonly RoleRow[], field: string): void {
  if (roles.some((role) => role.kind !== 'project')) throw fail.invalid(field, 'projects.notAProjectRole');
  if (roles.some((role) => !mayGive(principal, projectId, role))) throw fail.denied(false, { field });
}

/** The use cases behind this module's calls, each change in one transaction. Other modules use the front door. */
export function projectCalls(parts: ProjectParts & { clock: Clock; checks: readonly ArchiveCheck[] }) {
  const { db, organisation } = parts;
  return {
    page: (principal: Principal, query: ProjectQuery) => projectPage(parts, principal, query),
    info: (principal: Principal, id: number) => projectInfo(parts, principal, id),
    overview: (principal: Principal, project: { id: number; manager_id: number }) =>
      projectOverview(parts, principal, project),
    members: (principal: Principal, project: { id: number; manager_id: number }) =>
      membersFor(parts, principal, project),
    async roles(enterpriseId: number) {
      const roles = await organisation.roles(enterpriseId);
      return roles.filter((role) => role.kind === 'project').map(({ id, key, name }) => ({ id, key, name }));
    },

    add(actor: Acting, { manager_id: managerId, ...sheet }: Input<typeof contract.add>) {
      return db.transaction((trx) => createProject(parts, trx, actor, { sheet, managerId }));
    },
    edit(actor: Acting, { project_id: projectId, version, ...sheet }: Input<typeof contract.edit>) {
      return db.transaction((trx) => editProject(parts, trx, actor, { projectId, version, sheet }));
    },
    archive(actor: Acting, { project_id: projectId, version, confirmed }: Input<typeof contract.archive>) {
      return db.transaction((trx) => archiveProject(parts, trx, actor, { projectId, version, confirmed }));
    },
    /** `seen` is how the right was judged; one that is archived by another only afterwards is not this caller's to undo. */
    async unarchive(
      actor: Acting,
      { project_id: projectId, version }: Input<typeof contract.unarchive>,
      seen: { readonly status: string },
    ) {
      if (seen.status !== 'archived') throw fail.wrongState();
      return db.transaction((trx) => unarchiveProject(parts, trx, actor, { projectId, version }));
    },
    transferManager(actor: Acting, input: Input<typeof contract.transferManager>) {
      const { project_id: projectId, manager_id: managerId, version } = input;
      return db.transaction((trx) => transferManager(parts, trx, actor, { projectId, managerId, version }));
    },

    async memberAdd(
      actor: Acting,
      principal: Principal,
      input: Input<typeof contract.memberAdd>,
      roles: readonly RoleRow[],
    ): Promise<void> {
      judgeGiven(principal, input.project_id, roles, 'role_ids');
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
    memberDel(actor: Acting, { project_id: projectId, user_id: userId }: Input<typeof contract.memberDel>) {
      return db.transaction((trx) => removeMember(parts, trx, actor, projectId, userId));
    },
    async memberRole(
      actor: Acting,
      principal: Principal,
      input: Input<typeof contract.memberRole>,
      roles: readonly RoleRow[],
    ): Promise<void> {
      judgeGiven(principal, input.project_id, roles, 'roles');
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
