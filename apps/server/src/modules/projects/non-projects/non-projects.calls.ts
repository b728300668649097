import type { Principal } from '@prdm/access';
import type * as contract from '@prdm/contract/projects/non-projects';
import type { Actor } from '../../../platform/actor.ts';
import { idsOf, type Authorized, type GivenTo } from '../../../platform/ids/authorized.ts';
import type { ProjectRow } from '../index.ts';
import { nonProjectInfo, nonProjectPage } from './non-projects.reads.ts';
import {
  closeNonProject,
  createNonProject,
  deleteNonProject,
  editNonProject,
  reopenNonProject,
  type NonProjectParts,
} from './non-projects.service.ts';

type Acting = Actor & { userId: number };

/** The use cases behind the calls of non-projects; each change is one transaction. */
export function nonProjectCalls(parts: NonProjectParts) {
  const { db } = parts;
  return {
    page: (principal: Principal, given: GivenTo<typeof contract.index>) =>
      nonProjectPage(parts, principal, idsOf(given)),
    info: (principal: Principal, record: Authorized<ProjectRow, 'read', 'non_project'>) =>
      nonProjectInfo(parts, principal, record.id),
    add: (actor: Acting, given: GivenTo<typeof contract.add>) =>
      db.transaction((trx) => createNonProject(parts, trx, actor, idsOf(given))),
    edit: (actor: Acting, given: GivenTo<typeof contract.edit>) =>
      db.transaction((trx) => editNonProject(parts, trx, actor, idsOf(given))),
    close: (actor: Acting, given: GivenTo<typeof contract.close>) =>
      db.transaction((trx) => closeNonProject(parts, trx, actor, idsOf(given))),
    reopen: (actor: Acting, given: GivenTo<typeof contract.reopen>) =>
      db.transaction((trx) => reopenNonProject(parts, trx, actor, idsOf(given))),
    del: (actor: Acting, given: GivenTo<typeof contract.del>) =>
      db.transaction((trx) => deleteNonProject(parts, trx, actor, idsOf(given))),
  };
}
