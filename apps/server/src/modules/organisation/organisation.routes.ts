import * as contract from '@prdm/contract/organisation';
import type { Mount } from '../../platform/http/mounting.ts';
import type { Organisation } from './index.ts';
import { staffRoutes } from './staff.routes.ts';

const listed = <T>(list: T[]): { list: T[]; total: number } => ({ list, total: list.length });

export function organisationRoutes(mount: Mount, { calls, kinds }: Organisation): void {
  mount(contract.departmentIndex, async (_input, { session }) =>
    listed(await calls.departmentTree(session.enterpriseId)),
  );
  mount(contract.departmentAdd, async (input, { actor, principal }) => ({
    id: await calls.departmentAdd(actor, principal, input),
  }));
  mount(contract.departmentEdit, async (input, { actor, principal }) => {
    await calls.departmentEdit(actor, principal, input);
    return null;
  });
  mount(contract.departmentDel, async (input, { actor, principal }) => {
    await calls.departmentDel(actor, principal, input);
    return null;
  });
  mount(contract.searchDepartments, async ({ word }, { principal }) =>
    listed(await calls.searchDepartments(principal, word)),
  );
  mount(contract.positionIndex, async (_input, { principal }) => listed(await calls.positionsFor(principal)));
  mount(contract.roleIndex, async (_input, { principal }) => listed(await calls.roleList(principal)));

  mount(contract.userIndex, ({ department_id, ...query }, { principal }) =>
    calls.staffPage(principal, { ...query, departmentId: department_id }),
  );
  mount(contract.userTree, (_input, { principal }) => calls.pickerTree(principal));
  mount(contract.userAdd, (input, { actor, principal }) => calls.userAdd(actor, principal, input));
  mount(contract.userDisable, async ({ version }, { actor, principal, subject }) => {
    await calls.userDisable(actor, principal, { ...subject(kinds.user, 'id').row, version });
    return null;
  });
  mount(contract.userRestore, async ({ version }, { actor, principal, subject }) => {
    await calls.userRestore(actor, principal, { ...subject(kinds.user, 'id').row, version });
    return null;
  });
  staffRoutes(mount, { calls, kinds });
}
