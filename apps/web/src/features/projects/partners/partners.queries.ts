import * as contract from '@prdm/contract/projects/partners';
import { useApiMutation, useApiQuery } from '../../../lib/api/queries.ts';

export interface PageWanted {
  readonly page: number;
  readonly size: number;
}

/** One row is enough for the total and the right to invite. */
export const FIRST_INVITATION = { page: 1, size: 1 } as const;

export const useInvitations = (projectId: number, wanted: PageWanted, isOn: boolean) =>
  useApiQuery(contract.invitations, { project_id: projectId, ...wanted }, { enabled: isOn && projectId > 0 });
export const useOwnInvitations = (wanted: PageWanted) => useApiQuery(contract.invited, wanted);

export const useInvite = () => useApiMutation(contract.invite, { inForm: true });
export const useCancelInvitation = () => useApiMutation(contract.inviteCancel);
export const useAcceptInvitation = () => useApiMutation(contract.inviteAccept, { refresh: ['fhome'] });
export const useRefuseInvitation = () => useApiMutation(contract.inviteRefuse);
