import type { Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import type { invite, inviteCancel } from '@prdm/contract/projects/partners';
import { randomToken, sha256 } from '../../../platform/crypto.ts';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { idsOf, type GivenTo } from '../../../platform/ids/authorized.ts';
import type { KnownPerson } from '../../organisation/index.ts';
import { lockedIn, refuseRoles } from '../giving.ts';
import { membersRepo } from '../members.repo.ts';
import { managerRoleId, openForWriting } from '../members.ts';
import { projectsRepo } from '../projects.repo.ts';
import { invitationMail } from './partners.mail.ts';
import { InvitationCancelled, InvitationExpired, PartnerInvited } from './partners.events.ts';
import { invitationsRepo, LIFETIME_DAYS, type InvitationRow } from './partners.repo.ts';
import { emitOf, mayInvite, refuseSettled, type Acting, type PartnerParts } from './parts.ts';
import { todayOf } from './present.ts';

const TOKEN_BYTES = 16;
const DAY_MS = 86_400_000;
const HOUR_SECONDS = 3600;
const OWN_AN_HOUR = 100;
const TO_ADDRESS_AN_HOUR = 5;

export interface Invited {
  readonly id: number;
  readonly sent: boolean;
  readonly link: string | null;
}

/**
 * Invites one person. The lock of the enterprise keeps the rights, the roles and the member limit as they were judged.
 */
export async function inviteIntoProject(
  parts: PartnerParts,
  actor: Acting,
  principal: Principal,
  given: GivenTo<typeof invite>,
): Promise<Invited> {
  const { project_id: projectId, firm, account = '', email = '', role_ids: roles, ends_on: endsOn } = idsOf(given);
  if (account === '' && email === '') throw fail.invalid('account', 'partners.whoRequired');
  if (account !== '' && email !== '') throw fail.invalid('email', 'partners.oneOfBoth');
  if (endsOn !== undefined && endsOn < todayOf(parts)) throw fail.invalid('ends_on', 'partners.endPast');
  const roleIds = [...new Set(roles)];
  return parts.db.transaction(async (trx) => {
    const caller = await callerWhoInvites(parts, trx, principal, projectId);
    const repo = invitationsRepo(parts.tables.within(trx), actor.enterpriseId);
    const recent = await repo.ofLastHour(actor.userId, email);
    // Each invitation may send a mail to a stranger.
    if (recent.own >= OWN_AN_HOUR || recent.toAddress >= TO_ADDRESS_AN_HOUR) throw fail.tooManyTries(HOUR_SECONDS);
    await refuseRoles(parts, trx, caller, roleIds, { lang: actor.lang, projectId, field: 'role_ids' });
    await refuseOtherRoles(parts, trx, actor.enterpriseId, roleIds);
    const project = await openForWriting(parts, trx, actor.enterpriseId, projectId);
    const person = await personNamed(parts, trx, actor.enterpriseId, { account, email });
    await refuseMember(parts, trx, actor.enterpriseId, projectId, person);
    if (person === null) await parts.organisation.refuseFull(trx, actor.enterpriseId);
    await endEarlier(parts, trx, actor, project, person ? { userId: person.id } : { email });

    const token = person === null ? randomToken(TOKEN_BYTES) : null;
    const { publicUrl } = parts.site;
    // A mail without PUBLIC_URL would have no link.
    const mailed = token !== null && parts.mail.isOn && publicUrl !== undefined;
    const row = {
      project_id: projectId,
      firm,
      user_id: person?.id ?? null,
      email: person === null ? email : '',
      role_ids: roleIds,
      ends_on: endsOn ?? null,
      invited_by: actor.userId,
      mailed,
    };
    const id = await repo.add({ ...row, token_hash: token === null ? null : sha256(token) });
    if (id === null) throw fail.wrongState('partners.alreadyInvited');
    const [invitation] = await repo.byIds([id]);
    if (!invitation) throw fail.notFound();
    await emitOf(parts, trx, PartnerInvited, actor, { invitation, project, name: person?.name ?? firm });
    if (token === null) return { id, sent: false, link: null };
    const path = `/forget/invite?token=${token}`;
    if (!parts.mail.isOn || publicUrl === undefined)
      return { id, sent: false, link: publicUrl === undefined ? path : new URL(path, publicUrl).href };
    const enterprise = await parts.organisation.invitingEnterprise(actor.enterpriseId, trx);
    const isSecret = await projectsRepo(parts.tables.within(trx), actor.enterpriseId).isSecret(projectId);
    await parts.mail.enqueue(trx, {
      key: `invitation ${actor.enterpriseId} ${id}`,
      to: email,
      ...invitationMail({
        enterprise: enterprise.name,
        product: await parts.site.titleOf(actor.enterpriseId, trx),
        lang: enterprise.lang,
        inviter: actor.name,
        firm,
        project: isSecret ? null : project.name,
        link: new URL(path, publicUrl).href,
        days: LIFETIME_DAYS,
      }),
      expires_at: new Date(parts.clock.now().getTime() + LIFETIME_DAYS * DAY_MS),
    });
    return { id, sent: true, link: null };
  });
}

/**
 * The caller with the present rights. A person of a partner firm does not invite, because the answers reveal accounts
 * and addresses (safety.md S11).
 */
async function callerWhoInvites(
  parts: PartnerParts,
  trx: Trx,
  principal: Principal,
  projectId: number,
): Promise<Principal> {
  const { enterpriseId, userId } = principal;
  const caller = await lockedIn(parts, trx, principal, projectId, 'member');
  const kinds = await parts.organisation.kindsOfPeople(enterpriseId, [userId], trx);
  if (kinds.get(userId)?.type === 'partner') throw fail.denied();
  const [project] = await projectsRepo(parts.tables.within(trx), enterpriseId).byIds([projectId]);
  const { invite: setting } = await parts.organisation.invitingEnterprise(enterpriseId, trx);
  // The members of a non-project are colleagues.
  if (!project?.is_project) throw fail.notInProject();
  if (!mayInvite(caller, project, setting)) throw fail.of(CODES.denied, 'partners.companyUserOnly');
  return caller;
}

/** A person of a partner firm holds only roles of kind project, and not the manager's role. */
async function refuseOtherRoles(
  parts: PartnerParts,
  trx: Trx,
  enterpriseId: number,
  roleIds: readonly number[],
): Promise<void> {
  const roles = await parts.organisation.rolesByIds(enterpriseId, roleIds, trx);
  if ([...roles.values()].some(({ kind }) => kind !== 'project'))
    throw fail.wrongState('organisation.partnerRoles', { field: 'role_ids' });
  if (roleIds.includes(await managerRoleId(parts, trx, enterpriseId)))
    throw fail.invalid('role_ids', 'projects.managerByTransfer');
}

/** The existing partner, or null for a new person. Throws 1002, 1008, 1012, 1013 or 1001 at the field. */
async function personNamed(
  { organisation }: PartnerParts,
  trx: Trx,
  enterpriseId: number,
  { account, email }: { account: string; email: string },
): Promise<KnownPerson | null> {
  if (account !== '') {
    const person = await organisation.personOfAccount(trx, enterpriseId, account);
    if (!person) throw fail.of(CODES.accountUnknown, 'codes.1002', { field: 'account' });
    if (person.status === 'former') throw fail.of(CODES.userUnknown, 'codes.1013', { field: 'account' });
    return refuseUnfit(person, 'account');
  }
  const [person, another] = await organisation.peopleOfEmail(trx, enterpriseId, email);
  if (another) throw fail.invalid('email', 'partners.severalAccounts');
  return person ? refuseUnfit(person, 'email') : null;
}

function refuseUnfit(person: KnownPerson, field: string): KnownPerson {
  if (person.type !== 'partner') throw fail.wrongState('partners.ownEmployee', { field });
  if (person.status === 'disabled') throw fail.of(CODES.userDisabled, 'codes.1012', { field });
  return person;
}

async function refuseMember(
  parts: PartnerParts,
  trx: Trx,
  enterpriseId: number,
  projectId: number,
  person: KnownPerson | null,
): Promise<void> {
  if (!person) return;
  const members = membersRepo(parts.tables.within(trx), enterpriseId, todayOf(parts));
  if (await members.lock(projectId, person.id))
    throw fail.wrongState('projects.alreadyMember', { params: { name: person.name } });
}

/**
 * Ends earlier invitations into the project: expired ones, and the open one of the same address, whose link was shown
 * once and may be lost. An existing partner keeps the open invitation (1008).
 */
async function endEarlier(
  parts: PartnerParts,
  trx: Trx,
  actor: Acting,
  project: { id: number; name: string },
  who: { userId: number } | { email: string },
): Promise<void> {
  const repo = invitationsRepo(parts.tables.within(trx), actor.enterpriseId);
  for (const invitation of await repo.unanswered(project.id, who)) {
    const isExpired = invitation.state === 'expired';
    if (!isExpired && 'userId' in who) throw fail.wrongState('partners.alreadyInvited');
    await repo.end(invitation.id, isExpired ? 'expired' : 'cancelled');
    const event = isExpired ? InvitationExpired : InvitationCancelled;
    await emitOf(parts, trx, event, actor, { invitation, project, name: invitation.firm });
  }
}

/** Cancels an open invitation: its link is dead and it cannot be accepted. */
export async function cancelInvitation(
  parts: PartnerParts,
  actor: Acting,
  principal: Principal,
  { id: invitationRecord, version }: GivenTo<typeof inviteCancel>,
): Promise<void> {
  const row = invitationRecord.row as InvitationRow;
  await parts.db.transaction(async (trx) => {
    await lockedIn(parts, trx, principal, row.project_id, 'member');
    const project = await openForWriting(parts, trx, actor.enterpriseId, row.project_id);
    const repo = invitationsRepo(parts.tables.within(trx), actor.enterpriseId);
    const invitation = refuseSettled(await repo.lock(row.id), version);
    if (!(await repo.end(invitation.id, 'cancelled'))) throw fail.wrongState('partners.settled.expired');
    const names = await parts.organisation.plainNames(trx, actor.enterpriseId, [invitation.user_id ?? 0]);
    const name = names.get(invitation.user_id ?? 0) ?? invitation.firm;
    await emitOf(parts, trx, InvitationCancelled, actor, { invitation, project, name });
  });
}
