import { defineEvent } from '../../../platform/bus.ts';

/** An invitation of a person of a partner firm. */
export interface OfInvitation {
  readonly invitationId: number;
  readonly projectId: number;
  readonly projectName: string;
  readonly firm: string;
  /** The invited partner, null for a new person without an account. */
  readonly userId: number | null;
  readonly inviterId: number;
}

export const PartnerInvited = defineEvent<OfInvitation>('projects.invited');
export const InvitationAccepted = defineEvent<OfInvitation>('projects.invitationAccepted');
export const InvitationRefused = defineEvent<OfInvitation>('projects.invitationRefused');
export const InvitationCancelled = defineEvent<OfInvitation>('projects.invitationCancelled');
export const InvitationExpired = defineEvent<OfInvitation>('projects.invitationExpired');
