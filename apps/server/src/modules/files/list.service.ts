import type { FileEntry } from '@prdm/contract/files';
import { entryType } from '@prdm/contract/kit/file-names';
import { wireTime } from '@prdm/contract/kit/fields';
import { LIMITS } from '@prdm/contract/limits';
import { rightsMask } from '@prdm/access';
import { askerOf, canOf, has, isOverFor, shownIn } from './asker.ts';
import type { FileRow, FileSort } from './file.repo.ts';
import type { FolderRow } from './folders/folder.repo.ts';
import { reposOf, type Caller, type Parts } from './parts.ts';
import { windowOf, type Paging } from '../../platform/entity/paging.ts';
import { fail } from '../../platform/errors.ts';

const DOWNLOAD = rightsMask(['download']);
const DAY_SECONDS = 86_400;

export const paged = ({ page, size, ispage }: Paging) => (ispage === 'not' ? {} : { page, size });

type Judged<T> = T & { mask: number };

/** The project of a list. `closed`: a closed non-project, whose records can only be read. */
export interface Place {
  readonly projectId: number;
  readonly closed: boolean;
}

/** The rights on a file after its expiry: no download, except for its owner and the file administrator. */
export function fileMask(caller: Pick<Caller, 'principal'>, file: FileRow, mask: number): number {
  return isOverFor(caller.principal, file) ? mask & ~DOWNLOAD : mask;
}

/** Rows in the form of the answers; the names of all owners are read in one query. */
export async function entriesOf(
  parts: Parts,
  caller: Caller,
  folders: readonly Judged<FolderRow>[],
  files: readonly Judged<FileRow>[],
): Promise<FileEntry[]> {
  const ids = [...folders.map((row) => row.created_by), ...files.map((row) => row.owner_id)];
  const people = await parts.organisation.names(
    caller.actor.enterpriseId,
    ids.filter((id) => id !== null),
  );
  const nameOf = (id: number | null): string => (id === null ? '' : (people.get(id)?.name ?? ''));
  return [
    ...folders.map((row): FileEntry => ({
      kind: 'folder',
      id: row.id,
      pid: row.parent_id,
      name: row.name,
      type: entryType('folder', row.name),
      ext: '',
      // A user who may only pass through sees only the name.
      size: has(row.mask, 'view') ? row.byte_total : 0,
      file_total: has(row.mask, 'view') ? row.file_total : 0,
      version_no: null,
      version_id: null,
      owner_id: row.created_by,
      owner: nameOf(row.created_by),
      valid_until: null,
      expired: false,
      created_at: wireTime(row.created_at),
      updated_at: wireTime(row.updated_at),
      version: row.version,
      can: canOf(row.mask),
    })),
    ...files.map((row): FileEntry => ({
      kind: 'file',
      id: row.id,
      pid: row.folder_id,
      name: row.name,
      type: entryType('file', row.name),
      ext: row.ext,
      size: row.size,
      file_total: null,
      version_no: row.version_no,
      version_id: row.version_id,
      owner_id: row.owner_id,
      owner: nameOf(row.owner_id),
      valid_until: row.valid_until,
      expired: row.expired,
      created_at: wireTime(row.created_at),
      updated_at: wireTime(row.updated_at),
      version: row.version,
      can: canOf(fileMask(caller, row, row.mask)),
    })),
  ];
}

/** The folders above, root first. Folders that the caller may neither view nor pass through are left out. */
export async function crumbsOf(parts: Parts, caller: Caller, ancestors: readonly number[], projectId: number) {
  const repos = reposOf(parts, caller.actor.enterpriseId);
  const asker = askerOf(caller.principal, [projectId]);
  const rows = new Map((await repos.folders.judged(asker, ancestors)).map((row) => [row.id, row]));
  const ways = [...rows.values()].some((row) => row.mask === 0) ? await repos.folders.ways(asker, projectId) : [];
  return ancestors.flatMap((id) => {
    const row = rows.get(id);
    return row && (row.mask !== 0 || ways.includes(id)) ? [{ id, name: row.name }] : [];
  });
}

/** The folder of a call: the one it names, already checked by the kit, or the project's root. */
async function startFolder(parts: Parts, caller: Caller, projectId: number, pid: number | null) {
  const { folders } = reposOf(parts, caller.actor.enterpriseId);
  const asker = askerOf(caller.principal, [projectId]);
  const id = pid ?? (await folders.root(projectId))?.id;
  const [folder] = id === undefined ? [] : await folders.judged(asker, [id]);
  if (!folder) throw fail.notFound();
  // Rights only grow downwards, so a user with view on a folder may view everything in it. Only other users need the
  // list of passable folders.
  const ways = has(folder.mask, 'view') ? null : await folders.ways(asker, projectId);
  return { folder, asker, ways };
}

