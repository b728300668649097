import type { Lang } from '@prdm/locales';
import { translate } from '../../../platform/translate.ts';

/** The mail of an invitation, in the language of the enterprise. `project` is null for one with a secrecy level. */
export function invitationMail(given: {
  enterprise: string;
  /** The setting TITLE, '' for the default title. */
  product: string;
  lang: Lang;
  inviter: string;
  firm: string;
  project: string | null;
  link: string;
  days: number;
}): { subject: string; text: string } {
  const { lang, enterprise, inviter, firm, project, link, days } = given;
  const product = given.product || translate(lang, 'shell.fixedTitles.product');
  const lead =
    project === null
      ? translate(lang, 'partners.mail.leadSecret', { inviter, enterprise, firm, product })
      : translate(lang, 'partners.mail.lead', { inviter, enterprise, firm, project, product });
  const lines = [
    lead,
    translate(lang, 'partners.mail.link', { link }),
    translate(lang, 'partners.mail.validity', { count: days }),
    translate(lang, 'partners.mail.ignore'),
  ];
  return { subject: translate(lang, 'partners.mail.subject', { enterprise }), text: `${lines.join('\n\n')}\n` };
}
