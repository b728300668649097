import * as contract from '@prdm/contract/organisation/system';
import type { Mount } from '../../../platform/http/mounting.ts';
import type { Organisation } from '../index.ts';

/** The calls of system administrators. */
export function systemRoutes(mount: Mount, { systemCalls: calls, kinds }: Organisation): void {
  mount(contract.enterpriseIndex, (input) => calls.page(input));
  mount(contract.enterpriseLimits, async ({ version, ...limits }, { actor, subject }) => {
    await calls.limits(actor, subject(kinds.enterprise, 'id'), version, limits);
    return null;
  });
  mount(contract.enterpriseDisable, async ({ version, reason }, { actor, subject }) => {
    await calls.disable(actor, subject(kinds.enterprise, 'id'), version, reason);
    return null;
  });
  mount(contract.enterpriseEnable, async ({ version }, { actor, subject }) => {
    await calls.enable(actor, subject(kinds.enterprise, 'id'), version);
    return null;
  });
}
