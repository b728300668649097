import { accountProblem } from '@prdm/contract/kit/checks';
import { CODES } from '@prdm/contract/codes';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Site } from '../../platform/mail/site.ts';
import type { Bus } from '../../platform/bus.ts';
import { isUniqueViolation, type Database, type ModuleDb, type Trx } from '../../platform/db.ts';
import type { DB } from '../../platform/db-types.ts';
import { fail } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { Live } from '../../platform/live.ts';
import type { Disk } from '../../platform/machine/disk.ts';
import { bound } from '../../platform/bound.ts';
import { identityRepo, lastActive, signInRepo, type IdentityTables, type SessionRow } from './identity.repo.ts';
import { accountKey, type PasswordPolicy } from './identity.rules.ts';
import {
  claimImages,
  dropImages,
  forgetUnusedImages,
  imageByKey,
  setAvatar,
  storeImage,
  swapImage,
} from './images/images.ts';
import type { ImageTables } from './images/images.repo.ts';
import { changePassword, refusePassword, resetPassword } from './password-change.ts';
import { firstPassword, hashPassword, type FirstPassword, type StoredPassword } from './passwords.ts';
import { namedAmong } from './named-accounts.ts';
import { endAllSessions, endSessions, enterWith, isAlive, ownerOf, sessionIdOf } from './sessions.ts';
import { endListed, listSessions, type EndedSessions, type NamedOwner } from './listing/session-list.ts';
import { checkNewEmail, confirmPassword, reportNewEmail, storeNewEmail } from './recovery/new-contact.ts';
import { EmailCodes } from './recovery/codes.ts';
import type { CodeTables } from './recovery/codes.repo.ts';
import { checkSubjects } from './recovery/recovery.rules.ts';
import { recoverPassword, sendCode, verifyCode, type RecoveryParts } from './recovery/recovery.ts';
import { signIn, type SignInGate } from './sign-in.ts';
import { askProvider, signOutWithSso, ssoRegisters } from './sso/grants.ts';
import type { SsoSettings } from './sso/settings.ts';
import type { SsoTables } from './sso/sso.repo.ts';
import { finishSso, linkSso, ssoOn, startSso, type SsoParts } from './sso/sso.ts';
import { Throttle } from './throttle.ts';
import { newTransferKey, openTexts, type SealedCall, type SealedText } from './transfer/transfer-keys.ts';
import { transferKeysRepo, type TransferTables } from './transfer/transfer-keys.repo.ts';

/**
 * Accounts, passwords and sessions. Invariants: a token and a password are stored only as hashes. An account name is
 * unique over all enterprises after folding case and width. A sign-in attempt is counted before its password is
 * compared.
 */
export type { PasswordPolicy, StoredPassword };
export { accountKey } from './identity.rules.ts';
export { firstPassword, type FirstPassword };
export type { ContactOwner } from './recovery/new-contact.ts';
export type Identity = ReturnType<typeof createIdentity>;
export { ssoOf, type SsoSettings } from './sso/settings.ts';
export { sessionAt, type IdentityTables, type SessionRow } from './identity.repo.ts';

