import { isDigits } from '@prdm/contract/kit/checks';
import { LIMITS } from '@prdm/contract/limits';

/**
 * The key of an account: names that differ only by case, width or surrounding space are one account (safety.md S09).
 */
export const accountKey = (account: string): string => account.normalize('NFKC').trim().toLowerCase();

export interface PasswordPolicy {
  readonly min: number;
  readonly max: number;
}

export const FACTORY_POLICY: PasswordPolicy = { min: LIMITS.passwordMin, max: LIMITS.passwordMax };

/**
 * The most common passwords, compared without case. The list is short on purpose: throttling stops the other guesses.
 */
const COMMON = new Set(
  'abcdef abcdefg abcdefgh abcd1234 abc123 abc12345 a12345 a123456 a1234567 a12345678 aa123456 qwerty qwerty123 qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm 1q2w3e 1q2w3e4r 1qaz2wsx q1w2e3r4 iloveyou woaini woaini1314 woaini520 password password1 passw0rd p@ssword p@ssw0rd admin123 admin888 administrator welcome welcome1 letmein monkey dragon sunshine princess football baseball master shadow superman batman trustno1 test123 test1234 root123 guest123 changeme default secret zhang123 wang123 li123456 qq123456 wodemima mima123 china123 beijing shanghai'.split(
    ' ',
  ),
);

export type PasswordProblem = {
  key: 'identity.passwordLength' | 'identity.passwordDigits' | 'identity.passwordCommon';
  n?: number;
};

/**
 * Why a new password is refused, or null (specification section 5). Above the maximum the message is the one for the
 * minimum with the maximum's number, as specified (decisions.md T9).
 */
export function passwordProblem(password: string, policy: PasswordPolicy): PasswordProblem | null {
  const length = [...password].length;
  if (length < policy.min) return { key: 'identity.passwordLength', n: policy.min };
  if (length > policy.max) return { key: 'identity.passwordLength', n: policy.max };
  if (isDigits(password)) return { key: 'identity.passwordDigits' };
  if (COMMON.has(password.toLowerCase())) return { key: 'identity.passwordCommon' };
  return null;
}

export type LoginScope = 'login_pair' | 'login_account' | 'login_address';

export interface TryLimit<Scope extends string = LoginScope | 'code_address' | 'code_user' | 'code_network'> {
  readonly scope: Scope;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly blockSeconds: number;
}

/** Limits of failed sign-ins (architecture.md, "Throttling"). */
export const LOGIN_LIMITS: readonly TryLimit<LoginScope>[] = [
  { scope: 'login_pair', limit: 5, windowSeconds: 900, blockSeconds: 900 },
  { scope: 'login_account', limit: 20, windowSeconds: 3600, blockSeconds: 900 },
  { scope: 'login_address', limit: 100, windowSeconds: 3600, blockSeconds: 900 },
];
