import { enterpriseEdit, enterpriseInfo, type EnterpriseInfo } from '@prdm/contract/organisation/enterprise';
import { useApiMutation, useApiQuery } from '../../../lib/api/queries.ts';

export type { EnterpriseInfo };

export const useEnterprise = () => useApiQuery(enterpriseInfo, {});

/** The shell reloads name, logo, title and links by the live frame of the edit. */
export const useEditEnterprise = () => useApiMutation(enterpriseEdit, { inForm: true });
