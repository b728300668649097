import type { Principal } from '@prdm/access';
import type * as contract from '@prdm/contract/projects/non-projects';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { idsOf, type Authorized, type GivenTo } from '../../../platform/ids/authorized.ts';
import { lockedIn, refuseManager } from '../giving.ts';
import type { ProjectRow } from '../index.ts';
import { projectsRepo } from '../projects.repo.ts';
import { mayDelete, type JudgedProject } from '../projects.rules.ts';
import { nonProjectInfo, nonProjectPage } from './non-projects.reads.ts';
import { mayInNonProject, type NonProjectAction } from './non-projects.rules.ts';
import {
  closeNonProject,
  createNonProject,
  deleteNonProject,
  editNonProject,
  reopenNonProject,
  type NonProjectParts,
} from './non-projects.service.ts';

type Acting = Actor & { userId: number };

/**
 * The use cases behind the calls of non-projects. Each change is one transaction, which judges the caller again under the
 * lock of the enterprise.
 */
export function nonProjectCalls(parts: NonProjectParts) {
  const { db, organisation } = parts;

  /** The caller with the present rights, who still may do this (1005), and the non-project. */
  async function judged(
    trx: Trx,
    principal: Principal,
    { id, action }: { id: number; action: NonProjectAction },
  ): Promise<{ now: Principal; row: JudgedProject }> {
    const now = await lockedIn(parts, trx, principal, id, 'member');
    const [row] = await projectsRepo(parts.tables.within(trx), principal.enterpriseId).byIds([id]);
    if (!row || !mayInNonProject(now, row, action).allowed) throw fail.denied();
    return { now, row };
  }

  return {
    page: (principal: Principal, given: GivenTo<typeof contract.index>) =>
      nonProjectPage(parts, principal, idsOf(given)),
    info: (principal: Principal, record: Authorized<ProjectRow, 'read', 'non_project'>) =>
      nonProjectInfo(parts, principal, record.id),
    add: (actor: Acting, principal: Principal, given: GivenTo<typeof contract.add>) =>
      db.transaction(async (trx) => {
        await organisation.lockedCaller(trx, principal, 'NonProject-add');
        return createNonProject(parts, trx, actor, idsOf(given));
      }),
    /**
     * The manager holds rights inside, so a holder of NonProject-edit gives them to colleagues, and takes them only when
     * they are the own ones already (1005 on `manager_id`).
     */
    edit: (actor: Acting, principal: Principal, given: GivenTo<typeof contract.edit>) =>
      db.transaction(async (trx) => {
        const sheet = idsOf(given);
        const { id, manager_id: managerId } = sheet;
        const { now, row } = await judged(trx, principal, { id, action: 'edit' });
        const isOwn = managerId === now.userId;
        if (row.manager_id !== managerId && (isOwn || !mayDelete(now, row).allowed))
          await refuseManager(parts, trx, now, { lang: actor.lang, projectId: id, managerId });
        return editNonProject(parts, trx, actor, sheet);
      }),
    close: (actor: Acting, principal: Principal, given: GivenTo<typeof contract.close>) =>
      db.transaction(async (trx) => {
        const asked = idsOf(given);
        await judged(trx, principal, { id: asked.id, action: 'close' });
        return closeNonProject(parts, trx, actor, asked);
      }),
    reopen: (actor: Acting, principal: Principal, given: GivenTo<typeof contract.reopen>) =>
      db.transaction(async (trx) => {
        const asked = idsOf(given);
        await judged(trx, principal, { id: asked.id, action: 'reopen' });
        return reopenNonProject(parts, trx, actor, asked);
      }),
    del: (actor: Acting, principal: Principal, given: GivenTo<typeof contract.del>) =>
      db.transaction(async (trx) => {
        const asked = idsOf(given);
        await judged(trx, principal, { id: asked.id, action: 'del' });
        return deleteNonProject(parts, trx, actor, asked);
      }),
  };
}
