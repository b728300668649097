import { useMutation } from '@tanstack/react-query';
import { uploadImage } from '@prdm/contract/files/multipart';
import { enterpriseEdit, enterpriseInfo, type EnterpriseInfo } from '@prdm/contract/organisation/enterprise';
import { callWithFiles } from '../../../lib/api/call.ts';
import { useApiMutation, useApiQuery } from '../../../lib/api/queries.ts';

export type { EnterpriseInfo };

export const useEnterprise = () => useApiQuery(enterpriseInfo, {});

/** The shell reloads name, logo, title and links by the live frame of the edit. */
export const useEditEnterprise = () => useApiMutation(enterpriseEdit, { inForm: true });

/** Uploads a picture for a record of the enterprise. The edit of the record then uses it. Resolves to its address. */
export const useUploadLogo = () =>
  useMutation<string, Error, File>({
    meta: { inForm: true },
    mutationFn: async (picture) => {
      const form = new FormData();
      form.append('file', picture, picture.name);
      return (await callWithFiles(uploadImage, {}, form)).url;
    },
  });
