import { resolve } from 'node:path';
import { z } from 'zod';
import { accountProblem } from '@prdm/contract/kit/checks';
import { LIMITS } from '@prdm/contract/limits';
import { coordinatesIn, DATUMS } from '@prdm/contract/map/places';
import { FACTORY_POLICY, passwordProblem, type PasswordPolicy } from './modules/identity/identity.rules.ts';
import { proxyProblem, trustedProxies } from './platform/http/proxies.ts';
import { smtpProblem } from './platform/mail/smtp.ts';
import { translate } from './platform/translate.ts';

/** Password policy of the first administrator. It is looser than that of users: the operator who sets the environment is responsible. */
export const ADMIN_POLICY: PasswordPolicy = { min: FACTORY_POLICY.min, max: 64 };

/** A blank value is a mistake: a blank host would open every address, a blank port a random one. */
const given = z.string().refine((value) => value.trim() !== '', { error: 'must not be blank', abort: true });
const text = given.trim();
const url = (protocols: string[]) =>
  text
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )
    .optional();
const whole = (min: number, max: number, fallback: number) =>
  text
    .regex(/^\d+$/, { error: 'must be a whole number', abort: true })
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .default(fallback);

/** Exactly as given, with blanks at its ends: a trimmed password would be a different one. */
const password = given.superRefine((value, context) => {
  const problem = passwordProblem(value, ADMIN_POLICY);
  if (problem === null) return;
  const isLength = problem.key === 'identity.passwordLength'; // the message of forms names only one limit
  const length = `must have ${ADMIN_POLICY.min} to ${ADMIN_POLICY.max} characters`;
  context.addIssue({ code: 'custom', message: isLength ? length : translate('en', problem.key) });
});

/** Over plain http anyone in between could sign in as anyone. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname));
}

const amapCode = text.regex(/^[0-9A-Za-z]{8,64}$/, 'must be 8 to 64 letters and digits');
const isHttp = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** The names of a tile stand in the path. `{s}` may begin the host. */
function isTileUrl(value: string): boolean {
  const plain = value.replace('://{s}.', '://s.');
  if (!isHttp(plain)) return false;
  const { host, pathname, search } = new URL(plain);
  return !/[{%]/.test(host) && ['z', 'x', 'y'].every((name) => decodeURI(pathname + search).includes(`{${name}}`));
}

/** The word of a user must not choose a host or a path. */
function isSearchUrl(value: string): boolean {
  const [before = '', after, more] = value.split('{word}');
  return isHttp(value) && before.includes('?') && after !== undefined && more === undefined;
}

/** Settings that single sign-on needs besides the issuer. */
const SSO_NEEDS = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'] as const;

/** All settings. README.md describes them in a table; a test compares the names. */
const Environment = z.object({
  PORT: whole(0, 65_535, 3000),
  HOST: text.default('127.0.0.1'),
  DATA_DIR: text.default('data'),
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  DATABASE_DIRECT_URL: url(['postgres:', 'postgresql:']),
  PUBLIC_URL: url(['http:', 'https:']),
  TITLE: text.optional(),
  SMTP_URL: text
    .superRefine((value, context) => {
      const problem = smtpProblem(value);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    })
    .optional(),
  ADMIN_ACCOUNT: text
    .superRefine((value, context) => {
      const problem = accountProblem(value);
      if (problem !== null) context.addIssue({ code: 'custom', message: translate('en', problem) });
    })
    .default('admin'),
  ADMIN_PASSWORD: password.optional(),
  AUDIT_KEY: text.refine((value) => value.length >= 32, 'must have at least 32 characters').optional(),
  OIDC_ISSUER: text
    .refine(isIssuer, 'must be an https:// address; http:// is accepted only for this machine (127.0.0.1, localhost)')
    .optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_SCOPE: text
    .refine((value) => value.split(/\s+/).includes('openid'), 'must contain openid')
    .default('openid profile email'),
  OA_URL: url(['http:', 'https:']),
  DRAWING_REVIEW_URL: url(['http:', 'https:']),
  AMAP_KEY: amapCode.optional(),
  AMAP_SECURITY_CODE: amapCode.optional(),
  AMAP_CITY: text.regex(/^\d{3,6}$/, 'must be a city code of AMap, e.g. 0571 or 330100').optional(),
  AMAP_SERVICE_URL: url(['http:', 'https:']),
  MAP_TILE_URL: text.refine(isTileUrl, 'must be an http address with {z}, {x} and {y} in its path').optional(),
  MAP_TILE_DATUM: z.enum(DATUMS, 'must be gcj02 or wgs84').default('wgs84'),
  MAP_SEARCH_URL: text.refine(isSearchUrl, 'must be an http address with one {word} in its query').optional(),
  MAP_CENTER: text
    .refine((value) => coordinatesIn(value) !== null, 'must be longitude,latitude, e.g. 120.1551,30.2741')
    .default('120.1551,30.2741'),
  HELP_URL: url(['http:', 'https:']),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be one of fatal error warn info debug trace silent',
    )
    .default('warn'),
  UPLOAD_MAX_BYTES: whole(1, LIMITS.uploadBytes, LIMITS.uploadBytes),
  UPLOAD_OPEN_BYTES: whole(1, Number.MAX_SAFE_INTEGER, 20 * 2 ** 30),
  MODEL_TIMEOUT_MS: whole(1000, 30 * 60_000, 30 * 60_000),
  MODEL_MAX_BYTES: whole(1, 2_000_000_000, 1_000_000_000),
  TRUST_PROXY: text
    .superRefine((value, context) => {
      const problem = proxyProblem(value);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    })
    .transform(trustedProxies)
    .prefault('false'),
});

export type Env = z.infer<typeof Environment>;

/** Names of the product's settings. Other variables of the environment are ignored. */
export const SETTINGS = Object.keys(Environment.shape) as (keyof Env)[];

const missingBesideIssuer = (env: Env): string[] =>
  env.OIDC_ISSUER === undefined
    ? []
    : SSO_NEEDS.filter((name) => env[name] === undefined).map((name) => `  ${name}: is needed with OIDC_ISSUER`);

/** Without the code AMap refuses every search, and without the key nothing is loaded. */
const missingOfAmap = ({ AMAP_KEY: key, AMAP_SECURITY_CODE: code }: Env): string[] => {
  if ((key === undefined) === (code === undefined)) return [];
  return key === undefined
    ? ['  AMAP_KEY: is needed with AMAP_SECURITY_CODE']
    : ['  AMAP_SECURITY_CODE: is needed with AMAP_KEY'];
};

/** Reads and checks the environment. Throws with one line for each invalid setting. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    SETTINGS.filter((name) => source[name] !== undefined && source[name] !== '').map((name) => [name, source[name]]),
  );
  const parsed = Environment.safeParse(given);
  const lines = parsed.success
    ? [...missingBesideIssuer(parsed.data), ...missingOfAmap(parsed.data)]
    : parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  if (!parsed.success || lines.length > 0) throw new Error(`the environment is not right:\n${lines.join('\n')}`);
  return { ...parsed.data, DATA_DIR: resolve(parsed.data.DATA_DIR) };
}
