import { CODES } from '@prdm/contract/codes';
import type { Actor } from '../../../platform/actor.ts';
import { randomToken } from '../../../platform/crypto.ts';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { identityRepo } from '../identity.repo.ts';
import { accountKey } from '../identity.rules.ts';
import { verifyPassword } from '../passwords.ts';
import { COMPARED, trySubjects } from '../sign-in.ts';
import { openTexts } from '../transfer/transfer-keys.ts';
import { emailChangedMail, type MailText } from './mails.ts';
import { checkCode, codeOf, type RecoveryParts } from './recovery.ts';

/** The user whose e-mail or phone changes. */
export interface ContactOwner extends Actor {
  readonly userId: number;
  readonly account: string;
  readonly sessionId: number;
}

/**
 * Compares the own password before a change that helps to take over the account. Wrong ones count with those of
 * sign-in. Throws 1001 on `password`.
 */
export async function confirmPassword(
  parts: RecoveryParts,
  owner: ContactOwner,
  given: { password?: string | undefined; kid?: string | undefined },
  acceptsDefaultKey: () => Promise<boolean>,
): Promise<void> {
  const { password, kid } = given;
  if (password === undefined || password === '') throw fail.invalid('password', 'recovery.passwordNeeded');
  const account = await identityRepo(parts.tables.read, owner.enterpriseId).account(owner.userId);
  if (!account) throw fail.sessionEnded();
  const admission = await parts.throttle.admit(trySubjects(accountKey(account.account), owner.ip));
  let right = false;
  try {
    const call = { kid, owner: { sessionId: owner.sessionId, ip: null }, acceptsDefaultKey };
    const [text = null] = (await openTexts(parts, call, [{ text: password, ...COMPARED }])) ?? [];
    right = (await verifyPassword(account.password_hash, text ?? '')) && text !== null;
    if (!right) throw fail.of(CODES.invalid, 'recovery.passwordWrong', { field: 'password' });
  } finally {
    await (right ? admission.right() : admission.wrong());
  }
}

/** Checks the code of a new address; throws 1001 without one, 1004 or 1007. Without a mail server no code is needed. */
export async function checkNewEmail(
  parts: RecoveryParts,
  owner: ContactOwner,
  email: string,
  code: string | undefined,
): Promise<void> {
  if (!parts.mail.isOn) return;
  if (code === undefined || code === '') throw fail.invalid('code', 'validation.required');
  await checkCode(parts, codeOf('change_email', email, owner), code, owner.ip);
}

/** Uses the checked code up and reports the change to the old address, in the transaction of the change. */
export async function storeNewEmail(
  parts: RecoveryParts,
  trx: Trx,
  owner: ContactOwner,
  change: { before: string; after: string; code: string | undefined },
): Promise<void> {
  const { before, after, code } = change;
  if (after !== '' && parts.mail.isOn)
    await parts.emailCodes.useUp(trx, codeOf('change_email', after, owner), code ?? '');
  const product = await parts.site.titleOf(owner.enterpriseId, trx);
  await mailOld(parts, trx, before, emailChangedMail(product, owner.lang, owner.account));
}

/**
 * Reports an e-mail that somebody else changed to the old address, in the transaction of the change. The mail has the
 * language of its owner, not of the actor.
 */
export async function reportNewEmail(
  parts: RecoveryParts,
  trx: Trx,
  { enterpriseId }: Actor,
  { userId, before }: { userId: number; before: string },
): Promise<void> {
  const account = await identityRepo(parts.tables.within(trx), enterpriseId).account(userId);
  if (!account || before === '' || !parts.mail.isOn) return;
  const product = await parts.site.titleOf(enterpriseId, trx);
  const lang = await parts.site.langOf(enterpriseId, userId, trx);
  await mailOld(parts, trx, before, emailChangedMail(product, lang, account.account));
}

async function mailOld({ mail }: RecoveryParts, trx: Trx, to: string, text: MailText): Promise<void> {
  if (to !== '') await mail.enqueue(trx, { key: `email changed ${randomToken(12)}`, to, ...text });
}
