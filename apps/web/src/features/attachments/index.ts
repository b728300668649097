/** Attachments of a record. The feature of the record passes its calls. */
export { Attachments } from './parts/attachments.tsx';
export { HandIn } from './parts/hand-in.tsx';
export { HandedIn } from './parts/handed-in.tsx';
export { AttachmentPreview } from './parts/attachment-preview.tsx';
export { PendingAttachments } from './parts/pending-attachments.tsx';
export { useAttachments, type AttachmentCalls, type Attached } from './attachments.queries.ts';
export { usePending, type Pending } from './use-pending.ts';
export { handedInRounds } from './handed-in.logic.ts';
