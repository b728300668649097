import type { Lang } from '@prdm/locales';
import { CODE } from '@prdm/contract/limits';
import { productTitle, type Site } from '../../../platform/mail/site.ts';
import { translate } from '../../../platform/translate.ts';

/** An account of an e-mail address. */
export interface AccountOfEmail {
  readonly enterpriseId: number;
  readonly userId: number;
  readonly account: string;
  /** As stored. Mails go to this address and not to the one in the call (safety.md S31). */
  readonly email: string;
  readonly enterpriseName: string;
  /** '' when the enterprise has no own title. */
  readonly enterpriseTitle: string;
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** The title for a mail about several accounts: that of their enterprise, or of the installation when they have several. */
export function titleOfAll(
  site: Pick<Site, 'title'>,
  accounts: readonly Pick<AccountOfEmail, 'enterpriseId' | 'enterpriseTitle'>[],
): string {
  const [first] = accounts;
  const isShared = accounts.every(({ enterpriseId }) => enterpriseId === first?.enterpriseId);
  return productTitle(isShared ? first?.enterpriseTitle : '', site.title);
}

const lines = (...parts: (string | null)[]): string => `${parts.filter((part) => part !== null).join('\n\n')}\n`;
const minutes = CODE.seconds / 60;

/** The mail with a code for a new password. It lists every account of the address. */
export function forgetMail(
  product: string,
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
      translate(lang, 'recovery.mail.forgetLead', { product }),
      translate(lang, 'recovery.mail.code', { code }),
      translate(lang, 'recovery.mail.validity', { count: minutes }),
      [translate(lang, 'recovery.mail.accounts'), ...list].join('\n'),
      translate(lang, 'recovery.mail.forgetIgnore'),
    ),
  };
}

/** The mail with a code for a new e-mail address. Without PUBLIC_URL it has no link. */
export function changeEmailMail(
  { product, publicUrl }: { readonly product: string; readonly publicUrl: string | undefined },
  lang: Lang,
  code: string,
  account: string,
): MailText {
  const link = publicUrl === undefined ? null : new URL(`/email?code=${code}`, publicUrl).href;
  return {
    subject: translate(lang, 'recovery.mail.changeSubject'),
    text: lines(
      translate(lang, 'recovery.mail.changeLead', { product, account }),
      translate(lang, 'recovery.mail.code', { code }),
      translate(lang, 'recovery.mail.validity', { count: minutes }),
      link === null ? null : translate(lang, 'recovery.mail.changeLink', { link }),
      translate(lang, 'recovery.mail.changeIgnore'),
    ),
  };
}

/** Reports a changed password to its owner. */
export const recoveredMail = (product: string, lang: Lang, account: string): MailText => ({
  subject: translate(lang, 'recovery.mail.recoveredSubject'),
  text: lines(
    translate(lang, 'recovery.mail.recoveredLead', { product, account }),
    translate(lang, 'recovery.mail.recoveredWarn'),
  ),
});

/** Reports a changed address to the old one. */
export const emailChangedMail = (product: string, lang: Lang, account: string): MailText => ({
  subject: translate(lang, 'recovery.mail.emailChangedSubject'),
  text: lines(
    translate(lang, 'recovery.mail.emailChangedLead', { product, account }),
    translate(lang, 'recovery.mail.emailChangedWarn'),
  ),
});

/** Reports to the owner that a person of the identity provider now opens the account. */
export const ssoLinkedMail = (product: string, lang: Lang, account: string): MailText => ({
  subject: translate(lang, 'recovery.mail.ssoLinkedSubject'),
  text: lines(
    translate(lang, 'recovery.mail.ssoLinkedLead', { product, account }),
    translate(lang, 'recovery.mail.ssoLinkedWarn'),
  ),
});
