import { useMutation, useQueryClient } from '@tanstack/react-query';
import { loginHistory } from '@prdm/contract/identity';
import { ownSessions, sessionEnd } from '@prdm/contract/identity/sessions';
import { profile, updateField, updateProfile } from '@prdm/contract/me';
import { uploadImage } from '@prdm/contract/files/multipart';
import { call, callWithFiles } from '../../lib/api/call.ts';
import { oneClick } from '../../lib/api/repeat.ts';
import { publicCalls } from '../../lib/session/public-calls.ts';
import { useApiQuery, useApiMutation } from '../../lib/api/queries.ts';
import { useSession } from '../../lib/session/session.ts';
import { toast } from '../../lib/toasts.ts';

export const useProfile = () => useApiQuery(profile, {});
export const useOwnSessions = () => useApiQuery(ownSessions, {});
export const useSessionEnd = () => useApiMutation(sessionEnd);
export const useLoginHistory = () => useApiQuery(loginHistory, {});

/** The frame of every page shows name and portrait, so they reload after a change. */
const refreshMe = async (): Promise<void> => {
  useSession.setState({ me: await call(publicCalls.info, {}, { asGuard: true }) });
};

/** Domains whose lists show names and pictures of people. */
const SHOWS_PEOPLE = ['user', 'project', 'task', 'review', 'fhome', 'department'];

export const useUpdateProfile = () =>
  useApiMutation(updateProfile, { refresh: SHOWS_PEOPLE, inForm: true, onDone: () => void refreshMe() });

/**
 * Uploads a picture and makes it the portrait. Null removes the portrait. The toast shows the text of the server's
 * answer.
 */
export function useSetAvatar() {
  const client = useQueryClient();
  return useMutation<void, Error, Blob | null>({
    mutationFn: async (picture) => {
      const value = picture === null ? '' : await sent(picture);
      await call(updateField, { field: 'avatar', value }, { said: toast.success, repeat: oneClick() });
    },
    onSuccess: async () => {
      await refreshMe();
      await Promise.all(['pub', ...SHOWS_PEOPLE].map((domain) => client.invalidateQueries({ queryKey: [domain] })));
    },
  });
}

async function sent(picture: Blob): Promise<string> {
  const form = new FormData();
  form.append('file', picture, 'avatar');
  const { turl } = await callWithFiles(uploadImage, {}, form);
  return turl;
}
