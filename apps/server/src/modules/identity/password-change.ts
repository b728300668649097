import { createHash } from 'node:crypto';
import { CODES } from '@prdm/contract/codes';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { PasswordChanged, PasswordReset } from './identity.events.ts';
import { identityRepo, type AccountRow } from './identity.repo.ts';
import { accountKey, passwordProblem, type PasswordPolicy } from './identity.rules.ts';
import { hashPassword, verifyPassword, type StoredPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import type { EmailCodes } from './recovery/codes.ts';
import { COMPARED, trySubjects, type SignInParts } from './sign-in.ts';
import { openTexts, type SealedText } from './transfer/transfer-keys.ts';

const FRESH_MAX = 1500;

/** The encrypted new password. It may have any length here, so that the policy can report what is wrong. */
export const sealedFresh = ({ password_encode: text }: { password_encode: string }): SealedText => ({
  text,
  min: 0,
  max: FRESH_MAX,
});

interface PasswordParts extends SignInParts {
  readonly emailCodes: EmailCodes;
}

const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Throws 1001 on `password` for a password that the policy refuses. */
export function refusePassword(password: string, policy: PasswordPolicy): void {
  const problem = passwordProblem(password, policy);
  if (problem) throw fail.invalid('password', problem.key, problem.n === undefined ? undefined : { n: problem.n });
}

/**
 * A new password that the user entered twice. `entered` holds hashes, which only show whether both entries were equal.
 * Throws 1001 for an unreadable text, for entries that differ, and for a password that the policy refuses.
 */
export function freshPassword(
  fresh: string | null,
  entered: { readonly password: string; readonly repassword: string },
  policy: PasswordPolicy,
): string {
  if (fresh === null) throw fail.invalid('password', 'validation.value');
  if (entered.password !== entered.repassword || sha256Hex(fresh) !== entered.password)
    throw fail.invalid('repassword', 'identity.inconsistent');
  refusePassword(fresh, policy);
  return fresh;
}

/** The owner of an account. `email` is the stored address, '' without one. */
export interface AccountOwner {
  readonly enterpriseId: number;
  readonly userId: number;
  readonly email: string;
}

/**
 * Stores a new password, and ends every session and every open code of the user, and the link with the identity
 * provider. Somebody else may have made that link with the old password. With `seen` it writes only over that hash of
 * an enabled account. It returns false without a change when another hash is stored.
 */
export async function replacePassword(
  parts: PasswordParts,
  trx: Trx,
  { enterpriseId, userId, email }: AccountOwner,
  { hash }: StoredPassword,
  { mustChange, seen }: { readonly mustChange: boolean; readonly seen?: string },
): Promise<boolean> {
  const repo = identityRepo(parts.tables.within(trx), enterpriseId);
  await parts.emailCodes.endOf(trx, { userId, email });
  if (!(await repo.setPassword(userId, hash, mustChange, seen))) return false;
  await repo.unlink(userId);
  await endSessions(parts, trx, enterpriseId, { userId });
  return true;
}

/**
 * Changes the own password (specification section 7). The policy is checked on the decrypted text. A hash is never
 * accepted as a password.
 */
export async function changePassword(
  parts: PasswordParts,
  input: { oldpassword: string; password: string; repassword: string; password_encode: string; kid?: string },
  actor: Actor & { userId: number },
  caller: {
    policy: PasswordPolicy;
    sessionId: number;
    acceptsDefaultKey: () => Promise<boolean>;
    /** The stored address, '' without one. */
    emailOf: () => Promise<string>;
  },
): Promise<void> {
  const account = await identityRepo(parts.tables.read, actor.enterpriseId).account(actor.userId);
  if (!account) throw fail.sessionEnded();
  const admission = await parts.throttle.admit(trySubjects(accountKey(account.account), actor.ip));
  let right = false;
  try {
    const { sessionId, acceptsDefaultKey } = caller;
    const call = { kid: input.kid, owner: { sessionId, ip: null }, acceptsDefaultKey };
    const sealed = [{ text: input.oldpassword, ...COMPARED }, sealedFresh(input)];
    const [old = null, fresh = null] = (await openTexts(parts, call, sealed)) ?? [];
    right = (await verifyPassword(account.password_hash, old ?? '')) && old !== null;
    if (!right || old === null) throw fail.of(CODES.invalid, 'identity.oldPasswordWrong', { field: 'oldpassword' });
    const password = freshPassword(fresh, input, caller.policy);
    if (password === old) throw fail.invalid('password', 'identity.passwordSame');
    await store(parts, { ...actor, email: await caller.emailOf() }, account, await hashPassword(password));
  } finally {
    await (right ? admission.right() : admission.wrong());
  }
}

/**
 * Writes only over the password that was compared. If an administrator sets another meanwhile, that one stays; that
 * reset has ended this session.
 */
async function store(
  parts: PasswordParts,
  { email, ...actor }: Actor & { userId: number; email: string },
  { account, password_hash: seen }: AccountRow,
  fresh: StoredPassword,
): Promise<void> {
  await parts.db.transaction(async (trx) => {
    const stored = await replacePassword(parts, trx, { ...actor, email }, fresh, { mustChange: false, seen });
    if (!stored) throw fail.sessionEnded();
    await parts.bus.emit(trx, PasswordChanged, {
      actor,
      target: { kind: 'user', id: actor.userId, name: account },
      data: { userId: actor.userId },
    });
  });
}

/** Sets another user's password, which the user must change at once. The caller has checked the right. */
export async function resetPassword(
  parts: PasswordParts,
  trx: Trx,
  actor: Actor,
  person: { id: number; name: string; email: string },
  password: StoredPassword,
): Promise<void> {
  const owner = { enterpriseId: actor.enterpriseId, userId: person.id, email: person.email };
  await replacePassword(parts, trx, owner, password, { mustChange: true });
  await parts.bus.emit(trx, PasswordReset, {
    actor,
    target: { kind: 'user', id: person.id, name: person.name },
    data: { userId: person.id },
  });
}
