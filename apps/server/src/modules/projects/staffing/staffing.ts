import type { Principal } from '@prdm/access';
import { rolesOfProjects } from '@prdm/contract/nodes';
import type { Staffing, staffingSave } from '@prdm/contract/projects/staffing';
import type { Actor } from '../../../platform/actor.ts';
import { fail } from '../../../platform/errors.ts';
import { idsOf, type Authorized, type GivenTo } from '../../../platform/ids/authorized.ts';
import { newlyNamed } from '../../organisation/index.ts';
import { lockedIn, refusePartners, refuseRoles } from '../giving.ts';
import type { ProjectRow } from '../index.ts';
import { EVERY_PROFESSION, membersRepo, type MemberRoleRow } from '../members.repo.ts';
import { managerRoleId, openForWriting, setMemberRoles, takeIn, type ProjectParts } from '../members.ts';
import { todayOf } from '../partners/present.ts';
import { linksRepo } from '../sheet/links.repo.ts';
import { doubleCell, rolesAfter, staleCells, type Cell, type WantedCell } from './staffing.rules.ts';

const MANAGER = 'project_manager';

/** The people by discipline and role. */
function cellsOf(held: readonly MemberRoleRow[]): Cell[] {
  const byCell = Map.groupBy(held, (row) => `${row.profession_id} ${row.role_id}`);
  return [...byCell.values()].flatMap((rows) => {
    const [first] = rows;
    if (first === undefined) return [];
    const { profession_id: profession, role_id } = first;
    const user_ids = rows.map((row) => row.user_id);
    return [{ profession_id: profession === EVERY_PROFESSION ? null : profession, role_id, user_ids }];
  });
}

/** The calls of the staffing matrix (docs/domains/project-sheet.md). */
export function staffingCalls(parts: ProjectParts) {
  const { db, organisation, config, tables } = parts;
  return {
    async read({ enterpriseId }: Principal, project: Authorized<ProjectRow, 'read', 'project'>): Promise<Staffing> {
      // A non-project has no disciplines to staff.
      if (!project.row.is_project) throw fail.notInProject();
      const [held, links, everyRole, professions] = await Promise.all([
        membersRepo(tables.read, enterpriseId, todayOf(parts)).presentRoles(project.id),
        linksRepo(tables.read, enterpriseId).of(project.id),
        organisation.roles(enterpriseId),
        config.list(enterpriseId, 'profession'),
      ]);
      const roles = rolesOfProjects(everyRole).filter(({ key }) => key !== MANAGER);
      const shown = held.filter((row) => roles.some(({ id }) => id === row.role_id));
      const own = new Set([...links.profession_ids, ...shown.map((row) => row.profession_id)]);
      const people = await organisation.names(enterpriseId, [...new Set(shown.map((row) => row.user_id))]);
      return {
        // A project that names no discipline may use each of them.
        professions: professions
          .filter(({ id, enabled }) => own.has(id) || (links.profession_ids.length === 0 && enabled))
          .map(({ id, name }) => ({ id, name })),
        roles: roles.map(({ id, key, name }) => ({ id, key, name })),
        cells: cellsOf(shown).map((cell) => ({ ...cell, user_ids: [...cell.user_ids] })),
        people: [...people].map(([id, { name, thumb }]) => ({ id, name, thumb: thumb ?? '' })),
        version: project.row.version,
      };
    },

    /**
     * Saves the cells in one transaction. Under the lock of the enterprise no other call changes roles or memberships, so
     * the cells are compared with the present ones.
     */
    async save(actor: Actor, principal: Principal, given: GivenTo<typeof staffingSave>): Promise<void> {
      const { project_id: projectId, version, ...input } = idsOf(given);
      const { enterpriseId } = actor;
      const cells: WantedCell[] = input.cells.map((cell) => ({
        professionId: cell.profession_id ?? EVERY_PROFESSION,
        roleId: cell.role_id,
        // An id twice would hide a new person from the comparison of the lengths below.
        before: [...new Set(cell.before)],
        userIds: [...new Set(cell.user_ids)],
      }));
      const double = doubleCell(cells);
      if (double >= 0) throw fail.invalid(`cells.${double}`, 'validation.duplicate');
      return db.transaction(async (trx) => {
        const caller = await lockedIn(parts, trx, principal, projectId, 'member');
        const project = await openForWriting(parts, trx, enterpriseId, projectId);
        if (!project.is_project) throw fail.notInProject();
        const manager = await managerRoleId(parts, trx, enterpriseId);
        const ofManager = cells.findIndex(({ roleId }) => roleId === manager);
        if (ofManager >= 0) throw fail.invalid(`cells.${ofManager}.user_ids`, 'projects.managerByTransfer');
        const repo = membersRepo(tables.within(trx), enterpriseId, todayOf(parts));
        const held = await repo.presentRoles(projectId);
        const stale = staleCells(held, cells);
        if (project.version !== version || stale.length > 0) throw fail.conflict({ cells: stale });

        for (const [at, { roleId, before, userIds }] of cells.entries()) {
          const field = `cells.${at}.user_ids`;
          if (before.length === userIds.length && before.every((id) => userIds.includes(id))) continue;
          await refuseRoles(parts, trx, caller, [roleId], { lang: actor.lang, projectId, field });
          await organisation.refuseInactive(enterpriseId, newlyNamed(field, userIds, before), trx);
          const added = userIds.filter((id) => !before.includes(id));
          await refusePartners(parts, trx, enterpriseId, added, { roleIds: [roleId], field });
        }
        for (const [userId, roles] of rolesAfter(held, cells)) {
          const member = await repo.lock(projectId, userId);
          if (member === undefined) await takeIn(parts, trx, actor, project, userId, roles);
          else await setMemberRoles(parts, trx, actor, { projectId, userId, roles, version: member.version });
        }
      });
    },
  };
}
