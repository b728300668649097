import { showFailure } from '../../../lib/api/query-client.ts';
import type { ChosenFile } from '../../files/index.ts';
import { useAttach, type AttachmentCalls, type Attached } from '../attachments.queries.ts';
import { AddButtons } from './add-buttons.tsx';

/** Adds attachments to a saved record: uploads files, or attaches files of the project. */
export function AddAttachments(props: {
  calls: AttachmentCalls;
  record: Attached;
  onFiles: (files: readonly ChosenFile[]) => void;
}) {
  const attach = useAttach(props.calls, props.record);
  return (
    <AddButtons
      projectId={props.record.project_id}
      onFiles={props.onFiles}
      onPick={(picked) =>
        attach.mutate(
          picked.map(({ id }) => id),
          { onError: showFailure },
        )
      }
    />
  );
}
