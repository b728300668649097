import * as contract from '@prdm/contract/organisation/enterprise';
import type { Mount } from '../../../platform/http/mounting.ts';
import { idsOf } from '../../../platform/ids/authorized.ts';
import type { Organisation } from '../index.ts';

/** The manual of the product, for an enterprise without a help file. */
const MANUAL = '/help';

/** The record of the own enterprise. */
export function enterpriseRoutes(mount: Mount, { enterpriseCalls: calls, brand }: Organisation): void {
  mount(contract.enterpriseInfo, (_input, { session }) => calls.facts(session.enterpriseId));
  mount(contract.enterpriseEdit, async (_input, { actor, principal, session, given }) => {
    await calls.edit({ ...actor, userId: session.userId }, principal, idsOf(given));
    return null;
  });
  mount(contract.helpFile, async (_input, { session }) => {
    const { help_url: url } = await brand(session.enterpriseId);
    return { url: url || MANUAL };
  });
}
