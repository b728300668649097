import { z } from 'zod';
import { optionalText, secret, text } from './fields.ts';
import { endpoint } from './kit.ts';
import { LIMITS } from './limits.ts';

const nothing = z.strictObject({});

/** A key and iv for one transfer of secrets: 32 and 16 ASCII characters, single use, 120 s, known by `kid`. Bound to no address or cookie. */
export const getKeyIv = endpoint({
  method: 'GET',
  path: '/apis/pub/getKeyIv',
  access: 'public',
  input: nothing,
  output: z.object({ key: z.string().length(32), iv: z.string().length(16), kid: z.string() }),
});

/**
 * `password` is base64 of AES-256-CBC/PKCS7 over the UTF-8 password, with the ASCII bytes of key and iv. A wrong account, a wrong
 * password and a spent key answer alike: 1003.
 */
export const loginPwd = endpoint({
  method: 'POST',
  path: '/apis/pub/loginpwd',
  access: 'public',
  input: z.strictObject({
    account: text(LIMITS.accountMax),
    password: secret(2000),
    kid: text(64),
    auto: z
      .enum(['0', '1'])
      .or(z.literal([0, 1]).transform(String))
      .default('0'),
  }),
  output: z.object({ token: z.string() }),
});

/** Whether the header's token, or else the one in the body, is alive; code 0 both ways. */
export const check = endpoint({
  method: 'POST',
  path: '/apis/pub/check',
  access: 'public',
  input: z.strictObject({ token: optionalText(200) }),
  output: z.object({ valid: z.boolean() }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/apis/pub/logout',
  access: 'signed-in',
  input: nothing,
  output: z.null(),
});

/**
 * Changing the own password. `password` and `repassword` are sha256 hex of the new password and only tell whether both entries were
 * equal; the server decrypts `password_encode`, checks the policy itself and compares. All sessions end.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/apis/pub/pwd',
  access: 'signed-in',
  input: z.strictObject({
    oldpassword: secret(2000),
    password: z.string().regex(/^[0-9a-f]{64}$/, 'validation.value'),
    repassword: z.string().regex(/^[0-9a-f]{64}$/, 'validation.value'),
    password_encode: secret(2000),
    kid: text(64),
  }),
  output: z.null(),
});

/** What a page before sign-in needs to know. */
export const getUserSetting = endpoint({
  method: 'GET',
  path: '/apis/pub/getUserSetting',
  access: 'public',
  input: nothing,
  output: z.object({
    /** The product's title: that of the setting TITLE, else its own in the caller's language. */
    title: z.string(),
    languages: z.array(z.string()),
    sso: z.object({ enabled: z.boolean(), url: z.string() }),
    auto_login: z.boolean(),
    password_length_min: z.number(),
    password_length_max: z.number(),
  }),
});

export const loginHistory = endpoint({
  method: 'GET',
  path: '/apis/pub/loginHistory',
  access: 'signed-in',
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
