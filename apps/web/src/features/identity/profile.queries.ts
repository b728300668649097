import { useMutation, useQueryClient } from '@tanstack/react-query';
import { loginHistory } from '@prdm/contract/identity';
import { ownSessions, sessionEnd } from '@prdm/contract/identity/sessions';
import { profile, updateField, updateProfile } from '@prdm/contract/me';
import { call } from '../../lib/api/call.ts';
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

/** Makes an own picture the portrait; '' removes it. The toast shows the text of the server's answer. */
export function useSetAvatar() {
  const client = useQueryClient();
  return useMutation<void, Error, string>({
    mutationFn: async (value) => {
      await call(updateField, { field: 'avatar', value }, { said: toast.success, repeat: oneClick() });
    },
    onSuccess: async () => {
      await refreshMe();
      await Promise.all(['pub', ...SHOWS_PEOPLE].map((domain) => client.invalidateQueries({ queryKey: [domain] })));
    },
  });
}
