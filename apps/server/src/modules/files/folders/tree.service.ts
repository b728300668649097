import { extOf } from '@prdm/contract/kit/file-names';
import { LIMITS } from '@prdm/contract/limits';
import { fail } from '../../../platform/errors.ts';
import { isOverFor } from '../asker.ts';
import type { FileRow } from '../file.repo.ts';
import { FileMoved, FileRenamed, FileValiditySet, FolderAdded, FolderMoved, FolderRenamed } from '../files.events.ts';
import type { FolderRow } from './folder.repo.ts';
import { assertNoGain } from '../moving/no-gain.ts';
import { assertFree, assertRoom, namesOf, tooDeep } from '../names.ts';
import { change, type Caller, type Change, type Parts } from '../parts.ts';

/** Adds folders in input order. The caller has checked that the names are free and that there is room. */
export async function addFolders(
  change: Change,
  wanted: readonly { parent: FolderRow; name: string }[],
): Promise<FolderRow[]> {
  if (wanted.some(({ parent }) => parent.depth >= LIMITS.folderDepth)) throw tooDeep();
  const added = await change.folders.add(
    wanted.map(({ parent, name }) => ({
      parent,
      projectId: parent.project_id,
      createdBy: change.actor.userId,
      ...namesOf(name),
    })),
  );
  for (const { id, project_id: projectId, parent_id: parentId, name } of added) {
    const data = { projectId, folderId: id, parentId, name };
    await change.emit(FolderAdded, { target: { kind: 'folder', id, name }, data });
  }
  return added;
}

/** Adds a folder. The caller has checked that its name is free. */
export async function addFolder(change: Change, parent: FolderRow, name: string): Promise<FolderRow> {
  await assertRoom(change, parent.id);
  change.touched.add(parent.id);
  return (await addFolders(change, [{ parent, name }]))[0] as FolderRow;
}

/** Walks down from a folder by names and creates missing folders. */
export async function walk(change: Change, from: FolderRow, place: readonly string[]): Promise<FolderRow> {
  let at = from;
  for (const name of place) {
    const next = await change.folders.childByKey(at.id, namesOf(name).nameKey);
    if (!next) await assertFree(change, at.id, name); // a file may have that name
    at = next ?? (await addFolder(change, at, name));
  }
  return at;
}

export const mkdir = (parts: Parts, caller: Caller, given: { pid: number; projectId: number; name: string }) =>
  change(parts, caller, given.projectId, async (tree) => {
    const parent = await tree.folder(given.pid, 'create');
    await assertFree(tree, parent.id, given.name);
    return { id: (await addFolder(tree, parent, given.name)).id };
  });

export const renameFolder = (
  parts: Parts,
  caller: Caller,
  given: { id: number; projectId: number; name: string; version: number },
) =>
  change(parts, caller, given.projectId, async (tree) => {
    const folder = await tree.folder(given.id, 'edit');
    if (folder.parent_id === null) throw fail.wrongState('files.rootStays');
    await assertFree(tree, folder.parent_id, given.name, { folderId: folder.id });
    if (!(await tree.folders.rename(folder.id, given.version, namesOf(given.name)))) throw fail.conflict();
    tree.touched.add(folder.parent_id).add(folder.id);
    await tree.emit(FolderRenamed, {
      target: { kind: 'folder', id: folder.id, name: given.name },
      before: { name: folder.name },
      after: { name: given.name },
      data: { projectId: folder.project_id, folderId: folder.id, name: given.name },
    });
  });

/** Changes a file if its version is still the one that the caller saw; otherwise throws. */
async function changeFile(
  tree: Change,
  file: FileRow,
  seen: number,
  set: Omit<Parameters<Change['files']['change']>[2], 'updated_by'>,
): Promise<void> {
  if (!(await tree.files.change(file.id, seen, { ...set, updated_by: tree.actor.userId }))) throw fail.conflict();
  tree.touched.add(file.folder_id);
}

