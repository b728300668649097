import { encryptTransfer } from '@prdm/contract/kit/cipher';
import {
  enterpriseSettings,
  enterpriseSettingsEdit,
  type EnterpriseSettings,
} from '@prdm/contract/organisation/settings';
import { doSetting } from '@prdm/contract/staff';
import { call } from '../../lib/api/call.ts';
import { useApiMutation, useApiQuery } from '../../lib/api/queries.ts';
import { publicCalls } from '../../lib/session/public-calls.ts';
import { useMe } from '../../lib/session/access.ts';

export const useSettings = () => useApiQuery(enterpriseSettings, {});

/** Password forms and the task form read some settings through the domain `user`. */
export const useEditSettings = () => useApiMutation(enterpriseSettingsEdit, { inForm: true, refresh: ['user'] });

export type BaseSetting = Pick<
  EnterpriseSettings,
  'password_length_min' | 'password_length_max' | 'accept_default_key' | 'version'
>;

/** Stores the settings of sign-in. They travel encrypted, as passwords do. */
export function useEditBase(): (values: BaseSetting) => Promise<unknown> {
  const { enterprise_id } = useMe();
  const edit = useApiMutation(doSetting, { inForm: true, refresh: ['enterprise'] });
  return async (values) => {
    const { key, iv, kid } = await call(publicCalls.getKeyIv, {});
    const payload = encryptTransfer(JSON.stringify({ enterprise_id, ...values }), key, iv);
    await edit.mutateAsync({ name: 'base_setting', payload, kid });
  };
}
