import { raw } from '@prdm/contract/files/attachments';
import { systemClock } from '../../platform/clock.ts';
import { fail } from '../../platform/errors.ts';
import type { CallContext, RawCall } from '../../platform/http/call-context.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import { AttachmentDownloaded } from './attachments.events.ts';
import { attachmentsRepo, systemAttachmentsRepo, type StoredAttachment } from './attachments.repo.ts';
import type { AttachmentParts } from './parts.ts';

/** The signed address of the bytes. Throws 1008 when the browser cannot show them. */
export async function openAttachment(
  parts: AttachmentParts,
  context: Pick<CallContext, 'session'>,
  attachment: StoredAttachment,
  inline: boolean,
): Promise<{ url: string; type: string }> {
  const type = inline ? await parts.files.signed.typeOf({ ...attachment, file: { ext: attachment.ext } }) : '';
  if (type === null) throw fail.wrongState('files.noPreview');
  const sign = await parts.files.signed.write(context, 'attachment', { subjectId: attachment.id, inline });
  return { url: `${raw.path}?sign=${sign}`, type };
}

/** Serves an address. The session and the right on the record are checked at each request. */
export async function serveAttachment(
  parts: AttachmentParts,
  kind: SubjectKind<StoredAttachment>,
  written: string,
  context: CallContext,
  call: RawCall,
): Promise<void> {
  const { ticket, caller } = await parts.files.signed.read('attachment', written, context);
  const [subject] = await kind.load(caller.principal, [ticket.subjectId]);
  if (!subject?.visible || !subject.may('read').allowed) throw fail.notFound();
  if (subject.archived) throw fail.archived();
  const { id, name, ext, size, sha256, kind: of, record_id: recordId, round } = subject.row;
  await parts.files.signed.send(call, { id, name, ext, size, sha256, inline: ticket.inline }, () =>
    parts.db.transaction((trx) =>
      parts.bus.emit(trx, AttachmentDownloaded, {
        actor: caller.actor,
        target: { kind: 'attachment', id, name },
        projectId: subject.projectId,
        data: { kind: of, recordId, projectId: subject.projectId, attachmentIds: [id], round },
      }),
    ),
  );
}

const AT_ONCE = 200;

/**
 * The hourly timer: deletes attachments that can no longer be restored, and frees their bytes. The time is that of the
 * database. A program that runs with another clock, such as a test, gives its time.
 */
export async function sweepAttachments(parts: AttachmentParts): Promise<void> {
  const now = parts.clock === systemClock ? null : parts.clock.now();
  for (const row of await systemAttachmentsRepo(parts.tables.read).overdue(AT_ONCE, now)) {
    const { enterprise_id: enterpriseId, id, sha256 } = row;
    const isGone = await parts.db.transaction(async (trx) => {
      if (!(await attachmentsRepo(parts.tables.within(trx), enterpriseId).forget(id))) return false;
      await parts.files.kept.release(trx, enterpriseId, sha256, { kind: 'attachment', id });
      return true;
    });
    if (isGone) await parts.files.kept.free(enterpriseId, sha256);
  }
}
