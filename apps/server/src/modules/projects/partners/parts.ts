import { covers, decide, hidesProject, type Principal } from '@prdm/access';
import type { Actor } from '../../../platform/actor.ts';
import type { EventKind } from '../../../platform/bus.ts';
import type { Trx } from '../../../platform/db.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { Site } from '../../../platform/mail/site.ts';
import { fail } from '../../../platform/errors.ts';
import { isMember } from '../../../platform/http/subjects.ts';
import type { ProjectParts } from '../members.ts';
import { mayInProject, projectRange, type JudgedProject } from '../projects.rules.ts';
import type { OfInvitation } from './partners.events.ts';
import type { InvitationRow } from './partners.repo.ts';

export interface PartnerParts extends ProjectParts {
  readonly mail: Mail;
  /** The setting PUBLIC_URL. Links in mails use nothing else. */
  readonly site: Site;
}

export type Acting = Actor & { readonly userId: number };

/** The gate judges the same for an id of the project: the caller may enter it, and holds the right there. */
export function managesMembers(principal: Principal, project: JudgedProject): boolean {
  const place = { department: project.department_id, project: project.id };
  const enters = isMember(principal, project.id) || covers(projectRange(principal), place);
  return enters && !hidesProject(principal, project.id) && mayInProject(principal, project, 'member').allowed;
}

/** The caller may invite into the project: the right member, and Company-user when the enterprise demands it. */
export function mayInvite(principal: Principal, project: JudgedProject, setting: 'member' | 'company_user'): boolean {
  if (!project.is_project || !managesMembers(principal, project)) return false;
  return setting === 'member' || decide(principal, { ask: 'node', scope: 'other', actions: 'Company-user' }).allowed;
}

/** Emits one event of an invitation, with its row of the action log. */
export async function emitOf(
  { bus, live }: PartnerParts,
  trx: Trx,
  event: EventKind<OfInvitation>,
  actor: Actor,
  { invitation, project, name }: { invitation: InvitationRow; project: { id: number; name: string }; name: string },
): Promise<void> {
  await bus.emit(trx, event, {
    actor,
    target: { kind: 'user', id: invitation.user_id, name },
    projectId: project.id,
    after: { firm: invitation.firm, ...(invitation.ends_on === null ? {} : { ends_on: invitation.ends_on }) },
    data: {
      invitationId: invitation.id,
      projectId: project.id,
      projectName: project.name,
      firm: invitation.firm,
      userId: invitation.user_id,
      inviterId: invitation.invited_by,
    },
  });
  const { enterpriseId } = actor;
  await live.notify(
    trx,
    enterpriseId,
    { project: project.id },
    { type: 'project', id: project.id, project_id: project.id },
  );
  if (invitation.user_id !== null)
    await live.notify(trx, enterpriseId, { users: [invitation.user_id] }, { type: 'project.invitation' });
}

/** The invitation can still be answered or cancelled. Throws 1008 with the reason, 1009 for a stale version. */
export function refuseSettled(invitation: InvitationRow | undefined, version?: number): InvitationRow {
  if (!invitation) throw fail.notFound();
  if (invitation.state !== 'invited') throw fail.wrongState(`partners.settled.${invitation.state}`);
  if (version !== undefined && invitation.version !== version) throw fail.conflict();
  return invitation;
}
