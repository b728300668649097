import { DEFAULT_LANG, type Lang } from '@prdm/locales';
import type { Trx } from '../db.ts';
import { translate } from '../translate.ts';

/** Facts about this installation for mails. */
export interface Site {
  /** The setting TITLE. It names the product for an enterprise without an own title. */
  readonly title: string | undefined;
  /** The setting PUBLIC_URL. Links in mails use nothing else: the Host header of a call may be forged. */
  readonly publicUrl: string | undefined;
  /** The title that signs the mails of an enterprise. */
  titleOf(enterpriseId: number, trx?: Trx): Promise<string>;
  /** The language of a person who receives a mail without a call of their own. */
  langOf(enterpriseId: number, userId: number, trx?: Trx): Promise<Lang>;
}

/**
 * The title of the product: that of the enterprise, else TITLE, else the fixed one. The fixed title is the same in every
 * language (decisions.md, section 0).
 */
export const productTitle = (ofEnterprise: string | undefined, ofSite: string | undefined): string =>
  ofEnterprise || ofSite || translate(DEFAULT_LANG, 'shell.fixedTitles.product');
