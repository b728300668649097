import { LIMITS } from '@prdm/contract/limits';
import { fail } from '../../../platform/errors.ts';
import type { FileRow } from '../file.repo.ts';
import { FileDeleted, FileRestored } from '../files.events.ts';
import type { FolderRow } from '../folders/folder.repo.ts';
import { assertNoGain } from '../moving/no-gain.ts';
import { assertRoom, freeName, nameKey, namesOf, tooDeep } from '../names.ts';
import { change, type Caller, type Change, type Parts } from '../parts.ts';
import type { TrashRow } from './trash.repo.ts';
import { walk } from '../folders/tree.service.ts';

/**
 * Each selected record becomes one entry of the recycle bin. A record inside a selected folder gets no entry of its
 * own. If another user deleted one of them meanwhile, the call throws 1006 and deletes nothing.
 */
export const del = (
  parts: Parts,
  caller: Caller,
  given: { folderIds: readonly number[]; fileIds: readonly number[]; projectId: number },
) =>
  change(parts, caller, given.projectId, async (tree) => {
    const trashIds: number[] = [];
    const wentWithThese = async (folderId: number): Promise<boolean> => {
      const [folder] = await tree.folders.byIds([folderId]);
      return folder !== undefined && folder.trash_id !== null && trashIds.includes(folder.trash_id);
    };
    const folders = await tree.folders.byIds(given.folderIds);
    if (folders.length < given.folderIds.length) throw fail.notFound();
    for (const { id } of folders.toSorted((a, b) => a.depth - b.depth)) {
      if (await wentWithThese(id)) continue;
      trashIds.push(await deleteFolder(tree, await tree.folder(id, 'delete')));
    }
    for (const id of given.fileIds) {
      const [file] = await tree.files.everKnown([id]);
      if (file && (await wentWithThese(file.folder_id))) continue;
      trashIds.push(await deleteFile(tree, await tree.file(id, 'delete')));
    }
    return { trash_ids: trashIds };
  });

async function deleteFolder(tree: Change, folder: FolderRow): Promise<number> {
  if (folder.parent_id === null) throw fail.wrongState('files.rootStays');
  const trashId = await tree.trash.add({
    projectId: folder.project_id,
    folderId: folder.id,
    name: folder.name,
    place: await placeNames(tree, folder.ancestors.slice(0, -1)),
    parentId: folder.parent_id,
    fileCount: folder.file_total,
    byteCount: folder.byte_total,
    deletedBy: tree.actor.userId,
  });
  await tree.trash.takeFolders(trashId, folder.path);
  await tree.folders.addTotals(folder.ancestors.slice(0, -1), -folder.file_total, -folder.byte_total);
  tree.touched.add(folder.parent_id);
  await notifyDeleted(tree, { kind: 'folder', id: folder.id, name: folder.name }, trashId);
  return trashId;
}

async function deleteFile(tree: Change, file: FileRow): Promise<number> {
  const [folder] = await tree.folders.byIds([file.folder_id]);
  const ancestors = folder?.ancestors ?? [];
  const trashId = await tree.trash.add({
    projectId: file.project_id,
    fileId: file.id,
    name: file.name,
    place: await placeNames(tree, ancestors),
    parentId: file.folder_id,
    fileCount: 1,
    byteCount: file.size,
    deletedBy: tree.actor.userId,
  });
  await tree.trash.takeFile(trashId, file.id);
  await tree.folders.addTotals(ancestors, -1, -file.size);
  tree.touched.add(file.folder_id);
  await notifyDeleted(tree, { kind: 'file', id: file.id, name: file.name }, trashId);
  return trashId;
}

/** Names from below the root down to the last of these folders. */
async function placeNames(tree: Change, ancestors: readonly number[]): Promise<string[]> {
  const names = new Map((await tree.folders.names(ancestors)).map((row) => [row.id, row.name]));
  return ancestors.slice(1).map((id) => names.get(id) ?? '');
}

