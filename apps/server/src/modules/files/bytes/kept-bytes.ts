import type { Trx } from '../../../platform/db.ts';
import { freeBytes } from '../trash/clearing.service.ts';
import { reposOf, type Parts } from '../parts.ts';
import { holdsRepo, type Holder } from './holds.repo.ts';

/** A version of a file, frozen: its bytes stay while a holder keeps them. */
export interface FrozenVersion {
  readonly fileId: number;
  readonly no: number;
  readonly name: string;
  readonly ext: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * The bytes of a version, locked until the transaction ends, so that the caller can hold them. undefined when the file
 * was cleared meanwhile.
 */
export async function frozenVersion(
  parts: Parts,
  trx: Trx,
  enterpriseId: number,
  versionId: number,
): Promise<FrozenVersion | undefined> {
  const { files, systemClearingRepo } = reposOf(parts, enterpriseId, trx);
  const [seen] = await files.versions([versionId]);
  if (!seen) return undefined;
  await systemClearingRepo.lockBytes(seen.sha256);
  const [version] = await files.versions([versionId]);
  const [file] = version ? await files.everKnown([version.file_id]) : [];
  if (!version || !file) return undefined;
  return {
    fileId: file.id,
    no: version.no,
    name: file.name,
    ext: file.ext,
    size: version.size,
    sha256: version.sha256,
  };
}

/** Keeps locked bytes for a record. */
export const holdBytes = (
  parts: Parts,
  trx: Trx,
  enterpriseId: number,
  sha256: string,
  holder: Holder,
): Promise<void> => holdsRepo(parts.tables.within(trx), enterpriseId).add(sha256, holder);

/** Ends a hold inside the transaction. The caller then frees the bytes after its commit. */
export const releaseBytes = (
  parts: Parts,
  trx: Trx,
  enterpriseId: number,
  sha256: string,
  holder: Holder,
): Promise<void> => holdsRepo(parts.tables.within(trx), enterpriseId).remove(sha256, holder);

export { freeBytes };

/** The newest version number by file, null for a file in the recycle bin. Cleared files are left out. */
export async function newestNumbers(
  parts: Parts,
  enterpriseId: number,
  fileIds: readonly number[],
): Promise<Map<number, number | null>> {
  const rows = await reposOf(parts, enterpriseId).files.everKnown([...new Set(fileIds)]);
  return new Map(rows.map((row) => [row.id, row.binned ? null : row.version_no]));
}
