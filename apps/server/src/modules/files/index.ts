import { join } from 'node:path';
import { defineJob } from '../../platform/jobs.ts';
import type { CallContext, RawCall } from '../../platform/http/call-context.ts';
import { LeaseLocker } from '../../platform/uploads/lease-locker.ts';
import { UploadFiles } from '../../platform/uploads/upload-files.ts';
import { clear, sweepTrash } from './clearing.service.ts';
import { copy } from './copy.service.ts';
import { addressOf, serveRaw } from './download.service.ts';
import { listenForFiles } from './files.handlers.ts';
import { fileInfo, folderInfo } from './info.service.ts';
import { listFolder, listTree, recycle, versions } from './list.service.ts';
import { reposOf, type Caller, type Parts } from './parts.ts';
import { recent, search } from './search.service.ts';
import { permissionList, permissionSet } from './permissions.service.ts';
import { previewOf, restoreVersion } from './versions.service.ts';
import { uploadWhole } from './multipart.service.ts';
import { storeBytes } from './store-bytes.ts';
import { fileKinds } from './subjects.ts';
import { del, restore } from './trash.service.ts';
import { mkdir, move, renameFile, renameFolder, setValidity } from './tree.service.ts';
import { uploadsDoor } from './upload.repo.ts';
import { commit, sweepUploads, uploadRules } from './upload.service.ts';

/**
 * Folders, files with their versions, rights in folders, the recycle bin, uploads and downloads. Always true here: no file is
 * listed without its bytes; a tree is changed by one writer at a time; rights in a folder only add to what stands above it,
 * and the same rule judges a record, a list and a signed address.
 */
export type Files = ReturnType<typeof createFiles>;
export type { Caller };
export type { FileKinds, FileSubject, FolderSubject, VersionSubject } from './subjects.ts';

export const SweepUploads = defineJob<Record<string, never>>({ name: 'files-uploads', retries: 0 });
export const SweepTrash = defineJob<Record<string, never>>({ name: 'files-recycle', retries: 0, expireSeconds: 3000 });

export function createFiles(platform: Omit<Parts, 'uploads' | 'locker'> & { dataDir: string }) {
  const { dataDir, ...given } = platform;
  const parts: Parts = {
    ...given,
    uploads: new UploadFiles(join(dataDir, 'uploads')),
    locker: new LeaseLocker(uploadsDoor(platform.tables.read), platform.log),
  };
  const kinds = fileKinds(parts);
  listenForFiles(parts);
  const bound =
    <A extends readonly unknown[], R>(call: (parts: Parts, ...rest: A) => R) =>
    (...rest: A): R =>
      call(parts, ...rest);

  return {
    kinds,
    calls: {
      listFolder: bound(listFolder),
      listTree: bound(listTree),
      folderInfo: bound(folderInfo),
      fileInfo: bound(fileInfo),
      versions: bound(versions),
      recycle: bound(recycle),
      search: bound(search),
      recent: bound(recent),
      mkdir: bound(mkdir),
      renameFolder: bound(renameFolder),
      renameFile: bound(renameFile),
      setValidity: bound(setValidity),
      move: bound(move),
      copy: bound(copy),
      del: bound(del),
      restore: bound(restore),
      clear: bound(clear),
      restoreVersion: bound(restoreVersion),
      permissionList: bound(permissionList),
      permissionSet: bound(permissionSet),
      addressOf: bound(addressOf),
      previewOf: bound(previewOf),
      commit: bound(commit),
      uploadWhole: bound(uploadWhole),
      serveRaw: (sign: string, context: CallContext, call: RawCall) => serveRaw(parts, kinds, sign, context, call),
    },
    uploads: { rules: uploadRules(parts), files: parts.uploads, locker: parts.locker },

    sweepUploads: () => sweepUploads(parts),
    sweepTrash: () => sweepTrash(parts),

    /** The root folder of a project, for programs that put files there. */
    rootOf: async (enterpriseId: number, projectId: number): Promise<number | null> =>
      (await reposOf(parts, enterpriseId).folders.root(projectId))?.id ?? null,
    /** A file made by the program itself out of bytes it has: same checks and same path as an upload. */
    storeBytes: bound(storeBytes),
  };
}
