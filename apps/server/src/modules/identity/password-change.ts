import { createHash } from 'node:crypto';
import { CODES } from '@prdm/contract/codes';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { PasswordChanged, PasswordReset } from './identity.events.ts';
import { doorRepo, identityRepo, type AccountRow } from './identity.repo.ts';
import { accountKey, passwordProblem, type PasswordPolicy } from './identity.rules.ts';
import { decryptTransfer, hashPassword, verifyPassword, type StoredPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { trySubjects, type SignInParts } from './sign-in.ts';

const hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/**
 * Changes the own password (specification section 7). What the browser hashed only tells whether both entries were equal:
 * the policy is checked on the decrypted text, and a hash is never accepted as a password. Ends every session of the person.
 */
export async function changePassword(
  parts: SignInParts,
  input: { oldpassword: string; password: string; repassword: string; password_encode: string; kid: string },
  actor: Actor & { userId: number },
  policy: PasswordPolicy,
): Promise<void> {
  const account = await identityRepo(parts.tables.read, actor.enterpriseId).account(actor.userId);
  if (!account) throw fail.sessionEnded();
  const admission = await parts.throttle.admit(trySubjects(accountKey(account.account), actor.ip));
  let right = false;
  try {
    const transfer = await doorRepo(parts.tables.read).spendTransferKey(input.kid);
    const old = transfer ? decryptTransfer(input.oldpassword, transfer.key, transfer.iv) : null;
    right = (await verifyPassword(account.password_hash, old ?? '')) && old !== null;
    if (!transfer || !right || old === null)
      throw fail.of(CODES.invalid, 'identity.oldPasswordWrong', { field: 'oldpassword' });
    const fresh = decryptTransfer(input.password_encode, transfer.key, transfer.iv);
    if (fresh === null) throw fail.invalid('password', 'validation.value');
    if (input.password !== input.repassword || hex(fresh) !== input.password)
      throw fail.invalid('repassword', 'identity.inconsistent');
    const problem = passwordProblem(fresh, policy);
    if (problem) throw fail.invalid('password', problem.key, problem.n === undefined ? undefined : { n: problem.n });
    if (fresh === old) throw fail.invalid('password', 'identity.passwordSame');
    await store(parts, actor, account, await hashPassword(fresh));
  } finally {
    await (right ? admission.right() : admission.wrong());
  }
}

/** Only over the password that was compared: one that an administrator has given meanwhile stands, and this session ended with it. */
async function store(
  parts: SignInParts,
  actor: Actor & { userId: number },
  { account, password_hash: seen }: AccountRow,
  fresh: StoredPassword,
): Promise<void> {
  await parts.db.transaction(async (trx) => {
    const repo = identityRepo(parts.tables.within(trx), actor.enterpriseId);
    if (!(await repo.setPassword(actor.userId, fresh.hash, false, seen))) throw fail.sessionEnded();
    await endSessions(parts, trx, actor.enterpriseId, { userId: actor.userId });
    await parts.bus.emit(trx, PasswordChanged, {
      actor,
      target: { kind: 'user', id: actor.userId, name: account },
      data: { userId: actor.userId },
    });
  });
}

/** Another's password, given by who administers people (whether that is allowed was judged before): to be changed at once, every session ends. */
export async function resetPassword(
  parts: SignInParts,
  trx: Trx,
  actor: Actor,
  person: { id: number; name: string },
  password: StoredPassword,
): Promise<void> {
  const { enterpriseId } = actor;
  await identityRepo(parts.tables.within(trx), enterpriseId).setPassword(person.id, password.hash, true);
  await endSessions(parts, trx, enterpriseId, { userId: person.id });
  await parts.bus.emit(trx, PasswordReset, {
    actor,
    target: { kind: 'user', id: person.id, name: person.name },
    data: { userId: person.id },
  });
}
