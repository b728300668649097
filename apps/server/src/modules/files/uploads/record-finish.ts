import { fail } from '../../../platform/errors.ts';
import { reposOf, type Caller, type Parts } from '../parts.ts';
import type { UploadRow } from './upload.repo.ts';

export interface RecordAnswer {
  readonly attachment_id: number;
}

/** The last step of a complete upload. The last check that can refuse runs before the bytes move. */
export async function registerOnRecord(
  parts: Parts,
  caller: Caller,
  row: UploadRow,
  sha256: string,
): Promise<RecordAnswer> {
  const { record_kind: kind, record_id: id, project_id: projectId } = row;
  if (kind === null || id === null) throw new Error('an upload without a target');
  const record = { kind, id, projectId };
  const target = parts.records.get();
  const write = await target.judge(caller, record);
  return parts.db.transaction(async (trx) => {
    await target.open(trx, caller, record);
    const { uploads, clearing, systemClearingRepo } = reposOf(parts, row.enterprise_id, trx);
    if ((await uploads.lock(row.key))?.status !== 'receiving') throw fail.notFound();
    await systemClearingRepo.lockBytes(sha256);
    await clearing.knowBytes(sha256, row.size);
    const attachmentId = await write(trx, { name: row.name, size: row.size, sha256 });
    if ((await parts.uploads.received(row.key)) !== null)
      await parts.storage.adopt(parts.uploads.path(row.key), sha256);
    await uploads.storedAt(row.key, attachmentId);
    return { attachment_id: attachmentId };
  });
}
