import { z } from 'zod';
import { CODES } from '../codes.ts';
import { optionalText, secret, text } from '../kit/fields.ts';
import { endpoint } from '../kit.ts';
import { LIMITS } from '../limits.ts';

/**
 * Single sign-on by OpenID Connect (code flow, PKCE). Without OIDC_ISSUER each call answers 1008 with the reason `off`.
 * A session that it opens sends its token as `Authorization: Bearer`.
 */

/**
 * Why a sign-in failed: `data.reason` of the refusal. The list is fixed, and no text of the provider is passed on.
 * `state`: unknown, used or older than 5 minutes. `refused`: the provider does not accept the code. `invalid`: its ID
 * token is wrong. `ticket`: the link waited too long. `linked`: the account belongs to another person of the provider.
 * `password`: the account still has a password that somebody else chose, and its owner must change it first.
 */
export const SSO_REASONS = [
  'off',
  'state',
  'unreachable',
  'refused',
  'invalid',
  'disabled',
  'ticket',
  'linked',
  'password',
] as const;
export type SsoReason = (typeof SSO_REASONS)[number];

/** The address of the provider's sign-in page for one attempt, and the state that comes back from it. */
export const ssoUrl = endpoint({
  method: 'GET',
  path: '/apis/pub/ssoUrl',
  access: 'public',
  input: z.strictObject({}),
  refuses: [CODES.failed, CODES.wrongState],
  output: z.object({
    url: z.string(),
    /** The browser keeps it and accepts only this state from the provider. */
    state: z.string(),
    /** Lifetime of the state in seconds. */
    expires_in: z.number(),
  }),
});

/**
 * Ends the attempt with the code and the state that the provider sent back; both work once. A person without an account
 * gets `link` instead of a token: `ssoLink` asks for a password of the account once. `iss` as the provider sent it.
 */
export const ssoCallback = endpoint({
  method: 'POST',
  path: '/apis/pub/ssoCallback',
  access: 'public',
  input: z.strictObject({ code: secret(4000), state: secret(200), iss: optionalText(500) }),
  refuses: [CODES.failed, CODES.wrongState, CODES.userDisabled],
  output: z.object({
    /** Empty with `link`. */
    token: z.string(),
    link: z
      .object({
        ticket: z.string(),
        /** How the provider calls the person, for display only. */
        name: z.string(),
        expires_in: z.number(),
      })
      .nullable(),
  }),
});

/**
 * Links the person of a ticket with an account by its password and signs in. `password` and `kid` as in `loginpwd`, with
 * the same counters and answers: 1003 wrong account or password, 1007 too many, 1012 disabled.
 */
export const ssoLink = endpoint({
  method: 'POST',
  path: '/apis/pub/ssoLink',
  access: 'public',
  input: z.strictObject({
    ticket: secret(200),
    account: text(LIMITS.accountMax),
    password: secret(2000),
    kid: optionalText(64),
  }),
  refuses: [CODES.wrongPassword, CODES.tooManyTries, CODES.wrongState, CODES.userDisabled],
  output: z.object({ token: z.string() }),
});
