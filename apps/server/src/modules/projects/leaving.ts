import type { Happening } from '../../platform/bus.ts';
import type { Trx } from '../../platform/db.ts';
import { StaffLeft } from '../organisation/organisation.events.ts';
import { membersRepo } from './members.repo.ts';
import { removeMember, type ProjectParts } from './members.ts';
import { todayOf } from './partners/present.ts';
import { projectsRepo } from './projects.repo.ts';
import { isOpen } from './projects.rules.ts';

/**
 * A user who leaves the enterprise leaves its projects in the same transaction. A manager of ongoing projects must transfer them first. An
 * archived project and a closed non-project keep their managers for the record.
 */
export function listenToLeaving(parts: ProjectParts): void {
  parts.organisation.onLeavingCheck(async (trx, enterpriseId, userId) => {
    const repo = projectsRepo(parts.tables.within(trx), enterpriseId);
    const managed = await repo.byIds(await repo.managedBy(userId));
    const count = managed.filter(isOpen).length;
    return count === 0 ? null : { kind: 'project', count };
  });
  parts.bus.on(StaffLeft, 'in-transaction', (trx, happening) => endMemberships(parts, trx, happening));
}

async function endMemberships(
  parts: ProjectParts,
  trx: Trx,
  { actor, data: { userId } }: Happening<{ userId: number }>,
): Promise<void> {
  const { enterpriseId } = actor;
  const repo = projectsRepo(parts.tables.within(trx), enterpriseId);
  const today = todayOf(parts);
  const members = membersRepo(parts.tables.within(trx), enterpriseId, today);
  const ids = [
    ...new Set(
      (await repo.membershipsOf(userId, today)).filter(({ hidden }) => !hidden).map(({ project_id: id }) => id),
    ),
  ];
  // One exclusive lock at a time, always in the order of ids, to avoid deadlocks.
  for (const id of ids.toSorted((a, b) => a - b)) {
    const project = await repo.lock(id);
    // Another transaction removed the member while this one waited for the lock.
    if (!project || (await repo.membersAmong(id, [userId], today)).length === 0) continue;
    if (isOpen(project)) await removeMember(parts, trx, actor, id, userId);
    else if (project.manager_id !== userId) {
      // No event for an archived project: no browser has it open.
      await members.leave(project.id, userId, actor.userId);
      await members.setRoles(project.id, userId, []);
    }
  }
}
