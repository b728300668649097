import type { ModuleDb, Trx } from '../../../platform/db.ts';
import { enterprisesRepo, type OrganisationTables } from '../organisation.repo.ts';
import { productTitle } from '../../../platform/mail/site.ts';
import type { SiteBrand } from './brand.ts';

/** Reads over all enterprises of the installation, before sign-in and for timers. */
export const installation = ({ tables, brand }: { tables: ModuleDb<OrganisationTables>; brand: SiteBrand }) => ({
  /** Title and logo before sign-in: those of the only enterprise, or of the environment when there are several. */
  async publicBrand() {
    const only = await enterprisesRepo(tables.read).only();
    return { title: productTitle(only?.title, brand.title), logo: only?.logo ?? '' };
  },
  /** Accounts with this e-mail address that may sign in, in every enterprise; at most 20. */
  accountsOfEmail: (email: string, trx?: Trx) =>
    enterprisesRepo(trx ? tables.within(trx) : tables.read).accountsOfEmail(email),
  /** Phone and e-mail of the only enterprise; empty texts when there are several. */
  async publicContact(): Promise<{ phone: string; email: string }> {
    const only = await enterprisesRepo(tables.read).only();
    return { phone: only?.phone ?? '', email: only?.email ?? '' };
  },
  /** Enabled enterprises. Timers work for them alone. */
  enterpriseIds: () => enterprisesRepo(tables.read).ids(),
  hasEnterprise: () => enterprisesRepo(tables.read).any(),
});
