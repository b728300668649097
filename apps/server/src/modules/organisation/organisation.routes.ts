import * as contract from '@prdm/contract/organisation';
import type { Mount } from '../../platform/http/mounting.ts';
import type { SheetImports } from '../../platform/sheets/imports/index.ts';
import { entitiesRoutes } from './entities/entities.routes.ts';
import type { Organisation } from './index.ts';
import { staffRoutes } from './staff/staff.routes.ts';

const listed = <T>(list: T[]): { list: T[]; total: number } => ({ list, total: list.length });

export async function organisationRoutes(
  mount: Mount,
  { calls, kinds, entities }: Organisation,
  imports: SheetImports,
): Promise<void> {
  await entitiesRoutes(mount, entities, imports);
  mount(contract.departmentIndex, async (_input, { principal }) => listed(await calls.departmentTree(principal)));
  mount(contract.departmentAdd, async (_input, { actor, principal, given }) => ({
    id: await calls.departmentAdd(actor, principal, given),
  }));
  mount(contract.departmentEdit, async (_input, { actor, principal, given }) => {
    await calls.departmentEdit(actor, principal, given);
    return null;
  });
  mount(contract.departmentDel, async (_input, { actor, principal, given }) => {
    await calls.departmentDel(actor, principal, given);
    return null;
  });
  mount(contract.searchDepartments, async ({ word }, { principal }) =>
    listed(await calls.searchDepartments(principal, word)),
  );
  mount(contract.roleIndex, async (_input, { principal }) => listed(await calls.roleList(principal)));

  mount(contract.userIndex, (query, { principal, given }) =>
    calls.staffPage(principal, { ...query, department: given.department_id }),
  );
  mount(contract.userTree, (_input, { principal }) => calls.pickerTree(principal));
  mount(contract.userAdd, (_input, { actor, principal, given }) => calls.userAdd(actor, principal, given));
  mount(contract.userDisable, async ({ version }, { actor, principal, subject }) => {
    await calls.userDisable(actor, principal, subject(kinds.user, 'id'), version);
    return null;
  });
  mount(contract.userRestore, async ({ version }, { actor, principal, subject }) => {
    await calls.userRestore(actor, principal, subject(kinds.user, 'id'), version);
    return null;
  });
  staffRoutes(mount, { calls, kinds });
}
