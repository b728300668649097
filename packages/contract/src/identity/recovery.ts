import { z } from 'zod';
import { isEmail } from '../kit/checks.ts';
import { optionalText, secret, text } from '../kit/fields.ts';
import { endpoint } from '../kit.ts';
import { LIMITS } from '../limits.ts';

/** One address, required. A list, several addresses in one text and line breaks are refused. */
const email = () => text(254).refine(isEmail, 'validation.email');
/** The code as typed. A text of another form is a wrong code (1004) and no wrong input. */
const code = () => text(20);

/** `forget` recovers a password. `change_email` proves a new address of the caller and needs a session. */
export const CODE_TYPES = ['forget', 'change_email'] as const;
export type CodeType = (typeof CODE_TYPES)[number];

/**
 * Sends a code by e-mail. It is valid for 10 minutes and replaces the previous one of the address. Known and unknown
 * addresses get the same answer. Answers 1007 with `retry_after` within 60 s and above 5 an hour, 1008 without a mail
 * server.
 */
export const sendCode = endpoint({
  method: 'POST',
  path: '/apis/pub/send',
  access: 'public',
  input: z.strictObject({ email: email(), type: z.enum(CODE_TYPES, 'validation.value') }),
  output: z.object({
    /** Seconds until another code may be requested. */
    resend_after: z.number(),
    /** Lifetime of the code in seconds. */
    expires_in: z.number(),
  }),
});

/**
 * Checks a code without using it up. A wrong code counts: 1004, after five wrong ones 1007. `accounts` are the account
 * names of the address, for the choice of one.
 */
export const sendVerify = endpoint({
  method: 'POST',
  path: '/apis/pub/sendVerify',
  access: 'public',
  input: z.strictObject({
    email: email(),
    code: code(),
    type: z.enum(CODE_TYPES, 'validation.value').default('forget'),
  }),
  output: z.object({ accounts: z.array(z.string()) }),
});

/**
 * Sets a new password with a code of type `forget`, uses the code up and ends every session of the account. `account` is
 * required when the address belongs to several. `password`, `repassword`, `password_encode` and `kid` as in `pwd`.
 */
export const recoverPassword = endpoint({
  method: 'POST',
  path: '/apis/pub/upf',
  access: 'public',
  input: z.strictObject({
    email: email(),
    code: code(),
    account: optionalText(LIMITS.accountMax),
    password: z.string().regex(/^[0-9a-f]{64}$/, 'validation.value'),
    repassword: z.string().regex(/^[0-9a-f]{64}$/, 'validation.value'),
    password_encode: secret(2000),
    kid: optionalText(64),
  }),
  output: z.null(),
});
