import * as contract from '@prdm/contract/projects/partners';
import type { CallContext } from '../../../platform/http/call-context.ts';
import type { Mount } from '../../../platform/http/mounting.ts';
import type { Projects } from '../index.ts';

const acting = ({ actor, session }: CallContext) => ({ ...actor, userId: session.userId });
const visitor = ({ ip, agent, lang }: CallContext) => ({ ip, agent, lang });

export function partnersRoutes(mount: Mount, { kind, partners }: Pick<Projects, 'kind' | 'partners'>): void {
  mount(contract.invite, (_input, context) => partners.invite(acting(context), context.principal, context.given));
  mount(contract.invitations, ({ page, size, ispage }, { principal, subject }) =>
    partners.list(principal, subject(kind, 'project_id'), { page, size, ispage }),
  );
  mount(contract.inviteCancel, async (_input, context) => {
    await partners.cancel(acting(context), context.principal, context.given);
    return null;
  });
  mount(contract.invited, (input, { principal }) => partners.own(principal, input));
  mount(contract.inviteAccept, ({ version }, context) =>
    partners.accept(acting(context), context.subject(partners.kind, 'id'), version),
  );
  mount(contract.inviteRefuse, async ({ version }, context) => {
    await partners.refuse(acting(context), context.subject(partners.kind, 'id'), version);
    return null;
  });
  mount(contract.inviteInfo, ({ token }, context) => partners.info(token, visitor(context)));
  mount(contract.inviteJoin, async (input, context) => {
    await partners.join(input, visitor(context));
    return null;
  });
}
