import { sql } from 'kysely';
import { CODES } from '@prdm/contract/codes';
import type { CodeType } from '@prdm/contract/identity/recovery';
import { CODE } from '@prdm/contract/limits';
import type { Actor } from '../../../platform/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import { randomToken } from '../../../platform/crypto.ts';
import type { ModuleDb, Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { Site } from '../../../platform/mail/site.ts';
import { CodeSent, PasswordRecovered } from '../identity.events.ts';
import { signInRepo } from '../identity.repo.ts';
import { accountKey, type PasswordPolicy } from '../identity.rules.ts';
import { freshPassword, replacePassword, sealedFresh } from '../password-change.ts';
import { hashPassword, type StoredPassword } from '../passwords.ts';
import type { Owner } from '../sessions.ts';
import { enterpriseDisabled, trySubjects, type SignInParts, type Visitor } from '../sign-in.ts';
import { openTexts } from '../transfer/transfer-keys.ts';
import type { CodeOf, CodeTables } from './codes.repo.ts';
import { addressKey, EmailCodes, type NewCode } from './codes.ts';
import { changeEmailMail, forgetMail, recoveredMail, titleOfAll, type AccountOfEmail } from './mails.ts';
import { checkSubjects, sendSubjects } from './recovery.rules.ts';

export interface RecoveryParts extends SignInParts {
  readonly site: Site;
  readonly codes: ModuleDb<CodeTables>;
  readonly emailCodes: EmailCodes;
  readonly mail: Mail;
  readonly clock: Clock;
}

/** Facts from the modules above this one. */
export interface RecoverySources {
  /** Accounts with this address that may sign in, in every enterprise. */
  accountsOfEmail(email: string, trx?: Trx): Promise<AccountOfEmail[]>;
  policyOf(enterpriseId: number): Promise<PasswordPolicy>;
  acceptsDefaultKey(enterpriseId: number): Promise<boolean>;
}

/** The code of an address. Only a code of type `change_email` belongs to the user of a session. */
export const codeOf = (type: CodeType, email: string, owner: Owner | null): CodeOf => {
  if (type === 'change_email' && owner === null) throw fail.sessionEnded();
  return { type, address: addressKey(email), userId: type === 'change_email' ? (owner?.userId ?? 0) : 0 };
};

const actorOf = ({ enterpriseId, userId, account }: Owner, { ip, agent, lang }: Visitor): Actor => ({
  enterpriseId,
  userId,
  name: account,
  ip,
  agent,
  lang,
});

/**
 * Sends a code. For an address without an account the same statements run and are rolled back, except those that store
 * a code which nobody knows. Otherwise words or time would reveal which addresses have an account (safety.md S33).
 */
export async function sendCode(
  parts: RecoveryParts,
  sources: RecoverySources,
  { email, type }: { email: string; type: CodeType },
  visitor: Visitor & { owner: Owner | null },
): Promise<{ resend_after: number; expires_in: number }> {
  if (!parts.mail.isOn) throw fail.wrongState('recovery.noMail');
  const of = codeOf(type, email, visitor.owner);
  const admission = await parts.throttle.admit(sendSubjects(of, visitor.ip));
  let isSent = false;
  try {
    const found = type === 'forget' ? await sources.accountsOfEmail(email) : [];
    const isKnown = type === 'change_email' || found.length > 0;
    const code = await (isKnown ? parts.emailCodes.fresh(of) : parts.emailCodes.unknowable(of));
    await parts.db.transaction(async (trx) => {
      await parts.emailCodes.place(trx, of, email, code);
      if (visitor.owner !== null && type === 'change_email')
        await mailChange(parts, trx, { email, code, owner: visitor.owner, visitor });
      else await mailForget(parts, trx, { email, code, found, visitor });
    });
    isSent = true;
  } finally {
    // A refused call sends nothing and does not count.
    await (isSent ? admission.wrong() : admission.right());
  }
  return { resend_after: CODE.resendSeconds, expires_in: CODE.seconds };
}

const expiry = ({ clock }: RecoveryParts): Date => new Date(clock.now().getTime() + CODE.seconds * 1000);

const emitSent = (parts: RecoveryParts, trx: Trx, owner: Owner, visitor: Visitor, type: CodeType): Promise<void> =>
  parts.bus.emit(trx, CodeSent, {
    actor: actorOf(owner, visitor),
    target: { kind: 'user', id: owner.userId, name: owner.account },
    data: { userId: owner.userId, type },
  });

async function mailForget(
  parts: RecoveryParts,
  trx: Trx,
  sent: { email: string; code: NewCode; found: readonly AccountOfEmail[]; visitor: Visitor },
): Promise<void> {
  const { email, code, visitor } = sent;
  const isKnown = sent.found.length > 0;
  const accounts = isKnown ? sent.found : await standIn(parts);
  const db = parts.tables.within(trx);
  await sql`savepoint code_mail`.execute(db);
  for (const one of accounts) await emitSent(parts, trx, one, visitor, 'forget');
  await parts.mail.enqueue(trx, {
    key: `code ${randomToken(12)}`,
    to: sent.found[0]?.email ?? email,
    ...forgetMail(titleOfAll(parts.site, accounts), visitor.lang, code.text, accounts),
    expires_at: expiry(parts),
  });
  await (isKnown ? sql`release savepoint code_mail` : sql`rollback to savepoint code_mail`).execute(db);
}

/** Any account, so that an unknown address costs the time of a known one. */
async function standIn({ tables }: RecoveryParts): Promise<AccountOfEmail[]> {
  const account = await signInRepo(tables.read).accountOrStandIn('');
  if (account === undefined) return [];
  const { enterprise_id: enterpriseId, id: userId } = account;
  return [
    { enterpriseId, userId, account: account.account, email: '', enterpriseName: account.account, enterpriseTitle: '' },
  ];
}

async function mailChange(
  parts: RecoveryParts,
  trx: Trx,
  { email, code, owner, visitor }: { email: string; code: NewCode; owner: Owner; visitor: Visitor },
): Promise<void> {
  await emitSent(parts, trx, owner, visitor, 'change_email');
  const product = await parts.site.titleOf(owner.enterpriseId, trx);
  await parts.mail.enqueue(trx, {
    key: `code ${randomToken(12)}`,
    to: email,
    ...changeEmailMail({ product, publicUrl: parts.site.publicUrl }, visitor.lang, code.text, owner.account),
    expires_at: expiry(parts),
  });
}

/** Throws 1004 or 1007 on `code`. A wrong code counts for its address and for the caller's network address. */
export async function checkCode(parts: RecoveryParts, of: CodeOf, code: string, ip: string): Promise<void> {
  const admission = await parts.throttle.admit(checkSubjects(ip));
  let right = false;
  try {
    await parts.emailCodes.check(of, code);
    right = true;
  } finally {
    await (right ? admission.right() : admission.wrong());
  }
}

/** Checks a code without using it up. Returns the accounts of its address. */
export async function verifyCode(
  parts: RecoveryParts,
  sources: RecoverySources,
  input: { email: string; code: string; type: CodeType },
  visitor: Visitor & { owner: Owner | null },
): Promise<{ accounts: string[] }> {
  await checkCode(parts, codeOf(input.type, input.email, visitor.owner), input.code, visitor.ip);
  const found = input.type === 'forget' ? await sources.accountsOfEmail(input.email) : [];
  return { accounts: found.map(({ account }) => account) };
}

export interface RecoveryInput {
  readonly email: string;
  readonly code: string;
  readonly account?: string | undefined;
  readonly password: string;
  readonly repassword: string;
  readonly password_encode: string;
  readonly kid?: string | undefined;
}

/**
 * Sets a new password with a code. The code is checked first, so that nothing about the account appears without it. It
 * is used up in the transaction that stores the password: a password that breaks a rule costs no code.
 */
export async function recoverPassword(
  parts: RecoveryParts,
  sources: RecoverySources,
  input: RecoveryInput,
  visitor: Visitor,
): Promise<void> {
  const of = codeOf('forget', input.email, null);
  await checkCode(parts, of, input.code, visitor.ip);
  const chosen = chosenAccount(await sources.accountsOfEmail(input.email), input.account);
  const stored = await hashOfFresh(parts, sources, input, visitor, chosen);
  await parts.db.transaction(async (trx) => {
    if (!(await parts.maySignIn(trx, chosen.enterpriseId))) throw enterpriseDisabled();
    await parts.emailCodes.useUp(trx, of, input.code);
    // The address may have left the account since the code was sent.
    const now = await sources.accountsOfEmail(input.email, trx);
    if (!now.some(({ userId }) => userId === chosen.userId)) throw wrongCode();
    const { userId, account } = chosen;
    await replacePassword(parts, trx, chosen, stored, { mustChange: false });
    await parts.throttle.forgive(trx, trySubjects(accountKey(account), visitor.ip));
    await parts.bus.emit(trx, PasswordRecovered, {
      actor: actorOf(chosen, visitor),
      target: { kind: 'user', id: userId, name: account },
      data: { userId },
    });
    await parts.mail.enqueue(trx, {
      key: `recovered ${randomToken(12)}`,
      to: chosen.email,
      ...recoveredMail(titleOfAll(parts.site, [chosen]), visitor.lang, account),
    });
  });
}

const wrongCode = () => fail.of(CODES.wrongVerifyCode, 'codes.1004', { field: 'code' });

/** The account of the address. Throws 1001 on `account` when there are several and none, or another one, is named. */
function chosenAccount(found: readonly AccountOfEmail[], named: string | undefined): AccountOfEmail {
  const [first, ...others] = found;
  if (first === undefined) throw wrongCode();
  if (named === undefined || named === '') {
    if (others.length === 0) return first;
    throw fail.invalid('account', 'recovery.accountNeeded');
  }
  const chosen = found.find(({ account }) => accountKey(account) === accountKey(named));
  if (chosen === undefined) throw fail.invalid('account', 'recovery.accountOther');
  return chosen;
}

async function hashOfFresh(
  parts: RecoveryParts,
  sources: RecoverySources,
  input: RecoveryInput,
  { sessionId, ip }: Visitor,
  { enterpriseId }: AccountOfEmail,
): Promise<StoredPassword> {
  const acceptsDefaultKey = () => sources.acceptsDefaultKey(enterpriseId);
  const call = { kid: input.kid, owner: { sessionId, ip }, acceptsDefaultKey };
  const [fresh = null] = (await openTexts(parts, call, [sealedFresh(input)])) ?? [];
  return hashPassword(freshPassword(fresh, input, await sources.policyOf(enterpriseId)));
}
