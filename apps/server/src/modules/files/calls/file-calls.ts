import type { GrantTo } from '@prdm/contract/files';
import type { FolderRight } from '@prdm/contract/status';
import { fail } from '../../../platform/errors.ts';
import type { CallContext, RawCall } from '../../../platform/http/call-context.ts';
import { isOpen, type ProjectRow } from '../../projects/index.ts';
import type { Authorized } from '../../../platform/ids/authorized.ts';
import { clear } from '../trash/clearing.service.ts';
import { copy } from '../copy.service.ts';
import { addressOf, serveRaw } from '../bytes/download.service.ts';
import { fileInfo, folderInfo } from '../info.service.ts';
import { listFolder, listTree, recycle, versions, type Place } from '../list.service.ts';
import { uploadWhole } from '../uploads/multipart.service.ts';
import type { Caller, Parts } from '../parts.ts';
import { permissionPreview } from '../folders/permission-preview.ts';
import { permissionList, permissionSet } from '../folders/permissions.service.ts';
import { recent, search } from '../search/search.service.ts';
import type { FileKinds, FileSubject, FolderSubject } from '../subjects.ts';
import { del, restore } from '../trash/trash.service.ts';
import { mkdir, move, renameFile, renameFolder, setValidity } from '../folders/tree.service.ts';
import { commit } from '../uploads/upload.service.ts';
import { previewOf, restoreVersion } from '../versions.service.ts';

type Project = Authorized<unknown, 'read', 'project'>;
/** The place of a list: an id of kind project has a row of that kind. */
const placeOf = ({ id, row }: Project) => ({ projectId: id, closed: !isOpen(row as ProjectRow) });
type Folder<R extends FolderRight | 'read', T = unknown> = Authorized<T, R, 'folder'>;
type File<R extends FolderRight | 'read', T = unknown> = Authorized<T, R, 'file'>;
type Version<R extends FolderRight> = Authorized<unknown, R, 'file_version'>;
type Trash<R extends FolderRight> = Authorized<unknown, R, 'trash'>;

interface Selection<R extends FolderRight> {
  readonly folders: readonly Folder<R>[];
  readonly files: readonly File<R>[];
}

type Given<F extends (parts: Parts, caller: Caller, given: never) => unknown, Replaced extends PropertyKey> = Omit<
  Parameters<F>[2],
  Replaced
>;

const projectOf = ({ projectId }: Authorized): number => {
  if (projectId === null) throw fail.notFound();
  return projectId;
};

/** The project of a selection; the gates have checked that there is only one. */
const projectOfAll = ({ folders, files }: Selection<FolderRight>): number => {
  const [first] = [...folders, ...files];
  if (!first) throw fail.invalid('file_ids', 'validation.required');
  return projectOf(first);
};

const idsIn = (records: readonly Authorized[]): number[] => records.map(({ id }) => id);
const placed = (records: readonly Authorized[]) =>
  records.map((record) => ({ id: record.id, projectId: projectOf(record) }));

