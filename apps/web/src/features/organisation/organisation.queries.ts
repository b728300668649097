import * as contract from '@prdm/contract/organisation';
import { resetPwd, userDel, userHandOver, userInfo, userModify, userWork } from '@prdm/contract/staff';
import { members } from '@prdm/contract/projects';
import { useAsk, useDo } from '../../lib/queries.ts';

/** People and departments behind every picker: one answer for all of them on a page. */
const PICKER_STALE_MS = 5 * 60_000;

export const useStaffTree = () => useAsk(contract.userTree, {}, { staleTime: PICKER_STALE_MS });

/** Members of a project, only when one is given. */
export const useMembersOf = (projectId: number | undefined) =>
  useAsk(members, { project_id: projectId ?? 0 }, { enabled: projectId !== undefined, keepOld: false });

export const useDepartments = () => useAsk(contract.departmentIndex, {});
export const useAddDepartment = () => useDo(contract.departmentAdd, { refresh: ['user'], inForm: true });
export const useEditDepartment = () => useDo(contract.departmentEdit, { refresh: ['user'], inForm: true });
export const useDelDepartment = () => useDo(contract.departmentDel, { refresh: ['user'] });

export interface StaffQuery {
  readonly page: number;
  readonly size: number;
  readonly word?: string;
  readonly department_id?: number;
  readonly status?: 'active' | 'disabled' | 'former';
}
export const useStaff = (query: StaffQuery) => useAsk(contract.userIndex, query);
export const useAddPerson = () => useDo(contract.userAdd, { refresh: ['department', 'role'], inForm: true });
export const useDisable = () => useDo(contract.userDisable, { refresh: ['department'] });
export const useResetPwd = () => useDo(resetPwd);
/** What somebody leaves behind may have moved projects, tasks and approvals. */
const WORK = ['project', 'task', 'review', 'fhome'];
export const usePerson = (id: number) => useAsk(userInfo, { id }, { keepOld: false });
export const useModifyPerson = () => useDo(userModify, { refresh: ['department'], inForm: true });
export const useOpenWork = (id: number) => useAsk(userWork, { id }, { keepOld: false, staleTime: 0 });
export const useHandOver = () => useDo(userHandOver, { refresh: WORK, inForm: true });
export const useLeave = () => useDo(userDel, { refresh: ['department', ...WORK], inForm: true });
export const useRestore = () => useDo(contract.userRestore, { refresh: ['department'] });

export const usePositions = (enabled: boolean) => useAsk(contract.positionIndex, {}, { enabled });
export const useRoles = (enabled: boolean) => useAsk(contract.roleIndex, {}, { enabled });
