import type { z } from 'zod';
import * as contract from '@prdm/contract/files';
import { members } from '@prdm/contract/projects';
import { call, type InputOf } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { translate } from '../../lib/i18n.ts';
import { useAsk, useDo } from '../../lib/queries.ts';
import { tellFailure } from '../../lib/query-client.ts';
import { toast } from '../../lib/toasts.ts';

export type FileEntry = contract.FileEntry;
/** As much of an entry as can be handled: the tree knows no more of a folder. */
export type HandledEntry = Pick<FileEntry, 'kind' | 'id' | 'pid' | 'name' | 'can'>;
/** An entry of a list; what was searched for tells where it lies. */
export type ListedEntry = FileEntry & { readonly crumbs?: readonly { id: number; name: string }[] };
/** A file or folder by itself, with the project it belongs to. */
export type FileInfo = z.output<typeof contract.info.output>;
export type TrashEntry = z.output<typeof contract.recycle.output>['list'][number];
export type PermissionRow = z.output<typeof contract.permissionList.output>['list'][number];

export const useFolder = (input: InputOf<typeof contract.index>, enabled: boolean) =>
  useAsk(contract.index, input, { enabled });
export const useSearch = (input: InputOf<typeof contract.search>, enabled: boolean) =>
  useAsk(contract.search, input, { enabled });
export const useRecentFiles = (projectId: number, limit: number) =>
  useAsk(contract.recent, { project_id: projectId, limit }, { enabled: projectId > 0, keepOld: false });
export const useTree = (projectId: number, pid: number | null, enabled = true) =>
  useAsk(
    contract.tree,
    { project_id: projectId, ...(pid === null ? {} : { pid }) },
    { enabled: enabled && projectId > 0, keepOld: false },
  );
/** So many versions are shown before somebody asks for the older ones. */
const VERSIONS_SHOWN = 50;

/** The project of the page, for calls whose ids alone name it; undefined where an address names nothing but the file. */
type OnPage = number | undefined;

/** A file by itself, wherever it lies: lists show a page at a time, an address may name any file. */
export const useFileInfo = (projectId: OnPage, fileId: number) =>
  useAsk(contract.info, { project_id: projectId, file_id: fileId }, { enabled: fileId > 0, keepOld: false });
export const useFolderInfo = (projectId: number, folderId: number) =>
  useAsk(contract.info, { project_id: projectId, folder_id: folderId }, { enabled: folderId > 0, keepOld: false });
/** A folder as it is now. */
export const askFolder = (projectId: number, folderId: number): Promise<FileInfo> =>
  call(contract.info, { project_id: projectId, folder_id: folderId });
export const useVersions = (projectId: number, fileId: number, all: boolean) =>
  useAsk(contract.versions, {
    project_id: projectId,
    file_id: fileId,
    ...(all ? { ispage: 'not' as const } : { size: VERSIONS_SHOWN }),
  });
export const useRecycle = (input: InputOf<typeof contract.recycle>) => useAsk(contract.recycle, input);
export const usePreview = (projectId: OnPage, fileId: number, versionId: number | null, enabled: boolean) =>
  useAsk(
    contract.preview,
    { project_id: projectId, file_id: fileId, ...(versionId === null ? {} : { version_id: versionId }) },
    // The address is good for five minutes.
    { enabled: enabled && fileId > 0, keepOld: false, staleTime: 4 * 60_000 },
  );
export const usePermissions = (projectId: number, folderId: number) =>
  useAsk(contract.permissionList, { project_id: projectId, folder_id: folderId }, { keepOld: false });
export const useMembers = (projectId: number, enabled: boolean) =>
  useAsk(members, { project_id: projectId }, { enabled: enabled && projectId > 0 });

export const useMkdir = () => useDo(contract.mkdir, { inForm: true });
export const useRename = () => useDo(contract.rename, { inForm: true });
export const useMove = () => useDo(contract.move);
export const useCopy = () => useDo(contract.copy, { inForm: true });
/** `onDone` hears which folders went, before anything is asked anew. */
export const useDel = (onDone: (folderIds: readonly number[]) => void) =>
  useDo(contract.del, {
    refresh: ['model'],
    inForm: true,
    onDone: (_data, { folder_ids }) => onDone(Array.isArray(folder_ids) ? folder_ids.map(Number) : []),
  });
/** A refusal is told by who asks: of a place that may not be written to, it becomes a question for another one. */
export const useRestore = () => useDo(contract.restore, { refresh: ['model'], inForm: true });
export const useClear = () => useDo(contract.clear);
export const useVersionRestore = () => useDo(contract.versionRestore, { refresh: ['model'] });
export const useValidity = () => useDo(contract.validity);
export const usePermissionSet = () => useDo(contract.permissionSet, { inForm: true });

/** Folders and files of a selection, as the calls want them. */
export const idsOf = (entries: readonly HandledEntry[]): { folder_ids: number[]; file_ids: number[] } => ({
  folder_ids: entries.filter(({ kind }) => kind === 'folder').map(({ id }) => id),
  file_ids: entries.filter(({ kind }) => kind === 'file').map(({ id }) => id),
});

/** Which action failed, and why where the server said so: "Copy failed: Name already exists". */
export function tellFailed(key: 'files.copyFailed' | 'files.deleteFailed', error: unknown): void {
  if (!(error instanceof CallError)) {
    tellFailure(error);
    return;
  }
  const what = translate(key);
  toast.error(error.told || error.msg === '' ? what : translate('files.failedWhy', { what, why: error.msg }));
}

/** Opens a download in a new tab by an address signed for a few minutes, because a new tab cannot carry the token. */
export async function openDownload(projectId: OnPage, fileId: number, versionId?: number): Promise<void> {
  const { url } = await call(contract.download, {
    project_id: projectId,
    file_id: fileId,
    ...(versionId === undefined ? {} : { version_id: versionId }),
  });
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener';
  link.click();
}
