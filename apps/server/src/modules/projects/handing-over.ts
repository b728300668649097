import { hidesProject, type Principal } from '@prdm/access';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import { isNamed, type HandedOver } from '../organisation/index.ts';
import { EVERY_PROFESSION, membersRepo } from './members.repo.ts';
import { addMember, managerRoleId, openForWriting, setMemberRoles, type ProjectParts } from './members.ts';
import { todayOf } from './partners/present.ts';
import { projectsRepo } from './projects.repo.ts';
import { isOpen } from './projects.rules.ts';
import { transferManager } from './projects.service.ts';

/** Registers the transfer of projects for the hand-over of a user's work. */
export function handOverProjects(parts: ProjectParts): void {
  const managedBy = async (trx: Trx, enterpriseId: number, userId: number) => {
    const repo = projectsRepo(parts.tables.within(trx), enterpriseId);
    const managed = await repo.byIds(await repo.managedBy(userId));
    return managed.filter(isOpen).toSorted((a, b) => a.id - b.id);
  };
  const itemOf = ({ id, name }: { id: number; name: string }) => ({ id, name, projectId: id });
  parts.organisation.onWorkItems('project', {
    heldBy: async (trx, enterpriseId, userId) => (await managedBy(trx, enterpriseId, userId)).map(itemOf),
    byIds: async (enterpriseId, ids, trx) =>
      (await projectsRepo(trx ? parts.tables.within(trx) : parts.tables.read, enterpriseId).byIds(ids)).map(itemOf),
  });
  parts.organisation.onHandOver('project', async (trx, actor, { from, to, caller, only }) => {
    const ongoing = (await managedBy(trx, actor.enterpriseId, from)).filter(({ id }) => isNamed(only, 'project', id));
    const left: HandedOver['left'][number][] = [];
    for (const project of ongoing) {
      if (!(await takePlace(parts, trx, actor, { projectId: project.id, from, to, caller }))) {
        const item = { kind: 'project', id: project.id } as const;
        left.push({ name: project.name, why: 'barred', projectId: project.id, item });
        continue;
      }
      await transferManager(parts, trx, actor, { projectId: project.id, managerId: to, version: project.version });
    }
    return { moved: ongoing.length - left.length, left };
  });
}

/**
 * Adds `to` to a project with the roles that `from` holds there. An existing member keeps the present roles. The manager's role is left
 * out: it belongs to the manager alone.
 * Returns false and adds nobody when the project is hidden from the caller. Otherwise a hand-over would open it to the
 * caller or to a colleague.
 */
export async function takePlace(
  parts: ProjectParts,
  trx: Trx,
  actor: Actor,
  { projectId, from, to, caller }: { projectId: number; from: number; to: number; caller: Principal },
): Promise<boolean> {
  const { enterpriseId } = actor;
  await openForWriting(parts, trx, enterpriseId, projectId);
  const members = membersRepo(parts.tables.within(trx), enterpriseId, todayOf(parts));
  if (await members.lock(projectId, to)) return true;
  if (hidesProject(caller, projectId)) return false;
  const managerRole = await managerRoleId(parts, trx, enterpriseId);
  const roles = (await members.roles(projectId, from)).filter((role) => role.role_id !== managerRole);
  await addMember(parts, trx, actor, projectId, { userId: to, roleKeysOrIds: [] });
  const joined = await members.lock(projectId, to);
  if (roles.length === 0 || !joined) return true;
  const wanted = roles.map(({ role_id, profession_id }) => ({
    roleId: role_id,
    professionId: profession_id === EVERY_PROFESSION ? null : profession_id,
  }));
  await setMemberRoles(parts, trx, actor, { projectId, userId: to, roles: wanted, version: joined.version });
  return true;
}
