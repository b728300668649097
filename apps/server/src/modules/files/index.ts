import { join } from 'node:path';
import { sql } from 'kysely';
import { usedIn } from '../../platform/entity/index.ts';
import { defineJob } from '../../platform/jobs.ts';
import { LeaseLocker } from '../../platform/uploads/lease-locker.ts';
import { UploadFiles } from '../../platform/uploads/upload-files.ts';
import { fileCalls } from './calls/file-calls.ts';
import { sweepTrash } from './trash/clearing.service.ts';
import { listenForFiles } from './files.handlers.ts';
import { findEverywhere } from './search/find.service.ts';
import { reposOf, type Caller, type Parts } from './parts.ts';
import { contentType } from './bytes/content.ts';
import { storedBytes } from './bytes/holds.repo.ts';
import { freeBytes, frozenVersion, holdBytes, newestNumbers, releaseBytes } from './bytes/kept-bytes.ts';
import { sendContent } from './bytes/send-content.ts';
import { readTicket, writeTicket } from './bytes/tickets.ts';
import { storeBytes } from './bytes/store-bytes.ts';
import { createFolderTemplates } from './folders/folder-templates.ts';
import { fileKinds } from './subjects.ts';
import { systemUploadsRepo } from './uploads/upload.repo.ts';
import { sweepUploads, uploadRules } from './uploads/upload.service.ts';
import { RecordTargets, type RecordTarget } from './uploads/record-target.ts';
import { finishOnRecord, recordUploadRules } from './uploads/record-uploads.ts';
import { uploadKind } from './uploads/upload-kind.ts';

/**
 * Folders, files with versions, folder rights, the recycle bin, uploads and downloads. Invariants: a listed file has
 * its bytes. Each tree has one writer at a time. Folder rights only add to inherited rights. One rule checks a
 * record, a list and a signed address.
 */
export type Files = ReturnType<typeof createFiles>;
export type { Caller };
export type { FrozenVersion } from './bytes/kept-bytes.ts';
export type { RecordTarget, RecordUpload } from './uploads/record-target.ts';
export type { RecordUploadCall } from './uploads/record-uploads.ts';
export type { FileKinds, FileSubject, FolderSubject, VersionSubject } from './subjects.ts';

export const SweepUploads = defineJob<Record<string, never>>({ name: 'files-uploads', retries: 0 });
export const SweepTrash = defineJob<Record<string, never>>({ name: 'files-recycle', retries: 0, expireSeconds: 3000 });

export function createFiles(platform: Omit<Parts, 'uploads' | 'locker' | 'records'> & { dataDir: string }) {
  const { dataDir, ...given } = platform;
  const parts: Parts = {
    ...given,
    uploads: new UploadFiles(join(dataDir, 'uploads'), platform.disk),
    locker: new LeaseLocker(systemUploadsRepo(platform.tables.read), platform.log),
    records: new RecordTargets(),
  };
  const records = fileKinds(parts);
  const kinds = { ...records, upload: uploadKind(parts, records.folder) };
  const folderTemplates = createFolderTemplates(parts);
  listenForFiles(parts, folderTemplates);
  parts.organisation.use.register('storage_bytes', (ids, trx) =>
    storedBytes(trx ? parts.tables.within(trx) : parts.tables.read, ids),
  );
  parts.uses.register(
    'user_group',
    usedIn(parts.tables, 'folder', { table: 'folder_grant', column: 'to_id', only: sql`r.to_kind = 'group'` }),
  );
  const kept = { table: 'file', column: 'project_id', only: sql`r.trash_id is null` } as const;
  parts.uses.register('non_project', usedIn(parts.tables, 'file', kept));
  const bound =
    <A extends readonly unknown[], R>(call: (parts: Parts, ...rest: A) => R) =>
    (...rest: A): R =>
      call(parts, ...rest);

  return {
    kinds: { ...kinds, folder_template: folderTemplates.templates.kind },
    folderTemplates: folderTemplates.templates,
    calls: fileCalls(parts, kinds),
    uploads: {
      rules: uploadRules(parts),
      /** The same engine with a record as the target. */
      recordRules: recordUploadRules(parts),
      files: parts.uploads,
      locker: parts.locker,
      /** Registers the module that makes records of complete uploads. */
      toRecords: (target: RecordTarget): void => parts.records.set(target),
      finishOnRecord: bound(finishOnRecord),
    },
    /** Bytes that records of other modules keep after their file has changed or gone. */
    kept: {
      frozen: bound(frozenVersion),
      hold: bound(holdBytes),
      release: bound(releaseBytes),
      free: bound(freeBytes),
      newestNumbers: bound(newestNumbers),
    },
    /** Signed addresses and their bytes, with the safety of downloads. */
    signed: {
      write: bound(writeTicket),
      read: bound(readTicket),
      send: bound(sendContent),
      typeOf: (content: Parameters<typeof contentType>[1]) => contentType(parts.storage, content),
    },

    /** Files and folders by name over several projects that the reader may enter. */
    find: bound(findEverywhere),

    sweepUploads: () => sweepUploads(parts),
    sweepTrash: () => sweepTrash(parts),

    /** The root folder of a project, for programs that store files there. */
    rootOf: async (enterpriseId: number, projectId: number): Promise<number | null> =>
      (await reposOf(parts, enterpriseId).folders.root(projectId))?.id ?? null,
    /** Stores a file from bytes that the program has, with the checks and events of an upload. */
    storeBytes: bound(storeBytes),
  };
}
