import type { SubjectKindName } from '@prdm/contract/kit';
import type { CallContext, RawCall } from '../../platform/http/call-context.ts';
import { defineJob } from '../../platform/jobs.ts';
import { bound } from '../../platform/bound.ts';
import { openAttachment, serveAttachment, sweepAttachments } from './attachments.bytes.ts';
import { attachmentsRepo } from './attachments.repo.ts';
import { attachVersions, detach, listAttachments, restoreAttachment } from './attachments.service.ts';
import { attachmentKind } from './attachments.subject.ts';
import { uploadTarget } from './attachments.uploads.ts';
import { handIn } from './handing-in.ts';
import { AttachmentOwners, type AttachmentOwner } from './owners.ts';
import type { AttachmentParts } from './parts.ts';
import type { ViewpointSource } from './views/source.ts';
import { chosenViews, listViews, viewInfo } from './views/views.service.ts';
import { handedViewpointKind } from './views/views.subject.ts';
import { viewsRepo } from './views/views.repo.ts';

/**
 * Attachments of records of any kind {kind, id}, and the viewpoints that were handed in with them. Invariants: the bytes
 * of an attachment never change and stay while the row exists; the readers of a record read its attachments; nothing
 * of a round is changed or removed.
 */
export type Attachments = ReturnType<typeof createAttachments>;
export type { AttachmentOwner } from './owners.ts';

export const SweepAttachments = defineJob<Record<string, never>>({ name: 'attachments-sweep', retries: 0 });

export function createAttachments(platform: Omit<AttachmentParts, 'owners' | 'viewpoints'>) {
  const owners = new AttachmentOwners();
  let source: ViewpointSource | null = null;
  const viewpoints = (): ViewpointSource => {
    if (source === null) throw new Error('attachments know no viewpoints yet');
    return source;
  };
  const parts: AttachmentParts = { ...platform, owners, viewpoints };
  const kind = attachmentKind(parts.tables, owners);
  platform.files.uploads.toRecords(uploadTarget(parts));
  return {
    /** Registers a kind of record. The module of the kind calls it once, before the routes are mounted. */
    for: <Row, K extends SubjectKindName>(owner: AttachmentOwner<Row, K>): void => owners.add(owner),
    owners: () => owners.all(),
    /** Set once by the program, because models are of a higher tier. */
    setViewpoints(given: ViewpointSource): void {
      source = given;
    },
    /** Subject kind of an attachment id; its rights are `read` and `remove`. */
    kind,
    /** Freezes attachments and viewpoints as those of a review round, inside the caller's transaction. */
    handIn: bound(parts, handIn),
    /** Handed-in viewpoints. */
    views: {
      kind: handedViewpointKind(parts.tables, owners),
      chosen: bound(parts, chosenViews),
      list: bound(parts, listViews),
      info: bound(parts, viewInfo),
      thumb: (enterpriseId: number, id: number) => viewsRepo(parts.tables.read, enterpriseId).thumb(id),
    },
    /** Present attachments of a record in all rounds, without a check. The caller has judged the record. */
    of: (enterpriseId: number, record: { readonly kind: string; readonly id: number }) =>
      attachmentsRepo(parts.tables.read, enterpriseId).list(record),
    service: {
      list: bound(parts, listAttachments),
      attach: bound(parts, attachVersions),
      detach: bound(parts, detach),
      restore: bound(parts, restoreAttachment),
      open: bound(parts, openAttachment),
      serve: (sign: string, context: CallContext, call: RawCall) => serveAttachment(parts, kind, sign, context, call),
    },
    sweep: () => sweepAttachments(parts),
  };
}
