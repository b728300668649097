import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../../lib/i18n.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { useAttachments, type AttachmentCalls, type Attached } from '../attachments.queries.ts';
import { useDrop } from '../use-drop.ts';
import { useRecordUploads } from '../use-record-uploads.ts';
import { AddAttachments } from './add-attachments.tsx';
import { AttachmentCard } from './attachment-card.tsx';
import { UploadCard } from './upload-card.tsx';
import './attachments.css';

/** The attachments of a record as cards, with those under way. Files dropped on the drawer or form are attached. */
export function Attachments({ calls, record }: { calls: AttachmentCalls; record: Attached }) {
  const t = useT();
  const { data, error, refetch } = useAttachments(calls, record);
  const part = useRef<HTMLElement>(null);
  const { add, running } = useRecordUploads(calls, record);
  const mayAdd = data?.can_add === true;
  const over = useDrop(part, mayAdd, add);
  const list = data?.list.filter(({ round }) => round === 0) ?? [];
  return (
    <section className="attachments" ref={part} aria-label={t('attachments.title')}>
      <h3>
        {t('attachments.title')}
        {list.length > 0 && <span className="attachments-total tabular">{list.length}</span>}
        {mayAdd && <AddAttachments calls={calls} record={record} onFiles={add} />}
      </h3>
      {!data && error === null && <SkeletonLines lines={2} />}
      {!data && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {data && list.length + running.length === 0 && <p className="attachments-none">{t('attachments.none')}</p>}
      <ul className="attachment-list">
        {list.map((row) => (
          <AttachmentCard key={row.id} row={row} calls={calls} record={record} />
        ))}
        {running.map((item) => (
          <UploadCard key={item.id} item={item} />
        ))}
      </ul>
      {over !== null &&
        createPortal(
          <div className="attachment-drop" data-refused={!mayAdd}>
            {t(mayAdd ? 'attachments.drop' : 'attachments.dropRefused')}
          </div>,
          over,
        )}
    </section>
  );
}
