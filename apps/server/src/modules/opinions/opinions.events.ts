import { defineEvent } from '../../platform/bus.ts';

/** An opinion of a process, and the people who get a notice of the change. */
export interface OfOpinion {
  readonly opinionId: number;
  /** Counted in the process. */
  readonly no: number;
  readonly processId: number;
  readonly round: number;
  readonly subject: { readonly kind: string; readonly id: number; readonly name: string; readonly pcPath: string };
  readonly projectId: number | null;
  readonly noticeIds: readonly number[];
  /** The hour of the change, which merges the notices of one person. */
  readonly hour: string;
}

export const OpinionRaised = defineEvent<OfOpinion>('opinions.raised');
export const OpinionEdited = defineEvent<OfOpinion>('opinions.edited');
export const OpinionDeleted = defineEvent<OfOpinion>('opinions.deleted');
export const OpinionReplied = defineEvent<OfOpinion>('opinions.replied');
export const OpinionClosed = defineEvent<OfOpinion>('opinions.closed');
/** Ended without a change. */
export const OpinionKept = defineEvent<OfOpinion>('opinions.kept');
export const OpinionReopened = defineEvent<OfOpinion>('opinions.reopened');
