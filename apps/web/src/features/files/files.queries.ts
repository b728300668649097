import type { z } from 'zod';
import * as contract from '@prdm/contract/files';
import { modelOfFile } from '@prdm/contract/models';
import { members } from '@prdm/contract/projects';
import { call, type InputOf } from '../../lib/api/call.ts';
import { CallError } from '../../lib/api/call-error.ts';
import { translate } from '../../lib/i18n.ts';
import { useApiQuery, useApiMutation } from '../../lib/api/queries.ts';
import { showFailure } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/toasts.ts';

export type FileEntry = contract.FileEntry;
/** The fields of an entry that its actions need. The folder tree has no others. */
export type HandledEntry = Pick<FileEntry, 'kind' | 'id' | 'pid' | 'name' | 'can'>;
/** An entry of a list. A search result also carries its place as `crumbs`. */
export type ListedEntry = FileEntry & { readonly crumbs?: readonly { id: number; name: string }[] };
/** A single file or folder with its project. */
export type FileInfo = z.output<typeof contract.info.output>;
export type TrashEntry = z.output<typeof contract.recycle.output>['list'][number];
export type PermissionRow = z.output<typeof contract.permissionList.output>['list'][number];

export const useFolder = (input: InputOf<typeof contract.index>, enabled: boolean) =>
  useApiQuery(contract.index, input, { enabled });
export const useSearch = (input: InputOf<typeof contract.search>, enabled: boolean) =>
  useApiQuery(contract.search, input, { enabled });
export const useRecentFiles = (projectId: number, limit: number) =>
  useApiQuery(contract.recent, { project_id: projectId, limit }, { enabled: projectId > 0, keepOld: false });
export const useTree = (projectId: number, pid: number | null, enabled = true) =>
  useApiQuery(
    contract.tree,
    { project_id: projectId, ...(pid === null ? {} : { pid }) },
    { enabled: enabled && projectId > 0, keepOld: false },
  );
/** Number of versions shown before the user requests the older ones. */
const VERSIONS_SHOWN = 50;

/**
 * The project of the page, for calls whose ids are unique without it. Undefined when the address names only the file.
 */
type OnPage = number | undefined;

/** A single file in any place. Lists show one page at a time, but an address may name any file. */
export const useFileInfo = (projectId: OnPage, fileId: number) =>
  useApiQuery(contract.info, { project_id: projectId, file_id: fileId }, { enabled: fileId > 0, keepOld: false });
export const useFolderInfo = (projectId: number, folderId: number) =>
  useApiQuery(contract.info, { project_id: projectId, folder_id: folderId }, { enabled: folderId > 0, keepOld: false });
/** Loads the present state of a folder. */
export const askFolder = (projectId: number, folderId: number): Promise<FileInfo> =>
  call(contract.info, { project_id: projectId, folder_id: folderId });
export const useVersions = (projectId: number, fileId: number, all: boolean) =>
  useApiQuery(contract.versions, {
    project_id: projectId,
    file_id: fileId,
    ...(all ? { ispage: 'not' as const } : { size: VERSIONS_SHOWN }),
  });
export const useRecycle = (input: InputOf<typeof contract.recycle>) => useApiQuery(contract.recycle, input);
export const usePreview = (projectId: OnPage, fileId: number, versionId: number | null, enabled: boolean) =>
  useApiQuery(
    contract.preview,
    { project_id: projectId, file_id: fileId, ...(versionId === null ? {} : { version_id: versionId }) },
    // The signed address is valid for five minutes.
    { enabled: enabled && fileId > 0, keepOld: false, staleTime: 4 * 60_000 },
  );
/** The model made from an .ifc, with its versions. */
export const useModelOfFile = (projectId: number, fileId: number, enabled: boolean) =>
  useApiQuery(modelOfFile, { project_id: projectId, file_id: fileId }, { enabled, keepOld: false });
export const usePermissions = (projectId: number, folderId: number) =>
  useApiQuery(contract.permissionList, { project_id: projectId, folder_id: folderId }, { keepOld: false });
export const useMembers = (projectId: number, enabled: boolean) =>
  useApiQuery(members, { project_id: projectId }, { enabled: enabled && projectId > 0 });

export const useMkdir = () => useApiMutation(contract.mkdir, { inForm: true });
export const useRename = () => useApiMutation(contract.rename, { inForm: true });
export const useMove = () => useApiMutation(contract.move);
export const useCopy = () => useApiMutation(contract.copy, { inForm: true });
/** `onDone` gets the deleted folders before any query is refetched. */
export const useDel = (onDone: (folderIds: readonly number[]) => void) =>
  useApiMutation(contract.del, {
    refresh: ['model'],
    inForm: true,
    onDone: (_data, { folder_ids }) => onDone(Array.isArray(folder_ids) ? folder_ids.map(Number) : []),
  });
/** The caller shows the error. A refusal for a folder without write access becomes a question for another folder. */
export const useRestore = () => useApiMutation(contract.restore, { refresh: ['model'], inForm: true });
export const useClear = () => useApiMutation(contract.clear);
export const useVersionRestore = () => useApiMutation(contract.versionRestore, { refresh: ['model'] });
export const useValidity = () => useApiMutation(contract.validity);
export const usePermissionSet = () => useApiMutation(contract.permissionSet, { inForm: true });
/** Gains and losses per person of unsaved changes. The call reads only, so it runs like a query. */
export const usePermissionPreview = (
  { projectId, folderId }: { projectId: number; folderId: number },
  changes: readonly object[],
) =>
  useApiQuery(
    contract.permissionPreview,
    { project_id: projectId, folder_id: folderId, changes: JSON.stringify(changes) as never },
    { enabled: changes.length > 0 },
  );

/** Ids of the selected folders and files, in the form of the calls. */
export const idsOf = (entries: readonly HandledEntry[]): { folder_ids: number[]; file_ids: number[] } => ({
  folder_ids: entries.filter(({ kind }) => kind === 'folder').map(({ id }) => id),
  file_ids: entries.filter(({ kind }) => kind === 'file').map(({ id }) => id),
});

/** Reports the failed action, with the reason when the server gave one: "Copy failed: Name already exists". */
export function reportFailed(key: 'files.copyFailed' | 'files.deleteFailed', error: unknown): void {
  if (!(error instanceof CallError)) {
    showFailure(error);
    return;
  }
  const what = translate(key);
  toast.error(error.told || error.msg === '' ? what : translate('files.failedWhy', { what, why: error.msg }));
}

/** Opens a download in a new tab. The address is signed for a few minutes, because a new tab cannot carry the token. */
export async function openDownload(projectId: OnPage, fileId: number, versionId?: number): Promise<void> {
  const { url } = await call(contract.download, {
    project_id: projectId,
    file_id: fileId,
    ...(versionId === undefined ? {} : { version_id: versionId }),
  });
  openAddress(url);
}

/** Opens a signed address in a new tab. */
export function openAddress(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener';
  link.click();
}
