import * as contract from '@prdm/contract/projects';
import { projectUser, userAuths } from '@prdm/contract/staff';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import type { Projects } from './index.ts';

const acting = ({ actor, session }: CallContext) => ({ ...actor, userId: session.userId });

export function projectsRoutes(mount: Mount, { calls, kind, authsOf }: Projects): void {
  mount(contract.index, (_input, { principal, given }) => calls.page(principal, given));
  mount(contract.info, (_input, { principal, subject, lang }) =>
    calls.info(principal, subject(kind, 'project_id'), lang),
  );
  mount(contract.overview, (_input, { principal, subject }) => calls.overview(principal, subject(kind, 'project_id')));
  mount(contract.members, (_input, { principal, subject }) => calls.members(principal, subject(kind, 'project_id')));
  mount(projectUser, (_input, { principal, subject }) => calls.members(principal, subject(kind, 'project_id')));
  mount(userAuths, (_input, { principal, given }) => authsOf(principal, given.id));
  mount(contract.roles, async (_input, { session }) => {
    const list = await calls.roles(session.enterpriseId);
    return { list, total: list.length };
  });

  mount(contract.add, (_input, context) => calls.add(acting(context), context.principal, context.given));
  mount(contract.edit, (_input, context) => calls.edit(acting(context), context.principal, context.given));
  mount(contract.archive, async (_input, context) => {
    await calls.archive(acting(context), context.principal, context.given);
    return null;
  });
  mount(contract.unarchive, async (_input, context) => {
    await calls.unarchive(acting(context), context.principal, context.given, context.subject(kind, 'project_id'));
    return null;
  });
  mount(contract.transferManager, (_input, context) =>
    calls.transferManager(acting(context), context.principal, context.given),
  );

  mount(contract.memberAdd, async (_input, context) => {
    await calls.memberAdd(acting(context), context.principal, context.given);
    return null;
  });
  mount(contract.memberDel, async (_input, context) => {
    await calls.memberDel(acting(context), context.principal, context.given);
    return null;
  });
  mount(contract.memberRole, async (_input, context) => {
    await calls.memberRole(acting(context), context.principal, context.given);
    return null;
  });
}
