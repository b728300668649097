import { addUploads, statusOf, useUploads, type ChosenFile, type UploadItem } from '../files/index.ts';
import { uploadTo, type AttachmentCalls, type Attached } from './attachments.queries.ts';

/** The uploads to a record that are under way, and the function that begins further ones. */
export function useRecordUploads(
  calls: AttachmentCalls,
  record: Attached,
): { readonly running: readonly UploadItem[]; readonly add: (files: readonly ChosenFile[]) => void } {
  const target = uploadTo(calls, record);
  const items = useUploads((state) => state.items);
  return {
    running: items.filter((item) => item.record?.key === target.key && !isShown(statusOf(item.entry))),
    // Attachments have no folders, so the files of a dropped folder stand alone.
    add: (files) =>
      addUploads(
        files.map(({ file }) => ({ file, relativePath: '' })),
        { pid: 0, name: record.title, path: record.title, projectId: record.project_id, record: target },
      ),
  };
}

/** A complete upload is a card of its own. A cancelled one is gone. */
const isShown = (status: ReturnType<typeof statusOf>): boolean => status === 'success' || status === 'cancel';
