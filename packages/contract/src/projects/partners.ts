import { z } from 'zod';
import { CODES } from '../codes.ts';
import { isEmail } from '../kit/checks.ts';
import {
  blank,
  day,
  done,
  list,
  newAccount,
  optionalText,
  pageOf,
  paging,
  secret,
  text,
  version,
} from '../kit/fields.ts';
import { endpoint, ref } from '../kit.ts';
import { LIMITS } from '../limits.ts';

/** Partner firms: people of other firms in a project (docs/domains/partners.md). */
export const INVITATION_STATES = ['invited', 'accepted', 'refused', 'cancelled', 'expired'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** A role of the invitation. */
const roleName = z.object({ id: z.number(), key: z.string().nullable(), name: z.string() });
const rolesOfOne = 20;
const firm = () => text(LIMITS.nameMax);

/**
 * Invites one person of a partner firm into a project. `account` names an existing partner, `email` an existing partner
 * or a new person. An unknown account answers 1002, an own employee, a member or an open invitation 1008. A new person
 * needs a place in the member limit (1010). `link` is the address for a new person, null when it was sent by mail.
 */
export const invite = endpoint({
  method: 'POST',
  path: '/apis/project/invite',
  access: 'signed-in',
  refuses: [CODES.accountUnknown, CODES.memberLimit, CODES.tooManyTries],
  input: z.strictObject({
    project_id: ref('project', 'member'),
    firm: firm(),
    account: optionalText(LIMITS.accountMax),
    email: optionalText(254).refine(
      (value) => value === undefined || value === '' || isEmail(value),
      'validation.email',
    ),
    role_ids: list(ref('role'), rolesOfOne).default([]),
    /** The last day of the membership. Without it the membership has no end. */
    ends_on: blank(day().optional()),
  }),
  output: z.object({ id: z.number(), sent: z.boolean(), link: z.string().nullable() }),
});

const invitation = z.object({
  id: z.number(),
  firm: z.string(),
  /** '' before a new person has made an account. */
  name: z.string(),
  account: z.string(),
  /** The address of a person without an account, else ''. */
  email: z.string(),
  roles: z.array(roleName),
  ends_on: z.string().nullable(),
  state: z.enum(INVITATION_STATES),
  invited_by_name: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  answered_at: z.string().nullable(),
  version: z.number(),
});
export type Invitation = z.output<typeof invitation>;

/** The invitations of a project, newest first. `can_invite`: the caller may invite (setting `partner_invite`). */
export const invitations = endpoint({
  method: 'GET',
  path: '/apis/project/invitations',
  access: 'signed-in',
  input: z.strictObject({ ...paging, project_id: ref('project', 'member') }),
  output: pageOf(invitation).extend({ can_invite: z.boolean() }),
});

/** Cancels an open invitation; any other one answers 1008. */
export const inviteCancel = endpoint({
  method: 'POST',
  path: '/apis/project/inviteCancel',
  access: 'signed-in',
  input: z.strictObject({ id: ref('invitation', 'cancel'), version: version() }),
  output: done,
});

const received = z.object({
  id: z.number(),
  /** The project to open, null unless the caller is a member. */
  project_id: z.number().nullable(),
  project_name: z.string(),
  firm: z.string(),
  inviter: z.string(),
  roles: z.array(roleName),
  ends_on: z.string().nullable(),
  state: z.enum(INVITATION_STATES),
  created_at: z.string(),
  expires_at: z.string(),
  version: z.number(),
});
export type ReceivedInvitation = z.output<typeof received>;

/** The own invitations, open ones first. */
export const invited = endpoint({
  method: 'GET',
  path: '/apis/project/invited',
  access: 'signed-in',
  input: z.strictObject({ ...paging }),
  output: pageOf(received),
});

/** Accepts an own open invitation and makes the caller a member; any other one answers 1008. */
export const inviteAccept = endpoint({
  method: 'POST',
  path: '/apis/project/inviteAccept',
  access: 'signed-in',
  input: z.strictObject({ id: ref('invitation', 'answer'), version: version() }),
  output: z.object({ project_id: z.number() }),
});

export const inviteRefuse = endpoint({
  method: 'POST',
  path: '/apis/project/inviteRefuse',
  access: 'signed-in',
  input: z.strictObject({ id: ref('invitation', 'answer'), version: version() }),
  output: done,
});

/** The token of an invitation of a new person. A text of another form is a dead link. */
const token = () => text(100);

/** The content of the page of a new person. A dead token answers 410. */
export const inviteInfo = endpoint({
  method: 'POST',
  path: '/apis/pub/inviteInfo',
  access: 'public',
  refuses: [CODES.linkExpired, CODES.tooManyTries],
  input: z.strictObject({ token: token() }),
  output: z.object({
    firm: z.string(),
    project_name: z.string(),
    inviter: z.string(),
    enterprise: z.string(),
    email: z.string(),
    ends_on: z.string().nullable(),
    expires_at: z.string(),
    /** The password policy of the enterprise. */
    password_length_min: z.number(),
    password_length_max: z.number(),
  }),
});

/**
 * Makes the account of a new person and accepts the invitation. The person then signs in. A dead token answers 410, a
 * taken account 1018, a full enterprise 1010. `password_encode` and `kid` as in `pub/loginpwd`.
 */
export const inviteJoin = endpoint({
  method: 'POST',
  path: '/apis/pub/inviteAccept',
  access: 'public',
  refuses: [CODES.linkExpired, CODES.tooManyTries, CODES.memberLimit, CODES.duplicateName],
  input: z.strictObject({
    token: token(),
    name: text(30),
    account: newAccount(),
    password_encode: secret(2000),
    kid: optionalText(64),
  }),
  output: done,
});
