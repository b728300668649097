import { useState } from 'react';
import { showFailure } from '../../lib/api/query-client.ts';
import { addUploads, type ChosenFile } from '../files/index.ts';
import { attachFiles, uploadTo, type AttachmentCalls, type Attached } from './attachments.queries.ts';

/** A file of the project that was picked. */
export interface Picked {
  readonly id: number;
  readonly name: string;
}

/** Attachments of a record that does not exist yet. The form keeps them until it is saved. */
export interface Pending {
  readonly files: readonly ChosenFile[];
  readonly picked: readonly Picked[];
  add(files: readonly ChosenFile[]): void;
  pick(picked: readonly Picked[]): void;
  dropFile(file: ChosenFile): void;
  dropPicked(id: number): void;
  /** Attaches them to the saved record. Uploads go on in the panel; a refusal is shown and loses nothing else. */
  send(calls: AttachmentCalls, record: Attached): Promise<void>;
}

export function usePending(): Pending {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [picked, setPicked] = useState<readonly Picked[]>([]);
  return {
    files,
    picked,
    add: (more) => setFiles((before) => [...before, ...more]),
    pick: (more) =>
      setPicked((before) => [...before, ...more.filter(({ id }) => !before.some((one) => one.id === id))]),
    dropFile: (file) => setFiles((before) => before.filter((one) => one !== file)),
    dropPicked: (id) => setPicked((before) => before.filter((one) => one.id !== id)),
    async send(calls, record) {
      addUploads(files, {
        pid: 0,
        name: record.title,
        path: record.title,
        projectId: record.project_id,
        record: uploadTo(calls, record),
      });
      if (picked.length === 0) return;
      try {
        await attachFiles(
          calls,
          record,
          picked.map(({ id }) => id),
        );
      } catch (error) {
        showFailure(error); // the record itself is saved
      }
    },
  };
}
