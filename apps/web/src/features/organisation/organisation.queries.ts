import * as contract from '@prdm/contract/organisation';
import { companies } from '@prdm/contract/config/dictionaries';
import { positions } from '@prdm/contract/organisation/entities';
import { userHandOver, userWork } from '@prdm/contract/organisation/work';
import { resetPwd, userDel, userInfo, userModify } from '@prdm/contract/staff';
import { members } from '@prdm/contract/projects';
import { useApiQuery, useApiMutation } from '../../lib/api/queries.ts';

/** All pickers share one answer with people and departments for five minutes. */
const PICKER_STALE_MS = 5 * 60_000;

export const useStaffTree = () => useApiQuery(contract.userTree, {}, { staleTime: PICKER_STALE_MS });

/** Members of a project. Without a project there is no request. */
export const useMembersOf = (projectId: number | undefined) =>
  useApiQuery(members, { project_id: projectId ?? 0 }, { enabled: projectId !== undefined, keepOld: false });

export const useDepartments = () => useApiQuery(contract.departmentIndex, {});

export interface StaffQuery {
  readonly page: number;
  readonly size: number;
  readonly word?: string;
  readonly department_id?: number;
  readonly status?: 'active' | 'disabled' | 'former';
}
export const useStaff = (query: StaffQuery) => useApiQuery(contract.userIndex, query);
export const useAddPerson = () => useApiMutation(contract.userAdd, { refresh: ['department', 'role'], inForm: true });
export const useDisable = () => useApiMutation(contract.userDisable, { refresh: ['department'] });
export const useResetPwd = () => useApiMutation(resetPwd);
/** Domains that a hand-over can change. */
const WORK = ['project', 'task', 'review', 'fhome'];
export const usePerson = (id: number) => useApiQuery(userInfo, { id }, { keepOld: false });
export const useModifyPerson = () => useApiMutation(userModify, { refresh: ['department'], inForm: true });
export const useOpenWork = (id: number) =>
  useApiQuery(userWork, { id, ispage: 'not' }, { keepOld: false, staleTime: 0 });
export const useHandOver = () => useApiMutation(userHandOver, { refresh: WORK, inForm: true });
export const useLeave = () => useApiMutation(userDel, { refresh: ['department', ...WORK], inForm: true });
export const useRestore = () => useApiMutation(contract.userRestore, { refresh: ['department'] });

export const usePositions = (enabled: boolean) => useApiQuery(positions.index, { ispage: 'not' }, { enabled });
/** Legal entities. The picker reads the same answer. */
export const useCompanies = () => useApiQuery(companies.index, { ispage: 'not' });
export const useRoles = (enabled: boolean) => useApiQuery(contract.roleIndex, {}, { enabled });
