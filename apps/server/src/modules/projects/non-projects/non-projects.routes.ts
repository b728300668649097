import * as contract from '@prdm/contract/projects/non-projects';
import type { CallContext } from '../../../platform/http/call-context.ts';
import type { Mount } from '../../../platform/http/mounting.ts';
import type { Projects } from '../index.ts';

const acting = ({ actor, session }: CallContext) => ({ ...actor, userId: session.userId });

export function nonProjectsRoutes(mount: Mount, { nonProjects: calls, nonProjectKind: kind }: Projects): void {
  mount(contract.index, (_input, { principal, given }) => calls.page(principal, given));
  mount(contract.info, (_input, { principal, subject }) => calls.info(principal, subject(kind, 'id')));
  mount(contract.add, (_input, context) => calls.add(acting(context), context.principal, context.given));
  mount(contract.edit, (_input, context) => calls.edit(acting(context), context.principal, context.given));
  mount(contract.close, async (_input, context) => {
    await calls.close(acting(context), context.principal, context.given);
    return null;
  });
  mount(contract.reopen, async (_input, context) => {
    await calls.reopen(acting(context), context.principal, context.given);
    return null;
  });
  mount(contract.del, async (_input, context) => {
    await calls.del(acting(context), context.principal, context.given);
    return null;
  });
}
