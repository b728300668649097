import type { Principal } from '@prdm/access';
import type { z } from 'zod';
import { CODES } from '@prdm/contract/codes';
import type { attachmentRow } from '@prdm/contract/kit/attachments';
import { wireTime } from '@prdm/contract/kit/fields';
import { entryType, extOf } from '@prdm/contract/kit/file-names';
import { LIMITS } from '@prdm/contract/limits';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { AttachmentRemoved, AttachmentRestored, AttachmentsAdded } from './attachments.events.ts';
import { attachmentsRepo, OWN_ROUND, type StoredAttachment } from './attachments.repo.ts';
import { happened, keyOf, type AttachmentParts, type Target, type Who } from './parts.ts';

type Row = z.input<typeof attachmentRow>;

/** All attachments of a record. The page shows the round 0 as those of the record. */
export async function listAttachments(
  parts: AttachmentParts,
  principal: Principal,
  target: Target,
  mayAdd: boolean,
): Promise<{ list: Row[]; can_add: boolean }> {
  const { enterpriseId, userId } = principal;
  const rows = await attachmentsRepo(parts.tables.read, enterpriseId).list(keyOf(target));
  const sources = rows.flatMap((row) => row.source_file_id ?? []);
  const [people, newest] = await Promise.all([
    parts.organisation.names(enterpriseId, [...new Set(rows.map((row) => row.added_by))]),
    parts.files.kept.newestNumbers(enterpriseId, sources),
  ]);
  const removesAll = target.owner.mayRemove(principal, target.row);
  const list = rows.map((row) => {
    const person = people.get(row.added_by);
    return {
      id: row.id,
      round: row.round,
      name: row.name,
      ext: row.ext,
      type: entryType('file', row.name),
      size: row.size,
      sha256: row.sha256,
      added_by: { id: row.added_by, name: person?.name ?? '', thumb: person?.thumb ?? '' },
      added_at: wireTime(row.added_at),
      source:
        row.source_file_id === null || row.source_version_no === null
          ? null
          : { version_no: row.source_version_no, newest_no: newest.get(row.source_file_id) ?? null },
      can_remove: row.round === OWN_ROUND && (removesAll || row.added_by === userId),
    };
  });
  return { list, can_add: mayAdd };
}

/** Throws 1008 when the record has its most attachments. */
export function refuseFull(count: number): void {
  if (count >= LIMITS.attachmentsMax)
    throw fail.of(CODES.wrongState, 'attachments.full', { params: { n: LIMITS.attachmentsMax } });
}

/** Locks the record's attachments in an open project. */
export async function openRecord(
  parts: AttachmentParts,
  trx: Trx,
  enterpriseId: number,
  target: { readonly kind: string; readonly id: number; readonly projectId: number | null },
): Promise<void> {
  if (target.projectId !== null) await parts.projects.openForWriting(trx, enterpriseId, target.projectId);
  await attachmentsRepo(parts.tables.within(trx), enterpriseId).lockRecord(target);
}

/** Attaches versions of files. All are attached or none. A version that is attached already keeps its row. */
export function attachVersions(
  parts: AttachmentParts,
  who: Who & { actor: { userId: number } },
  target: Target,
  versionIds: readonly number[],
): Promise<{ ids: number[] }> {
  const { enterpriseId, userId } = who.actor;
  const record = keyOf(target);
  return parts.db.transaction(async (trx) => {
    await openRecord(parts, trx, enterpriseId, { ...record, projectId: target.projectId });
    const repo = attachmentsRepo(parts.tables.within(trx), enterpriseId);
    const [ids, added]: [number[], number[]] = [[], []];
    const names: string[] = [];
    for (const versionId of new Set(versionIds)) {
      const version = await parts.files.kept.frozen(trx, enterpriseId, versionId);
      if (!version) throw fail.notFound(false, { field: 'files' });
      const known = await repo.ofVersion(record, OWN_ROUND, version.fileId, version.no);
      if (known) {
        ids.push(known.id);
        continue;
      }
      refuseFull(await repo.count(record, OWN_ROUND));
      const { name, ext, size, sha256 } = version;
      const id = await repo.add({
        kind: record.kind,
        record_id: record.id,
        round: OWN_ROUND,
        name,
        ext,
        size,
        sha256,
        source_file_id: version.fileId,
        source_version_no: version.no,
        added_by: userId,
      });
      await parts.files.kept.hold(trx, enterpriseId, sha256, { kind: 'attachment', id });
      ids.push(id);
      added.push(id);
      names.push(name);
    }
    if (added.length > 0)
      await happened(parts, trx, who, target, { event: AttachmentsAdded, ids: added, after: { names } });
    return { ids };
  });
}

/** Writes the attachment of a complete upload. The record is open in the transaction. */
export async function attachUpload(
  parts: AttachmentParts,
  trx: Trx,
  who: Who,
  target: Target,
  file: { readonly name: string; readonly size: number; readonly sha256: string },
): Promise<number> {
  const { enterpriseId, userId } = who.actor;
  const record = keyOf(target);
  const repo = attachmentsRepo(parts.tables.within(trx), enterpriseId);
  refuseFull(await repo.count(record, OWN_ROUND));
  const id = await repo.add({
    kind: record.kind,
    record_id: record.id,
    round: OWN_ROUND,
    ...file,
    ext: extOf(file.name),
    source_file_id: null,
    source_version_no: null,
    added_by: userId ?? 0,
  });
  await parts.files.kept.hold(trx, enterpriseId, file.sha256, { kind: 'attachment', id });
  await happened(parts, trx, who, target, { event: AttachmentsAdded, ids: [id], after: { names: [file.name] } });
  return id;
}

/** The bytes stay for LIMITS.recycleDays. */
export function detach(parts: AttachmentParts, who: Who, target: Target, attachment: StoredAttachment): Promise<void> {
  return parts.db.transaction(async (trx) => {
    await openRecord(parts, trx, who.actor.enterpriseId, { ...keyOf(target), projectId: target.projectId });
    // A handed-in file stays as it was.
    if (attachment.round !== OWN_ROUND) throw fail.wrongState();
    const repo = attachmentsRepo(parts.tables.within(trx), who.actor.enterpriseId);
    if (!(await repo.remove(attachment.id, who.actor.userId ?? 0))) throw fail.notFound();
    await happened(parts, trx, who, target, {
      event: AttachmentRemoved,
      ids: [attachment.id],
      before: { names: [attachment.name] },
    });
  });
}

export function restoreAttachment(
  parts: AttachmentParts,
  who: Who,
  target: Target,
  attachment: StoredAttachment,
): Promise<void> {
  return parts.db.transaction(async (trx) => {
    const { enterpriseId } = who.actor;
    await openRecord(parts, trx, enterpriseId, { ...keyOf(target), projectId: target.projectId });
    const repo = attachmentsRepo(parts.tables.within(trx), enterpriseId);
    refuseFull(await repo.count(keyOf(target), attachment.round));
    if (!(await repo.restore(attachment.id))) throw fail.notFound();
    await happened(parts, trx, who, target, {
      event: AttachmentRestored,
      ids: [attachment.id],
      after: { names: [attachment.name] },
    });
  });
}
