import type { z } from 'zod';
import * as contract from '@prdm/contract/files';
import { call, type InputOf } from '../../lib/call.ts';
import { useAsk, useDo } from '../../lib/queries.ts';

export type FileEntry = contract.FileEntry;
export type FolderAnswer = z.output<typeof contract.index.output>;
export type TrashEntry = z.output<typeof contract.recycle.output>['list'][number];

export const useFolder = (input: InputOf<typeof contract.index>, enabled: boolean) =>
  useAsk(contract.index, input, { enabled });
export const useSearch = (input: InputOf<typeof contract.search>, enabled: boolean) =>
  useAsk(contract.search, input, { enabled });
export const useTree = (projectId: number, pid: number | null) =>
  useAsk(
    contract.tree,
    { project_id: projectId, ...(pid === null ? {} : { pid }) },
    { enabled: projectId > 0, keepOld: false },
  );
export const useVersions = (fileId: number) => useAsk(contract.versions, { file_id: fileId, size: 50 });
export const useRecycle = (input: InputOf<typeof contract.recycle>) => useAsk(contract.recycle, input);

export const useMkdir = () => useDo(contract.mkdir, { inForm: true });
export const useRename = () => useDo(contract.rename, { inForm: true });
export const useMove = () => useDo(contract.move, { inForm: true });
export const useDel = () => useDo(contract.del, { refresh: ['model'] });
export const useRestore = () => useDo(contract.restore, { refresh: ['model'] });
export const useClear = () => useDo(contract.clear);
export const useVersionRestore = () => useDo(contract.versionRestore, { refresh: ['model'] });

/** Opens a download in a new tab by an address signed for a few minutes, because a new tab cannot carry the token. */
export async function openDownload(fileId: number, versionId?: number): Promise<void> {
  const { url } = await call(contract.download, {
    file_id: fileId,
    ...(versionId === undefined ? {} : { version_id: versionId }),
  });
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener';
  link.click();
}
