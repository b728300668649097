import type { TextKey } from '../../lib/i18n.ts';

export interface PasswordBounds {
  readonly min: number;
  readonly max: number;
}

export interface Problem {
  readonly key: TextKey;
  readonly n?: number;
}

/**
 * Rules of the change-password form (specification section 5). A password that is too long gets the message for the
 * minimum with the maximum's number, as specified. Without bounds the policy could not be loaded, so the server checks
 * the length.
 */
export function newPasswordProblem(fresh: string, bounds: PasswordBounds | null): Problem | null {
  if (fresh === '') return { key: 'login.newPasswordRequired' };
  const length = [...fresh].length;
  if (bounds !== null && length < bounds.min) return { key: 'login.passwordLength', n: bounds.min };
  if (bounds !== null && length > bounds.max) return { key: 'login.passwordLength', n: bounds.max };
  if (/^\d+$/.test(fresh)) return { key: 'login.passwordDigits' };
  return null;
}

export function againProblem(again: string, fresh: string): Problem | null {
  if (again === '') return { key: 'login.againRequired' };
  return again === fresh ? null : { key: 'login.inconsistent' };
}

export const oldPasswordProblem = (old: string): Problem | null =>
  old === '' ? { key: 'login.oldPasswordRequired' } : null;
