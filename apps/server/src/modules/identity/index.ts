import { CODES } from '@prdm/contract/codes';
import { LIMITS } from '@prdm/contract/limits';
import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import { isUniqueViolation, type Database, type Lent, type Trx } from '../../platform/db.ts';
import type { DB } from '../../platform/db-types.ts';
import { fail } from '../../platform/errors.ts';
import type { Live } from '../../platform/live.ts';
import { doorRepo, identityRepo, type IdentityTables } from './identity.repo.ts';
import { accountKey, isAccountName, passwordProblem, type PasswordPolicy } from './identity.rules.ts';
import { forgetUnusedImages, imageByKey, setAvatar, storeImage } from './images.ts';
import type { ImageTables } from './images.repo.ts';
import { changePassword, resetPassword } from './password-change.ts';
import { decryptTransfer, hashPassword, type StoredPassword } from './passwords.ts';
import { endSessions, enterWith, isAlive, signOut } from './sessions.ts';
import { newTransferKey, signIn, type SignInParts } from './sign-in.ts';
import { Throttle } from './throttle.ts';

/**
 * Accounts, passwords, sessions. Always true here: a token and a password are stored only as hashes; an account name is unique
 * over all enterprises after folding case and width; a try at a password has taken its place in the counters before it is looked at.
 */
export type { PasswordPolicy, StoredPassword };
export type Identity = ReturnType<typeof createIdentity>;

export function createIdentity(platform: {
  db: Database;
  bus: Bus;
  live: Live;
  tables: Lent<IdentityTables>;
  tries: Lent<Pick<DB, 'failed_try'>>;
  images: Lent<ImageTables>;
}) {
  const throttle = new Throttle(platform.db, platform.tries);
  const parts: SignInParts = { ...platform, throttle };
  return {
    newTransferKey: () => newTransferKey(parts),
    signIn: (...args: Tail<Parameters<typeof signIn>>) => signIn(parts, ...args),
    signOut: (...args: Tail<Parameters<typeof signOut>>) => signOut(parts, ...args),
    isAlive: (token: string) => isAlive(parts, token),
    /** Whether the session of a signed address still lives; asked again on each use of the address. */
    isSessionAlive: (enterpriseId: number, sessionId: number) =>
      identityRepo(platform.tables.read, enterpriseId).isSessionAlive(sessionId),
    enterWith: (token: string, options: { mayRotate: boolean }) => enterWith(parts, token, options),
    changePassword: (...args: Tail<Parameters<typeof changePassword>>) => changePassword(parts, ...args),
    resetPassword: (...args: Tail<Parameters<typeof resetPassword>>) => resetPassword(parts, ...args),

    /** What is stored of a password that the policy allows; asked for before the transaction that stores it. */
    async storable(password: string, policy: PasswordPolicy): Promise<StoredPassword> {
      const problem = passwordProblem(password, policy);
      if (problem) throw fail.invalid('password', problem.key, problem.n === undefined ? undefined : { n: problem.n });
      return hashPassword(password);
    },

    /** Adds an account inside the caller's transaction; 1018 when the name is taken in any enterprise. */
    async addAccount(
      trx: Trx,
      enterpriseId: number,
      given: { account: string; stored: StoredPassword; mustChange: boolean },
    ): Promise<number> {
      const account = given.account.normalize('NFKC').trim();
      const length = [...account].length;
      if (length < LIMITS.accountMin || length > LIMITS.accountMax)
        throw fail.invalid('account', 'identity.accountLength');
      if (!isAccountName(account)) throw fail.invalid('account', 'identity.accountCharacters');
      try {
        return await identityRepo(platform.tables.within(trx), enterpriseId).addAccount({
          account,
          account_key: accountKey(account),
          password_hash: given.stored.hash,
          must_change: given.mustChange,
        });
      } catch (error) {
        if (isUniqueViolation(error, 'account_account_key_key'))
          throw fail.of(CODES.duplicateName, 'identity.accountTaken', { field: 'account' });
        throw error;
      }
    },

    /** The secret behind a transfer, whose key is spent by asking; null when the key is unknown or spent or the text cannot be read. */
    async openTransfer(kid: string, transfer: string): Promise<string | null> {
      const spent = await doorRepo(platform.tables.read).spendTransferKey(kid);
      return spent ? decryptTransfer(transfer, spent.key, spent.iv) : null;
    },

    /** Disabling ends every session at once. */
    async setEnabled(trx: Trx, enterpriseId: number, userId: number, enabled: boolean): Promise<void> {
      await identityRepo(platform.tables.within(trx), enterpriseId).setEnabled(userId, enabled);
      if (!enabled) await endSessions(parts, trx, enterpriseId, { userId });
    },

    /** A picture of the signed-in person's own; gives its address. */
    storeImage: (...args: Tail<Parameters<typeof storeImage>>) => storeImage(platform, ...args),
    imageByKey: (key: string) => imageByKey(platform, key),
    setAvatar: (...args: Tail<Parameters<typeof setAvatar>>) => setAvatar(platform, ...args),
    profile: (enterpriseId: number, userId: number) => identityRepo(platform.tables.read, enterpriseId).profile(userId),
    thumbs: (enterpriseId: number, userIds: readonly number[]) =>
      identityRepo(platform.tables.read, enterpriseId).thumbs(userIds),

    async sweep(): Promise<void> {
      await doorRepo(platform.tables.read).sweep();
      await throttle.sweep();
      await forgetUnusedImages(platform);
    },
  };
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;

export type UserActor = Actor & { userId: number };
