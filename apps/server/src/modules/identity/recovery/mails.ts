import type { Lang } from '@prdm/locales';
import { CODE } from '@prdm/contract/limits';
import { translate } from '../../../platform/translate.ts';

/** An account of an e-mail address. */
export interface AccountOfEmail {
  readonly enterpriseId: number;
  readonly userId: number;
  readonly account: string;
  /** As stored. Mails go to this address and not to the one in the call (safety.md S31). */
  readonly email: string;
  readonly enterpriseName: string;
}

/** Facts about this installation for mails. */
export interface Installation {
  /** The setting TITLE; undefined means the default title in the reader's language. */
  readonly title: string | undefined;
  /** The setting PUBLIC_URL. Links in mails use nothing else: the Host header of a call may be forged. */
  readonly publicUrl: string | undefined;
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

const productOf = ({ title }: Installation, lang: Lang): string =>
  title ?? translate(lang, 'shell.fixedTitles.product');
const address = ({ publicUrl }: Installation, path: string): string | null =>
  publicUrl === undefined ? null : new URL(path, publicUrl).href;
const lines = (...parts: (string | null)[]): string => `${parts.filter((part) => part !== null).join('\n\n')}\n`;
const minutes = CODE.seconds / 60;

/** The mail with a code for a new password. It lists every account of the address. */
export function forgetMail(
  site: Installation,
  lang: Lang,
  code: string,
  accounts: readonly Pick<AccountOfEmail, 'account' | 'enterpriseName'>[],
): MailText {
  const list = accounts.map(({ account, enterpriseName }) =>
    translate(lang, 'recovery.mail.account', { account, enterprise: enterpriseName }),
  );
  return {
    subject: translate(lang, 'recovery.mail.forgetSubject'),
    text: lines(
      translate(lang, 'recovery.mail.forgetLead', { product: productOf(site, lang) }),
      translate(lang, 'recovery.mail.code', { code }),
      translate(lang, 'recovery.mail.validity', { count: minutes }),
      [translate(lang, 'recovery.mail.accounts'), ...list].join('\n'),
      translate(lang, 'recovery.mail.forgetIgnore'),
    ),
  };
}

/** The mail with a code for a new e-mail address. Without PUBLIC_URL it has no link. */
export function changeEmailMail(site: Installation, lang: Lang, code: string, account: string): MailText {
  const link = address(site, `/email?code=${code}`);
  return {
    subject: translate(lang, 'recovery.mail.changeSubject'),
    text: lines(
      translate(lang, 'recovery.mail.changeLead', { product: productOf(site, lang), account }),
      translate(lang, 'recovery.mail.code', { code }),
      translate(lang, 'recovery.mail.validity', { count: minutes }),
      link === null ? null : translate(lang, 'recovery.mail.changeLink', { link }),
      translate(lang, 'recovery.mail.changeIgnore'),
    ),
  };
}

/** Reports a changed password to its owner. */
export const recoveredMail = (site: Installation, lang: Lang, account: string): MailText => ({
  subject: translate(lang, 'recovery.mail.recoveredSubject'),
  text: lines(
    translate(lang, 'recovery.mail.recoveredLead', { product: productOf(site, lang), account }),
    translate(lang, 'recovery.mail.recoveredWarn'),
  ),
});

/** Reports a changed address to the old one. */
export const emailChangedMail = (site: Installation, lang: Lang, account: string): MailText => ({
  subject: translate(lang, 'recovery.mail.emailChangedSubject'),
  text: lines(
    translate(lang, 'recovery.mail.emailChangedLead', { product: productOf(site, lang), account }),
    translate(lang, 'recovery.mail.emailChangedWarn'),
  ),
});

/** Reports to the owner that a person of the identity provider now opens the account. */
export const ssoLinkedMail = (site: Installation, lang: Lang, account: string): MailText => ({
  subject: translate(lang, 'recovery.mail.ssoLinkedSubject'),
  text: lines(
    translate(lang, 'recovery.mail.ssoLinkedLead', { product: productOf(site, lang), account }),
    translate(lang, 'recovery.mail.ssoLinkedWarn'),
  ),
});