type Order = { sort: FileSort; desc: boolean };

const FOLDER_ORDER: Record<FileSort, (a: FolderRow, b: FolderRow) => number> = {
  name: () => 0, // already in this order
  size: (a, b) => a.byte_total - b.byte_total,
  time: (a, b) => a.updated_at.getTime() - b.updated_at.getTime(),
};

export async function listFolder(
  parts: Parts,
  caller: Caller,
  given: Paging & Place & { pid: number | null; order: Order },
) {
  const { folder, asker, ways } = await startFolder(parts, caller, given.projectId, given.pid);
  const repos = reposOf(parts, caller.actor.enterpriseId);
  const paging = windowOf(given);
  const children = await repos.folders.children(asker, folder, {
    limit: LIMITS.unpagedMax,
    ...(ways ? { among: ways } : {}),
  });
  const sorted = children.toSorted(FOLDER_ORDER[given.order.sort]);
  if (given.order.desc) sorted.reverse();
  const folders = sorted.slice(paging.offset, paging.offset + paging.limit);
  const rest = { offset: Math.max(0, paging.offset - children.length), limit: paging.limit - folders.length };
  const files = ways === null && rest.limit > 0 ? await repos.files.page(folder.id, given.order, rest) : [];
  const count = ways === null ? await repos.files.count(folder.id) : 0;
  const [self] = await entriesOf(parts, caller, shownIn(given, [folder]), []);
  return {
    folder: self as FileEntry,
    crumbs: await crumbsOf(parts, caller, folder.ancestors, given.projectId),
    list: await entriesOf(
      parts,
      caller,
      shownIn(given, folders),
      shownIn(
        given,
        files.map((file) => ({ ...file, mask: folder.mask })),
      ),
    ),
    total: Math.min(children.length + count, LIMITS.countCap + 1),
    ...paged(given),
  };
}

export async function listTree(parts: Parts, caller: Caller, given: Place & { pid: number | null }) {
  const { folder, asker, ways } = await startFolder(parts, caller, given.projectId, given.pid);
  const { folders } = reposOf(parts, caller.actor.enterpriseId);
  const children = await folders.children(asker, folder, {
    limit: LIMITS.unpagedMax,
    ...(ways ? { among: ways } : {}),
  });
  const parents = await folders.withChildren(children.map(({ id }) => id));
  return {
    pid: folder.id,
    list: shownIn(given, children).map(({ id, name, mask }) => ({
      id,
      name,
      has_children: parents.has(id),
      can: canOf(mask),
    })),
  };
}

export async function versions(parts: Parts, caller: Caller, file: FileRow, given: Paging) {
  const { files } = reposOf(parts, caller.actor.enterpriseId);
  const rows = await files.versionsOf(file.id, windowOf(given));
  const ids = rows.map((row) => row.created_by).filter((id) => id !== null);
  const people = await parts.organisation.names(caller.actor.enterpriseId, ids);
  return {
    list: rows.map((row) => ({
      id: row.id,
      no: row.no,
      name: row.name,
      size: row.size,
      sha256: row.sha256,
      restored_from: row.restored_from,
      created_by: row.created_by,
      creator: row.created_by === null ? '' : (people.get(row.created_by)?.name ?? ''),
      created_at: wireTime(row.created_at),
      current: row.id === file.version_id,
    })),
    total: file.version_no, // versions have no gaps and are never deleted singly
    ...paged(given),
  };
}

export async function recycle(parts: Parts, caller: Caller, given: Paging & Place & { word?: string }) {
  const { trash } = reposOf(parts, caller.actor.enterpriseId);
  const asker = askerOf(caller.principal, [given.projectId]);
  const rows = shownIn(given, await trash.page(asker, given, windowOf(given)));
  const ids = rows.map((row) => row.deleted_by).filter((id) => id !== null);
  const people = await parts.organisation.names(caller.actor.enterpriseId, ids);
  return {
    list: rows.map((row) => ({
      id: row.id,
      kind: row.folder_id === null ? ('file' as const) : ('folder' as const),
      name: row.name,
      type: entryType(row.folder_id === null ? 'file' : 'folder', row.name),
      place: row.place,
      place_gone: row.place_gone,
      file_count: row.file_count,
      size: row.byte_count,
      deleted_by: row.deleted_by,
      deleter: row.deleted_by === null ? '' : (people.get(row.deleted_by)?.name ?? ''),
      deleted_at: wireTime(row.deleted_at),
      days_left: Math.ceil(Math.max(0, row.seconds_left) / DAY_SECONDS),
      can: canOf(row.mask),
    })),
    total: await trash.count(asker, given),
    ...paged(given),
  };
}
