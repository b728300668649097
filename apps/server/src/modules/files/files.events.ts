import { defineEvent } from '../../platform/bus.ts';

interface InProject {
  readonly projectId: number;
}

/** A file has a new current version: the first one, an upload of the same name, a restored older one, or a copy. */
export interface StoredFile extends InProject {
  readonly fileId: number;
  readonly versionId: number;
  /** Counts from 1. */
  readonly versionNo: number;
  readonly folderId: number;
  readonly name: string;
  /** Lower case, without the dot; '' without an extension. */
  readonly ext: string;
  /** Bytes. */
  readonly size: number;
  /** Hex; the key of the bytes in the platform's storage. */
  readonly sha256: string;
}
export const FileStored = defineEvent<StoredFile>('files.stored');

/** Files that were deleted together. A deleted folder is one event that names all files in it. */
export interface FilesOfEntry extends InProject {
  /** The entry of the recycle bin. */
  readonly trashId: number;
  readonly fileIds: readonly number[];
}
export const FileDeleted = defineEvent<FilesOfEntry>('files.deleted');
export const FileRestored = defineEvent<FilesOfEntry>('files.restored');
/** Deleted permanently, with all versions. */
export const FileCleared = defineEvent<FilesOfEntry>('files.cleared');

export const FolderAdded = defineEvent<InProject & { folderId: number; parentId: number | null; name: string }>(
  'files.folderAdded',
);
export const FolderRenamed = defineEvent<InProject & { folderId: number; name: string }>('files.folderRenamed');
export const FolderMoved = defineEvent<InProject & { folderId: number; from: number; to: number }>('files.folderMoved');
export const FileRenamed = defineEvent<InProject & { fileId: number; name: string; ext: string }>('files.renamed');
export const FileMoved = defineEvent<InProject & { fileId: number; from: number; to: number }>('files.moved');
export const FileValiditySet = defineEvent<InProject & { fileId: number; validUntil: string | null }>(
  'files.validitySet',
);
export const FileDownloaded = defineEvent<InProject & { fileId: number; versionId: number }>('files.downloaded');
export const FolderPermissionSet = defineEvent<InProject & { folderId: number }>('files.permissionSet');