async function notifyDeleted(
  tree: Change,
  target: { kind: 'folder' | 'file'; id: number; name: string },
  trashId: number,
): Promise<void> {
  const fileIds = await tree.trash.fileIds(trashId);
  await tree.emit(FileDeleted, {
    target,
    after: { trash_id: trashId, files: fileIds.length },
    data: { projectId: tree.root.project_id, trashId, fileIds },
  });
}

/**
 * Needs delete on the entry and create on the target, both at the time of the call. It never gives the caller more to
 * read. Without a chosen target the entry returns to its former place. Missing folders are created again, and a taken
 * name gets a number.
 */
export const restore = (
  parts: Parts,
  caller: Caller,
  given: { trashId: number; pid: number | null; projectId: number },
) =>
  change(parts, caller, given.projectId, async (tree) => {
    const [judged] = await tree.trash.judged(tree.asker, [given.trashId]);
    const entry = judged && (await tree.trash.lock(given.trashId));
    if (!entry || entry.project_id !== given.projectId) throw fail.notFound();
    if (entry.seconds_left <= 0) throw fail.wrongState('files.tooLate', { params: { n: LIMITS.recycleDays } });
    const chosen = given.pid === null ? await formerPlace(tree, entry) : await tree.folder(given.pid, 'create');
    // When the folder is gone, its former place is found by names. So the target may be another folder with other
    // rights.
    const target = await tree.folder(chosen.id, 'create');
    assertNoGain({ name: entry.name, mask: judged.mask }, target);
    const fileIds = await tree.trash.fileIds(entry.id);
    const name =
      entry.folder_id === null
        ? await restoreFile(tree, entry, target)
        : await restoreFolder(tree, entry, entry.folder_id, target);
    await tree.trash.remove(entry.id);
    tree.touched.add(target.id);
    await tree.emit(FileRestored, {
      target: { kind: 'trash', id: entry.id, name },
      after: { pid: target.id, files: fileIds.length },
      data: { projectId: entry.project_id, trashId: entry.id, fileIds },
    });
    return { folder_id: target.id, name };
  });

/**
 * The former folder if it is live. Otherwise it follows the former names from the root, from the last folder that
 * still exists.
 */
async function formerPlace(tree: Change, entry: TrashRow): Promise<FolderRow> {
  const [parent] = await tree.folders.judged(tree.asker, [entry.parent_id]);
  if (parent) return tree.folder(parent.id, 'create');
  let at: FolderRow = tree.root;
  let depth = 0;
  for (const name of entry.place) {
    const next = await tree.folders.childByKey(at.id, nameKey(name));
    if (!next) break;
    at = next;
    depth += 1;
  }
  const last = await tree.folder(at.id, 'create');
  return walk(tree, last, entry.place.slice(depth));
}

async function restoreFolder(tree: Change, entry: TrashRow, folderId: number, target: FolderRow): Promise<string> {
  const [folder] = await tree.folders.byIds([folderId]);
  if (!folder) throw fail.notFound();
  if (target.depth + 1 + (await tree.folders.levelsBelow(folder)) > LIMITS.folderDepth) throw tooDeep();
  await assertRoom(tree, target.id);
  const name = await freeName(tree, target.id, folder.name, 'folder');
  if (name !== folder.name) await tree.trash.renameFolder(folder.id, namesOf(name));
  if (folder.parent_id !== target.id) await tree.folders.replant(folder, target);
  await tree.trash.giveBack(entry.id);
  await tree.folders.addTotals(target.ancestors, folder.file_total, folder.byte_total);
  return name;
}

async function restoreFile(tree: Change, entry: TrashRow, target: FolderRow): Promise<string> {
  const fileId = entry.file_id ?? 0;
  const name = await freeName(tree, target.id, entry.name, 'file');
  await tree.trash.placeFile(fileId, target.id, namesOf(name));
  await tree.trash.giveBack(entry.id);
  await tree.folders.addTotals(target.ancestors, 1, entry.byte_count);
  return name;
}
