import { fail } from '../../platform/errors.ts';
import { isReadable } from '../../platform/http/subjects.ts';
import type { RecordTarget, RecordUpload } from '../files/index.ts';
import { attachmentsRepo, OWN_ROUND } from './attachments.repo.ts';
import { attachUpload, openRecord, refuseFull } from './attachments.service.ts';
import type { AttachmentParts, Target, Who } from './parts.ts';

/**
 * The record of an upload with the present rights of its sender. The right may have ended since the upload began. Throws
 * 1006, 443 or 1005.
 */
async function targetNow(parts: AttachmentParts, { principal }: Who, { kind, id }: RecordUpload): Promise<Target> {
  const owner = parts.owners.of(kind);
  const [subject] = await owner.records.load(principal, [id]);
  if (!subject || !isReadable(principal, owner.records, subject, 'read')) throw fail.notFound();
  if (subject.archived) throw fail.archived();
  if (!subject.may('attach').allowed) throw fail.denied();
  return { owner, id, row: subject.row, projectId: subject.projectId };
}

/** Uploads become attachments of their record. */
export const uploadTarget = (parts: AttachmentParts): RecordTarget => ({
  async admit({ actor }, record) {
    if (record.projectId !== null) await parts.projects.refuseClosed(actor.enterpriseId, record.projectId);
    refuseFull(await attachmentsRepo(parts.tables.read, actor.enterpriseId).count(record, OWN_ROUND));
  },
  open: (trx, { actor }, record) => openRecord(parts, trx, actor.enterpriseId, record),
  async judge(caller, record) {
    const target = await targetNow(parts, caller, record);
    return (trx, file) => attachUpload(parts, trx, caller, target, file);
  },
});
