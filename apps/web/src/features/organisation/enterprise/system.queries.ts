import {
  enterpriseDisable,
  enterpriseEnable,
  enterpriseIndex,
  enterpriseLimits,
  type EnterpriseRow,
} from '@prdm/contract/organisation/system';
import type { z } from 'zod';
import { useApiMutation, useApiQuery } from '../../../lib/api/queries.ts';

export { enterpriseDisable, enterpriseLimits, type EnterpriseRow };

type Asked = z.input<typeof enterpriseIndex.input>;

export const useEnterprises = (asked: Asked) => useApiQuery(enterpriseIndex, asked);
export const useEnterpriseLimits = () => useApiMutation(enterpriseLimits, { inForm: true });
export const useEnterpriseDisable = () => useApiMutation(enterpriseDisable, { inForm: true });
export const useEnterpriseEnable = () => useApiMutation(enterpriseEnable);
