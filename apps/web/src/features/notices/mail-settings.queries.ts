import { noticeSettings, noticeSettingsEdit } from '@prdm/contract/identity/notice-settings';
import { useApiMutation, useApiQuery } from '../../lib/api/queries.ts';

export const useMailSettings = () => useApiQuery(noticeSettings, {});
export const useEditMailSettings = () => useApiMutation(noticeSettingsEdit, { inForm: true });
