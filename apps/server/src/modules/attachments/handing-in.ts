import { CODES } from '@prdm/contract/codes';
import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { AttachmentsHandedIn } from './attachments.events.ts';
import { attachmentsRepo, OWN_ROUND } from './attachments.repo.ts';
import { happened, type AttachmentParts } from './parts.ts';
import { handInViews, type ChosenViewpoint } from './views/handing-in.ts';

/**
 * Freezes attachments and viewpoints as those of a review round, in the caller's transaction. The round keeps bytes,
 * views and pictures, whatever happens to their sources. Throws 1006 at `attachment_ids.N` or `viewpoint_ids.N` for one
 * that is gone.
 */
export async function handIn(
  parts: AttachmentParts,
  trx: Trx,
  actor: Actor,
  given: {
    readonly kind: string;
    readonly id: number;
    readonly row: unknown;
    readonly projectId: number | null;
    readonly round: number;
    readonly attachmentIds: readonly number[];
    readonly viewpoints: readonly ChosenViewpoint[];
  },
): Promise<void> {
  const target = { owner: parts.owners.of(given.kind), id: given.id, row: given.row, projectId: given.projectId };
  await handInViews(parts, trx, actor, target, given);
  const ids = [...new Set(given.attachmentIds)];
  if (ids.length === 0) return;
  const { enterpriseId } = actor;
  const record = { kind: given.kind, id: given.id };
  const repo = attachmentsRepo(parts.tables.within(trx), enterpriseId);
  // The same lock as removal: an attachment cannot go between this check and the copy.
  await repo.lockRecord(record);
  const found = new Map((await repo.byIds(ids)).map((row) => [row.id, row]));
  const frozen: number[] = [];
  const names: string[] = [];
  for (const [index, id] of ids.entries()) {
    const row = found.get(id);
    const isOwn = row?.kind === record.kind && row.record_id === record.id && row.round === OWN_ROUND;
    if (!row || !isOwn || row.removed_at !== null)
      throw fail.of(CODES.notFound, 'attachments.vanished', {
        field: `attachment_ids.${index}`,
        params: { name: row?.name ?? '' },
      });
    const { name, ext, size, sha256, source_file_id, source_version_no, added_by } = row;
    const copy = await repo.add({
      kind: record.kind,
      record_id: record.id,
      round: given.round,
      name,
      ext,
      size,
      sha256,
      source_file_id,
      source_version_no,
      added_by,
    });
    await parts.files.kept.hold(trx, enterpriseId, sha256, { kind: 'attachment', id: copy });
    frozen.push(copy);
    names.push(name);
  }
  await happened(parts, trx, { actor }, target, {
    event: AttachmentsHandedIn,
    ids: frozen,
    round: given.round,
    after: { names },
  });
}
