import { defineEvent } from '../../platform/bus.ts';

/** Attachments of a record of any kind. */
export interface OfAttachment {
  /** Subject kind and id of the record. */
  readonly kind: string;
  readonly recordId: number;
  readonly projectId: number | null;
  readonly attachmentIds: readonly number[];
  readonly round: number;
}

export const AttachmentsAdded = defineEvent<OfAttachment>('attachments.added');
export const AttachmentRemoved = defineEvent<OfAttachment>('attachments.removed');
export const AttachmentRestored = defineEvent<OfAttachment>('attachments.restored');
/** Frozen as the files of a review round. */
export const AttachmentsHandedIn = defineEvent<OfAttachment>('attachments.handedIn');
/** Viewpoints frozen for a review round. `attachmentIds` holds the ids of the handed-in viewpoints. */
export const ViewpointsHandedIn = defineEvent<OfAttachment>('attachments.viewpointsHandedIn');
export const AttachmentDownloaded = defineEvent<OfAttachment>('attachments.downloaded');
