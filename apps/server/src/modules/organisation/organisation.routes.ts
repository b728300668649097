import * as contract from '@prdm/contract/organisation';
import type { Mount } from '../../platform/http/mounting.ts';
import type { SheetImports } from '../../platform/sheets/imports/index.ts';
import { enterpriseRoutes } from './enterprise/enterprise.routes.ts';
import { systemRoutes } from './enterprise/system.routes.ts';
import { entitiesRoutes } from './entities/entities.routes.ts';
import { idsOf } from '../../platform/ids/authorized.ts';
import type { Organisation } from './index.ts';
import { roleRoutes } from './roles/role.routes.ts';
import { staffSheetRoutes } from './staff/sheets/sheets.routes.ts';
import { staffRoutes } from './staff/staff.routes.ts';

const listed = <T>(list: T[]): { list: T[]; total: number } => ({ list, total: list.length });

export async function organisationRoutes(
  mount: Mount,
  organisation: Organisation,
  imports: SheetImports,
): Promise<void> {
  const { calls, roleCalls, kinds, entities, staffImport } = organisation;
  enterpriseRoutes(mount, organisation);
  systemRoutes(mount, organisation);
  await entitiesRoutes(mount, entities, imports);
  await staffSheetRoutes(mount, { calls, kinds, staffImport }, imports);
  mount(contract.departmentIndex, async (_input, { principal }) => listed(await calls.departmentTree(principal)));
  mount(contract.departmentAdd, async (_input, { actor, principal, given }) => {
    const input = idsOf(given);
    return { id: await calls.departments(principal, input.parent_id ?? null).add(actor, input) };
  });
  mount(contract.departmentEdit, async (_input, { actor, principal, given, subject }) => {
    const { id, version, ...input } = idsOf(given);
    const parentId = input.parent_id ?? null;
    const stays = parentId === subject(kinds.department, 'id').row['parent_id'];
    await calls.departments(principal, stays ? undefined : parentId).edit(actor, { id, version }, input);
    return null;
  });
  mount(contract.departmentDel, async (_input, { actor, principal, given }) => {
    await calls.departments(principal).del(actor, [idsOf(given)]);
    return null;
  });
  mount(contract.departmentRestore, async (_input, { actor, principal, given, subject }) => {
    const parentId = subject(kinds.department, 'id').row['parent_id'] as number | null;
    await calls.departments(principal, parentId).restore(actor, [idsOf(given)]);
    return null;
  });
  mount(contract.departmentSort, async (_input, { actor, principal, given }) => {
    const { id, after_id } = idsOf(given);
    await calls.departments(principal).sort(actor, id, after_id ?? null);
    return null;
  });
  mount(contract.searchDepartments, async ({ word }, { principal }) =>
    listed(await calls.searchDepartments(principal, word)),
  );

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
  roleRoutes(mount, { roleCalls, kinds });
  staffRoutes(mount, { calls, kinds });
}
