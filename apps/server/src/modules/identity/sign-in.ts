import { randomBytes } from 'node:crypto';
import { CODES } from '@prdm/contract/codes';
import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import type { Database, Lent } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import type { Live } from '../../platform/live.ts';
import type { Lang } from '@prdm/locales';
import { SignedIn, SignInRefused } from './identity.events.ts';
import { doorRepo, identityRepo, type AccountRow, type IdentityTables } from './identity.repo.ts';
import { accountKey, LOGIN_LIMITS } from './identity.rules.ts';
import { decryptTransfer, verifyPassword } from './passwords.ts';
import type { Throttle, TrySubjects } from './throttle.ts';

export interface Visitor {
  readonly ip: string;
  readonly agent: string;
  readonly lang: Lang;
}

export interface SignInParts {
  readonly db: Database;
  readonly tables: Lent<IdentityTables>;
  readonly bus: Bus;
  readonly live: Live;
  readonly throttle: Throttle;
}

const wrongPassword = () => fail.of(CODES.wrongPassword, 'codes.1003');

/** Hands out a key for one transfer of secrets. */
export async function newTransferKey({ tables }: SignInParts): Promise<{ key: string; iv: string; kid: string }> {
  const row = { kid: randomToken(18), key: randomBytes(16).toString('hex'), iv: randomBytes(8).toString('hex') };
  await doorRepo(tables.read).addTransferKey(row);
  return { key: row.key, iv: row.iv, kid: row.kid };
}

/** Whose tries count together: the pair, the account from anywhere, the address for any account. */
export const trySubjects = (account: string, ip: string): TrySubjects =>
  LOGIN_LIMITS.map((limit) => ({
    limit,
    subject: limit.scope === 'login_pair' ? `${account} ${ip}` : limit.scope === 'login_account' ? account : ip,
  }));

/**
 * Signs in with a password. Unknown account, wrong password, spent key and unreadable transfer answer alike (1003) and in
 * equal time; only who knows the password learns that the account is disabled (1012).
 */
export async function signIn(
  parts: SignInParts,
  input: { account: string; password: string; kid: string; automatic: boolean },
  visitor: Visitor,
): Promise<{ token: string }> {
  const key = accountKey(input.account);
  const door = doorRepo(parts.tables.read);
  const admission = await parts.throttle.admit(trySubjects(key, visitor.ip));
  let right = false;
  try {
    const transfer = await door.spendTransferKey(input.kid);
    const password = transfer ? decryptTransfer(input.password, transfer.key, transfer.iv) : null;
    const account = await door.accountByKey(key);
    right = (await verifyPassword(account?.password_hash ?? null, password ?? '')) && password !== null;
    if (!account) throw wrongPassword();
    if (!right) {
      await refuse(parts, account, visitor, 'wrong_password');
      throw wrongPassword();
    }
    if (!account.enabled) {
      await refuse(parts, account, visitor, 'disabled');
      throw fail.of(CODES.userDisabled, 'codes.1012');
    }
    return { token: await openSession(parts, account, input.automatic, visitor) };
  } finally {
    await (right ? admission.right() : admission.wrong());
  }
}

const actorOf = (account: AccountRow, visitor: Visitor): Actor => ({
  enterpriseId: account.enterprise_id,
  userId: account.id,
  name: account.account,
  ip: visitor.ip,
  agent: visitor.agent,
  lang: visitor.lang,
});

const targetOf = (account: AccountRow) => ({ kind: 'user', id: account.id, name: account.account });

async function refuse(
  parts: SignInParts,
  account: AccountRow,
  visitor: Visitor,
  result: 'wrong_password' | 'disabled',
): Promise<void> {
  await parts.db.transaction(async (trx) => {
    await parts.bus.emit(trx, SignInRefused, {
      actor: actorOf(account, visitor),
      target: targetOf(account),
      data: { userId: account.id, way: 'password', result },
    });
  });
}

async function openSession(
  parts: SignInParts,
  account: AccountRow,
  automatic: boolean,
  visitor: Visitor,
): Promise<string> {
  const token = randomToken();
  await parts.db.transaction(async (trx) => {
    const repo = identityRepo(parts.tables.within(trx), account.enterprise_id);
    await repo.addSession({
      user_id: account.id,
      token_hash: sha256(token),
      automatic,
      ip: visitor.ip,
      agent: visitor.agent.slice(0, 200),
    });
    await repo.touchLogin(account.id);
    await parts.bus.emit(trx, SignedIn, {
      actor: actorOf(account, visitor),
      target: targetOf(account),
      data: { userId: account.id, way: 'password' },
    });
  });
  return token;
}
