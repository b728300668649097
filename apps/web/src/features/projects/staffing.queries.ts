import { staffing, staffingSave } from '@prdm/contract/projects/staffing';
import { useApiMutation, useApiQuery } from '../../lib/api/queries.ts';

export const useStaffing = (id: number) =>
  useApiQuery(staffing, { project_id: id }, { enabled: id > 0, keepOld: false });
export const useSaveStaffing = () => useApiMutation(staffingSave, { inForm: true });
