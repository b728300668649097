import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AttachmentRow } from '@prdm/contract/kit/attachments';
import type { taskAttachments } from '@prdm/contract/tasks/attachments';
import { call } from '../../lib/api/call.ts';
import { translate } from '../../lib/i18n.ts';
import { useLive } from '../../lib/api/live.ts';
import { keyOf, useApiQuery } from '../../lib/api/queries.ts';
import { queryClient, showFailure } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/toasts.ts';
import { openAddress, type UploadRecord } from '../files/index.ts';

/** The calls of one kind of record. They differ from those of the task only in the kind of the id. */
export type AttachmentCalls = typeof taskAttachments;

/** A record with attachments. */
export interface Attached {
  readonly id: number;
  readonly project_id: number;
  readonly title: string;
  /** The page of the record. */
  readonly to: string;
}

const named = ({ id, project_id: projectId }: Attached) => ({ id, project_id: projectId });
const listKey = (calls: AttachmentCalls) => keyOf(calls.index);

export function useAttachments(calls: AttachmentCalls, record: Attached) {
  const client = useQueryClient();
  useLive(`attachment.${calls.kind}`, (frame) => {
    if (frame.id === record.id) void client.invalidateQueries({ queryKey: listKey(calls) });
  });
  return useApiQuery(calls.index, named(record), { keepOld: false });
}

/** The record as the target of the upload engine. */
export const uploadTo = (calls: AttachmentCalls, record: Attached): UploadRecord => ({
  key: `${calls.kind}:${record.id}`,
  endpoint: `${calls.uploadCreate.path}?id=${record.id}&project_id=${record.project_id}`,
  to: record.to,
  commit: (uploadId) => call(calls.commit, { ...named(record), upload_id: uploadId }),
  arrived: () => void queryClient.invalidateQueries({ queryKey: listKey(calls) }),
});

/** Attaches files of the project in their current versions. */
export const attachFiles = (calls: AttachmentCalls, record: Attached, fileIds: readonly number[]) =>
  call(calls.attach, { ...named(record), files: fileIds.map((id) => ({ file_id: id })) });

function useChange<Input>(calls: AttachmentCalls, change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation<unknown, Error, Input>({
    mutationFn: change,
    meta: { inForm: true },
    onSettled: () => client.invalidateQueries({ queryKey: listKey(calls) }),
  });
}

export const useAttach = (calls: AttachmentCalls, record: Attached) =>
  useChange<readonly number[]>(calls, (fileIds) => attachFiles(calls, record, fileIds));

/** Removes at once. The message offers to undo it. */
export function useDetach(calls: AttachmentCalls, record: Attached) {
  const client = useQueryClient();
  const undo = async (row: AttachmentRow) => {
    try {
      await call(calls.restore, { ...named(record), attachment_id: row.id });
    } catch (error) {
      showFailure(error);
    }
    await client.invalidateQueries({ queryKey: listKey(calls) });
  };
  return useChange<AttachmentRow>(calls, async (row) => {
    await call(calls.detach, { ...named(record), attachment_id: row.id });
    toast.success(translate('attachments.removed', { name: row.name }), {
      label: translate('attachments.undo'),
      run: () => void undo(row),
    });
  });
}

/** A signed address for display. It is valid for five minutes. */
export const useShown = (calls: AttachmentCalls, record: Attached, attachmentId: number, enabled: boolean) =>
  useApiQuery(
    calls.open,
    { ...named(record), attachment_id: attachmentId, inline: true },
    { enabled, keepOld: false, staleTime: 4 * 60_000 },
  );

export async function downloadAttachment(
  calls: AttachmentCalls,
  record: Attached,
  attachmentId: number,
): Promise<void> {
  const { url } = await call(calls.open, { ...named(record), attachment_id: attachmentId });
  openAddress(url);
}
