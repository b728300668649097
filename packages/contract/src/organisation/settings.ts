import { z } from 'zod';
import { blank, done, flag, list, onceEach, someOf, version } from '../kit/fields.ts';
import { endpoint, ref } from '../kit.ts';
import { NOTIFY_WAYS } from '../status.ts';

/**
 * Settings of the enterprise (/company/cfguser). The password policy and the built-in key are secrets of sign-in and are
 * written through the encrypted `user/dosetting`. All settings share one version, that of the enterprise.
 */
const SETS_USERS = { scope: 'enterprise', anyOf: ['User-setting'] } as const;

/** The people who may invite partner firms into a project. */
export const PARTNER_INVITE = ['member', 'company_user'] as const;
export type PartnerInvite = (typeof PARTNER_INVITE)[number];

/** The most people who can stand in for an approver. */
export const FALLBACK_MAX = 20;

const person = z.object({ id: z.number(), name: z.string(), thumb: z.string(), status: z.string() });

export const enterpriseSettings = endpoint({
  method: 'GET',
  path: '/apis/enterprise/settings',
  access: SETS_USERS,
  input: z.strictObject({}),
  output: z.object({
    password_length_min: z.number(),
    password_length_max: z.number(),
    accept_default_key: z.boolean(),
    /** An approver who passed earlier in the round is not asked again. */
    skip_repeated: z.boolean(),
    /** They decide where no rule finds an approver. Empty: `fallback_default`. */
    fallback_approvers: z.array(person),
    /** The active super administrators. */
    fallback_default: z.array(person),
    /** Ways of notice of a new task that names none. */
    task_notify_way: z.array(z.enum(NOTIFY_WAYS)),
    /** The right to invite partner firms: `member` of the project, or Company-user as well. */
    partner_invite: z.enum(PARTNER_INVITE),
    version: z.number(),
  }),
});
export type EnterpriseSettings = z.output<typeof enterpriseSettings.output>;

/**
 * Writes the given settings; the others stay. 1009 when any setting changed since. A newly named fallback approver is an
 * active colleague: 1012 disabled, 1013 former, 1001 an invited partner.
 */
export const enterpriseSettingsEdit = endpoint({
  method: 'POST',
  path: '/apis/enterprise/settingsEdit',
  access: SETS_USERS,
  input: z.strictObject({
    version: version(),
    skip_repeated: blank(flag().optional()),
    fallback_approver_ids: onceEach(list(ref('user', 'any'), FALLBACK_MAX)).optional(),
    task_notify_way: someOf(z.enum(NOTIFY_WAYS, { error: 'validation.value' }), NOTIFY_WAYS.length).optional(),
    partner_invite: blank(z.enum(PARTNER_INVITE, { error: 'validation.value' }).optional()),
  }),
  output: done,
});
