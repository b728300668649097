import type { Happening } from '../../platform/bus.ts';
import type { Trx } from '../../platform/db.ts';
import { StaffLeft } from '../organisation/organisation.events.ts';
import { membersRepo } from './members.repo.ts';
import { removeMember, type ProjectParts } from './members.ts';
import { projectsRepo } from './projects.repo.ts';

/**
 * Who leaves the enterprise leaves its projects with it, in the same transaction. Whoever runs ongoing ones hands them over first; the
 * manager of an archived one stays named there, for the record.
 */
export function listenToLeaving(parts: ProjectParts): void {
  parts.organisation.onLeavingCheck(async (trx, enterpriseId, userId) => {
    const repo = projectsRepo(parts.tables.within(trx), enterpriseId);
    const managed = await repo.byIds(await repo.managedBy(userId));
    const count = managed.filter((project) => project.status === 'ongoing').length;
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
  const members = membersRepo(parts.tables.within(trx), enterpriseId);
  const ids = (await repo.membershipsOf(userId)).map(({ project_id: id }) => id);
  // One after the other, each had alone, in an order that is everybody's.
  for (const id of ids.toSorted((a, b) => a - b)) {
    const project = await repo.lock(id);
    // Taken out by another while this stood in line.
    if (!project || (await repo.membersAmong(id, [userId])).length === 0) continue;
    if (project.status === 'ongoing') await removeMember(parts, trx, actor, id, userId);
    else if (project.manager_id !== userId) {
      // Nothing is told inside an archived project: nobody has it open.
      await members.leave(project.id, userId, actor.userId);
      await members.setRoles(project.id, userId, []);
    }
  }
}
