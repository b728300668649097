/** The parts of files that other features use: the upload engine, previews, and lists for a picker. */
export { openAddress, useFolder, useSearch, type ListedEntry } from './files.queries.ts';
export { canShow, ShownBytes } from './parts/drawer/file-preview.tsx';
export { fileIcon } from './parts/file-icon.ts';
export { FolderCrumbs } from './parts/folder-crumbs.tsx';
export { canUpload, chosenIn, droppedIn, type ChosenFile } from './upload/chosen-files.ts';
export { addUploads, cancelUploads, removeUploads, resumeUploads, useUploads } from './upload/upload-queue.ts';
export { statusOf, type UploadItem, type UploadRecord } from './upload/upload-rules.ts';
