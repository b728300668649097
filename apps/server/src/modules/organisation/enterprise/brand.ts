import type { Brand } from '@prdm/contract/organisation/enterprise';
import { productTitle } from '../../../platform/mail/site.ts';
import type { EnterpriseRecord } from './enterprise.repo.ts';

/** Title and links of the environment, empty where it sets none. */
export type SiteBrand = Pick<Brand, 'title' | 'oa_url' | 'review_url' | 'help_url'>;

/** The values for fields that the enterprise leaves empty: those of the environment, and for the title the product. */
export const fallbackOf = (site: SiteBrand): SiteBrand => ({ ...site, title: productTitle('', site.title) });

/** The brand that the shell shows. */
export function brandOf(record: EnterpriseRecord, site: SiteBrand): Brand {
  const fallback = fallbackOf(site);
  const { name, short_name, logo, fixed_header, default_lang } = record;
  return {
    name,
    short_name,
    logo,
    fixed_header,
    default_lang,
    title: productTitle(record.title, site.title),
    oa_url: record.oa_url || fallback.oa_url,
    review_url: record.review_url || fallback.review_url,
    help_url: record.help_url || fallback.help_url,
  };
}
