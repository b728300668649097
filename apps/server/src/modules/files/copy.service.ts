import { CODES } from '@prdm/contract/codes';
import { LIMITS } from '@prdm/contract/limits';
import { fail } from '../../platform/errors.ts';
import { isFileAdmin } from './asker.ts';
import type { FileRow } from './file.repo.ts';
import type { FolderRow } from './folder.repo.ts';
import { freeName, tooDeep } from './names.ts';
import { change, type Caller, type Change, type Parts } from './parts.ts';
import { addFile } from './store-file.ts';
import { addFolder } from './tree.service.ts';

/** One call is one transaction; more than this is better done in several. */
const FOLDERS_MAX = 500;
const FILES_MAX = 2000;

/**
 * Needs download on the original and create on the target, which may lie in another project. Copies are files of their own:
 * version 1, owned by whoever copied. Expired files the caller may not download stay behind without a word about them.
 */
export const copy = (
  parts: Parts,
  caller: Caller,
  given: {
    folders: readonly { id: number; projectId: number }[];
    files: readonly { id: number; projectId: number }[];
    pid: number;
    projectId: number;
  },
) => {
  const others = [...given.folders, ...given.files].map(({ projectId }) => projectId);
  return change(
    parts,
    caller,
    given.projectId,
    async (tree) => {
      const target = await tree.folder(given.pid, 'create');
      const left = { folders: FOLDERS_MAX, files: FILES_MAX };
      for (const { id } of given.folders) {
        const folder = await tree.folder(id, 'download');
        if (folder.parent_id === null) throw fail.wrongState('files.rootStays');
        await copyFolder(tree, folder, target, left, caller);
      }
      for (const { id } of given.files) {
        const file = await tree.file(id, 'download');
        if (!mayTake(caller, file)) throw fail.denied();
        await copyFiles(tree, [file], new Map([[file.folder_id, target]]), left);
      }
      return { folders: FOLDERS_MAX - left.folders, files: FILES_MAX - left.files };
    },
    others,
  );
};

/** An expired file is downloaded, and so copied, by its owner and the file administrator alone. */
const mayTake = (caller: Caller, file: FileRow): boolean =>
  !file.expired || file.owner_id === caller.principal.userId || isFileAdmin(caller.principal, file.project_id);

interface Left {
  folders: number;
  files: number;
}

async function copyFolder(
  tree: Change,
  folder: FolderRow,
  target: FolderRow,
  left: Left,
  caller: Caller,
): Promise<void> {
  // Read whole before anything is written: a folder may be copied into itself, and the copy is not to be copied again.
  const originals = await tree.folders.liveBelow(folder, left.folders + 1);
  const ids = originals.map(({ id }) => id);
  const files = (await tree.files.inFolders(ids, left.files + 1)).filter((file) => mayTake(caller, file));
  if (originals.length > left.folders || files.length > left.files) throw tooMuch();
  const deepest = Math.max(...originals.map(({ depth }) => depth)) - folder.depth;
  if (target.depth + 1 + deepest > LIMITS.folderDepth) throw tooDeep();
  left.folders -= originals.length;
  const copies = new Map<number, FolderRow>();
  for (const original of originals) {
    const parent = original.id === folder.id ? target : copies.get(original.parent_id ?? 0);
    if (!parent) continue; // its parent lies in the recycle bin, so it is not live either
    const name = original.id === folder.id ? await freeName(tree, target.id, original.name, 'folder') : original.name;
    copies.set(original.id, await addFolder(tree, parent, name));
  }
  await copyFiles(tree, files, copies, left);
}

async function copyFiles(
  tree: Change,
  files: readonly FileRow[],
  folderOf: ReadonlyMap<number, FolderRow>,
  left: Left,
): Promise<void> {
  if (files.length > left.files) throw tooMuch();
  left.files -= files.length;
  const versions = new Map(
    (await tree.files.versions(files.map((file) => file.version_id))).map((version) => [version.id, version]),
  );
  for (const file of files) {
    const folder = folderOf.get(file.folder_id);
    const bytes = versions.get(file.version_id);
    if (!folder || !bytes) continue;
    const name = await freeName(tree, folder.id, file.name, 'file');
    const { size, sha256 } = bytes;
    const more = file.valid_until === null ? {} : { validUntil: file.valid_until };
    await addFile(tree, folder, { name, size, sha256, createdBy: tree.actor.userId }, more);
  }
}

const tooMuch = () =>
  fail.of(CODES.failed, 'files.tooMuchToCopy', { params: { folders: FOLDERS_MAX, files: FILES_MAX } });
