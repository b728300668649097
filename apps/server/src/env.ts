import { resolve } from 'node:path';
import { z } from 'zod';
import { LIMITS } from '@prdm/contract/limits';
import {
  FACTORY_POLICY,
  isAccountName,
  passwordProblem,
  type PasswordPolicy,
} from './modules/identity/identity.rules.ts';
import { translate } from './platform/translate.ts';

/** The administrator of the very first start chooses more freely than others: whoever sets the environment knows what they do. */
export const ADMIN_POLICY: PasswordPolicy = { min: FACTORY_POLICY.min, max: 64 };

/** Blanks are no value, and nobody means them: for a host they would open every address, for a port a random one. */
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

/** Exactly as given, blanks at its ends too: a secret that is tidied up is another one. */
const password = given.superRefine((value, context) => {
  const problem = passwordProblem(value, ADMIN_POLICY);
  if (problem === null) return;
  const isLength = problem.key === 'identity.passwordLength'; // the sentence of forms speaks of one end alone
  const length = `must have ${ADMIN_POLICY.min} to ${ADMIN_POLICY.max} characters`;
  context.addIssue({ code: 'custom', message: isLength ? length : translate('en', problem.key) });
});

/** The whole configuration. The table in README.md says the same in words; a test compares the names. */
const Environment = z.object({
  PORT: whole(0, 65_535, 3000),
  HOST: text.default('127.0.0.1'),
  DATA_DIR: text.default('data'),
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  DATABASE_DIRECT_URL: url(['postgres:', 'postgresql:']),
  PUBLIC_URL: url(['http:', 'https:']),
  TITLE: text.optional(),
  ADMIN_ACCOUNT: text
    .min(LIMITS.accountMin, translate('en', 'identity.accountLength'))
    .max(LIMITS.accountMax, translate('en', 'identity.accountLength'))
    .refine(isAccountName, translate('en', 'identity.accountCharacters'))
    .default('admin'),
  ADMIN_PASSWORD: password.optional(),
  OA_URL: url(['http:', 'https:']),
  DRAWING_REVIEW_URL: url(['http:', 'https:']),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be one of fatal error warn info debug trace silent',
    )
    .default('warn'),
  UPLOAD_MAX_BYTES: whole(1, LIMITS.uploadBytes, LIMITS.uploadBytes),
  MODEL_TIMEOUT_MS: whole(1000, 30 * 60_000, 30 * 60_000),
  MODEL_MAX_BYTES: whole(1, 2_000_000_000, 1_000_000_000),
  TRUST_PROXY: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((value) => value === 'true'),
});

export type Env = z.infer<typeof Environment>;

/** Names of the product's settings: anything else in the environment is not ours to judge. */
export const SETTINGS = Object.keys(Environment.shape) as (keyof Env)[];

/** Reads and checks the environment; a bad one throws with one line for each setting that is wrong. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    SETTINGS.filter((name) => source[name] !== undefined && source[name] !== '').map((name) => [name, source[name]]),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`the environment is not right:\n${lines.join('\n')}`);
  }
  return { ...parsed.data, DATA_DIR: resolve(parsed.data.DATA_DIR) };
}
