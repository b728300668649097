import * as contract from '@prdm/contract/processes/templates';
import { useApiMutation, useApiQuery } from '../../lib/api/queries.ts';

export const useTemplates = (input: Parameters<typeof useApiQuery<typeof contract.templateIndex>>[1]) =>
  useApiQuery(contract.templateIndex, input);
export const useTemplate = (id: number | null) =>
  useApiQuery(contract.templateInfo, { id: id ?? 0 }, { enabled: id !== null, keepOld: false });
export const useAddTemplate = () => useApiMutation(contract.templateAdd, { inForm: true });
export const useEditTemplate = () => useApiMutation(contract.templateEdit, { inForm: true });
export const useDeleteTemplate = () => useApiMutation(contract.templateDel);
export const useEnableTemplate = () => useApiMutation(contract.templateEnable);
export const useDisableTemplate = () => useApiMutation(contract.templateDisable);
/** The people of each stage as they would be now. */
export const useTestRun = () => useApiMutation(contract.templateTestRun);
