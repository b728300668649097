import { roleIndex } from '@prdm/contract/organisation';
import * as contract from '@prdm/contract/organisation/roles';
import type { z } from 'zod';
import { useApiMutation, useApiQuery } from '../../../lib/api/queries.ts';

export type RoleInfo = z.output<typeof contract.roleInfo.output>;
export type RoleRow = z.output<typeof roleIndex.output>['list'][number];
export type Preview = z.output<typeof contract.rolePreview.output>;

export const useRoleList = () => useApiQuery(roleIndex, {});
export const useRole = (id: number | null) =>
  useApiQuery(contract.roleInfo, { id: id ?? 0 }, { enabled: id !== null, keepOld: false });
/** Everything that a role can hold, with what the reader may grant. */
export const useGrantable = () => useApiQuery(contract.roleNodes, {});
export const useRoleUsers = (input: Parameters<typeof useApiQuery<typeof contract.roleUsers>>[1]) =>
  useApiQuery(contract.roleUsers, input);
export const useAddRole = () => useApiMutation(contract.roleAdd, { inForm: true });
export const useEditRole = () => useApiMutation(contract.roleEdit, { refresh: ['user'], inForm: true });
export const useCopyRole = () => useApiMutation(contract.roleCopy);
export const useDeleteRole = () => useApiMutation(contract.roleDel);
export const useSortRole = () => useApiMutation(contract.roleSort);
export const useGiveRole = () => useApiMutation(contract.roleUserAdd, { refresh: ['user'] });
export const useTakeRole = () => useApiMutation(contract.roleUserDel, { refresh: ['user'] });
export const usePreview = () => useApiMutation(contract.rolePreview, { refresh: [], inForm: true });
