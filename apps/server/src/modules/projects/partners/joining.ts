import type { inviteJoin } from '@prdm/contract/projects/partners';
import type { Lang } from '@prdm/locales';
import type { z } from 'zod';
import { wireTime } from '@prdm/contract/kit/fields';
import { sha256 } from '../../../platform/crypto.ts';
import { fail } from '../../../platform/errors.ts';
import { projectsRepo } from '../projects.repo.ts';
import { acceptInvitation } from './answer.ts';
import { invitationOfToken, invitationsRepo, type InvitationRow } from './partners.repo.ts';
import type { PartnerParts } from './parts.ts';

/** A caller without a session. */
export interface Visitor {
  readonly ip: string;
  readonly agent: string;
  readonly lang: Lang;
}

/** Longer than any policy allows, so that the policy can report what is wrong. */
const PASSWORD = { min: 0, max: 1500 } as const;

/**
 * The open invitation of a token. Throws 410 for a dead one, which counts as a wrong guess of the network address (1007).
 */
async function openInvitation(parts: PartnerParts, token: string, ip: string): Promise<InvitationRow> {
  const admission = await parts.identity.admitGuess(ip);
  let right = false;
  try {
    const invitation = await invitationOfToken(parts.tables.read, sha256(token));
    // The end of an enterprise ends its invitations.
    right = invitation !== undefined && (await parts.organisation.isOpen(invitation.enterprise_id));
    if (!invitation || !right) throw fail.linkExpired();
    return invitation;
  } finally {
    await (right ? admission.right() : admission.wrong());
  }
}

/** The content of the page of the link. */
export async function invitationInfo(parts: PartnerParts, token: string, ip: string) {
  const invitation = await openInvitation(parts, token, ip);
  const { enterprise_id: enterpriseId, project_id: projectId } = invitation;
  const [[project], names, enterprise, policy] = await Promise.all([
    projectsRepo(parts.tables.read, enterpriseId).byIds([projectId]),
    parts.organisation.names(enterpriseId, [invitation.invited_by]),
    parts.organisation.invitingEnterprise(enterpriseId),
    parts.organisation.passwordPolicy(enterpriseId),
  ]);
  if (!project) throw fail.linkExpired();
  return {
    firm: invitation.firm,
    project_name: project.name,
    inviter: names.get(invitation.invited_by)?.name ?? '',
    enterprise: enterprise.name,
    email: invitation.email,
    ends_on: invitation.ends_on,
    expires_at: wireTime(new Date(invitation.expires_at)),
    password_length_min: policy.min,
    password_length_max: policy.max,
  };
}

/**
 * Makes the account of a new person and accepts the invitation, in one transaction. A password or account that breaks a
 * rule costs no token. One of two parallel calls makes an account, the other gets 410. A refused call counts as a wrong
 * guess of the network address: it has hashed a password, and 1018 shows that an account exists.
 */
export async function joinByToken(
  parts: PartnerParts,
  input: z.output<typeof inviteJoin.input>,
  visitor: Visitor,
): Promise<void> {
  const seen = await openInvitation(parts, input.token, visitor.ip);
  const admission = await parts.identity.admitGuess(visitor.ip);
  let right = false;
  try {
    await join(parts, seen, input, visitor);
    right = true;
  } finally {
    await (right ? admission.right() : admission.wrong());
  }
}

async function join(
  parts: PartnerParts,
  seen: InvitationRow,
  input: z.output<typeof inviteJoin.input>,
  visitor: Visitor,
): Promise<void> {
  const { enterprise_id: enterpriseId } = seen;
  const acceptsDefaultKey = () => parts.organisation.acceptsDefaultKey(enterpriseId);
  const call = { kid: input.kid, owner: { sessionId: null, ip: visitor.ip }, acceptsDefaultKey };
  const password = await parts.identity.openTransfer(call, { text: input.password_encode, ...PASSWORD });
  if (password === null) throw fail.invalid('password', 'validation.value');
  const stored = await parts.identity.storable(password, await parts.organisation.passwordPolicy(enterpriseId));
  await parts.db.transaction(async (trx) => {
    await parts.organisation.lockLimits(trx, enterpriseId);
    const db = parts.tables.within(trx);
    const invitation = await invitationOfToken(db, sha256(input.token));
    if (invitation?.id !== seen.id) throw fail.linkExpired();
    const { email } = invitation;
    const from = { enterpriseId, ...visitor };
    const person = { account: input.account, name: input.name, email, stored };
    const actor = await parts.organisation.addPartner(trx, from, person);
    await acceptInvitation(parts, trx, actor, invitation);
    await invitationsRepo(db, enterpriseId).giveTo(invitation, actor.userId);
  });
}
