import { costAdd, costDel, costDownload, costEdit, costIndex } from '@prdm/contract/config/cost';
import { useApiMutation, useApiQuery } from '../../lib/api/queries.ts';
import { saveFile } from '../../lib/save-file.ts';
import { translate } from '../../lib/i18n.ts';

export const useCosts = () => useApiQuery(costIndex, {});
export const useAddCost = () => useApiMutation(costAdd, { inForm: true });
export const useEditCost = () => useApiMutation(costEdit, { inForm: true });
export const useDelCost = () => useApiMutation(costDel);

export const downloadCosts = (): Promise<void> => saveFile(costDownload.path, `${translate('cost.fileName')}.xlsx`);