export const renameFile = (
  parts: Parts,
  caller: Caller,
  given: { id: number; projectId: number; name: string; version: number },
) =>
  change(parts, caller, given.projectId, async (tree) => {
    const file = await tree.file(given.id, 'edit');
    await assertFree(tree, file.folder_id, given.name, { fileId: file.id });
    const { name, nameKey, sortKey } = namesOf(given.name);
    const ext = extOf(name);
    await changeFile(tree, file, given.version, { name, name_key: nameKey, sort_key: sortKey, ext });
    await tree.emit(FileRenamed, {
      target: { kind: 'file', id: file.id, name },
      before: { name: file.name },
      after: { name },
      data: { projectId: file.project_id, fileId: file.id, name, ext },
    });
  });

export const setValidity = (
  parts: Parts,
  caller: Caller,
  given: { id: number; projectId: number; validUntil: string | null; version: number },
) =>
  change(parts, caller, given.projectId, async (tree) => {
    const file = await tree.file(given.id, 'edit');
    // Otherwise a user with edit could clear the expiry and then download an expired file.
    if (isOverFor(caller.principal, file)) throw fail.denied();
    await changeFile(tree, file, given.version, { valid_until: given.validUntil });
    await tree.emit(FileValiditySet, {
      target: { kind: 'file', id: file.id, name: file.name },
      before: { valid_until: file.valid_until },
      after: { valid_until: given.validUntil },
      data: { projectId: file.project_id, fileId: file.id, validUntil: given.validUntil },
    });
  });

/**
 * Needs delete at the source and create at the target. A move never gives the caller more to read. A taken name
 * refuses the whole call.
 */
export const move = (
  parts: Parts,
  caller: Caller,
  given: { folderIds: readonly number[]; fileIds: readonly number[]; pid: number; projectId: number },
) =>
  change(parts, caller, given.projectId, async (tree) => {
    for (const id of given.folderIds) await moveFolder(tree, await tree.folder(id, 'delete'), given.pid);
    for (const id of given.fileIds) await moveFile(tree, await tree.file(id, 'delete'), given.pid);
  });

type Judged<R> = R & { readonly mask: number };

async function moveFolder(tree: Change, folder: Judged<FolderRow>, targetId: number): Promise<void> {
  // read again for each record, because an earlier move may have moved the target
  const target = await tree.folder(targetId, 'create');
  if (folder.parent_id === null) throw fail.wrongState('files.rootStays');
  if (target.ancestors.includes(folder.id)) throw fail.wrongState('files.intoItself');
  if (folder.parent_id === target.id) return;
  assertNoGain(folder, target);
  if (target.depth + 1 + (await tree.folders.levelsBelow(folder)) > LIMITS.folderDepth) throw tooDeep();
  await assertFree(tree, target.id, folder.name);
  await assertRoom(tree, target.id);
  await tree.folders.addTotals(folder.ancestors.slice(0, -1), -folder.file_total, -folder.byte_total);
  await tree.folders.addTotals(target.ancestors, folder.file_total, folder.byte_total);
  await tree.folders.replant(folder, target);
  tree.touched.add(folder.parent_id).add(target.id).add(folder.id);
  await tree.emit(FolderMoved, {
    target: { kind: 'folder', id: folder.id, name: folder.name },
    before: { pid: folder.parent_id },
    after: { pid: target.id },
    data: { projectId: folder.project_id, folderId: folder.id, from: folder.parent_id, to: target.id },
  });
}

async function moveFile(tree: Change, file: Judged<FileRow>, targetId: number): Promise<void> {
  const target = await tree.folder(targetId, 'create');
  if (file.folder_id === target.id) return;
  assertNoGain(file, target);
  await assertFree(tree, target.id, file.name);
  const [from] = await tree.folders.byIds([file.folder_id]);
  await tree.folders.addTotals(from?.ancestors ?? [], -1, -file.size);
  await tree.folders.addTotals(target.ancestors, 1, file.size);
  await tree.files.moveTo(file.id, target.id);
  tree.touched.add(file.folder_id).add(target.id);
  await tree.emit(FileMoved, {
    target: { kind: 'file', id: file.id, name: file.name },
    before: { pid: file.folder_id },
    after: { pid: target.id },
    data: { projectId: file.project_id, fileId: file.id, from: file.folder_id, to: target.id },
  });
}