export function createIdentity(platform: {
  db: Database;
  bus: Bus;
  live: Live;
  tables: ModuleDb<IdentityTables & TransferTables>;
  tries: ModuleDb<Pick<DB, 'failed_try'>>;
  images: ModuleDb<ImageTables>;
  disk: Disk;
  codes: ModuleDb<CodeTables>;
  mail: Mail;
  clock: Clock;
  jobs: Jobs;
  log: Log;
  ssoTables: ModuleDb<SsoTables>;
  /** Null while single sign-on is off. */
  ssoSettings: SsoSettings | null;
  site: Site;
}) {
  const throttle = new Throttle(platform.db, platform.tries);
  const emailCodes = new EmailCodes(platform.db, platform.codes);
  const sso = ssoOn(platform.ssoSettings);
  let signInGate: SignInGate = () => Promise.resolve(true);
  const parts: RecoveryParts & SsoParts = {
    ...platform,
    throttle,
    emailCodes,
    sso,
    acceptsSso: sso !== null,
    maySignIn: (...asked) => signInGate(...asked),
  };
  return {
    /** Sets the rule whether people of an enterprise may sign in. This module is below organisation and cannot read it. */
    setSignInGate(gate: SignInGate): void {
      signInGate = gate;
    },
    /** Ends every session of an enterprise in the transaction of the caller. */
    endAllSessions: bound(parts, endAllSessions),
    /** The last activity in each enterprise. */
    lastActive: (ids: readonly number[]) => lastActive(platform.tables.read, ids),
    newTransferKey: (requester: Parameters<typeof newTransferKey>[1]) => newTransferKey(parts, requester),
    signIn: bound(parts, signIn),
    signOut: bound(parts, signOutWithSso),
    /** Single sign-on is on: the server accepts `Authorization: Bearer`. */
    acceptsSso: parts.acceptsSso,
    startSso: (ip: string) => startSso(parts, ip),
    finishSso: bound(parts, finishSso),
    linkSso: bound(parts, linkSso),
    /** Asks the provider about the sessions that are due. The worker does it every minute. */
    askProvider: () => askProvider(parts),
    ssoRegisters: () => ssoRegisters(parts),
    isAlive: (token: string) => isAlive(parts, token),
    /** The live session of a token, or null; it does not count as a use of the token. */
    sessionIdOf: (token: string) => sessionIdOf(parts, token),
    listSessions: bound(parts, listSessions),
    /** Ends sessions of a user in a transaction of its own. */
    endListed: (actor: Actor, owner: NamedOwner, which: EndedSessions) =>
      platform.db.transaction((trx) => endListed(parts, trx, actor, owner, which)),
    /** The same inside the transaction of the caller, who has judged the right. */
    endListedIn: bound(parts, endListed),
    /**
     * Reserves a place for one guess of a secret in a public call. Wrong ones and wrong passwords of one network
     * address share a budget (1007).
     */
    admitGuess: (ip: string) => throttle.admit(checkSubjects(ip)),
    confirmPassword: bound(parts, confirmPassword),
    checkNewEmail: bound(parts, checkNewEmail),
    storeNewEmail: bound(parts, storeNewEmail),
    /** Reports an e-mail that somebody else changed to the old address. */
    reportNewEmail: bound(parts, reportNewEmail),
    /** The new address that a user is about to prove, or ''. */
    pendingEmail: (userId: number) => emailCodes.pendingEmail(userId),
    /** Whether codes can be sent by e-mail. */
    sendsMail: platform.mail.isOn,
    ownerOf: (token: string) => ownerOf(parts, token),
    sendCode: bound(parts, sendCode),
    verifyCode: bound(parts, verifyCode),
    recoverPassword: bound(parts, recoverPassword),
    /** Whether the session of a signed address is still live. Each use of the address checks it again. */
    isSessionAlive: (enterpriseId: number, sessionId: number) =>
      identityRepo(platform.tables.read, enterpriseId).isSessionAlive(sessionId),
    enterWith: <Row extends SessionRow>(token: string, options: Parameters<typeof enterWith<Row>>[2]) =>
      enterWith(parts, token, options),
    changePassword: bound(parts, changePassword),
    resetPassword: bound(parts, resetPassword),

    /**
     * The hash of a password that the policy allows; throws 1001 otherwise. Call it before the transaction that
     * stores the hash.
     */
    async storable(password: string, policy: PasswordPolicy): Promise<StoredPassword> {
      refusePassword(password, policy);
      return hashPassword(password);
    },

    /** Adds accounts inside the caller's transaction. Returns their ids in the same order. Throws 1018 when a name is taken in any enterprise. */
    async addAccounts(
      trx: Trx,
      enterpriseId: number,
      given: readonly { account: string; stored: StoredPassword; mustChange: boolean }[],
    ): Promise<number[]> {
      const rows = given.map(({ account: typed, stored, mustChange }) => {
        const account = typed.normalize('NFKC').trim();
        const problem = accountProblem(account);
        if (problem !== null) throw fail.invalid('account', problem);
        const key = accountKey(account);
        return { account, account_key: key, password_hash: stored.hash, must_change: mustChange };
      });
      try {
        return await identityRepo(platform.tables.within(trx), enterpriseId).addAccounts(rows);
      } catch (error) {
        if (isUniqueViolation(error, 'account_account_key_key'))
          throw fail.of(CODES.duplicateName, 'identity.accountTaken', { field: 'account' });
        throw error;
      }
    },

    /** The accounts with these names in any enterprise, by `accountKey`. */
    accountsNamed: (trx: Trx, enterpriseId: number, accounts: readonly string[]) =>
      identityRepo(platform.tables.within(trx), enterpriseId).accountsByKeys(accounts.map(accountKey)),
    /** The users among these whose account was ever used: a sign-in, or another password than the first one. */
    usedAmong: (trx: Trx, enterpriseId: number, userIds: readonly number[]) =>
      identityRepo(platform.tables.within(trx), enterpriseId).usedAmong(userIds),
    /** The users among these whom a record of another table names. The own staff record and its roles do not count. */
    namedAmong: (trx: Trx, enterpriseId: number, userIds: readonly number[]) =>
      namedAmong(platform.tables.within(trx), enterpriseId, userIds),
    /** Gives up unused accounts: their names are free again, and nobody can sign in with them. */
    async retireAccounts(trx: Trx, enterpriseId: number, userIds: readonly number[]): Promise<void> {
      await identityRepo(platform.tables.within(trx), enterpriseId).retire(userIds, firstPassword().stored.hash);
    },

    /** The decrypted text of a transfer; its key is spent. Null without a key or when the text is unreadable. */
    async openTransfer(call: SealedCall, sealed: SealedText): Promise<string | null> {
      return (await openTexts(parts, call, [sealed]))?.[0] ?? null;
    },

    /** Disabling ends every session and every open code at once. A code of before would work again after a return. */
    async setEnabled(
      trx: Trx,
      enterpriseId: number,
      person: { id: number; email: string },
      enabled: boolean,
    ): Promise<void> {
      if (!enabled) await emailCodes.endOf(trx, { userId: person.id, email: person.email });
      await identityRepo(platform.tables.within(trx), enterpriseId).setEnabled(person.id, enabled);
      if (!enabled) await endSessions(parts, trx, enterpriseId, { userId: person.id });
    },

    /** Stores a picture of the caller and returns its addresses. */
    storeImage: bound(platform, storeImage),
    /** Marks unused pictures of a user as used by a record. Throws 1001 on `field` for any other address. */
    claimImages: bound(platform, claimImages),
    /** Deletes pictures of a user that a record no longer shows. */
    dropImages: bound(platform, dropImages),
    /** Exchanges the picture of a record and deletes the old one. Throws 1001 on `field` for a foreign address. */
    swapImage: bound(platform, swapImage),
    imageByKey: (key: string) => imageByKey(platform, key),
    setAvatar: bound(platform, setAvatar),
    profile: (enterpriseId: number, userId: number) => identityRepo(platform.tables.read, enterpriseId).profile(userId),
    thumbs: (enterpriseId: number, userIds: readonly number[]) =>
      identityRepo(platform.tables.read, enterpriseId).thumbs(userIds),

    async sweep(): Promise<void> {
      await signInRepo(platform.tables.read).sweep();
      await transferKeysRepo(platform.tables.read).sweep();
      await throttle.sweep();
      await emailCodes.sweep();
      await forgetUnusedImages(platform);
    },
  };
}

export type UserActor = Actor & { userId: number };
