import { fileSize } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { cancelUploads, removeUploads, resumeUploads, statusOf, type UploadItem } from '../../files/index.ts';

/** An upload to the record: its progress, or the reason of its failure. */
export function UploadCard({ item }: { item: UploadItem }) {
  const t = useT();
  const { entry, id } = item;
  const status = statusOf(entry);
  const isFailed = status === 'error' || status === 'exceedSize';
  const state = {
    uploading: `${entry.progress}%`,
    waiting: t('attachments.waiting'),
    paused: t('attachments.paused'),
    error: t('attachments.failed', { why: entry.error }),
    exceedSize: t('codes.1015'),
    success: '',
    cancel: '',
  }[status];
  return (
    <li className="attachment-card">
      <span className="attachment-thumb" data-kind="icon">
        <Icon name="upload" size={24} />
      </span>
      <span className="attachment-facts">
        <span className="attachment-name" title={entry.name}>
          {entry.name}
        </span>
        <span className="attachment-fact" role="status" data-failed={isFailed}>
          <span className="tabular">{fileSize(entry.size)}</span>
          <span>{state}</span>
        </span>
        {!isFailed && (
          <span className="attachment-bar" role="img" aria-label={`${entry.progress}%`}>
            <span style={{ width: `${entry.progress}%` }} />
          </span>
        )}
      </span>
      <span className="attachment-tools">
        {(status === 'error' || status === 'paused') && (
          <button
            type="button"
            className="icon-button"
            aria-label={`${t('attachments.retry')} ${entry.name}`}
            title={t('attachments.retry')}
            onClick={() => resumeUploads([id])}
          >
            <Icon name="refresh" size={14} />
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={`${t('attachments.cancel')} ${entry.name}`}
          title={t('attachments.cancel')}
          onClick={() => (status === 'exceedSize' ? removeUploads([id]) : cancelUploads([id]))}
        >
          <Icon name="close" size={14} />
        </button>
      </span>
    </li>
  );
}
