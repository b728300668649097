import * as contract from '@prdm/contract/projects';
import { projectUser, userAuths } from '@prdm/contract/staff';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Projects } from './index.ts';

const acting = ({ actor, session }: CallContext) => ({ ...actor, userId: session.userId });

export function projectsRoutes(
  mount: Mount,
  { calls, kind, authsOf }: Projects,
  { role }: Pick<Organisation['kinds'], 'role'>,
): void {
  const rolesIn = (context: CallContext, field: string) => context.subjects(role, field).map(({ row }) => row);

  mount(contract.index, (query, { principal }) => calls.page(principal, query));
  mount(contract.info, ({ project_id }, { principal }) => calls.info(principal, project_id));
  mount(contract.overview, (_input, { principal, subject }) =>
    calls.overview(principal, subject(kind, 'project_id').row),
  );
  mount(contract.members, (_input, { principal, subject }) =>
    calls.members(principal, subject(kind, 'project_id').row),
  );
  mount(projectUser, (_input, { principal, subject }) => calls.members(principal, subject(kind, 'project_id').row));
  mount(userAuths, ({ id }, { session }) => authsOf(session.enterpriseId, id));
  mount(contract.roles, async (_input, { session }) => {
    const list = await calls.roles(session.enterpriseId);
    return { list, total: list.length };
  });

  mount(contract.add, (input, context) => calls.add(acting(context), input));
  mount(contract.edit, (input, context) => calls.edit(acting(context), input));
  mount(contract.archive, async (input, context) => {
    await calls.archive(acting(context), input);
    return null;
  });
  mount(contract.unarchive, async (input, context) => {
    await calls.unarchive(acting(context), input, context.subject(kind, 'project_id').row);
    return null;
  });
  mount(contract.transferManager, (input, context) => calls.transferManager(acting(context), input));

  mount(contract.memberAdd, async (input, context) => {
    await calls.memberAdd(acting(context), context.principal, input, rolesIn(context, 'role_ids.*'));
    return null;
  });
  mount(contract.memberDel, async (input, context) => {
    await calls.memberDel(acting(context), input);
    return null;
  });
  mount(contract.memberRole, async (input, context) => {
    await calls.memberRole(acting(context), context.principal, input, rolesIn(context, 'roles.*.role_id'));
    return null;
  });
}
