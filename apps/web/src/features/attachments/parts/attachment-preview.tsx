import { Modal } from 'antd';
import type { AttachmentRow } from '@prdm/contract/kit/attachments';
import { useT } from '../../../lib/i18n.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { STILL } from '../../../ui/still.ts';
import { useFocusBack } from '../../../ui/use-focus-back.ts';
import { ShownBytes } from '../../files/index.ts';
import { useShown, type AttachmentCalls, type Attached } from '../attachments.queries.ts';

/** A picture, a text or a link to a pdf, as the file page shows them. */
export function AttachmentPreview(props: {
  row: AttachmentRow;
  calls: AttachmentCalls;
  record: Attached;
  /** The page at which a pdf opens. */
  page?: number | null;
  onClose: () => void;
}) {
  const t = useT();
  useFocusBack();
  const { row, calls, record, page = null, onClose } = props;
  const { data, error, refetch } = useShown(calls, record, row.id, true);
  return (
    <Modal
      open
      {...STILL}
      title={row.name}
      width={880}
      style={{ maxWidth: '96%' }}
      centered
      destroyOnHidden
      footer={null}
      closable={{ 'aria-label': t('common.close') }}
      onCancel={onClose}
    >
      <div className="attachment-preview">
        {error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
        {!data && error === null && <SkeletonLines lines={6} />}
        {data && (
          <ShownBytes
            key={data.url}
            shown={page === null || row.type !== 'pdf' ? data : { ...data, url: `${data.url}#page=${page}` }}
            file={row}
          />
        )}
      </div>
    </Modal>
  );
}
