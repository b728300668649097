import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { CODES } from '@prdm/contract/codes';
import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import type { Database, Lent, Trx } from '../../platform/db.ts';
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
 * equal time, for they take the same steps; only who knows the password learns that the account is disabled (1012).
 */
export async function signIn(
  parts: SignInParts,
  input: { account: string; password: string; kid: string; automatic: boolean },
  visitor: Visitor,
): Promise<{ token: string }> {
  const key = accountKey(input.account);
  const door = doorRepo(parts.tables.read);
  const admission = await parts.throttle.admit(trySubjects(key, visitor.ip));
  let record: ((trx: Trx) => Promise<void>) | undefined;
  let right = false;
  try {
    const transfer = await door.spendTransferKey(input.kid);
    const password = transfer ? decryptTransfer(input.password, transfer.key, transfer.iv) : null;
    const account = await door.accountOrStandIn(key);
    right = (await verifyPassword(account?.known ? account.password_hash : null, password ?? '')) && password !== null;
    if (!account || !right) {
      record = account && ((trx) => recordWrong(parts, trx, account, visitor));
      throw wrongPassword();
    }
    const entry = await openSession(parts, account, input.automatic, visitor);
    if (entry === 'disabled') throw fail.of(CODES.userDisabled, 'codes.1012');
    if (entry === 'outdated') {
      right = false;
      record = (trx) => recordWrong(parts, trx, account, visitor);
      throw wrongPassword();
    }
    return entry;
  } finally {
    await (right ? admission.right() : admission.wrong(record));
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

const emitRefused = (
  parts: SignInParts,
  trx: Trx,
  account: AccountRow,
  visitor: Visitor,
  result: 'wrong_password' | 'disabled',
): Promise<void> =>
  parts.bus.emit(trx, SignInRefused, {
    actor: actorOf(account, visitor),
    target: targetOf(account),
    data: { userId: account.id, way: 'password', result },
  });

/**
 * The try of an account that is there stays in its history. For one that is not, the same is written about the stand-in and
 * taken back at once: otherwise the time of the answer would tell which accounts exist.
 */
async function recordWrong(
  parts: SignInParts,
  trx: Trx,
  account: AccountRow & { known: boolean },
  visitor: Visitor,
): Promise<void> {
  const db = parts.tables.within(trx);
  await sql`savepoint wrong_try`.execute(db);
  await emitRefused(parts, trx, account, visitor, 'wrong_password');
  await (account.known ? sql`release savepoint wrong_try` : sql`rollback to savepoint wrong_try`).execute(db);
}

/**
 * The session for a password that was right when it was looked at. Comparing it took its time: what was done to the account meanwhile
 * counts, so that no session is born after the change that was to end them all.
 */
async function openSession(
  parts: SignInParts,
  account: AccountRow,
  automatic: boolean,
  visitor: Visitor,
): Promise<{ token: string } | 'outdated' | 'disabled'> {
  const token = randomToken();
  return parts.db.transaction(async (trx) => {
    const repo = identityRepo(parts.tables.within(trx), account.enterprise_id);
    const now = await repo.noteSignIn(account.id, account.password_hash);
    if (!now) return 'outdated';
    if (!now.enabled) {
      await emitRefused(parts, trx, account, visitor, 'disabled');
      return 'disabled';
    }
    await repo.addSession({
      user_id: account.id,
      token_hash: sha256(token),
      automatic,
      ip: visitor.ip,
      agent: visitor.agent.slice(0, 200),
    });
    await parts.bus.emit(trx, SignedIn, {
      actor: actorOf(account, visitor),
      target: targetOf(account),
      data: { userId: account.id, way: 'password' },
    });
    return { token };
  });
}
