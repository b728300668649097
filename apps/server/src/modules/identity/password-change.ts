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
import { openTexts } from './transfer/transfer-keys.ts';

const FRESH_MAX = 1500;

interface PasswordParts extends SignInParts {
  readonly emailCodes: EmailCodes;
}

export const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/**
 * Changes the own password (specification section 7), ends every session and every open code of the user, and the link
 * with the identity provider. The browser's hash only
 * shows whether both entries were equal. The policy is checked on the decrypted text. A hash is never accepted as a
 * password.
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
    // The new password may have any length here, so that the policy can report what is wrong.
    const sealed = [
      { text: input.oldpassword, ...COMPARED },
      { text: input.password_encode, min: 0, max: FRESH_MAX },
    ];
    const [old = null, fresh = null] = (await openTexts(parts, call, sealed)) ?? [];
    right = (await verifyPassword(account.password_hash, old ?? '')) && old !== null;
    if (!right || old === null) throw fail.of(CODES.invalid, 'identity.oldPasswordWrong', { field: 'oldpassword' });
    if (fresh === null) throw fail.invalid('password', 'validation.value');
    if (input.password !== input.repassword || sha256Hex(fresh) !== input.password)
      throw fail.invalid('repassword', 'identity.inconsistent');
    const problem = passwordProblem(fresh, caller.policy);
    if (problem) throw fail.invalid('password', problem.key, problem.n === undefined ? undefined : { n: problem.n });
    if (fresh === old) throw fail.invalid('password', 'identity.passwordSame');
    await store(parts, { ...actor, email: await caller.emailOf() }, account, await hashPassword(fresh));
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
    const repo = identityRepo(parts.tables.within(trx), actor.enterpriseId);
    await parts.emailCodes.endOf(trx, { userId: actor.userId, email });
    if (!(await repo.setPassword(actor.userId, fresh.hash, false, seen))) throw fail.sessionEnded();
    // Another person may have made the link with the old password.
    await repo.unlink(actor.userId);
    await endSessions(parts, trx, actor.enterpriseId, { userId: actor.userId });
    await parts.bus.emit(trx, PasswordChanged, {
      actor,
      target: { kind: 'user', id: actor.userId, name: account },
      data: { userId: actor.userId },
    });
  });
}

/**
 * Sets another user's password, which the user must change at once. It ends every session and every open code of that
 * user. A link with the identity provider ends too: someone else may have made it with the old password. The caller has
 * checked the right.
 */
export async function resetPassword(
  parts: PasswordParts,
  trx: Trx,
  actor: Actor,
  person: { id: number; name: string; email: string },
  password: StoredPassword,
): Promise<void> {
  const { enterpriseId } = actor;
  const repo = identityRepo(parts.tables.within(trx), enterpriseId);
  await parts.emailCodes.endOf(trx, { userId: person.id, email: person.email });
  await repo.setPassword(person.id, password.hash, true);
  await repo.unlink(person.id);
  await endSessions(parts, trx, enterpriseId, { userId: person.id });
  await parts.bus.emit(trx, PasswordReset, {
    actor,
    target: { kind: 'user', id: person.id, name: person.name },
    data: { userId: person.id },
  });
}
