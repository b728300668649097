import { sql } from 'kysely';
import { CODES } from '@prdm/contract/codes';
import { LIMITS } from '@prdm/contract/limits';
import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { Live } from '../../platform/live.ts';
import type { Lang } from '@prdm/locales';
import { SignedIn, SignInRefused, type SignInWay } from './identity.events.ts';
import { signInRepo, identityRepo, type AccountRow, type IdentityTables } from './identity.repo.ts';
import { accountKey, LOGIN_LIMITS } from './identity.rules.ts';
import { verifyPassword } from './passwords.ts';
import type { Throttle, TrySubjects } from './throttle.ts';
import { openTexts } from './transfer/transfer-keys.ts';
import type { TransferTables } from './transfer/transfer-keys.repo.ts';

export interface Visitor {
  readonly ip: string;
  readonly agent: string;
  readonly lang: Lang;
  /** The live session of the call's token, or null. */
  readonly sessionId: number | null;
}

export interface SignInParts {
  readonly db: Database;
  readonly tables: ModuleDb<IdentityTables & TransferTables>;
  readonly bus: Bus;
  readonly live: Live;
  readonly throttle: Throttle;
  /** Single sign-on is on. */
  readonly acceptsSso: boolean;
  /** Whether people of the enterprise may sign in. Keeps a lock until the transaction ends, so that a disabling waits. */
  readonly maySignIn: SignInGate;
}

export type SignInGate = (trx: Trx, enterpriseId: number) => Promise<boolean>;

/** The refusal of a disabled enterprise. Only a confirmed person learns it. */
export const enterpriseDisabled = () => fail.of(CODES.userDisabled, 'enterprise.disabled');
const wrongPassword = () => fail.of(CODES.wrongPassword, 'codes.1003');

/** Length of a password that is compared: every password that can be stored has it. */
export const COMPARED = { min: LIMITS.passwordMin, max: LIMITS.passwordPolicyMax } as const;

/**
 * The counters of an attempt: account and address, the account from any address, and the address (of IPv6 the /64)
 * for any account.
 */
export const trySubjects = (account: string, ip: string): TrySubjects => {
  const subjects = { login_pair: `${account} ${networkOf(ip)}`, login_account: account, login_address: networkOf(ip) };
  return LOGIN_LIMITS.map((limit) => ({ limit, subject: subjects[limit.scope] }));
};

/** The session that a confirmed person opens. */
export interface Entry {
  readonly way: Exclude<SignInWay, 'auto'>;
  readonly token: string;
  /** Runs in the transaction of the new session. */
  readonly opened?: (trx: Trx, sessionId: number, account: AccountRow) => Promise<void>;
}

/**
 * Signs in with a password. An unknown account, a wrong password, a spent key and an unreadable transfer answer alike
 * (1003). They run the same statements and so take the same time. Only a caller with the right password learns that
 * the account is disabled (1012). Without `kid` all tried keys count as one attempt.
 */
export async function signIn(
  parts: SignInParts,
  input: { account: string; password: string; kid?: string; automatic: boolean },
  visitor: Visitor,
  /** The setting of the account's enterprise. */
  acceptsDefaultKey: (enterpriseId: number) => Promise<boolean>,
  entry: Entry = { way: 'password', token: randomToken() },
): Promise<{ token: string }> {
  const key = accountKey(input.account);
  const systemRepo = signInRepo(parts.tables.read);
  const admission = await parts.throttle.admit(trySubjects(key, visitor.ip));
  let record: ((trx: Trx) => Promise<void>) | undefined;
  let right = false;
  try {
    const account = await systemRepo.accountOrStandIn(key);
    const clear = await openTexts(
      parts,
      {
        kid: input.kid,
        owner: { sessionId: visitor.sessionId, ip: visitor.ip },
        acceptsDefaultKey: () => (account ? acceptsDefaultKey(account.enterprise_id) : Promise.resolve(false)),
      },
      [{ text: input.password, ...COMPARED }],
    );
    const password = clear?.[0] ?? null;
    right = (await verifyPassword(account?.known ? account.password_hash : null, password ?? '')) && password !== null;
    if (!account || !right) {
      record = account && ((trx) => recordWrong(parts, trx, account, visitor));
      throw wrongPassword();
    }
    const { automatic } = input;
    const opened = await openSession(parts, account, visitor, { ...entry, automatic, seenHash: account.password_hash });
    if (opened === 'enterprise-disabled') throw enterpriseDisabled();
    if (opened === 'disabled') throw fail.of(CODES.userDisabled, 'codes.1012');
    if (opened === 'outdated') {
      right = false;
      record = (trx) => recordWrong(parts, trx, account, visitor);
      throw wrongPassword();
    }
    return opened;
  } finally {
    await (right ? admission.right() : admission.wrong(record));
  }
}

export const actorOf = (account: AccountRow, visitor: Visitor): Actor => ({
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
  way: SignInWay = 'password',
): Promise<void> =>
  parts.bus.emit(trx, SignInRefused, {
    actor: actorOf(account, visitor),
    target: targetOf(account),
    data: { userId: account.id, way, result },
  });

/**
 * A failed attempt on an existing account is kept in its history. For an unknown account the same rows are written
 * for the stand-in and rolled back. Otherwise the response time would reveal which accounts exist.
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
 * Opens the session if the person is still confirmed: the compared password (`seenHash`) is current, or `isRight` holds
 * behind the lock of the account. A comparison takes time, and the account may change meanwhile. So no session is
 * created after a change that ends all sessions.
 */
export async function openSession(
  parts: SignInParts,
  account: AccountRow,
  visitor: Visitor,
  entry: Entry & { automatic: boolean } & ({ seenHash: string } | { isRight: (trx: Trx) => Promise<boolean> }),
): Promise<{ token: string } | 'outdated' | 'disabled' | 'enterprise-disabled'> {
  const { way, token, automatic } = entry;
  return parts.db.transaction(async (trx) => {
    const repo = identityRepo(parts.tables.within(trx), account.enterprise_id);
    const isOpen = await parts.maySignIn(trx, account.enterprise_id);
    const now = await repo.noteSignIn(account.id, 'seenHash' in entry ? entry.seenHash : undefined);
    if (!now || ('isRight' in entry && !(await entry.isRight(trx)))) return 'outdated';
    if (!now.enabled) {
      await emitRefused(parts, trx, account, visitor, 'disabled', way);
      return 'disabled';
    }
    if (!isOpen) {
      await emitRefused(parts, trx, account, visitor, 'disabled', way);
      return 'enterprise-disabled';
    }
    const sessionId = await repo.addSession({
      user_id: account.id,
      token_hash: sha256(token),
      automatic,
      sso: way === 'sso',
      ip: visitor.ip,
      agent: visitor.agent.slice(0, 200),
    });
    await entry.opened?.(trx, sessionId, account);
    await parts.bus.emit(trx, SignedIn, {
      actor: actorOf(account, visitor),
      target: targetOf(account),
      data: { userId: account.id, way },
    });
    return { token };
  });
}
