import type { Trx } from '../../../platform/db.ts';
import { AppError, fail } from '../../../platform/errors.ts';
import { refuseRoles } from '../giving.ts';
import { addMember, openForWriting } from '../members.ts';
import { projectsRepo, type LockedProject } from '../projects.repo.ts';
import { InvitationAccepted, InvitationRefused } from './partners.events.ts';
import { invitationsRepo, type InvitationRow } from './partners.repo.ts';
import { emitOf, mayInvite, refuseSettled, type Acting, type PartnerParts } from './parts.ts';
import { todayOf } from './present.ts';

/**
 * Accepts an open invitation in the caller's transaction, which holds the lock of the enterprise. The inviter must still
 * hold the rights that the invitation gives. Every accepted partner gets the role `partner`, which may view the folders.
 * Exactly one of two parallel answers succeeds.
 */
export async function acceptInvitation(
  parts: PartnerParts,
  trx: Trx,
  actor: Acting,
  invitation: InvitationRow,
): Promise<void> {
  const { enterpriseId, userId, name } = actor;
  const project = await openForWriting(parts, trx, enterpriseId, invitation.project_id);
  if (invitation.ends_on !== null && invitation.ends_on < todayOf(parts)) throw fail.wrongState('partners.endPassed');
  await refuseLostRights(parts, trx, actor, invitation);
  const repo = invitationsRepo(parts.tables.within(trx), enterpriseId);
  if (!(await repo.end(invitation.id, 'accepted', userId))) throw fail.wrongState('partners.settled.expired');
  await emitOf(parts, trx, InvitationAccepted, actor, {
    invitation: { ...invitation, user_id: userId },
    project,
    name,
  });
  await addMember(parts, trx, actor, project.id, {
    userId,
    roleKeysOrIds: await rolesWithPartner(parts, trx, enterpriseId, invitation.role_ids),
    terms: { firm: invitation.firm, endsOn: invitation.ends_on },
  });
}

async function rolesWithPartner(
  { organisation }: PartnerParts,
  trx: Trx,
  enterpriseId: number,
  roleIds: readonly number[],
): Promise<number[]> {
  const partner = (await organisation.roles(enterpriseId, trx)).filter(({ key }) => key === 'partner');
  return [...new Set([...partner.map(({ id }) => id), ...roleIds])];
}

/** Throws 1008 when the inviter could not give this invitation any more. */
async function refuseLostRights(
  parts: PartnerParts,
  trx: Trx,
  { enterpriseId, lang }: Acting,
  { invited_by: inviterId, project_id: projectId, role_ids: roleIds }: InvitationRow,
): Promise<void> {
  const inviter = (await parts.organisation.principalsOf(enterpriseId, [inviterId], trx)).get(inviterId)?.principal;
  const [project] = await projectsRepo(parts.tables.within(trx), enterpriseId).byIds([projectId]);
  const { invite: setting } = await parts.organisation.invitingEnterprise(enterpriseId, trx);
  if (!inviter || !project || !mayInvite(inviter, project, setting)) throw fail.wrongState('partners.rightsLost');
  try {
    await refuseRoles(parts, trx, inviter, roleIds, { lang, projectId, field: 'role_ids' });
  } catch (error) {
    if (error instanceof AppError) throw fail.wrongState('partners.rightsLost');
    throw error;
  }
}

/** Accepts an invitation of the signed-in partner. Returns the project. */
export function acceptOwn(
  parts: PartnerParts,
  actor: Acting,
  { id, version }: { id: number; version: number },
): Promise<{ project_id: number }> {
  const { enterpriseId, userId } = actor;
  return parts.db.transaction(async (trx) => {
    await parts.organisation.lockLimits(trx, enterpriseId);
    const invitation = await ownOpen(parts, trx, actor, { id, version });
    const kinds = await parts.organisation.kindsOfPeople(enterpriseId, [userId], trx);
    if (kinds.get(userId)?.type !== 'partner') throw fail.wrongState('partners.ownEmployee');
    await acceptInvitation(parts, trx, actor, invitation);
    return { project_id: invitation.project_id };
  });
}

/** Refuses an invitation of the signed-in partner. It is possible for an archived project too. */
export async function refuseOwn(
  parts: PartnerParts,
  actor: Acting,
  given: { id: number; version: number },
): Promise<void> {
  await parts.db.transaction(async (trx) => {
    const invitation = await ownOpen(parts, trx, actor, given);
    const db = parts.tables.within(trx);
    if (!(await invitationsRepo(db, actor.enterpriseId).end(invitation.id, 'refused')))
      throw fail.wrongState('partners.settled.expired');
    const [project] = await projectsRepo(db, actor.enterpriseId).byIds([invitation.project_id]);
    await emitOf(parts, trx, InvitationRefused, actor, {
      invitation,
      project: named(project, invitation),
      name: actor.name,
    });
  });
}

const named = (project: Pick<LockedProject, 'id' | 'name'> | undefined, { project_id: id }: InvitationRow) =>
  project ?? { id, name: '' };

async function ownOpen(
  parts: PartnerParts,
  trx: Trx,
  { enterpriseId, userId }: Acting,
  { id, version }: { id: number; version: number },
): Promise<InvitationRow> {
  const invitation = await invitationsRepo(parts.tables.within(trx), enterpriseId).lock(id);
  if (invitation?.user_id !== userId) throw fail.notFound();
  return refuseSettled(invitation, version);
}
