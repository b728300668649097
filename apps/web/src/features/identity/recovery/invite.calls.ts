import type { inviteInfo, inviteJoin } from '@prdm/contract/projects/partners';
import { call, type OutputOf } from '../../../lib/api/call.ts';
import { light, publicCalls } from '../../../lib/session/public-calls.ts';
import { sealed } from '../../../lib/session/sign-in.ts';

/** Calls of the page of an invitation, without the schemas of the contract. A test compares them with it. */
export const inviteCalls = {
  inviteInfo: light<typeof inviteInfo>({ method: 'POST', path: '/apis/pub/inviteInfo' }),
  inviteJoin: light<typeof inviteJoin>({ method: 'POST', path: '/apis/pub/inviteAccept' }),
} as const;

export type InvitationInfo = OutputOf<typeof inviteCalls.inviteInfo>;

export const invitationOf = (token: string): Promise<InvitationInfo> => call(inviteCalls.inviteInfo, { token });

export async function acceptInvitation(given: {
  token: string;
  name: string;
  account: string;
  fresh: string;
}): Promise<void> {
  const transfer = await call(publicCalls.getKeyIv, {});
  await call(inviteCalls.inviteJoin, {
    token: given.token,
    name: given.name.trim(),
    account: given.account.trim(),
    password_encode: sealed(given.fresh, transfer),
    kid: transfer.kid,
  });
}
