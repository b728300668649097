import * as calls from '@prdm/contract/processes/delegations';
import type { Mount } from '../../../platform/http/mounting.ts';
import type { Processes } from '../index.ts';

export function delegationRoutes(mount: Mount, { delegations, kinds }: Processes): void {
  mount(calls.index, (_input, { principal }) => delegations.list(principal));
  mount(calls.add, ({ from_at: fromAt, to_at: toAt, note }, { actor, principal, given }) =>
    delegations.add({ ...actor, userId: principal.userId }, { to: given.to_id, fromAt, toAt, note }),
  );
  mount(calls.edit, ({ version, from_at: fromAt, to_at: toAt, note }, { actor, subject }) =>
    delegations.edit(actor, subject(kinds.delegation, 'id'), { version, fromAt, toAt, note }),
  );
  mount(calls.end, async ({ version }, { actor, subject }) => {
    await delegations.end(actor, subject(kinds.delegation, 'id'), version);
    return null;
  });
  mount(calls.refuse, async ({ version }, { actor, subject }) => {
    await delegations.refuse(actor, subject(kinds.delegation, 'id'), version);
    return null;
  });
}
