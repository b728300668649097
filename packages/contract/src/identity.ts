import { z } from 'zod';
import { optionalText, secret, text } from './kit/fields.ts';
import { conversion, endpoint } from './kit.ts';
import { LIMITS } from './limits.ts';

const nothing = z.strictObject({});

/**
 * Returns a key and iv for one transfer of secrets: 32 and 16 ASCII characters, single use, 120 s. A call with `kid`
 * uses exactly this key, from any address. A call without `kid` uses a key of its session, or before sign-in a key of
 * its address.
 */
export const getKeyIv = endpoint({
  method: 'GET',
  path: '/apis/pub/getKeyIv',
  access: 'public',
  input: nothing,
  output: z.object({ key: z.string().length(32), iv: z.string().length(16), kid: z.string() }),
});

/**
 * Signs in. `password` is base64 of AES-256-CBC/PKCS7 over the UTF-8 password, with the ASCII bytes of key and iv. A
 * wrong account, a wrong password and a used key give the same answer: 1003. Without `kid` the server tries the newest
 * unused keys of the address, at most eight.
 */
export const loginPwd = endpoint({
  method: 'POST',
  path: '/apis/pub/loginpwd',
  access: 'public',
  input: z.strictObject({
    account: text(LIMITS.accountMax),
    password: secret(2000),
    kid: optionalText(64),
    auto: z
      .enum(['0', '1'])
      .or(z.literal([0, 1]).transform(conversion(String)))
      .default('0'),
  }),
  output: z.object({ token: z.string() }),
});

/** Whether the token in the header, or else in the body, is valid. The code is 0 in both cases. */
export const check = endpoint({
  method: 'POST',
  path: '/apis/pub/check',
  access: 'public',
  input: z.strictObject({ token: optionalText(200) }),
  output: z.object({ valid: z.boolean() }),
});

/**
 * Ends the session. `sso_url` is the address that also signs out at the identity provider, empty when it has none. The
 * answer is null for a session of sign-in by password.
 */
export const logout = endpoint({
  method: 'POST',
  path: '/apis/pub/logout',
  access: 'own',
  input: nothing,
  output: z.object({ sso_url: z.string() }).nullable(),
});

/**
 * Changes the caller's password. `password` and `repassword` are sha256 hex of the new password; they only show
 * whether both entries were equal. The server decrypts `password_encode`, checks the policy and compares. All sessions
 * end. Without `kid` the server tries the newest unused keys of the session, at most eight. One key serves both
 * encrypted texts.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/apis/pub/pwd',
  access: 'own',
  input: z.strictObject({
    oldpassword: secret(2000),
    password: z.string().regex(/^[0-9a-f]{64}$/, 'validation.value'),
    repassword: z.string().regex(/^[0-9a-f]{64}$/, 'validation.value'),
    password_encode: secret(2000),
    kid: optionalText(64),
  }),
  output: z.null(),
});

/** Settings for the pages before sign-in. */
export const getUserSetting = endpoint({
  method: 'GET',
  path: '/apis/pub/getUserSetting',
  access: 'public',
  input: nothing,
  output: z.object({
    /** The title of the only enterprise, else the setting TITLE, else the product's own title. */
    title: z.string(),
    /** Address of the logo of the only enterprise, empty without one. */
    logo: z.string(),
    /** The setting PUBLIC_URL: the address that people use. Empty without it. */
    base: z.string(),
    languages: z.array(z.string()),
    /** `url` is the page that leads to the identity provider. */
    sso: z.object({ enabled: z.boolean(), url: z.string() }),
    auto_login: z.boolean(),
    password_length_min: z.number(),
    password_length_max: z.number(),
    /** How a forgotten password is recovered: by e-mail, or else by asking the contact of the enterprise. */
    recovery: z.object({ by_mail: z.boolean(), phone: z.string(), email: z.string() }),
  }),
});

export const loginHistory = endpoint({
  method: 'GET',
  path: '/apis/pub/loginHistory',
  access: 'own',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        at: z.string(),
        ip: z.string(),
        agent: z.string(),
        way: z.string(),
        result: z.string(),
      }),
    ),
    total: z.number(),
  }),
});
