import { CODES } from '@prdm/contract/codes';
import { LIMITS } from '@prdm/contract/limits';
import { fail } from '../../platform/errors.ts';
import { isOverFor } from './asker.ts';
import type { FileRow } from './file.repo.ts';
import type { FolderRow } from './folders/folder.repo.ts';
import { assertNoGain } from './moving/no-gain.ts';
import { assertRoom, freeNames, tooDeep } from './names.ts';
import { change, type Caller, type Change, type Parts } from './parts.ts';
import { addFiles } from './bytes/store-file.ts';
import { addFolders } from './folders/tree.service.ts';

/** A call is one transaction that blocks other writers of that tree; larger copies need several calls. */
const FOLDERS_MAX = 500;
const FILES_MAX = 2000;

/**
 * Needs download on the original and create on the target, which may be in another project. A copy never gives the
 * caller more to read. A copy is an independent file: version 1, owned by the caller. Expired files that the caller
 * may not download are skipped without a message. All reads come before the first write: a folder may be copied into
 * itself, and the copy must not be copied again.
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
) =>
  change(
    parts,
    caller,
    given.projectId,
    async (tree) => {
      const target = await tree.folder(given.pid, 'create');
      const folders = await tree.everyFolder(idsOf(given.folders), 'download');
      if (folders.some(({ parent_id: parent }) => parent === null)) throw fail.wrongState('files.rootStays');
      const files = await tree.everyFile(idsOf(given.files), 'download');
      if (files.some((file) => isOverFor(caller.principal, file))) throw fail.denied();
      for (const original of [...folders, ...files]) assertNoGain(original, target);

      const branches = await branchesOf(tree, folders, FILES_MAX - files.length);
      if (branches.some(({ levels }) => target.depth + 1 + levels > LIMITS.folderDepth)) throw tooDeep();
      const names = await freeNames(tree, target.id, [
        ...folders.map(({ name }) => ({ name, kind: 'folder' as const })),
        ...files.map(({ name }) => ({ name, kind: 'file' as const })),
      ]);
      await assertRoom(tree, target.id, folders.length);

      const folderNames = names.slice(0, folders.length);
      const copies = await addBranches(tree, target, branches, folderNames);
      const wanted = [
        ...branches.flatMap((branch, at) =>
          branch.files
            .filter((file) => !isOverFor(caller.principal, file))
            .map((file) => ({ file, name: file.name, folder: copies[at]?.get(file.folder_id) })),
        ),
        ...files.map((file, at) => ({ file, name: names[folders.length + at] as string, folder: target })),
      ];
      const made = await addCopies(tree, wanted);
      tree.touched.add(target.id);
      return { folders: copies.reduce((sum, { size }) => sum + size, 0), files: made };
    },
    [...given.folders, ...given.files].map(({ projectId }) => projectId),
  );

const idsOf = (subjects: readonly { id: number }[]): number[] => subjects.map(({ id }) => id);

/** A selected folder with its whole content. */
interface Branch {
  readonly top: FolderRow;
  /** Parents before children, the top first. */
  readonly folders: readonly FolderRow[];
  readonly files: readonly FileRow[];
  /** The number of levels below the top. */
  readonly levels: number;
}

async function branchesOf(tree: Change, tops: readonly FolderRow[], filesLeft: number): Promise<Branch[]> {
  const branches: Branch[] = [];
  let left = { folders: FOLDERS_MAX, files: filesLeft };
  for (const top of tops) {
    const below = await tree.folders.liveBelow(top, left.folders + 1);
    const folders = reachable(below, top);
    const files = await tree.files.inFolders(idsOf(folders), left.files + 1);
    left = { folders: left.folders - below.length, files: left.files - files.length };
    if (left.folders < 0 || left.files < 0) throw tooMuch();
    branches.push({ top, folders, files, levels: Math.max(...folders.map(({ depth }) => depth)) - top.depth });
  }
  if (left.files < 0) throw tooMuch();
  return branches;
}

/** Removes folders whose parent is in the recycle bin. */
function reachable(below: readonly FolderRow[], top: FolderRow): FolderRow[] {
  const known = new Set([top.id]);
  return below.filter(({ id, parent_id: parent }) => {
    if (id !== top.id && !known.has(parent ?? 0)) return false;
    known.add(id);
    return true;
  });
}

/** Adds the folders of all branches, level by level. Returns for each branch its copies by the id of the original. */
async function addBranches(
  tree: Change,
  target: FolderRow,
  branches: readonly Branch[],
  names: readonly string[],
): Promise<Map<number, FolderRow>[]> {
  const copies = branches.map(() => new Map<number, FolderRow>());
  const deepest = Math.max(-1, ...branches.map(({ levels }) => levels));
  for (let level = 0; level <= deepest; level += 1) {
    const wanted = branches.flatMap(({ top, folders }, at) =>
      folders
        .filter(({ depth }) => depth - top.depth === level)
        .map((original) => ({
          at,
          original,
          parent: level === 0 ? target : (copies[at]?.get(original.parent_id ?? 0) as FolderRow),
          name: level === 0 ? (names[at] as string) : original.name,
        })),
    );
    const added = await addFolders(tree, wanted);
    for (const [index, { at, original }] of wanted.entries()) copies[at]?.set(original.id, added[index] as FolderRow);
  }
  return copies;
}

async function addCopies(
  tree: Change,
  wanted: readonly { file: FileRow; name: string; folder: FolderRow | undefined }[],
): Promise<number> {
  const versions = await tree.files.versions(wanted.map(({ file }) => file.version_id));
  const bytesOf = new Map(versions.map((version) => [version.id, version]));
  const made = await addFiles(
    tree,
    wanted.flatMap(({ file, name, folder }) => {
      const bytes = bytesOf.get(file.version_id);
      if (!folder || !bytes) return [];
      const version = { name, size: bytes.size, sha256: bytes.sha256, createdBy: tree.actor.userId };
      return [{ folder, version, validUntil: file.valid_until }];
    }),
  );
  return made.length;
}

const tooMuch = () =>
  fail.of(CODES.failed, 'files.tooMuchToCopy', { params: { folders: FOLDERS_MAX, files: FILES_MAX } });
