import { systemActor } from '../../../platform/actor.ts';
import { defineJob } from '../../../platform/jobs.ts';
import { membersRepo } from '../members.repo.ts';
import { endMembership } from '../members.ts';
import { projectsRepo } from '../projects.repo.ts';
import { InvitationExpired } from './partners.events.ts';
import { endedMembers, expiredInvitations, invitationsRepo } from './partners.repo.ts';
import { emitOf, type PartnerParts } from './parts.ts';
import { todayOf } from './present.ts';

export const EndMemberships = defineJob<Record<string, never>>({ name: 'projects.endMemberships', retries: 0 });

/** Rows of one run. The next run takes the rest. */
const MOST = 500;

/**
 * Removes the members whose end date has passed, and marks invitations whose time is over. Rights do not wait for it.
 * Each record has its own transaction: one failure does not hold the others. Several processes may run it at once.
 */
export async function endMemberships(parts: PartnerParts): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  };
  for (const row of await endedMembers(parts.tables.read, todayOf(parts), MOST))
    await attempt(() => endOne(parts, row.enterprise_id, row.project_id, row.user_id));
  for (const { enterprise_id: enterpriseId, id } of await expiredInvitations(parts.tables.read, MOST))
    await attempt(() => expireOne(parts, enterpriseId, id));
  if (failures.length > 0) throw new AggregateError(failures, 'memberships or invitations could not be ended');
}

function endOne(parts: PartnerParts, enterpriseId: number, projectId: number, userId: number): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const db = parts.tables.within(trx);
    const members = membersRepo(db, enterpriseId, todayOf(parts));
    const project = await projectsRepo(db, enterpriseId).lock(projectId);
    // Another process removed the member, or the member has joined again.
    if (!(await members.hasEnded(projectId, userId))) return;
    if (project?.status === 'ongoing') return endMembership(parts, trx, systemActor(enterpriseId), projectId, userId);
    // No event for an archived project: nothing inside can change.
    await members.leave(projectId, userId, null);
    await members.setRoles(projectId, userId, []);
  });
}

function expireOne(parts: PartnerParts, enterpriseId: number, id: number): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const db = parts.tables.within(trx);
    const repo = invitationsRepo(db, enterpriseId);
    const invitation = await repo.lock(id);
    if (invitation?.state !== 'expired' || !(await repo.end(id, 'expired'))) return;
    const [project] = await projectsRepo(db, enterpriseId).byIds([invitation.project_id]);
    const names = await parts.organisation.plainNames(trx, enterpriseId, [invitation.user_id ?? 0]);
    const name = names.get(invitation.user_id ?? 0) ?? invitation.firm;
    await emitOf(parts, trx, InvitationExpired, systemActor(enterpriseId), {
      invitation,
      project: { id: invitation.project_id, name: project?.name ?? '' },
      name,
    });
  });
}