/** The calls of this module for its routes and for other programs. Every record is an authorised subject. */
export function fileCalls(parts: Parts, kinds: FileKinds) {
  return {
    listFolder(
      by: Caller,
      {
        project,
        folder,
        ...given
      }: Given<typeof listFolder, keyof Place | 'pid'> & { project: Project; folder?: Folder<'read'> },
    ) {
      return listFolder(parts, by, { ...given, ...placeOf(project), pid: folder?.id ?? null });
    },
    listTree: (by: Caller, { project, folder }: { project: Project; folder?: Folder<'read'> }) =>
      listTree(parts, by, { ...placeOf(project), pid: folder?.id ?? null }),
    folderInfo: (by: Caller, folder: Folder<'read', FolderSubject>, why: FolderRight | undefined) =>
      folderInfo(parts, by, folder, why),
    fileInfo: (by: Caller, file: File<'view', FileSubject>, why: FolderRight | undefined) =>
      fileInfo(parts, by, file, why),
    versions: (by: Caller, file: File<'view', FileSubject>, paging: Parameters<typeof versions>[3]) =>
      versions(parts, by, file.row, paging),
    recycle: (by: Caller, { project, ...given }: Given<typeof recycle, keyof Place> & { project: Project }) =>
      recycle(parts, by, { ...given, ...placeOf(project) }),
    /** Searches below `folder`, or in the whole project. */
    search: (
      by: Caller,
      {
        project,
        folder,
        ...given
      }: Given<typeof search, keyof Place | 'path'> & {
        project: Project;
        folder: Folder<'read', FolderSubject> | null;
      },
    ) => search(parts, by, { ...given, ...placeOf(project), path: folder?.row.path }),
    recent: (by: Caller, { project, limit }: { project: Project; limit: number }) =>
      recent(parts, by, { ...placeOf(project), limit }),

    mkdir: (by: Caller, { into, name }: { into: Folder<'create'>; name: string }) =>
      mkdir(parts, by, { pid: into.id, projectId: projectOf(into), name }),
    renameFolder: (by: Caller, { folder, ...given }: { folder: Folder<'edit'>; name: string; version: number }) =>
      renameFolder(parts, by, { ...given, id: folder.id, projectId: projectOf(folder) }),
    renameFile: (by: Caller, { file, ...given }: { file: File<'edit'>; name: string; version: number }) =>
      renameFile(parts, by, { ...given, id: file.id, projectId: projectOf(file) }),
    setValidity: (by: Caller, { file, ...given }: { file: File<'edit'>; validUntil: string | null; version: number }) =>
      setValidity(parts, by, { ...given, id: file.id, projectId: projectOf(file) }),
    move: (by: Caller, { folders, files, into }: Selection<'delete'> & { into: Folder<'create'> }) =>
      move(parts, by, { folderIds: idsIn(folders), fileIds: idsIn(files), pid: into.id, projectId: projectOf(into) }),
    copy: (by: Caller, { folders, files, into }: Selection<'download'> & { into: Folder<'create'> }) =>
      copy(parts, by, { folders: placed(folders), files: placed(files), pid: into.id, projectId: projectOf(into) }),
    del: (by: Caller, selection: Selection<'delete'>) =>
      del(parts, by, {
        folderIds: idsIn(selection.folders),
        fileIds: idsIn(selection.files),
        projectId: projectOfAll(selection),
      }),
    /** Restores to the former folder, or into a given one. */
    restore: (by: Caller, { entry, into }: { entry: Trash<'delete'>; into?: Folder<'create'> }) =>
      restore(parts, by, { trashId: entry.id, pid: into?.id ?? null, projectId: projectOf(entry) }),
    /** Clears these entries of the recycle bin, or all that the caller may delete. */
    clear: (by: Caller, { project, entries }: { project: Project; entries?: readonly Trash<'delete'>[] }) =>
      clear(parts, by, { projectId: project.id, trashIds: entries ? idsIn(entries) : null }),
    restoreVersion: (
      by: Caller,
      { file, old, version }: { file: File<'edit'>; old: Version<'create'>; version: number },
    ) => restoreVersion(parts, by, { fileId: file.id, versionId: old.id, version, projectId: projectOf(file) }),

    permissionList(by: Caller, { id, row }: Folder<'authorize', FolderSubject>) {
      const { project_id: projectId, ancestors, mask } = row;
      return permissionList(parts, by, { id, projectId, ancestors, mask });
    },
    permissionSet(
      by: Caller,
      {
        folder,
        to,
        ...given
      }: Given<typeof permissionSet, 'folderId' | 'projectId' | 'to'> & { folder: Folder<'authorize'>; to: Recipient },
    ) {
      const written = { kind: to.kind satisfies GrantTo, id: to.record.id };
      return permissionSet(parts, by, { ...given, folderId: folder.id, projectId: projectOf(folder), to: written });
    },
    permissionPreview(
      by: Caller,
      folder: Folder<'authorize', FolderSubject>,
      changes: readonly (Pick<Given<typeof permissionSet, never>, 'rights' | 'seen'> & { to: Recipient })[],
    ) {
      const written = changes.map(({ to, rights, seen }) => ({
        to: { kind: to.kind, id: to.record.id },
        rights,
        seen,
      }));
      return permissionPreview(parts, by, folder.row, { projectId: projectOf(folder), changes: written });
    },

    /** A signed address of one version, or of the newest. */
    addressOf: (
      context: Pick<CallContext, 'session'>,
      file: File<'download', FileSubject>,
      version: Version<'download'> | null,
    ) => addressOf(parts, context, version?.id ?? file.row.version_id, false),
    previewOf: (
      context: Pick<CallContext, 'session'>,
      file: File<'view', FileSubject>,
      version: Version<'view'> | null,
    ) => previewOf(parts, context, file.row, version?.id ?? file.row.version_id),
    commit: (...[by, key]: Rest<typeof commit>) => commit(parts, by, key),
    uploadWhole: (...[call, raw, maxBytes]: Rest<typeof uploadWhole>) => uploadWhole(parts, call, raw, maxBytes),
    serveRaw: (sign: string, context: CallContext, call: RawCall) => serveRaw(parts, kinds, sign, context, call),
  };
}

/** The recipient of a right in a folder. */
type Recipient =
  | { readonly kind: 'project-role'; readonly record: Authorized<unknown, 'read', 'role'> }
  | { readonly kind: 'person'; readonly record: Authorized<unknown, 'any', 'user'> };

type Rest<F extends (parts: Parts, ...rest: never) => unknown> =
  Parameters<F> extends readonly [unknown, ...infer R] ? R : never;
