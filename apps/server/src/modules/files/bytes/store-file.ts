import { extOf } from '@prdm/contract/kit/file-names';
import { fail } from '../../../platform/errors.ts';
import { has } from '../asker.ts';
import type { FileRow, NewVersion } from '../file.repo.ts';
import { FileStored } from '../files.events.ts';
import type { FolderRow } from '../folders/folder.repo.ts';
import { assertFree, nameKey, namesOf } from '../names.ts';
import type { Change } from '../parts.ts';

export interface Stored {
  readonly fileId: number;
  readonly versionId: number;
  readonly versionNo: number;
  readonly folderId: number;
  readonly name: string;
}

/**
 * Adds a file, or a version when the folder has a file of that name. A new file needs create; a version needs create
 * and edit.
 */
export async function storeUpload(
  tree: Change,
  folder: FolderRow & { mask: number },
  bytes: { name: string; size: number; sha256: string },
): Promise<Stored> {
  if (!has(folder.mask, 'create')) throw fail.denied();
  const present = await tree.files.byKey(folder.id, nameKey(bytes.name));
  if (present && !has(folder.mask, 'edit')) throw fail.denied();
  await tree.clearing.knowBytes(bytes.sha256, bytes.size);
  const version = { ...bytes, createdBy: tree.actor.userId };
  if (present) return addVersion(tree, folder, present, version);
  await assertFree(tree, folder.id, bytes.name);
  tree.touched.add(folder.id);
  return (await addFiles(tree, [{ folder, version }]))[0] as Stored;
}

/**
 * Adds files with names that are free and bytes that are stored. All rows go in one batch: 2,000 files take as many
 * statements as one.
 */
export async function addFiles(
  tree: Change,
  wanted: readonly { folder: FolderRow; version: NewVersion; validUntil?: string | null }[],
): Promise<Stored[]> {
  const ids = await tree.files.add(
    wanted.map(({ folder, version, validUntil }) => ({
      projectId: folder.project_id,
      folderId: folder.id,
      ...namesOf(version.name),
      ext: extOf(version.name),
      validUntil,
      version,
    })),
  );
  await tree.folders.addSizes(wanted.map(({ folder, version }) => ({ folder, size: version.size })));
  const stored: Stored[] = [];
  for (const [index, { folder, version }] of wanted.entries()) {
    const made = { ...(ids[index] as (typeof ids)[number]), versionNo: 1, folderId: folder.id, name: version.name };
    await emitStored(tree, folder, made, version);
    stored.push(made);
  }
  return stored;
}

/** Adds the next version of a file, which keeps its name. */
export async function addVersion(tree: Change, folder: FolderRow, file: FileRow, version: NewVersion): Promise<Stored> {
  const { versionId, no } = await tree.files.addVersion(file, version);
  await tree.folders.addTotals(folder.ancestors, 0, version.size - file.size);
  tree.touched.add(folder.id);
  const stored = { fileId: file.id, versionId, versionNo: no, folderId: folder.id, name: file.name };
  await emitStored(tree, folder, stored, version);
  return stored;
}

async function emitStored(tree: Change, folder: FolderRow, stored: Stored, version: NewVersion): Promise<void> {
  const { size, sha256 } = version;
  await tree.emit(FileStored, {
    target: { kind: 'file', id: stored.fileId, name: stored.name },
    after: { version_no: stored.versionNo, size, sha256 },
    data: { ...stored, projectId: folder.project_id, ext: extOf(stored.name), size, sha256 },
  });
}
